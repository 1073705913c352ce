"""Diagnoses over the public cases: the rule of a sentence, and the mistake behind a list, with their figures."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.acceptance.case_files import DATA, Case, load_cases
from transcript_doctor import Diagnosis, diagnose
from transcript_doctor.acts.diagnose import refusal

TRIGGERS: dict[str, tuple[str, str | None]] = {
    row["id"]: (row["trigger"], row["error"])
    for row in map(json.loads, (DATA / "cases.jsonl").read_text("utf-8").split("\n")[:-1])
}
"""What code made each case, and with which words it was refused."""


class Met(NamedTuple):
    """A case with the text of its refusal, where the rule of its kind is known."""

    case: Case
    error: str


def met() -> list[Met]:
    return [
        Met(case, error)
        for case in load_cases()
        if (error := TRIGGERS[case.id][1]) is not None and case.codes
    ]


# -- the text alone --------------------------------------------------------------------------------


def filled(text: str, chance: random.Random) -> str:
    """A text with ids and numbers for its placeholders, and others for those that it has."""

    def value(found: re.Match[str]) -> str:
        if re.search(r"id|uuid", found[0]):
            return chance.choice(["toolu_01", "call_", "fc_", ""]) + f"{chance.getrandbits(80):x}"
        return str(chance.randrange(400))

    text = re.sub(r"<[a-z_ ]+>", value, text)
    return re.sub(r"(?<=[.\[])\d+(?=[.\]:])", lambda _: str(chance.randrange(400)), text)


WRAPPINGS: dict[str, Callable[[str], str]] = {
    "as it is": lambda t: t,
    "capitals": str.upper,
    "other quotes": lambda t: t.replace("`", "'").replace('"', "'"),
    "no quotes": lambda t: re.sub("[`'\"]", "", t),
    "typographic quotes": lambda t: re.sub(r"[`'\"](\w[^`'\"]*)[`'\"]", "“\\1”", t),
    "body": lambda t: json.dumps({"type": "error", "error": {"type": "invalid_request_error", "message": t}}),
    "body in a body": lambda t: json.dumps({"error": {"metadata": {"raw": json.dumps({"message": t})}}}),
    "Python SDK": lambda t: f"openai.BadRequestError: Error code: 400 - {{'error': {{'message': {t!r}, 'code': None}}}}",
    "log": lambda t: f"2026-03-24 04:23:43,112 ERROR [worker-5] agent.loop: request req_011CTW failed: {t}",
    "lines": lambda t: re.sub(r"(.{40}\S*) ", "\\1\n    ", t),
    "traceback": lambda t: (
        "Traceback (most recent call last):\n"
        '  File "/app/agent/loop.py", line 88, in step\n    reply = client.messages.create(**request)\n'
        '  File "/app/llm/client.py", line 12, in create\n    raise self._make_status_error(err.response)\n'
        f"llm.BadRequestError: Error code: 400 - {t}\n"
    ),
}  # fmt: skip


def test_the_rule_of_a_varied_sentence_comes_first() -> None:
    chance = random.Random(7)
    wrong: dict[str, set[str]] = {}
    rights = {}
    for name, wrap in WRAPPINGS.items():
        for case, error in met():
            if diagnose(wrap(filled(error, chance))).code not in case.codes:
                wrong.setdefault(name, set()).add(case.id)
        rights[name] = 1 - len(wrong.get(name, ())) / len(met())
    assert len(met()) >= 119
    shares = {name: round(share, 3) for name, share in rights.items()}
    assert sum(rights.values()) / len(rights) >= 0.95, (shares, wrong)
    assert min(rights.values()) >= 0.93, (shares, wrong)


SYNONYMS = {
    "must": ["has to", "needs to", "should"], "found": ["detected", "seen"],
    "without": ["lacking", "with no"], "immediately": ["directly", "right"], "each": ["every"],
    "blocks": ["parts", "items"], "block": ["part"], "corresponding": ["matching"],
    "followed by": ["succeeded by"], "responding to": ["answering"], "response messages": ["replies"],
    "invalid": ["not valid", "bad"], "missing": ["absent", "lacking"], "preceding": ["previous", "earlier"],
    "previous": ["preceding"], "expected": ["wanted"], "unexpected": ["unforeseen", "surprising"],
    "empty": ["blank"], "non-empty": ["nonempty", "not empty"], "duplicate": ["repeated", "doubled"],
    "cannot": ["can not", "may not", "must not"], "required": ["needed", "mandatory"],
    "permitted": ["allowed"], "supported": ["accepted"], "does not support": ["does not accept"],
    "conversation": ["dialogue", "chat"], "provided": ["given", "sent"], "include": ["contain"],
    "contain": ["include"], "message": ["msg", "entry"], "messages": ["msgs", "entries"],
    "first": ["initial"], "last": ["final"], "final": ["last"], "insufficient": ["too few"],
    "field": ["key", "property"], "unknown": ["unrecognized"], "ensure": ["make sure"], "request": ["call"],
}  # fmt: skip
_WORDS = re.compile(
    r"(?<![\w`'_.])("
    + "|".join(map(re.escape, sorted(SYNONYMS, key=len, reverse=True)))
    + r")(?![\w_'`]|\.?\d|\[|:|\.[a-z])",
    re.IGNORECASE,
)
"""Words of a sentence; names of keys, and what stands in a path, do not drift."""


def drifted(text: str, chance: random.Random) -> str:
    """A text with half of its words, where others mean the same, said in these."""

    def other(found: re.Match[str]) -> str:
        return chance.choice(SYNONYMS[found[0].lower()]) if chance.random() < 0.5 else found[0]

    return _WORDS.sub(other, text)


def test_the_rule_of_a_sentence_in_other_words_comes_first() -> None:
    chance = random.Random(3)
    found = [
        diagnose(drifted(filled(error, chance), chance)).code in case.codes
        for _ in range(4)
        for case, error in met()
    ]
    assert sum(found) / len(found) >= 0.95, f"{sum(found)} of {len(found)}"


def test_a_sentence_that_no_law_has_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sentence with all laws that say nearly the same taken out, then with no law at all."""
    known = refusal._sentences()
    right, alone = [], []
    for case, error in met():
        own = refusal._pairs([refusal._ESCAPES.sub(" ", error)])
        left = tuple(row for row in known if not nearly_same(own, row[2]))
        monkeypatch.setattr(refusal, "_sentences", lambda left=left: left)
        right.append(diagnose(error).code in case.codes)
        monkeypatch.setattr(refusal, "_sentences", lambda: ())
        alone.append(diagnose(error).code in case.codes)
    assert sum(right) / len(right) >= 0.9, f"{sum(right)} of {len(right)}"
    assert sum(alone) / len(alone) >= 0.9, f"{sum(alone)} of {len(alone)}"


