"""What is shared is the same case, and nobody's words are in it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.acts.histories import JSON_VALUES, bodies
from transcript_doctor import check, shape
from transcript_doctor.acts.share import disguise as disguising
from transcript_doctor.acts.share.disguise import Disguise
from transcript_doctor.acts.share.neutral import counted
from transcript_doctor.acts.share.plainwords import is_plain_label, is_plain_word, plain_model
from transcript_doctor.acts.share.sharing import NotShareable, share, survivors
from transcript_doctor.core.sniff import head_of, kind_of_head, pixels_of_head
from transcript_doctor.formats.anthropic.keys import BLOCK_KEYS

WORDS = ("role", "roles", "type", "stop_reason", "format")


def texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a value with the key that it stands under; those in JSON arguments too."""
    if isinstance(value, str):
        yield key, value
        if key == "arguments":
            try:
                yield from texts(json.loads(value), "in arguments")
            except (ValueError, RecursionError):
                return
    elif isinstance(value, dict):
        for name, child in value.items():
            yield from texts(child, str(name))
    elif isinstance(value, list):
        for child in value:
            yield from texts(child, key)


def private(value: Any) -> set[str]:
    """The texts of six and more characters that are no roles, types or public models."""
    return {
        text
        for key, text in texts(value)
        if len(text) >= 6
        and any(map(str.isalnum, re.sub("true|false|null", "", text)))
        and not (key in WORDS and is_plain_word(text))
        and not (key == "model" and plain_model(text) == text)
        and not is_plain_label(text)
    }


def kinds(transcript: Any, target: str | None = None) -> list[tuple[Any, ...]]:
    report = check(transcript, target=target)
    return [(f.code, f.case, f.index, f.severity) for f in report.findings]


@given(bodies(), st.sampled_from((None, "all")))
def test_findings_stay_and_words_go(transcript: Any, target: str | None) -> None:
    made = share(transcript, target=target)
    assert made.same, made.differences
    assert kinds(made.transcript, target) == kinds(transcript, target)
    written = "\n".join(text for _, text in texts(made.transcript))
    assert [text for text in private(transcript) if text in written] == []


@given(JSON_VALUES)
@settings(max_examples=50)
def test_any_value_can_be_shared(value: Any) -> None:
    made = share(value)
    assert made.same, made.differences
    json.dumps(made.transcript)


@given(bodies())
@settings(max_examples=50)
def test_what_is_shared_can_be_shared_again(transcript: Any) -> None:
    once = share(transcript).transcript
    assert kinds(share(once).transcript) == kinds(once)


def test_the_original_is_not_touched() -> None:
    transcript = [{"role": "user", "content": [{"type": "text", "text": "The plan."}]}]
    before = json.dumps(transcript)
    share(transcript)
    assert json.dumps(transcript) == before


SICK = {
    "model": "claude-opus-4-5",
    "system": "Alice Meyer's assistant",
    "metadata": {"user_id": "alice@corp.io"},
    "tools": [
        {"name": "read_mail", "description": "Reads Alice's mail", "input_schema": {
            "type": "object", "properties": {"mailbox": {"type": "string"}}, "required": ["mailbox"]}},
    ],
    "messages": [
        {"role": "user", "content": "Read my mail, key sk-live-4fQ9zKp2"},
        {"role": "assistant", "content": [
            {"type": "text", "text": "I will.\n"},
            {"type": "tool_use", "id": "toolu_01Secret", "name": "read_mail", "input": {"mailbox": "alice@corp.io"}},
            {"type": "tool_use", "id": "toolu_02Secret", "name": "read_mail", "input": {"mailbox": "bob@corp.io"}},
        ]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "toolu_01Secret", "content": "Subject: merger"},
        ]},
    ],
}  # fmt: skip


def test_a_shared_transcript_reads_like_the_original() -> None:
    made = share(SICK)
    assert made.same
    assert shape(made.transcript) == shape(SICK)
    user, assistant, result = made.transcript["messages"]
    assert user == {"role": "user", "content": "text 4"}
    # The mailbox was named in the metadata before: equal stays equal.
    assert assistant["content"] == [
        {"type": "text", "text": "text 5\n"},
        {"type": "tool_use", "id": "toolu_00Aaaaab", "name": "tool_1", "input": {"k2": "text 2"}},
        {"type": "tool_use", "id": "toolu_00Aaaaac", "name": "tool_1", "input": {"k2": "text 6"}},
    ]
    assert result["content"][0]["tool_use_id"] == "toolu_00Aaaaab"
    assert made.transcript["model"] == "claude-opus-4-5"
    assert made.transcript["metadata"] == {"k1": "text 2"}
    assert made.transcript["tools"][0]["input_schema"] == {
        "type": "object",
        "properties": {"k2": {"type": "string"}},
        "required": ["k2"],
    }


