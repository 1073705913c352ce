"""Every answer that is none, and what the record says of it: a refusal, trouble, or a fault."""

from __future__ import annotations

from collections.abc import Mapping

from transcript_doctor.acts.strict import Rejection
from transcript_doctor.acts.strict.envelopes import Saying
from transcript_doctor.core.errors import DoctorError
from transcript_doctor.provider.deciding.fields import Lack
from transcript_doctor.provider.deciding.hints import not_served
from transcript_doctor.provider.deciding.outcomes import Refusal, refusal
from transcript_doctor.provider.deciding.words import failing, not_json
from transcript_doctor.provider.record import Fate, Record
from transcript_doctor.provider.script.trouble import Trouble
from transcript_doctor.provider.wires import Lost
from transcript_doctor.testing import ScriptEnded

ENDED = 410
"""The status that is answered where the script is at fault: no client tries it again."""
NO_API = "plain"
"""The envelope where nobody knows whose client asks."""
_OURS = "x-transcript-doctor"
"""The header in which we say in our own words what it is."""
_OF_BAD_KEYS = {"bedrock": {"x-amzn-ErrorType": "UnrecognizedClientException"}}
"""Headers of a provider that has a word of its own for a bad key."""


def no_such_path(envelope: str, record: Record) -> Refusal:
    """Return what is said of a path that no API has."""
    return _told(record, "no-such-path", refusal(envelope, Saying(404, not_served(record.path))))


def misplaced(family: str, envelope: str, record: Record) -> Refusal:
    """Return what a provider says of a path that it does not have, and in a header what is wrong with it."""
    if family in ("anthropic", "vertex"):
        sentence, right = "Not Found", "the base URL of Anthropic's clients is without /v1"
    else:
        sentence = f"Invalid URL ({record.method} {record.path})"
        right = "the base URL of OpenAI's clients ends in /v1"
    made = refusal(envelope, Saying(404, sentence), {_OURS: f"no-such-path: {right}"})
    _told(record, "no-such-path", made)
    record.say(f"{sentence}: {right}")
    return made


def no_such_method(envelope: str, takes: str, record: Record) -> Refusal:
    """Return what is said of a method that a path does not take."""
    saying = Saying(405, f"{record.path} takes {takes}")
    return _told(record, "no-such-path", refusal(envelope, saying, {"allow": takes}))


def bad_key(envelope: str, record: Record) -> Refusal:
    """Return what is said of a key that is not the one that is taken."""
    return _told(record, "bad-key", _failing(envelope, 401))


def unreadable(status: int, why: str, envelope: str, record: Record) -> Refusal:
    """Return what is said of a body that is too large, too slow, or no JSON."""
    fate: Fate = "too-large" if status == 413 else "unreadable"
    if status != 400:
        return _told(record, fate, _failing(envelope, status))
    told = 422 if envelope == "mistral" else 400
    return _told(record, fate, refusal(envelope, Saying(told, not_json(envelope, why))))


def lacking(lack: Lack, envelope: str, record: Record) -> Refusal:
    """Return what is said where a needed key is not there, or of a wrong type."""
    return _told(record, "refused", refusal(envelope, lack.saying, {_OURS: lack.key}))


def lost(found: Lost, target: str, record: Record) -> Refusal:
    """Return what is said where a request builds on something that is not kept."""
    record.target = target
    return _told(record, "refused", Refusal(found.status, found.body, {}, found.sentence))


def judged(rejection: Rejection, record: Record) -> Refusal:
    """Return what the judge says, with our code and the place of the fault in a header."""
    where = record.where.encode("ascii", "backslashreplace").decode("ascii")
    headers = {**rejection.headers, _OURS: where}
    made = Refusal(rejection.status, rejection.body, headers, rejection.sentence)
    return _told(record, "refused", made)


def in_trouble(trouble: Trouble, envelope: str, record: Record) -> Refusal:
    """Return the failure that the script has ordered."""
    record.trouble = "status"
    headers = {_OURS: "trouble"}
    if trouble.retry_after is not None:
        headers["retry-after"] = f"{trouble.retry_after:g}"
    made = _failing(envelope, trouble.status, trouble.sentence, headers)
    return _told(record, "trouble", made)


def bad_script(fault: DoctorError, envelope: str, record: Record) -> Refusal:
    """Return what is said where the script ran out, or a step of it is no good."""
    fate: Fate = "script-ended" if isinstance(fault, ScriptEnded) else "fault"
    saying = Saying(ENDED, str(fault)[:2_000])
    return _told(record, fate, refusal(envelope, saying, {_OURS: fate}))


def our_fault(fault: Exception, envelope: str, record: Record) -> Refusal:
    """Return what is said where this package could not read a request, or is at fault itself."""
    if isinstance(fault, RecursionError):  # it was parsed, and is too deep for whoever reads it
        return unreadable(400, "nested too deeply", envelope, record)
    saying = Saying(500, f"a fault of the fake provider: {type(fault).__name__}")
    if isinstance(fault, DoctorError):
        saying = Saying(400, str(fault)[:1_000])
    return _told(record, "fault", refusal(envelope, saying))


def not_stored(ident: str, record: Record) -> Refusal:
    """Return what is said of a response that is not remembered."""
    saying = Saying(404, f"Response with id '{ident}' not found.")
    return _told(record, "refused", refusal("openai", saying))


def _failing(
    envelope: str,
    status: int,
    sentence: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Refusal:
    """Return a failure as a provider has it, in its own words unless a sentence is given."""
    saying = failing(envelope, status)
    if sentence:
        saying = saying._replace(sentence=sentence)
    own = _OF_BAD_KEYS.get(envelope, {}) if status == 401 else {}
    return refusal(envelope, saying, {**own, **(headers or {})})


def _told(record: Record, fate: Fate, made: Refusal) -> Refusal:
    record.fate, record.status = fate, made.status
    record.say(made.sentence)
    return made
