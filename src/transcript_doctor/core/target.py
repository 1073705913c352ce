"""A target: who receives a request, and what it refuses. Laws are data; this file gives them their types.

`Laws` is a target's laws under the facts of one transcript: it turns a rule and a case into a ruling.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from transcript_doctor.core.facts import Facts

Verdict = Literal["refused", "accepted", "contested"]
EVIDENCE = ("source", "probe", "recorded", "docs", "issues", "code", "stated")
"""How a law is known, strongest first; `stated` is the caller's own word about the endpoint."""
FIRM = frozenset(EVIDENCE) - {"code"}
_NOT_OF_RECORDS = frozenset({"R005", "R006"})
"""Rules on how a request ends: a session at rest ends on the assistant."""


By: TypeAlias = Literal["id", "exact", "position", "count", "name"]
"""What ties a result to its call: id, exact id, place in the list, mere number, or name."""


class Pairing(NamedTuple):
    """How a target wants calls and results to stand; the words of `[pairing]` in its file."""

    join: bool = False
    """Neighbours of one role are one turn before anything is checked."""
    where: Literal["next-turn", "directly", "anywhere-after"] = "directly"
    by: By = "id"
    results: Literal["lead", "alone", "free"] = "free"
    """Results open their turn, are alone in it, or stand anywhere in it."""
    order: Literal["free", "call"] = "free"
    group: Literal["free", "one-message"] = "free"
    """`one-message`: all results of a turn stand in one message."""
    between: Literal["anything", "calls"] = "anything"
    """`calls`: only other calls and results may stand between a call and its result."""
    skip_first: bool = False
    """The first message is never looked at: neither its calls nor a result that it is."""
    without_legacy: bool = False
    """A call of the old form (`function_call`) is no call."""


class Law(NamedTuple):
    """What one target says about one rule (or one case of it), with its evidence and date."""

    rule: str
    verdict: Verdict
    evidence: str
    source: str
    date: str
    cases: tuple[str, ...] = ()
    """The cases of the rule that this law speaks of; none named means all."""
    when: Mapping[str, Any] = {}
    """Facts that must hold: `family`, or a fact and its value."""
    ask: bool = False
    """Where the model is unknown, ask for it and do not warn: for what most models take every day."""
    rare: bool = False
    """Where the model is unknown, take it for none of these: for a few old models, and where another
    rule's law speaks of these."""
    unless: tuple[str, ...] = ()
    """Facts that lift the law when they are stated."""
    at: Literal["", "last"] = ""
    """Holds for a fault in the last message of the list only."""
    params: Mapping[str, Any] = {}
    """Numbers, patterns and lists that the rule reads."""
    status: int = 400
    code: str | None = None
    param: str | None = None
    says: str | None = None
    """The refusal's sentence as a template."""
    also: tuple[str, ...] = ()
    """Other wordings that were seen."""
    records: tuple[str, ...] = ()
    """Names of the researched records that this law carries."""
    note: str | None = None


class Ruling(NamedTuple):
    """What the laws make of a case: its weight (None: nothing), the law, and a fact that was lacking."""

    severity: Literal["error", "warning"] | None
    law: Law | None
    unknown: str | None = None
    families: tuple[str, ...] = ()
    """The model families that differ from the others, where only the model is unknown."""
    taken: bool = False
    """Whether those families take what the others refuse."""


class Target(NamedTuple):
    """Who receives a request: a provider's endpoint, a library or a model family, with its laws."""

    name: str
    title: str
    format: str
    laws: tuple[Law, ...]
    pairing: Pairing = Pairing()
    order: tuple[str, ...] = ()
    """The steps in which this target checks: each names the codes of one rule or more (`R005`), or single
    cases of one (`R005/prefix`), that are looked at together, message by message."""
    after: Mapping[str, tuple[str, ...]] = {}
    """For each role, the roles that may follow it; empty where the target has no such table."""
    overlooks: tuple[str, ...] = ()
    """Keys of a message that this target does not read: what stands below them is never a fault."""
    families: Mapping[str, str] = {}
    """Patterns (searched in the model's name) of the model families that laws name."""
    envelope: str = "plain"
    aliases: tuple[str, ...] = ()
    models: str = ""
    """A pattern of the names of models that are asked for here: where nobody names a target, it is the
    default for them. No law looks at it."""
    provider: str = ""
    """The provider's name, shared by its endpoints."""
    prose: str = ""
    convertible: bool = True
    """Whether conversation rules of other formats are judged for it under `all`."""
    in_all: bool = True
    """Whether it is one of those that `all` means, for transcripts of its own format too."""
    bare_list: Literal["record", "request"] = "record"
    """What a list without a request around it is taken for, where the caller does not say."""

    def step(self, code: str, case: str) -> tuple[int, int]:
        """Return the step in which this target looks at a case, and the case's place in that step.

        What no step names comes last.
        """
        steps = _steps(self.order)
        return steps.get(f"{code}/{case}") or steps.get(code) or (len(self.order), 0)


@lru_cache(100)
def _steps(order: tuple[str, ...]) -> Mapping[str, tuple[int, int]]:
    """Return for each word of an order its step and its place there; the first place of a word counts."""
    found: dict[str, tuple[int, int]] = {}
    for number, step in enumerate(order):
        for place, word in enumerate(step.split()):
            found.setdefault(word, (number, place))
    return found