@pytest.mark.parametrize(
    ("arguments", "becomes"),
    [
        ('{"path": "/etc/shadow"}', '{"k1": "text 1"}'),
        ('{"path": "/etc/sha', '{"jjjj": "/jjj/jjj'),
        ("[17, 4]", "[11, 12]"),
        ("", ""),
    ],
)
def test_arguments_stay_json_or_stay_broken(arguments: str, becomes: str) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": arguments}}
    made = share([{"role": "assistant", "content": None, "tool_calls": [call]}])
    assert made.transcript[0]["tool_calls"][0]["function"]["arguments"] == becomes


@pytest.mark.parametrize(
    "text", ["blank \u00e9", "half \ud800 pair", " lead", "trail \n", "bell \x07", "  \n "]
)
def test_a_text_keeps_what_rules_look_at(text: str) -> None:
    made = share([{"role": "user", "content": text}]).transcript[0]["content"]
    assert made.isascii() == text.isascii()
    assert ("\ud800" in made) == ("\ud800" in text)
    assert ("\x07" in made) == ("\x07" in text)
    assert made[: -len(made.lstrip()) or None] == text[: -len(text.lstrip()) or None]
    assert made[len(made.rstrip()) :] == text[len(text.rstrip()) :]
    assert made.isspace() == text.isspace()


@pytest.mark.parametrize("ident", ["call_AbC123", "a:b c", "toolu_01/9", "x" * 70, "fc_0aF"])
def test_an_id_keeps_its_form(ident: str) -> None:
    made = Disguise().ident(ident)
    assert made != ident
    classes = [
        re.sub("[A-Z]", "A", re.sub("[a-z]", "a", re.sub("[0-9]", "0", x))) for x in (made, ident)
    ]
    assert classes[0] == classes[1]


@pytest.mark.parametrize("ident", ["c1", "", "null", "t12"])
def test_an_id_that_says_nothing_stays(ident: str) -> None:
    assert Disguise().ident(ident) == ident


def test_many_short_ids_stay_apart() -> None:
    disguise = Disguise(avoid=frozenset(f"call_{i:02}" for i in range(100)))
    made = {disguise.ident(f"call_{i:02}") for i in range(100)}
    assert len(made) == 100
    assert not made & {f"call_{i:02}" for i in range(100)}


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\2\0secret",
        b"GIF89a\1\0\2\0secret",
        b"\xff\xd8\xff\xe0secret photo",
        b"%PDF-1.7 secret",
        b"RIFF1234WEBPsecret",
        b"<svg>secret</svg>",
        b"plain secret text, long enough to be taken for one",
        b"\0\1\2 nothing that is known",
    ],
)
def test_a_medium_stays_what_its_first_bytes_say(data: bytes) -> None:
    text = b64encode(data * 3).decode()
    made = Disguise().data(text)
    before, after = head_of(text), head_of(made)
    assert before
    assert after
    assert kind_of_head(after.bytes) == kind_of_head(before.bytes)
    assert pixels_of_head(after.bytes) == pixels_of_head(before.bytes)
    assert "secret" not in str(after.bytes)
    assert len(Disguise(keep_sizes=True).data(text)) == len(text)


def test_an_address_keeps_its_scheme_and_label() -> None:
    disguise = Disguise()
    assert disguise.address("https://corp.io/a?token=b") == "https://host.example/1"
    assert disguise.address("data:image/png;base64,iVBORw0KGgoX").startswith(
        "data:image/png;base64,"
    )


@pytest.mark.parametrize(
    ("model", "public"),
    [
        ("claude-opus-4-5-20251101", "claude-opus-4-5-20251101"),
        (
            "us.anthropic.claude-sonnet-4-20250514-v1:0",
            "us.anthropic.claude-sonnet-4-20250514-v1:0",
        ),
        ("ft:gpt-4o:corp-internal::Ab12", "ft:gpt-4o:x-x::x"),
        ("merger-bot", "x-x"),
    ],
)
def test_only_what_is_public_in_the_name_of_a_model_stays(model: str, public: str) -> None:
    assert plain_model(model) == public


def test_types_of_formats_are_plain_words() -> None:
    assert [kind for kind in BLOCK_KEYS if not is_plain_word(kind)] == []
    assert not is_plain_word("acme_secret")
    assert not is_plain_word("tool use")


def test_a_text_that_survives_is_noticed() -> None:
    disguise = Disguise()
    disguise.text("text 1 of the merger")
    assert list(survivors(disguise)) == []
    disguise.originals["text 1"] = 0
    assert list(survivors(disguise)) == ["text 1"]


