"""Faults that no list of messages can show: they are named, with what would decide, and never guessed."""

from __future__ import annotations

from typing import NamedTuple

from transcript_doctor.acts.diagnose.refusal import Pasted
from transcript_doctor.core.report import Report


class Unseen(NamedTuple):
    """A fault that leaves a list as it is, or legal: what it is, and where to look."""

    name: str
    words: str
    decides: str

    def to_json(self) -> dict[str, object]:
        """Return it as plain JSON."""
        return dict(self._asdict())


COPIED = Unseen(
    "copied-the-list",
    "the code appended to a copy of the list, or another list was sent than this one",
    "log the messages in the line that sends them, contents cut, roles and ids whole",
)
NEW_ONLY = Unseen(
    "sent-only-what-is-new",
    "only the newest messages were sent, to an endpoint that keeps nothing, or to a stored "
    "response that is gone",
    "the request as it left, and its previous_response_id",
)
AT_BUILD = Unseen(
    "broken-while-it-was-built",
    "the stored history is sound, and the request was broken while it was built: "
    "shortened, joined, filtered",
    "the request's own bytes against the stored history",
)
SEAL = Unseen(
    "seal-of-another-or-text-edited",
    "a signature of another model or account, one that was revoked, or thinking whose text was touched: "
    "one trimmed blank is enough",
    "the answer as it was received, byte for byte, and which model and key made it",
)
PREFIX = Unseen(
    "prefix-changed",
    "the system prompt, the tools or an early message changed since the thinking was made: "
    "a date, a state, a trim",
    "the request that made the thinking against this one; --context prefix_changed=WHAT",
)
SERVER = Unseen(
    "not-on-the-server",
    "the server does not hold the item: nothing was stored, it ran out, or another account made it",
    "the store setting of the request that made it, its age, and whose key it was",
)
WITH_REASONING = Unseen(
    "made-with-reasoning",
    "the call was made together with a reasoning item that a filter, a handoff or a switch "
    "of models took out",
    "the answer as it was received: whether a reasoning item stood before the call",
)
SETTING = Unseen(
    "setting-of-the-request",
    "a setting decides, not the list: thinking on or off, tools declared or not, the "
    "model, the template, the endpoint",
    "the whole request body instead of its messages; or --context KEY=VALUE",
)
CUT_OFF = Unseen(
    "cut-off-by-the-token-limit",
    "arguments that were cut off by the token limit may parse all the same, and lack what "
    "came last",
    "the stop reason of that answer",
)

_BY_CODE: dict[str, tuple[Unseen, ...]] = {
    "P002": (NEW_ONLY,),
    "T002": (SEAL, PREFIX),
    "T005": (PREFIX, SEAL),
    "T001": (WITH_REASONING, SETTING),
    "T003": (WITH_REASONING,),
    "T004": (SETTING,),
    "T006": (SETTING,),
    "I004": (SERVER,),
    "R005": (SETTING,),
    "R006": (SETTING,),
    "R007": (SETTING,),
    "P010": (SETTING,),
    "Y001": (CUT_OFF,),
    "Y004": (AT_BUILD,),
}


def unseen(pasted: Pasted, report: Report) -> tuple[Unseen, ...]:
    """Return what a refusal may be about although the list does not show it; nothing where it does."""
    codes = [meaning.code for meaning in pasted.meanings]
    here = {finding.code for finding in report.findings}
    if not codes or not here.isdisjoint(codes):
        return ()
    top = pasted.meanings[0].score
    found = [each for m in pasted.meanings if m.score == top for each in _BY_CODE.get(m.code, ())]
    return tuple(dict.fromkeys([*found, COPIED, AT_BUILD]))
