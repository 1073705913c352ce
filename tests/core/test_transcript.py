"""A session's transcript, shown to people who debug."""

from __future__ import annotations

from transcript_doctor.core.transcript import Damage, Origin, Transcript


def test_a_transcript_is_shown_short_and_without_what_was_said() -> None:
    origin = Origin("s.jsonl", 3, 0)
    said = [{"role": "user", "content": "a secret"}]
    whole = Transcript(said, "pi", "tau", "it is", (origin,))
    assert repr(whole) == str(whole) == "<transcript of tau: pi, 1 message, s.jsonl:3>"
    harm = (Damage("S101", "torn", origin),)
    torn = Transcript([], None, "tau", "it is", damage=harm)
    assert (
        f"{[torn]}" == "[<transcript of tau: unknown format, 0 messages, damaged in 1, s.jsonl:3>]"
    )
    assert str(Transcript([], "pi", "tau", "it is")) == "<transcript of tau: pi, 0 messages>"
