"""What is said of a path that is none of an API: what is served, and what may have been meant."""

from __future__ import annotations

from transcript_doctor.catalog import target_names
from transcript_doctor.provider.deciding.paths import asked_for

SERVED = (
    "/v1/messages, /v1/messages/count_tokens, /v1/chat/completions, /v1/responses, /v1/responses/ID, "
    "/v1/responses/input_tokens, /v1/models, /v1beta/models, "
    "/v1beta/models/MODEL:generateContent, /v1beta/models/MODEL:streamGenerateContent, "
    "/v1beta/models/MODEL:countTokens, /v1/.../MODEL:rawPredict, /v1/.../MODEL:streamRawPredict, "
    "/model/MODEL/converse, /model/MODEL/converse-stream, /model/MODEL/count-tokens; any of them behind "
    "/TARGET; and the pages of this server: /_requests, /_requests/NUMBER, /_script, /_reset"
)
_LONGEST = 40
"""Characters of the first word of a path that is compared with names of targets."""


def not_served(path: str) -> str:
    """Return what is said of a path that no API has."""
    name = _meant(path)
    hint = f" (did you mean /{name}/...?)" if name is not None else ""
    return f"{path} is not served{hint}; what is: {SERVED}"


def _meant(path: str) -> str | None:
    """Return the target that is named nearly so in front of the path, None where that is no path either."""
    from difflib import get_close_matches  # dear to load, and only misuse needs it

    first, _, rest = path.lstrip("/").partition("/")
    near = get_close_matches(first[:_LONGEST].lower(), target_names(), n=3, cutoff=0.75)
    return next((name for name in near if asked_for(f"/{name}/{rest}") is not None), None)
