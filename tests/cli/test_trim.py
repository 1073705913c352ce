"""The command `trim`: what it prints, where it writes, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import EXAMPLES, run
from transcript_doctor import check, trim

SHOP = EXAMPLES / "healthy-shop-openai.json"


def test_it_prints_what_is_left_and_says_what_it_cost() -> None:
    whole = json.loads(SHOP.read_text("utf-8"))
    ran = run("trim", SHOP, "--max-messages", 3)
    found = trim(whole, max_messages=3)
    assert json.loads(ran.stdout) == found.transcript
    assert ran.exit_code == (0 if found.met else 1)
    kept = len(found.messages)
    assert f"{kept} of {kept + len(found.cut)} messages left" in ran.stderr
    assert f", {found.cost} without the system prompt\n" in ran.stderr
    assert ran.stderr == f"{found}\n".replace("count=tokens()", "--encoding NAME")


def test_a_budget_that_cannot_be_met_is_told() -> None:
    ran = run("trim", SHOP, "--max-tokens", 1)
    least = trim(json.loads(SHOP.read_text("utf-8")), max_tokens=1).least_cost
    assert ran.exit_code == 1
    assert f"the smallest history that is legal has {least:,} tokens" in ran.stderr
    assert check(json.loads(ran.stdout)).ok


def test_it_writes_into_a_file_and_leaves_the_one_that_it_read(tmp_path: Path) -> None:
    source, target = tmp_path / "a.json", tmp_path / "b.json"
    source.write_bytes(SHOP.read_bytes())
    ran = run("trim", source, "--max-messages", 99, "--output", target)
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert json.loads(target.read_text("utf-8")) == json.loads(SHOP.read_text("utf-8"))
    assert source.read_bytes() == SHOP.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "b.json"]
    again = run("trim", source, "--max-messages", 3, "--output", source)
    assert (again.exit_code, again.stdout) == (2, "")
    assert "--output would put what is left in the place of" in again.stderr
    assert source.read_bytes() == SHOP.read_bytes()
    missing = run("trim", source, "--max-messages", 9, "--output", tmp_path / "no" / "b.json")
    assert missing.exit_code == 2
    assert "there is no such folder" in missing.stderr


def test_what_stays_can_be_said() -> None:
    messages = [
        {"role": "user" if n % 2 == 0 else "assistant", "content": str(n)} for n in range(9)
    ]
    text = json.dumps(messages)
    left = {
        words: [m["content"] for m in json.loads(run("trim", "-", *words, stdin=text).stdout)]
        for words in (
            ("--max-messages", "3"),
            ("--max-messages", "3", "--keep", "4"),
            ("--max-messages", "3", "--no-task"),
            ("--max-messages", "1", "--no-task", "--no-question"),
        )
    }
    assert list(left.values()) == [["0", "7", "8"], ["0", "4", "8"], ["6", "7", "8"], ["8"]]


def test_a_sick_transcript_is_cut_and_called_sick() -> None:
    ran = run("trim", EXAMPLES / "trimmed-orphan-openai.json", "--max-messages", 99)
    assert ran.exit_code == 1
    assert "what is left has 1 error" in ran.stderr


def test_a_session_is_cut_as_its_list() -> None:
    ran = run("trim", EXAMPLES / "dead-session-claude-code.jsonl", "--max-messages", 99)
    assert isinstance(json.loads(ran.stdout), list)


def test_one_budget_is_named() -> None:
    for words in ((), ("--max-tokens", 1, "--max-messages", 1)):
        ran = run("trim", SHOP, *words)
        assert (ran.exit_code, "name one budget" in ran.stderr) == (2, True)
    assert run("trim", SHOP, "--max-messages", 3, "--keep", 999).exit_code == 2
    assert run("trim", SHOP, "--max-tokens", 3, "--encoding", "no-such").exit_code == 2


def test_it_says_which_messages_went_and_how_the_tokens_were_counted() -> None:
    rows = [
        {"role": role, "content": f"{role} {i} " + "word " * 40}
        for i in range(4)
        for role in ("user", "assistant")
    ]
    ran = run("trim", "-", "--max-messages", 4, stdin=json.dumps([*rows, rows[0]]))
    left = json.loads(ran.stdout)
    gone = [i for i, row in enumerate([*rows, rows[0]]) if row not in left]
    assert gone == list(range(gone[0], gone[-1] + 1))
    assert f"cut, by index from 0: {gone[0]} to {gone[-1]}\n" in ran.stderr
    assert "estimate" not in ran.stderr
    assert f"{len(left)} of 9 messages left\n" in ran.stderr
    ran = run("trim", "-", "--max-tokens", 200, stdin=json.dumps([*rows, rows[0]]))
    assert " tokens (an estimate; --encoding NAME counts them)\n" in ran.stderr


def test_what_stands_beside_the_messages_is_told_and_not_counted() -> None:
    rows = [{"role": "user", "content": "Go."}]
    tool = {"type": "function", "function": {"name": "read", "description": "word " * 200}}
    ran = run(
        "trim", "-", "--max-tokens", 100, stdin=json.dumps({"messages": rows, "tools": [tool]})
    )
    assert ran.exit_code == 0
    assert "1 of 1 message left: 5 tokens" in ran.stderr
    line = next(row for row in ran.stderr.splitlines() if row.startswith("not counted"))
    assert line.startswith("not counted is what stands beside the messages: about 2")
    assert "not counted" not in run("trim", "-", "--max-tokens", 100, stdin=json.dumps(rows)).stderr


def test_the_newest_exchange_may_go_where_that_is_said() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    rows = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "1"},
        {"role": "assistant", "content": "Done."},
        {"role": "user", "content": "On."},
    ]
    kept = run("trim", "-", "--max-messages", 2, stdin=json.dumps(rows))
    assert (kept.exit_code, len(json.loads(kept.stdout))) == (1, 4)
    free = run("trim", "-", "--max-messages", 2, "--no-exchange", stdin=json.dumps(rows))
    assert (free.exit_code, json.loads(free.stdout)) == (0, [rows[0], rows[4]])


def test_a_budget_is_a_whole_number_and_it_is_said_so() -> None:
    for word in ("30k", "-1", "1.5", "1__0", "\u0663x"):
        ran = run("trim", SHOP, "--max-tokens", word)
        assert ran.exit_code == 2
        assert "is no whole number from 0 on, such as 30000" in ran.stderr
    assert run("trim", SHOP, "--max-tokens", "30_000").exit_code == 0
    unknown = run("trim", SHOP, "--max-tokens", 3, "--encoding", "gpt-4o")
    assert "tiktoken has no encoding 'gpt-4o'; it has " in unknown.stderr
    assert "o200k_base" in unknown.stderr
