"""Many losses in one message cost as many readings of it as one: a hostile turn is no trap."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.mending import LOSSY, Dropping
from transcript_doctor.acts.repair import repair, rounds, units
from transcript_doctor.core.format import Format, Part
from transcript_doctor.core.report import Report


def readings_of(make: Dropping, count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often a repair reads a message, where so many parts go from one."""
    read: list[Any] = []
    real = units._parts_of

    def counted(format: Format, message: Any) -> list[Part]:
        read.append(message)
        return real(format, message)

    messages, how = make(count)
    with monkeypatch.context() as patch:
        patch.setattr(units, "_parts_of", counted)
        done = repair(messages, **how)
    assert len(done.losses) == count
    assert done.report.ok
    return len(read)


@pytest.mark.parametrize("make", LOSSY, ids=lambda make: make.__name__)
def test_a_message_is_not_read_once_for_each_loss(
    make: Dropping, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = (readings_of(make, count, monkeypatch) for count in (5, 50))
    assert few == many > 0


def rounds_of(count: int, messages: list[Any], monkeypatch: pytest.MonkeyPatch, **how: Any) -> int:
    """How many checks a repair makes: one a round."""
    checks: list[Report] = []
    real = rounds.check_edited

    def counted(*given: Any, **asked: Any) -> Report:
        checks.append(real(*given, **asked))
        return checks[-1]

    with monkeypatch.context() as patch:
        patch.setattr(rounds, "check_edited", counted)
        assert repair(messages, **how).report.ok
    return len(checks)


def thoughts(count: int) -> list[Any]:
    """One turn of so many messages, each of which holds a thought and nothing else."""
    seal = {"type": "thinking", "thinking": "Hm.", "signature": "ZXhhbXBsZS1zaWduYXR1cmU="}
    go = {"role": "user", "content": "Go."}
    return [go, *({"role": "assistant", "content": [seal]} for _ in range(count)), go]


def silences(count: int) -> list[Any]:
    """So many questions that hold nothing, of which one has to stay."""
    return [{"role": "user", "content": None} for _ in range(count)]


def test_thoughts_that_lead_to_nothing_go_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    how = {"target": "anthropic", "policy": "lossy"}
    few, many = (rounds_of(n, thoughts(n), monkeypatch, **how) for n in (3, 300))
    assert few == many


def test_what_does_harm_together_is_done_in_halves() -> None:
    """Nothing may be left: so all but a few go, in far fewer rounds than there are."""
    done = repair(silences(300), target="openai")
    assert len(done.messages) == 1
    assert repair(done.transcript, target="openai").transcript is done.transcript


def documents(count: int) -> tuple[list[Any], dict[str, Any]]:
    """So many documents of one name."""
    one = {"document": {"format": "pdf", "name": "a", "source": {"bytes": "JVBERi0="}}}
    content = [{"text": "Read."}, *(dict(one) for _ in range(count))]
    return [{"role": "user", "content": content}], {"target": "bedrock", "as_": "request"}


def two_in_one(count: int) -> tuple[list[Any], dict[str, Any]]:
    """So many parts in one turn that hold a text and a call."""
    go = {"role": "user", "parts": [{"text": "Go."}]}
    parts = [
        {"text": f"{n}.", "functionCall": {"name": "f", "args": {}, "id": f"c{n}"}}
        for n in range(count)
    ]
    return [go, {"role": "model", "parts": parts}, go], {"target": "gemini", "as_": "request"}


def orders(count: int) -> tuple[list[Any], dict[str, Any]]:
    """So many system messages behind a result."""
    call = {"id": "abcdefgh1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    go = {"role": "user", "content": "Go."}
    head = [go, {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "abcdefgh1", "content": "ok"}]  # fmt: skip
    systems = [{"role": "system", "content": f"{n}."} for n in range(count)]
    said = {"role": "assistant", "content": "Well."}
    return [*head, *systems, said, go], {"target": "mistral", "as_": "request"}


@pytest.mark.parametrize("make", [documents, two_in_one, orders], ids=lambda make: make.__name__)
def test_what_is_wrong_many_times_is_healed_in_as_many_rounds_as_once(make: Dropping) -> None:
    made: list[int] = []
    for count in (3, 30):
        messages, how = make(count)
        done = repair(messages, **how)
        made.append(len(done.trail))
        assert repair(done.transcript, **how).transcript is done.transcript
    assert made[0] == made[1]


def test_documents_of_one_name_get_a_name_each_once() -> None:
    messages, how = documents(4)
    done = repair(messages, **how)
    names = [part["document"]["name"] for part in done.messages[0]["content"][1:]]
    assert names == ["a", "a-2", "a-3", "a-4"]
    assert [change.code for change in done.changes] == ["L002"] * 3
