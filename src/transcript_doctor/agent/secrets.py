"""What of an environment is a secret: a command that a model wrote has no business with it.

By name alone, for no value tells what it is good for: the variables that SDKs of models and of clouds read,
and names that end as such names do. Whoever wants one in a command's reach gives `RealShell` an `env`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

ENDINGS = (
    "KEY",
    "APIKEY",
    "TOKEN",
    "SECRET",
    "PASSWORD",
    "PASSWD",
    "CREDENTIAL",
    "CREDENTIALS",
    "CUSTOM_HEADERS",
)
"""How names of secrets end, alone or behind a word: `GROQ_API_KEY`, `GH_TOKEN`, `AWS_SECRET_ACCESS_KEY`."""
NAMES = frozenset({"AWS_ACCESS_KEY_ID", "AWS_BEARER_TOKEN_BEDROCK"})
"""Those that end otherwise."""
_ENDING = re.compile(rf"(?:.*[^A-Z0-9])?(?:{'|'.join(ENDINGS)})")


def without_secrets(env: Mapping[str, str]) -> dict[str, str]:
    """Return an environment without what is known as a secret."""
    return {name: value for name, value in env.items() if not is_secret(name)}


def is_secret(name: str) -> bool:
    """Tell whether a variable of this name holds a secret, in capitals or not."""
    upper = name.upper()
    return upper in NAMES or _ENDING.fullmatch(upper) is not None
