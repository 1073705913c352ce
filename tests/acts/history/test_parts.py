"""A result that is a list of parts: written as the target has it, and only where the target takes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.acts.history.makers import TARGETS, calling, ident, messages_of
from transcript_doctor import check
from transcript_doctor.acts.convert import convert
from transcript_doctor.acts.history import History, Parts, answer_calls
from transcript_doctor.core.errors import BadOption, IllegalRequest

DATA = "iVBORw0KGgo="
URL = f"data:image/png;base64,{DATA}"
PARTS: dict[str, list[dict[str, Any]]] = {
    "anthropic": [
        {"type": "text", "text": "Here."},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": DATA}},
    ],
    "bedrock": [{"text": "Here."}, {"image": {"format": "png", "source": {"bytes": DATA}}}],
    "gemini": [{"text": "Here."}, {"inlineData": {"mimeType": "image/png", "data": DATA}}],
    "openai-responses": [
        {"type": "input_text", "text": "Here."},
        {"type": "input_image", "image_url": URL, "detail": "auto"},
    ],
    "lab": [
        {"type": "text", "text": "Here."},
        {"type": "image", "mime_type": "image/png", "data": DATA},
    ],
    "mistral-common-v15": [
        {"type": "text", "text": "Here."},
        {"type": "image_url", "image_url": {"url": URL}},
    ],
    "openai": [{"type": "text", "text": "Here."}, {"type": "text", "text": "And there."}],
}
"""A result of parts as targets of every format take one."""
FORMAT = {**TARGETS, "mistral-common-v15": "openai-chat"}


def turn(target: str, *numbers: int) -> Any:
    return calling("openai" if target == "mistral-common-v15" else target, [*numbers])


def asked(target: str) -> Any:
    (said,) = convert([{"role": "user", "content": "Go."}], to=target).messages
    return said


@pytest.mark.parametrize("target", PARTS)
def test_parts_stand_in_the_result_and_are_taken(target: str) -> None:
    called = turn(target, 1, 2)
    results = {ident(target, 2): Parts(PARTS[target]), ident(target, 1): "ok"}
    made = answer_calls(called, results, target=target)
    whole = [asked(target), *messages_of(called), *made]
    report = check(whole, format=FORMAT[target], target=target, as_="request")
    assert report.ok, report.findings
    node = made[-1]
    if FORMAT[target] in ("anthropic", "bedrock", "gemini"):
        node = made[0]["parts" if target == "gemini" else "content"][1]
    at = {"bedrock": ("toolResult", "content"), "openai-responses": ("output",)}
    for step in at.get(target, ("content",) if target != "gemini" else ()):
        node = node[step]
    if target == "gemini":
        inner = node["functionResponse"]
        node = [{"text": inner["response"]["result"]}, *inner["parts"]]
    assert node == PARTS[target]
    assert [*node][1] is PARTS[target][1] or target == "gemini"


@pytest.mark.parametrize(
    ("target", "failed"), [("anthropic", {"is_error": True}), ("lab", {"is_error": True})]
)
def test_parts_of_a_failure_are_marked(target: str, failed: dict[str, Any]) -> None:
    parts = [{"type": "text", "text": "No."}]
    (made,) = answer_calls(
        turn(target, 1), {ident(target, 1): Parts(parts, failed=True)}, target=target
    )
    assert failed.items() <= (made["content"][0] if target == "anthropic" else made).items()


def test_a_failure_of_gemini_is_told_by_its_key() -> None:
    value = Parts([{"text": "No"}, {"text": "port."}], failed=True)
    (made,) = answer_calls(turn("gemini", 1), {ident("gemini", 1): value}, target="gemini")
    assert made["parts"][0]["functionResponse"]["response"] == {"error": "No\nport."}


def test_a_bare_list_is_json_as_ever() -> None:
    value = [{"type": "text", "text": "x"}]
    (made,) = answer_calls(turn("openai", 1), {ident("openai", 1): value})
    assert made["content"] == '[{"type": "text", "text": "x"}]'


@pytest.mark.parametrize(
    ("target", "parts", "says"),
    [
        ("mistral", PARTS["mistral-common-v15"], "C005"),
        ("anthropic", PARTS["openai-responses"], "does not take these parts in a result: C"),
        ("anthropic", [{"type": "text", "text": ""}], "C002"),
        ("bedrock", PARTS["anthropic"], "C006"),
        ("openai", [], "a list of one part or more"),
        ("openai", ["text"], "each an object"),
        ("openai", "text", "a list of one part or more"),
        ("openai", None, "a list of one part or more"),
    ],
)
def test_parts_that_are_not_taken_raise_and_say_why(target: str, parts: Any, says: str) -> None:
    with pytest.raises(BadOption, match=says):
        answer_calls(turn(target, 1), {ident(target, 1): Parts(parts)}, target=target)


def test_calls_of_old_and_odd_kinds_take_a_text_only() -> None:
    legacy = {
        "role": "assistant",
        "content": None,
        "function_call": {"name": "f", "arguments": "{}"},
    }
    with pytest.raises(BadOption, match="the result of a legacy call is a text here"):
        answer_calls(legacy, {"f": Parts(PARTS["openai"])}, target="openai")
    shell = {
        "type": "shell_call",
        "call_id": "c1",
        "action": {"commands": ["ls"]},
        "status": "completed",
    }
    with pytest.raises(BadOption, match="is a text here, not a list of parts"):
        answer_calls([shell], {"c1": Parts(PARTS["openai-responses"])}, target="openai-responses")


@pytest.mark.parametrize("target", ["anthropic", "gemini", "bedrock", "openai-responses", "lab"])
def test_a_history_keeps_them_sends_them_and_opens_with_them(target: str, tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    with History.open(path, target) as history:
        history.user("Go.")
        history.assistant(calling(target, [1]))
        history.results({ident(target, 1): Parts(PARTS[target])})
        sent = history.request()
        assert DATA in str(sent)
    with History.open(path) as again:
        assert again.record == history.record
        assert again.request() == sent
        again.assistant(calling(target, [2]))
        again.results({ident(target, 2): Parts(PARTS[target])})
        assert check(again.request(), target=target, format=FORMAT[target], as_="request").ok


@pytest.mark.parametrize("reopened", [False, True])
def test_pictures_in_results_count_towards_the_limit_of_a_request(
    reopened: bool, tmp_path: Path
) -> None:
    path = tmp_path / "session.jsonl"
    picture = {"type": "image", "source": {"type": "url", "url": "https://x.io/a.png"}}
    some = Parts([picture] * 45)
    history = History.open(path, "anthropic")
    history.user("Go.")
    for number in range(13):  # 585 of 600, and never so many in a row that a model might mind
        history.assistant(calling("anthropic", [number]))
        history.results({ident("anthropic", number): some})
        history.request()
        if reopened and number == 6:
            history.close()
            history = History.open(path)
    history.assistant(calling("anthropic", [13]))
    history.results({ident("anthropic", 13): some})
    with history, pytest.raises(IllegalRequest, match="L002 over-limit"):
        history.request()


def test_bytes_of_an_sdk_stay_bytes_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    picture = {"image": {"format": "png", "source": {"bytes": b"\x89PNG"}}}
    with History.open(path, "bedrock") as history:
        history.user("Go.")
        history.assistant(calling("bedrock", [1]))
        history.results({ident("bedrock", 1): Parts([{"text": "Seen."}, picture])})
    with History.open(path) as again:
        content = again.record[-1]["content"][0]["toolResult"]["content"]
        assert content[1] == picture


@pytest.mark.parametrize("value", [object(), float("nan"), float("inf"), {"x": [{1, 2}, object()]}])
@pytest.mark.parametrize("target", ["anthropic", "gemini", "lab", "openai"])
def test_what_is_no_json_raises_before_it_is_kept(target: str, value: Any) -> None:
    parts = Parts([{**PARTS[target][0], "x": value}])
    with pytest.raises(BadOption, match="a part of a result is JSON"):
        answer_calls(turn(target, 1), {ident(target, 1): parts}, target=target)


@pytest.mark.parametrize("target", ["anthropic", "gemini", "bedrock", "openai-responses", "lab"])
def test_half_a_character_is_written_as_in_a_text(target: str) -> None:
    first, *rest = PARTS[target]
    parts = Parts([{**first, "text": "half \ud83d"}, *rest])
    made = answer_calls(turn(target, 1), {ident(target, 1): parts}, target=target)
    assert "half \ufffd" in str(made)
    assert DATA in str(made)