class Laws:
    """A target's laws under known facts. `ruling` is the one question that is asked of it."""

    __slots__ = ("_kept", "_named", "_params", "as_record", "facts", "pairing", "sieve", "target")

    def __init__(self, target: Target, facts: Facts, *, as_record: bool) -> None:
        self.target, self.facts, self.as_record = target, facts, as_record
        self.pairing = target.pairing
        self._kept: dict[tuple[str, str, str, str, str], Ruling] = {}
        self._params: dict[tuple[str, str, str | None], Any] = {}
        self._named: set[tuple[str, str]] | None = None
        self.sieve: object = None
        """What `core.glance` worked out from these laws once."""

    def skips(self, rule: str) -> bool:
        """Tell whether a rule is not asked at all, because a record is judged."""
        return self.as_record and rule in _NOT_OF_RECORDS

    def ruling(
        self, rule: str, case: str, default: str = "error", *, wider: str = "", at: str = ""
    ) -> Ruling:
        """Return what the target makes of a case; `default` is the rule's own weight.

        `wider` is the case of which this one is a kind (laws on it count here too), `at` says where
        in the list the fault stands: `last`, or the empty text for anywhere else.
        """
        key = (rule, case, default, wider, at)
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = self._judge(rule, {case, wider}, default, at)
        return kept

    def bites(self, rule: str, case: str, default: str = "warning", *, wider: str = "") -> bool:
        """Tell whether a case would be spoken of (a finding or an unknown), wherever it stands.

        `default` is the case's own weight.
        """
        rulings = [self.ruling(rule, case, default, wider=wider, at=at) for at in ("", "last")]
        return any(r.severity is not None or r.unknown is not None for r in rulings)

    def names(self, rule: str, case: str) -> bool:
        """Tell whether a law names a case, so that the target tells it from the wider one."""
        if self._named is None:
            self._named = {(law.rule, case) for law in self.target.laws for case in law.cases}
        return (rule, case) in self._named

    def forbids(self, previous: str, role: str) -> bool:
        """Tell whether the target's table of roles keeps one from standing behind another."""
        allowed = self.target.after.get(previous)
        return allowed is not None and role not in allowed

    def param(self, rule: str, name: str, default: Any = None, case: str | None = None) -> Any:
        """Return a parameter from the first law on the rule (and case) that holds and carries it."""
        key = (rule, name, case)
        if key not in self._params:
            self._params[key] = self._find_param(rule, name, case)
        found = self._params[key]
        return default if found is None else found

    def _find_param(self, rule: str, name: str, case: str | None) -> Any:
        for law in self.target.laws:
            if (
                law.rule == rule
                and name in law.params
                and (case is None or not law.cases or case in law.cases)
                and self._holds(law) is not False
            ):
                return law.params[name]
        return None

    def _judge(self, rule: str, cases: set[str], default: str, at: str) -> Ruling:
        spoken, settled = False, None
        waiting: list[tuple[Law, str]] = []
        for law in self.target.laws:
            if law.rule != rule or (law.cases and cases.isdisjoint(law.cases)):
                continue
            if law.at not in ("", at):
                continue
            spoken = True
            holds = self._holds(law)
            if holds is True:
                settled = law
                break
            if holds is not False:
                waiting.append((law, holds))
        if settled is None and not spoken:
            return Ruling("warning" if default == "error" else None, None)
        weight = _weight(settled)
        if weight == "error":
            return _spared(waiting, settled) or Ruling(weight, settled)
        return _undecided(waiting, weight) or Ruling(weight, settled)

    def _holds(self, law: Law) -> bool | str:
        """Tell whether a law's conditions hold; the name of the lacking fact where that is not known."""
        lacking: str | None = None
        for fact in law.unless:
            value = self.facts.get(fact)
            if value is not None and value is not False:
                return False
        for fact, wanted in law.when.items():
            state = self._family(wanted) if fact == "family" else self._fact(fact, wanted)
            if state is False or (state is None and law.rare):
                return False
            if state is None:
                # What is missing besides the model is the better question to ask.
                lacking = fact if lacking in (None, "family") else lacking
        return lacking or True

    def _family(self, wanted: str | list[str]) -> bool | None:
        names = [wanted] if isinstance(wanted, str) else wanted
        settled = [known for name in names if (known := self.facts.families.get(name)) is not None]
        if settled:
            return any(settled)
        model = self.facts.model
        if model is None:
            return None
        return any(re.search(self.target.families[name], model, re.IGNORECASE) for name in names)

    def _fact(self, fact: str, wanted: Any) -> bool | None:
        if not self.facts.knows(fact):
            return None
        value = self.facts.get(fact)
        return value in wanted if isinstance(wanted, list) else value == wanted


def _spared(waiting: list[tuple[Law, str]], settled: Law | None) -> Ruling | None:
    """Return what a refusal weighs where some families take the case, and only the model is unknown."""
    for law, lacking in waiting:
        if lacking == "family" and law.verdict == "accepted":
            return Ruling("warning", settled, families=_names(law), taken=True)
    return None


def _undecided(
    waiting: list[tuple[Law, str]], weight: Literal["error", "warning"] | None
) -> Ruling | None:
    """Return what laws that wait for a fact make of a case: a warning where only the model lacks."""
    biting = [(law, lacking) for law, lacking in waiting if law.verdict != "accepted"]
    for law, lacking in biting:
        if lacking == "family" and not law.ask:
            return Ruling("warning", law, families=_names(law))
    if not biting or weight is not None:
        return None
    law, lacking = biting[0]
    return Ruling(None, law, unknown="model" if lacking == "family" else lacking)


def _weight(law: Law | None) -> Literal["error", "warning"] | None:
    if law is None or law.verdict == "accepted":
        return None
    return "error" if law.verdict == "refused" and law.evidence in FIRM else "warning"


def _names(law: Law) -> tuple[str, ...]:
    wanted = law.when["family"]
    return (wanted,) if isinstance(wanted, str) else tuple(wanted)