def nearly_same(one: refusal.Pairs, other: refusal.Pairs) -> bool:
    shared = len(one & other)
    return shared / len(other) >= 0.9 or shared / len(one | other) >= 0.8


# -- with the list ---------------------------------------------------------------------------------


@cache
def diagnoses(file: str = "cases.jsonl") -> tuple[tuple[Case, str, Diagnosis], ...]:
    return tuple(
        (case, TRIGGERS.get(case.id, ("unknown", None))[0], of_case(case))
        for case in load_cases(file)
    )


def of_case(case: Case, messages: list[Any] | None = None) -> Diagnosis:
    """The diagnosis of a case's list, with its refusal where one was quoted."""
    report = case.judge(case.messages if messages is None else messages)
    error = TRIGGERS.get(case.id, ("", None))[1] if messages is None else None
    return diagnose(error, report, context=case.context)


def seen() -> Iterator[tuple[Case, str, Diagnosis]]:
    """The cases whose fault a list shows and whose cause is known."""
    return (
        row for row in diagnoses() if row[0].visible and not row[0].valid and row[1] != "unknown"
    )


def test_the_trigger_of_a_case_comes_first() -> None:
    missed = {
        case.id: (trigger, found.triggers[:3])
        for case, trigger, found in seen()
        if found.triggers[:1] != (trigger,)
    }
    share = 1 - len(missed) / len(list(seen()))
    assert share >= 0.85, (round(share, 3), missed)


def test_hardly_a_wrong_cause_is_stated() -> None:
    stated = [
        (c.id, t, d.mistake.trigger) for c, t, d in diagnoses() if d.mistake and t != "unknown"
    ]
    wrong = [row for row in stated if row[1] != row[2]]
    assert len(wrong) / len(diagnoses()) <= 0.02, wrong
    assert len(stated) >= 60  # and it is no silence that is right


def test_what_nobody_knows_is_not_claimed() -> None:
    assert {c.id: d.mistake.name for c, t, d in diagnoses() if t == "unknown" and d.mistake} == {}
    assert sum(t == "unknown" for _, t, _ in diagnoses()) == 6


def test_the_same_without_the_refusal_stays_right() -> None:
    found = [(c, t, diagnose(None, c.judge(c.messages), context=c.context)) for c, t, _ in seen()]
    first = sum(d.triggers[:1] == (t,) for _, t, d in found)
    wrong = {c.id: d.mistake.name for c, t, d in found if d.mistake and d.mistake.trigger != t}
    assert first / len(found) >= 0.85, f"{first} of {len(found)}"
    assert len(wrong) / len(found) <= 0.03, wrong


@pytest.mark.parametrize("file", ["cases.jsonl", "own.jsonl"])
def test_sound_and_repaired_lists_claim_nothing(file: str) -> None:
    claimed = {}
    for case in load_cases(file):
        sound = [case.messages] if case.valid else []
        for messages in [*sound, *([case.repaired] if case.repaired else [])]:
            found = of_case(case, messages)
            if found.mistake is not None:
                claimed[case.id] = found.mistake.name
    assert claimed == {}


ABSURD = {
    "missing-result": {"trim", "media", "encoding", "provider-switch", "error-turn"},
    "orphan-result": {"interrupt", "crash", "unknown-tool", "bad-arguments", "media", "encoding"},
    "empty-assistant": {"trim", "media", "race", "unknown-tool"},
    "blank-text": {"trim", "race", "provider-switch", "crash"},
    "invalid-call-id": {"trim", "interrupt", "media", "tool-error-path"},
    "thinking-signature": {"trim", "interrupt", "media", "tool-error-path"},
    "tool-content-type": {"trim", "interrupt", "race", "compaction"},
    "malformed-arguments": {"trim", "interrupt", "race", "compaction"},
    "media-over-limit": {"trim", "interrupt", "race", "rebuild"},
    "results-split": {"trim", "media", "encoding", "unknown-tool"},
}
"""Causes that a kind of fault cannot have."""


def test_nothing_absurd_is_stated_of_the_further_cases() -> None:
    absurd = {
        case.id: found.mistake.name
        for case, _, found in diagnoses("own.jsonl")
        if found.mistake and found.mistake.trigger in ABSURD.get(case.kind, ())
    }
    assert absurd == {}
    stated = [case for case, _, found in diagnoses("own.jsonl") if found.mistake]
    assert len(stated) >= 105
