"""Who else refuses a finding: every target's view of one outline, worked out when somebody asks."""

from __future__ import annotations

from collections import Counter

from transcript_doctor.acts.check.judging import Patient, concerning, in_reading_order
from transcript_doctor.acts.check.weighing import stand_of
from transcript_doctor.catalog import RULES, target_named, target_names
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Stand
from transcript_doctor.core.target import Target
from transcript_doctor.place import Place

_RANK = {"error": 0, "warning": 1}


class Refusals:
    """The findings of all targets on one patient, by code and place; made once, on the first question.

    Targets may name one fault as different cases of a rule, so the case does not tell faults apart.
    """

    def __init__(self, patient: Patient) -> None:
        self._patient = patient
        self._who: dict[tuple[str, Place], tuple[str, ...]] | None = None

    def by(self, finding: Finding) -> tuple[str, ...]:
        """Return the names of the targets for which the finding is an error, its own among them."""
        if self._who is None:
            self.union(frozenset(RULES))
        assert self._who is not None
        names = self._who.get((finding.code, finding.place), ())
        if finding.severity == "error" and finding.target not in names:
            return tuple(sorted((*names, finding.target)))
        return names

    def union(self, codes: frozenset[str]) -> tuple[list[Finding], dict[str, set[str]]]:
        """Return each finding of any target once, at its worst, and the facts that were lacking."""
        worst: dict[tuple[str, Place, int], Finding] = {}
        who: dict[tuple[str, Place], list[str]] = {}
        lacking: dict[str, set[str]] = {}
        stands: list[Stand] = []
        for target in self._targets():
            wanted = concerning(codes, target, self._patient.outline.format)
            findings, missing = self._patient.judge(self._patient.laws_of(target), wanted, self.by)
            stands.append(stand_of(target.name, findings, sorted(missing)))
            seen: Counter[tuple[str, Place]] = Counter()
            for finding in findings:
                spot = (finding.code, finding.place)
                if finding.severity == "error" and target.name not in who.get(spot, ())[-1:]:
                    who.setdefault(spot, []).append(target.name)
                # The second finding of one rule at one place is the second of every target.
                key = (*spot, seen[spot])
                seen[spot] += 1
                if key not in worst or _RANK[finding.severity] < _RANK[worst[key].severity]:
                    worst[key] = finding
            for fact, waiting in missing.items():
                lacking.setdefault(fact, set()).update(waiting)
        self._patient.stands = tuple(sorted(stands))
        self._who = {key: tuple(sorted(names)) for key, names in who.items()}
        return in_reading_order(list(worst.values())), lacking

    def _targets(self) -> list[Target]:
        """Return who is asked: those that the transcript can be sent to as it is come first."""
        format = self._patient.opened.format
        targets = [target_named(name) for name in target_names()]
        asked = [t for t in targets if t.in_all and (t.convertible or t.format == format.name)]
        return sorted(asked, key=lambda t: (t.format != format.name, t.name != format.home))
