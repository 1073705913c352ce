"""Checking: open the transcript, walk it once, and let the rules speak under the target's laws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from transcript_doctor.acts.check.judging import Patient, concerning
from transcript_doctor.acts.check.refusals import Refusals
from transcript_doctor.acts.opening.opening import open_plain
from transcript_doctor.acts.opening.plain import opens_plain, plain
from transcript_doctor.acts.opening.stating import Stated, sort_context
from transcript_doctor.acts.opening.targeting import Plan, choose_target, for_session
from transcript_doctor.catalog import RULES, rule_named
from transcript_doctor.core.errors import BadOption, DoctorError, UnknownRule
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import As, Recognised, Report
from transcript_doctor.core.target import Target
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.core.wording import cut, named


def check(
    transcript: Any,
    *,
    format: str | None = None,
    target: str | None = None,
    context: Mapping[str, Any] | None = None,
    as_: As | None = None,
    select: Iterable[str] | None = None,
    ignore: Iterable[str] | None = None,
) -> Report:
    """Return a report on a transcript: a message list, a whole request body, or an SDK's own objects.

    A `Transcript` that was read from a session file is taken with what the file tells beside the list.
    `target` is who shall receive it (default: the format's home; `all`: everybody), `context` holds
    facts that the list does not, `as_` says whether it is a request or a record, `select` and `ignore`
    take codes or beginnings of codes. A sick transcript never raises; unknown names do.
    """
    return _report_on(transcript, format, target, context, as_, _chosen(select, ignore))


def check_edited(
    transcript: Any,
    *,
    format: str | None,
    target: str | None,
    context: Mapping[str, Any] | None,
    as_: As | None,
) -> Report:
    """Return the report of `check` on what a check read, with edits: all in it is plain already."""
    return _report_on(transcript, format, target, context, as_, _EVERY, is_plain=True)


def _report_on(
    transcript: Any,
    format: str | None,
    target: str | None,
    context: Mapping[str, Any] | None,
    as_: As | None,
    chosen: frozenset[str],
    *,
    is_plain: bool = False,
) -> Report:
    session = transcript if type(transcript) is Transcript else None
    if session is not None:
        transcript, format = session.request, format or session.format
        context = {**session.facts, **(context or {})}
    _take_as(as_)
    stated = sort_context(context)
    plan = choose_target(format or stated.format, target or stated.provider, lenient=target is None)
    if session is not None:
        chosen -= _without_messages(session)
        plan = plan if target else for_session(plan, stated.provider, session)
    door = _Door(plan, stated, as_, session, is_plain=is_plain)
    patient, proved = door.glance(transcript, chosen)
    if patient is None or proved is None:
        patient = door.admit(transcript, patient)
    goal = door.aim(patient)
    if goal is None:
        return _report(patient, "all", *Refusals(patient).union(chosen))
    if proved is not None:
        return _report(patient, goal.name, [], proved)
    codes = concerning(chosen, goal, patient.opened.format.name)
    judged = patient.judge(patient.laws_of(goal), codes, Refusals(patient).by)
    return _report(patient, goal.name, *judged, takes=goal.format)


class _Door:
    """Where transcripts come in: what the caller said beside them decides how they are opened."""

    def __init__(
        self,
        plan: Plan,
        stated: Stated,
        as_: As | None,
        session: Transcript | None,
        *,
        is_plain: bool,
    ) -> None:
        self._plan, self._stated, self._as, self._session = plan, stated, as_, session
        self._is_plain = is_plain
        """Whether all in the transcript is known to be plain."""

    def goal(self, patient: Patient) -> Target | None:
        """Return the target that judges a patient; None means all of them."""
        return self._plan.target_for(patient.opened.format, patient.facts.model)

    def aim(self, patient: Patient) -> Target | None:
        """Return the target, and write down where nobody but the model's name named it."""
        goal, opened = self.goal(patient), patient.opened
        if goal is not None and self._plan.target is None and goal.name != opened.format.home:
            why = (
                f"{opened.recognised.why}; aimed at {goal.name}, for the model's name is one of its"
            )
            patient.opened = opened._replace(recognised=opened.recognised._replace(why=why))
        return goal

    def glance(
        self, transcript: Any, codes: frozenset[str]
    ) -> tuple[Patient | None, dict[str, set[str]] | None]:
        """Open a transcript as it was given; with it, the facts that lacked where it is proved sound.

        Whatever the code of odd objects in it raises here only calls for a closer look.
        """
        try:
            if not opens_plain(transcript):
                return None, None
            patient = self._patient(transcript)
            goal = self.goal(patient)
            if codes is not _EVERY or goal is None or goal.format != patient.opened.format.name:
                return patient, None
            return patient, patient.proved(patient.laws_of(goal))
        except DoctorError:
            raise
        except Exception:
            return None, None

    def admit(self, transcript: Any, seen: Patient | None) -> Patient:
        """Open a transcript, made plain; `seen` is what was opened of it as it was given."""
        made = transcript if self._is_plain else plain(transcript)
        patient = seen if seen is not None and made is transcript else self._patient(made)
        patient.opened = patient.opened._replace(is_plain=True)
        return patient

    def _patient(self, transcript: Any) -> Patient:
        opened = open_plain(transcript, self._plan.format, self._plan.preferred)
        opened = opened._replace(is_plain=self._is_plain)
        goal = self._plan.target_for(opened.format)
        if (session := self._session) is not None:
            seen = opened.recognised.why if session.format is None else ""
            why = Recognised(opened.format.name, "; ".join(filter(None, (session.why, seen))))
            opened = opened._replace(recognised=why, damage=session.damage)
            patient = Patient(opened, self._stated, self._as or session.as_)
            patient.session = session
            return patient
        bare: As = "record" if goal is None else goal.bare_list
        return Patient(opened, self._stated, self._as or ("request" if opened.whole else bare))


def _take_as(as_: object) -> None:
    """Raise where `as_` is neither of its words."""
    if (word := plain(as_)) not in (None, *get_args(As)):
        raise BadOption(f"as_ takes 'request' or 'record', not {cut(named(word), 80)!r}")


def _without_messages(session: Transcript) -> frozenset[str]:
    """Return what is not asked of a session of which nothing could be read: the damage says it all."""
    return frozenset({"R001"}) if session.damage and not session.request else frozenset()


def _report(
    patient: Patient,
    target: str,
    findings: list[Finding],
    lacking: dict[str, set[str]],
    takes: str | None = None,
) -> Report:
    unknowns = patient.unknowns(lacking) if lacking or patient.stated.unknown else ()
    recognised = patient.opened.recognised
    if takes not in (None, recognised.format):
        limits = (
            f"written for {patient.opened.format.title}, aimed at {target}: ids and part shapes are "
            "not judged, a conversion rewrites them"
        )
        recognised = recognised._replace(why=f"{recognised.why}; {limits}")
    return Report(tuple(findings), unknowns, recognised, target, patient.as_, patient)


_EVERY = frozenset(RULES)


def _chosen(select: Iterable[str] | None, ignore: Iterable[str] | None) -> frozenset[str]:
    """Return the codes that `select` and `ignore` leave; each takes codes, names or beginnings of codes."""
    if select is None and ignore is None:
        return _EVERY
    wanted = _codes(select) if select is not None else _EVERY
    return wanted - _codes(ignore or ())


def _codes(words: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    if not isinstance(words, Iterable):
        raise BadOption("select and ignore take codes, or beginnings of codes")
    for word in [words] if isinstance(words, str) else words:
        if not isinstance(word, str):
            raise UnknownRule(word, RULES)
        matching = [code for code in RULES if code.startswith(word.upper())]
        found.update(matching or [rule_named(word).code])
    return frozenset(found)
