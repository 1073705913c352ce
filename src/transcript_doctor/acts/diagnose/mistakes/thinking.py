"""Mistakes with reasoning: dropped by an adapter, made by another model, cut from what it led to."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.core.finding import Finding


def _dropped(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code != "T001":
        return None
    if finding.case in ("turn-start", "every-call-turn", "field"):
        return Sign(76, "a turn that calls has lost the thinking that came with it")
    return None


DROPPED = Mistake(
    name="adapter-dropped-the-thinking",
    trigger="conversion",
    words="an adapter dropped the thinking of a turn that calls",
    sentence="The common message type has no place for thinking, or keeps it only beside text.",
    signs="a call turn without thinking, where the target wants it back",
    before="Message(role='assistant', text=text, calls=calls)",
    after="Message(role='assistant', raw=response.content)   # thinking and signature as they came",
    codes=("T001",),
    shows=_dropped,
    decides="whether the answer had thinking: another model, or an older version, may have made it "
    "without",
)


def _foreign(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "T001" and finding.case == "unsigned":
        return Sign(
            77,
            "nothing in the list has a signature: another model made these turns, or an adapter "
            "drops signatures",
        )
    if finding.code == "T002":
        return _seal(finding, clues)
    if finding.code == "T006" and finding.case in ("field", "reasoning", "signature", "part"):
        return Sign(
            82, "thinking in the form of another provider is sent to one that does not take it"
        )
    if finding.code == "T006" and finding.case == "disabled":
        return Sign(74, "the history holds thinking, and this request is sent with thinking off")
    return None


def _seal(finding: Finding, clues: Clues) -> Sign | None:
    if finding.case in ("foreign", "other-model"):
        return Sign(88, "the signature is another provider's or another model's")
    if finding.case == "missing-key" and finding.hit.values.get("key") == "signature":
        told = "the thinking has no signature"
        return (
            Sign(70, told)
            if clues.sealed
            else Sign(76, f"{told}, and nothing else in the list has one")
        )
    return Sign(60, "the signature is none") if finding.case in ("empty-seal", "bad-seal") else None


FOREIGN = Mistake(
    name="carried-thinking-to-another-model",
    trigger="provider-switch",
    words="thinking of another model or setting was carried over, or its signature was",
    sentence="The session goes on with another model, or with thinking switched off, and old turns "
    "keep theirs.",
    signs="thinking without this provider's signature, or thinking where it is switched off",
    before="send(messages, model=other_model)",
    after="send(convert(messages, to=target).messages, model=other_model)   # lists what it "
    "leaves out",
    codes=("T001", "T002", "T006"),
    shows=_foreign,
    decides="which model made the turn",
)


def _lost_seal(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "T001" and finding.case == "signature":
        return Sign(80, "other calls of the list have their signatures, this one has none")
    if finding.code == "T002" and finding.case in ("missing-key", "empty-seal", "emptied"):
        return Sign(68, "a part of the thinking did not come back from where it was kept")
    if finding.code == "T005":
        return Sign(60, "thinking is bound to what stood in front of it when it was made")
    if finding.code == "T004":
        return Sign(60, "thinking stands where the provider never puts it")
    return None


LOST_SEAL = Mistake(
    name="rebuilt-the-turn-without-its-seal",
    trigger="rebuild",
    words="a turn was rebuilt, and lost its signature or the order of its parts",
    sentence="A memory or a store puts a turn together from its pieces, one message each, and keeps "
    "some.",
    signs="some calls with a signature, others without; thinking behind what it led to",
    before="store(text=text, calls=calls, thinking=thinking)",
    after="store(message)                              # the parts in the order in which they came",
    codes=("T001", "T002", "T004", "T005"),
    shows=_lost_seal,
    decides="the stored turn against the answer as it was received",
)


def _prefix(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code != "T005" or not clues.context.get("prefix_changed"):
        return None
    return Sign(84, "what stands in front of the thinking was changed since it was made")


PREFIX = Mistake(
    name="changed-what-thinking-is-bound-to",
    trigger="client-bug",
    words="the system prompt, the tools or an early message changed, and thinking is bound to them",
    sentence="A prompt with a date or a state in it is new in every request; sealed thinking is not.",
    signs="signed thinking behind a system prompt or tools that change",
    before="system = f'Today is {now()}. ...'",
    after="system = PROMPT                             # what changes goes into the newest user "
    "message",
    codes=("T005",),
    shows=_prefix,
)


def _folded(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "T003" and finding.case in ("item", "unnamed-message", "unnamed-call"):
        if clues.letter(clues.head) == "A":
            return Sign(
                82,
                "the list opens with a text of the assistant, and a reasoning item is left alone "
                "behind it",
            )
        return Sign(50, "a reasoning item without what it led to")
    if finding.code == "T001" and finding.case == "item":
        return Sign(60, "a call has lost the reasoning that it was made with")
    return None


FOLDED = Mistake(
    name="handed-over-reasoning-without-its-turn",
    trigger="handoff",
    words="a handoff folded the history into a text, or filtered it, and tore reasoning from its "
    "turn",
    sentence="On the way to another agent the history is summarised or filtered item by item.",
    signs="a reasoning item whose message or call is gone, or the reverse",
    before="items = [item for item in items if 'call' not in item.type]   # their reasoning stays",
    after="items = [item for item in items if item.type == 'message']   # or keep both sides",
    codes=("T003", "T001"),
    shows=_folded,
    decides="what the history held before the handoff",
)

MISTAKES = (DROPPED, FOREIGN, LOST_SEAL, PREFIX, FOLDED)
