"""The command `convert`: what it prints, what it says beside it, where it writes, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLES, run
from transcript_doctor import convert

CODING = EXAMPLES / "healthy-coding-anthropic.json"
SHOP = EXAMPLES / "healthy-shop-openai.json"


def test_it_prints_the_whole_request_and_says_what_was_rewritten() -> None:
    ran = run("convert", CODING, "--to", "mistral")
    there = convert(json.loads(CODING.read_text("utf-8")), to="mistral")
    assert json.loads(ran.stdout) == there.transcript
    assert ran.exit_code == 0
    assert ran.stderr.splitlines() == [
        "model 'claude-sonnet-4-5' is left out: name one of mistral",
        "7 messages for mistral, 2 ids rewritten, 0 losses",
    ]
    assert ran.stderr == f"{there}\n"


def test_losses_are_told_with_their_places() -> None:
    ran = run("convert", SHOP, "--to", "oracle")
    assert ran.exit_code == 0
    assert "messages[2].tool_calls[0]: oracle cannot say: a call\n" in ran.stderr
    assert "4 messages for oracle, 6 losses\n" in ran.stderr


def test_strictness_writes_nothing_and_ends_with_1(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    ran = run("convert", SHOP, "--to", "oracle", "--strict", "--output", out)
    assert (ran.exit_code, ran.stdout, out.exists()) == (1, "", False)
    assert ran.stderr.endswith("nothing is written, for nothing may be lost\n")


PROMPTED = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Go."}]


@pytest.mark.parametrize(
    ("to", "request_"),
    [
        ("anthropic", {"system": "Be brief.", "messages": [{"role": "user", "content": "Go."}]}),
        (
            "gemini",
            {
                "systemInstruction": {"parts": [{"text": "Be brief."}]},
                "contents": [{"role": "user", "parts": [{"text": "Go."}]}],
            },
        ),
        (
            "bedrock",
            {
                "system": [{"text": "Be brief."}],
                "messages": [{"role": "user", "content": [{"text": "Go."}]}],
            },
        ),
    ],
)
def test_a_list_becomes_a_request_where_the_prompt_stands_beside_it(
    tmp_path: Path, to: str, request_: dict[str, object]
) -> None:
    out = tmp_path / "out.json"
    shown = run("convert", "-", "--to", to, stdin=json.dumps(PROMPTED))
    ran = run("convert", "-", "--to", to, "--output", out, stdin=json.dumps(PROMPTED))
    assert (ran.exit_code, ran.stdout, shown.exit_code) == (0, "", 0)
    assert json.loads(out.read_text("ascii")) == json.loads(shown.stdout) == request_
    (key,) = (key for key in request_ if key.startswith("system"))
    assert f"written as a request: {key} beside the messages\n" in ran.stderr
    assert "0 losses\n" in ran.stderr


def test_the_list_alone_names_what_it_leaves_out_as_a_loss() -> None:
    words = ("convert", "-", "--to", "anthropic", "--list-only")
    ran = run(*words, stdin=json.dumps(PROMPTED))
    assert (ran.exit_code, json.loads(ran.stdout)) == (0, PROMPTED[1:])
    assert "system: not in the list of anthropic, and left out by --list-only\n" in ran.stderr
    assert "1 message for anthropic, 1 loss\n" in ran.stderr
    strict = run(*words, "--strict", stdin=json.dumps(PROMPTED))
    assert (strict.exit_code, strict.stdout) == (1, "")
    assert run(*words[:-1], "--strict", stdin=json.dumps(PROMPTED)).exit_code == 0
    plain = run(*words, "--strict", stdin=json.dumps(PROMPTED[1:]))
    assert (plain.exit_code, json.loads(plain.stdout)) == (0, PROMPTED[1:])


def test_a_sick_transcript_is_refused_or_repaired() -> None:
    sick = EXAMPLES / "dead-session-claude-code.jsonl"
    ran = run("convert", sick, "--to", "openai")
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert ran.stderr.startswith(
        "sick for anthropic: P001 unanswered-call at messages[3].content[0]"
    )
    assert "(--repair does that); if it was not made for anthropic, say for whom" in ran.stderr
    assert "(--source NAME)" in ran.stderr
    stated = run("convert", sick, "--to", "openai", "--source", "anthropic")
    assert "--source NAME" not in stated.stderr
    ran = run("convert", sick, "--to", "openai", "--repair")
    assert ran.exit_code == 0
    assert "messages[3].content[0]: P001: " in ran.stderr
    assert json.loads(ran.stdout)[4]["content"] == "No result was recorded for this call."


def test_what_the_target_refuses_all_the_same_ends_with_1() -> None:
    rows = [{"role": "assistant", "content": "Hello."}]
    ran = run("convert", "-", "--to", "mistral", stdin=json.dumps(rows))
    assert ran.exit_code == 1
    assert json.loads(ran.stdout) == rows
    assert "messages[0].role: R003 opens-without-user: " in ran.stderr


def test_facts_of_the_target_and_of_the_source_are_taken() -> None:
    use = {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"}
    rows = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [result]},
    ]
    words = (
        "convert",
        "-",
        "--to",
        "gemini",
        "--source",
        "anthropic",
        "--context",
        "model=claude-opus-4-5",
    )
    plain = run(*words, stdin=json.dumps(rows))
    assert (plain.exit_code, "thoughtSignature" in plain.stdout) == (0, False)
    newer = run(*words, "--to-context", "model=gemini-3-pro", stdin=json.dumps(rows))
    assert (newer.exit_code, "thoughtSignature" in newer.stdout) == (0, True)
    assert "messages[1].content[0]: T001: " in newer.stderr


def test_unknown_names_and_places_are_misuse(tmp_path: Path) -> None:
    ran = run("convert", SHOP, "--to", "nobody")
    assert ran.exit_code != 0
    ran = run("convert", SHOP, "--to", "anthropic", "--output", tmp_path / "no" / "out.json")
    assert ran.exit_code == 2
    assert "there is no such folder" in ran.stderr


def test_an_output_that_is_the_input_is_refused(tmp_path: Path) -> None:
    source, linked = tmp_path / "a.json", tmp_path / "b.json"
    source.write_bytes(SHOP.read_bytes())
    linked.symlink_to(source)
    for output in (source, linked):
        ran = run("convert", source, "--to", "mistral", "--output", output)
        assert (ran.exit_code, ran.stdout) == (2, "")
        assert "--output would put the outcome in the place of" in ran.stderr
    assert source.read_bytes() == SHOP.read_bytes()


def test_many_losses_are_counted_in_words() -> None:
    sound = {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}
    for count, words in ((22, "and 2 more losses\n"), (21, "and 1 more loss\n")):
        parts = [{"type": "text", "text": "Hear."}, *[sound] * count]
        ran = run(
            "convert", "-", "--to", "pi", stdin=json.dumps([{"role": "user", "content": parts}])
        )
        assert words in ran.stderr
        assert f"1 message for lab, {count} losses\n" in ran.stderr


def test_what_is_lost_around_the_messages_has_its_own_name() -> None:
    body = {
        "model": "claude-sonnet-4-5", "max_tokens": 9, "stop_sequences": ["END"], "top_k": 3,
        "tools": [{"type": "web_search_20250305", "name": "web_search"}],
        "messages": [{"role": "user", "content": "Go."}],
    }  # fmt: skip
    ran = run("convert", "-", "--to", "openai-responses", stdin=json.dumps(body))
    assert "tools[0]: openai-responses cannot say: the tool `web_search`\n" in ran.stderr
    assert (
        "stop_sequences: openai-responses cannot say: the setting `stop_sequences`\n" in ran.stderr
    )
    assert "top_k: openai-responses cannot say: `top_k` of the request\n" in ran.stderr
    assert "model 'claude-sonnet-4-5' is left out: name one of openai-responses\n" in ran.stderr
    kept = run("convert", "-", "--to", "anthropic", stdin=json.dumps(body))
    assert "is left out" not in kept.stderr


THINKING = [
    {"role": "user", "content": "Go."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "1"}]},
]


def test_a_fault_that_means_nothing_at_the_target_is_no_reason_to_refuse() -> None:
    """The thinking that Anthropic misses is none that OpenAI would ask for."""
    words = ("convert", "-", "--context", "thinking=enabled", "--to")
    text = json.dumps(THINKING)
    ran = run(*words, "openai", stdin=text)
    assert (ran.exit_code, len(json.loads(ran.stdout))) == (0, 3)
    open_call = run(*words, "openai", stdin=json.dumps(THINKING[:2] + THINKING[:1]))
    assert (open_call.exit_code, open_call.stdout) == (1, "")
    assert "P001 unanswered-call" in open_call.stderr


def test_the_way_on_is_told_and_no_repair_is_promised_that_does_nothing() -> None:
    search = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
    said = {"role": "assistant", "content": [search, {"type": "text", "text": "Yes."}]}
    text = json.dumps([THINKING[0], said, THINKING[0]])
    words = ("convert", "-", "--to", "openai", "--as", "request")
    plain, near, far = (
        run(*words, *more, stdin=text)
        for more in ((), ("--repair",), ("--repair", "--policy", "lossy"))
    )
    assert "; --repair with --policy lossy mends it, and lists what that loses" in plain.stderr
    assert "; --policy lossy mends it, and lists what that loses" in near.stderr
    assert (plain.exit_code, near.exit_code, far.exit_code) == (1, 1, 0)
    assert "a provider-run call" in far.stderr
    odd = {"role": "user", "content": [{"type": "hologram"}, {"type": "text", "text": "Go."}]}
    hand = run(*words, "--wire", "anthropic", stdin=json.dumps([odd]))
    assert "; what no repair does is for a person: convert the part, or drop it" in hand.stderr
    assert "--repair" not in hand.stderr
