"""The page that shows how to point a client at the provider; its Python runs with that of all pages."""

from __future__ import annotations

import json
import re
import shlex
import urllib.error
import urllib.request

import pytest

from tests.markdown import ROOT, blocks
from transcript_doctor.provider import Running

PAGE = ROOT / "docs" / "clients.md"


def test_every_client_has_its_snippet() -> None:
    shown = [block.text for block in blocks(PAGE) if block.language == "python"]
    for name in ("anthropic", "openai", "mistralai", "google", "boto3"):
        assert any(re.search(rf"^(from|import) {name}\b", text, re.MULTILINE) for text in shown)


def test_what_curl_is_shown_to_send_is_refused(provider: Running) -> None:
    (shown,) = [block.text for block in blocks(PAGE) if block.language == "bash"]
    command, address, *rest = shlex.split(shown.replace("\\\n", " "))
    pairs = list(zip(rest[::2], rest[1::2], strict=True))
    headers = dict(value.split(": ", 1) for option, value in pairs if option == "-H")
    (data,) = [value for option, value in pairs if option == "-d"]
    assert command == "curl"
    url = address.replace("http://127.0.0.1:8400", provider.url)
    request = urllib.request.Request(url, data.encode(), headers)
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request)
    with caught.value as answer:
        body = json.load(answer)
    assert caught.value.code == 400
    assert "`tool_use` ids were found without `tool_result` blocks" in body["error"]["message"]
    with urllib.request.urlopen(f"{provider.url}/_requests") as listed:
        assert "P001" in listed.read().decode()
