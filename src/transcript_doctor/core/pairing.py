"""Who answers whom: one matcher for every target, steered by the target's pairing law.

Pairs are made by position inside an exchange, never by a set of ids over the whole history, for ids
come back legally. What is left over is then looked for in the whole history, so that a call and a
result that both exist but stand apart are one fault and not two.

Every call ends in exactly one of `answers`, `late`, `apart`, `doubled` and `unanswered`, every
result in exactly one of `answers`, `late`, `apart`, `duplicates` and `orphans`; `blocked`,
`disordered` and `split` say more about some of these. (A law with `skip_first` leaves the calls and
the results of message 0 out, one with `without_legacy` the calls of the old form.)
"""

from __future__ import annotations

from transcript_doctor.core.matcher import Matcher
from transcript_doctor.core.matcher import Pairs as Pairs
from transcript_doctor.core.matching import position
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.target import Pairing
from transcript_doctor.core.turns import turns_of as turns_of
from transcript_doctor.core.unnamed import Unnamed, lacks_ids


def pairs_of(outline: Outline, law: Pairing) -> Pairs:
    """Return who answers whom under a pairing law; worked out once for each outline and law."""
    found: Pairs | None = outline.pairs.get(law)
    if found is None:
        found = outline.pairs[law] = _paired(outline, law)
    return found


def _paired(outline: Outline, law: Pairing) -> Pairs:
    """Match by what both sides bear first of all; what bears nothing of use takes only what is left over."""
    if law.by == "name":
        return Matcher(outline, law, outline.calls, outline.results, _owned(outline, law)).run()
    if law.by != "id" or not lacks_ids(outline):
        return Matcher(outline, law, outline.calls, outline.results).run()
    unnamed = Unnamed(outline)
    strict = Matcher(outline, law, unnamed.calls, unnamed.results)
    pairs = strict.run()
    open_ = sorted([*pairs.unanswered, *pairs.doubled], key=position)
    found = unnamed.pairs_in(strict.groups(open_), open_, pairs.orphans)
    if found:
        unnamed.tie(found)
        pairs = Matcher(outline, law, unnamed.calls, unnamed.results).run()
    for name in Pairs.__slots__:
        setattr(pairs, name, unnamed.real(getattr(pairs, name)))
    return pairs


def _owned(outline: Outline, law: Pairing) -> frozenset[int]:
    """Return the calls, by `id()`, whose own result, by its id, stands outside their exchange."""
    if not (outline.untidy and any(result.id for result in outline.results)):
        return frozenset()
    unnamed = Unnamed(outline)
    by_id = Matcher(outline, law._replace(by="id"), unnamed.calls, unnamed.results).run()
    return frozenset(id(call) for call, _ in unnamed.real(by_id.apart))


def missed_ids(pairs: Pairs) -> dict[int, str]:
    """Return, for each message that calls, the ids whose results the target misses there.

    Providers name all of them in one sentence, whatever became of the results.
    """
    missed: dict[int, dict[str, None]] = {}
    rows, met = pairs.unanswered, [call for call, _ in (*pairs.apart, *pairs.late)]
    for call in sorted([*rows, *met], key=position) if met else rows:
        if call.id:
            missed.setdefault(call.message, {})[call.id] = None
    return {message: ", ".join(ids) for message, ids in missed.items()}
