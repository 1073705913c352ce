"""Every answer that is none, and what the record says of it: a refusal, trouble, or a fault."""

from __future__ import annotations

from collections.abc import Mapping

from transcript_doctor.acts.strict import Rejection
from transcript_doctor.acts.strict.envelopes import sealed
from transcript_doctor.core.errors import DoctorError
from transcript_doctor.provider.deciding.fields import Lack
from transcript_doctor.provider.deciding.outcomes import Refusal, refusal
from transcript_doctor.provider.deciding.paths import SPOKEN
from transcript_doctor.provider.deciding.words import not_json, status_for, words_for
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


def no_such_path(envelope: str, record: Record) -> Refusal:
    """Return what is said of a path that no API has."""
    sentence = f"{record.path} is not served; what is: {SPOKEN}"
    return _told(record, "no-such-path", refusal(envelope, 404, sentence), sentence)


def misplaced(family: str, envelope: str, record: Record) -> Refusal:
    """Return what a provider says of a path that it does not have, and in a header what is wrong with it."""
    if family == "anthropic":
        sentence, right = "Not Found", "the base URL of Anthropic's clients is without /v1"
    else:
        sentence = f"Invalid URL ({record.method} {record.path})"
        right = "the base URL of OpenAI's clients ends in /v1"
    made = refusal(envelope, 404, sentence, {_OURS: f"no-such-path: {right}"})
    return _told(record, "no-such-path", made, f"{sentence}: {right}")


def no_such_method(envelope: str, takes: str, record: Record) -> Refusal:
    """Return what is said of a method that a path does not take."""
    sentence = f"{record.path} takes {takes}"
    made = refusal(envelope, 405, sentence, {"allow": takes})
    return _told(record, "no-such-path", made, sentence)


def bad_key(envelope: str, record: Record) -> Refusal:
    """Return what is said of a key that is not the one that is taken."""
    headers = {"x-amzn-ErrorType": "UnrecognizedClientException"} if envelope == "bedrock" else {}
    code = "invalid_api_key" if envelope == "openai" else None
    sentence = words_for(envelope, 401)
    made = refusal(envelope, status_for(envelope, 401), sentence, headers, code)
    return _told(record, "bad-key", made, sentence)


def unreadable(status: int, why: str, envelope: str, record: Record) -> Refusal:
    """Return what is said of a body that is too large, too slow, or no JSON."""
    sentence = not_json(envelope, why) if status == 400 else words_for(envelope, status)
    told = 422 if status == 400 and envelope == "mistral" else status
    fate: Fate = "too-large" if status == 413 else "unreadable"
    return _told(record, fate, refusal(envelope, told, sentence), sentence)


def lacking(lack: Lack, envelope: str, record: Record) -> Refusal:
    """Return what is said where a needed key is not there, or of a wrong type."""
    body, own = sealed(envelope, lack.saying)
    made = Refusal(lack.saying.status, body, {**own, _OURS: lack.key})
    return _told(record, "refused", made, lack.saying.sentence)


def lost(found: Lost, target: str, record: Record) -> Refusal:
    """Return what is said where a request builds on something that is not kept."""
    record.target = target
    return _told(record, "refused", Refusal(found.status, found.body, {}), found.sentence)


def judged(rejection: Rejection, record: Record) -> Refusal:
    """Return what the judge says, with our code and the place of the fault in a header."""
    where = record.where.encode("ascii", "backslashreplace").decode("ascii")
    made = Refusal(rejection.status, rejection.body, {**rejection.headers, _OURS: where})
    return _told(record, "refused", made, rejection.sentence)


def in_trouble(trouble: Trouble, envelope: str, record: Record) -> Refusal:
    """Return the failure that the script has ordered."""
    status = status_for(envelope, trouble.status)
    sentence = trouble.sentence or words_for(envelope, status)
    headers: Mapping[str, str] = {_OURS: "trouble"}
    if trouble.retry_after is not None:
        headers = {**headers, "retry-after": f"{trouble.retry_after:g}"}
    return _told(record, "trouble", refusal(envelope, status, sentence, headers), sentence)


def bad_script(fault: DoctorError, envelope: str, record: Record) -> Refusal:
    """Return what is said where the script ran out, or a step of it is no good."""
    sentence = str(fault)[:2_000]
    fate: Fate = "script-ended" if isinstance(fault, ScriptEnded) else "fault"
    return _told(record, fate, refusal(envelope, ENDED, sentence, {_OURS: fate}), sentence)


def our_fault(fault: Exception, envelope: str, record: Record) -> Refusal:
    """Return what is said where this package could not read a request, or is at fault itself."""
    if isinstance(fault, RecursionError):  # it was parsed, and is too deep for whoever reads it
        return unreadable(400, "nested too deeply", envelope, record)
    status, sentence = 500, f"a fault of the fake provider: {type(fault).__name__}"
    if isinstance(fault, DoctorError):
        status, sentence = 400, str(fault)[:1_000]
    return _told(record, "fault", refusal(envelope, status, sentence), sentence)


def not_stored(ident: str, record: Record) -> Refusal:
    """Return what is said of a response that is not remembered."""
    sentence = f"Response with id '{ident}' not found."
    return _told(record, "refused", refusal("openai", 404, sentence), sentence)


def _told(record: Record, fate: Fate, made: Refusal, sentence: str) -> Refusal:
    record.fate, record.status, record.sentence = fate, made.status, sentence
    return made