def test_ids_that_are_counted_up_are_no_text_that_survives() -> None:
    transcript: list[Any] = [{"role": "user", "content": "go"}]
    for i in range(60):
        use = {"type": "tool_use", "id": f"toolu_{i}", "name": "read", "input": {}}
        done = {"type": "tool_result", "tool_use_id": f"toolu_{i}", "content": "line"}
        transcript += [
            {"role": "assistant", "content": [use]},
            {"role": "user", "content": [done]},
        ]
    made = share(transcript)
    assert made.same
    ids = [message["content"][0]["id"] for message in made.transcript[1::2]]
    assert len(set(ids)) == 60
    assert not {f"toolu_{i}" for i in range(60)} & set(ids)


def test_a_form_of_ids_that_is_used_up_is_tried_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    monkeypatch.setattr(
        disguising, "counted", lambda *given: tried.append(given) or counted(*given)
    )
    ids = [f"call_{i:03}" for i in range(1000)]
    disguise = Disguise(avoid=frozenset(ids))
    made = [disguise.ident(ident) for ident in ids]
    assert len(set(made) - set(ids)) == 1000
    assert len(tried) < 5 * len(ids)


def test_nothing_is_given_out_when_a_text_would_survive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Disguise, "_text", lambda self, text: text)
    with pytest.raises(NotShareable, match="nothing was written"):
        share([{"role": "user", "content": "the merger plan"}])


def test_a_difference_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Disguise, "_text", lambda self, text: "")
    made = share([{"role": "user", "content": "the merger"}], format="anthropic")
    assert not made.same
    assert made.differences[0].startswith("C001")


def test_bytes_are_replaced_too() -> None:
    picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\2\0" + b"secret" * 40
    image = {"image": {"format": "png", "source": {"bytes": picture}}}
    made = share([{"role": "user", "content": [{"text": "Look."}, image]}], format="bedrock")
    assert made.same
    source = made.transcript[0]["content"][1]["image"]["source"]["bytes"]
    assert source.startswith(picture[:24])
    assert b"secret" not in source
    assert len(Disguise(keep_sizes=True).raw(picture)) == len(picture)


def test_what_is_the_same_for_everybody_stays() -> None:
    part = {
        "functionCall": {"name": "lookup", "args": {}},
        "thoughtSignature": "skip_thought_signature_validator",
    }
    server = {"type": "server_tool_use", "id": "srvtoolu_01Ab", "name": "web_search", "input": {}}
    made = share([{"role": "model", "parts": [part]}, {"role": "assistant", "content": [server]}])
    assert made.transcript[0]["parts"][0]["thoughtSignature"] == part["thoughtSignature"]
    assert made.transcript[0]["parts"][0]["functionCall"]["name"] == "tool_1"
    assert made.transcript[1]["content"][0]["name"] == "web_search"


def test_keys_that_are_no_texts_become_texts_and_go() -> None:
    (message,) = share([{"role": "user", "content": "a", 7: "b"}]).transcript
    assert message == {"role": "user", "content": "text 1", "k1": "text 2"}


EMPTY = {"type": "text", "text": ""}
TALK = [{"role": "user", "content": "a"}]
CALLS = [
    {"role": "user", "content": "a"},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "f", "input": {}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "b"}]},
]


@pytest.mark.parametrize(
    ("original", "changed", "says"),
    [
        (CALLS, [*CALLS, *TALK], ("what is unknown", "the shape")),
        (
            CALLS,
            TALK,
            ("what is unknown", "the shape", "the format that it is taken for"),
        ),
        (
            [*CALLS, {"role": "assistant", "content": [EMPTY, EMPTY]}],
            [*CALLS, {"role": "assistant", "content": [EMPTY]}],
            ("a finding stands there a different number of times",),
        ),
    ],
)
def test_every_kind_of_difference_is_told(
    monkeypatch: pytest.MonkeyPatch, original: Any, changed: Any, says: tuple[str, ...]
) -> None:
    monkeypatch.setattr("transcript_doctor.acts.share.sharing.mask", lambda *_, **__: changed)
    made = share(original)
    assert not made.same
    assert made.differences == says


def test_an_address_of_no_kind_keeps_its_form() -> None:
    assert Disguise().address("www.corp.io/a1") == "aaa.aaaa.aa/a1"


def test_an_id_without_room_gets_another_form() -> None:
    disguise = Disguise(avoid=frozenset(f"!?{i}?!" for i in range(10)))
    assert disguise.ident("!?7?!") == "id_1"
