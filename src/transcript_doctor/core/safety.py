"""How safe a fix is: the four classes, and which of them a policy lets happen."""

from __future__ import annotations

from typing import Literal, TypeAlias

Safety: TypeAlias = Literal["safe", "marked", "lossy", "manual"]
"""Nothing lost or invented; a true marker is added; something real leaves; a person must decide."""
IN_WORDS: dict[Safety, str] = {
    "safe": "safe: nothing lost",
    "marked": "adds a marker",
    "lossy": "loses something, listed",
    "manual": "by hand",
}
"""What the classes mean, for people."""
POLICIES: tuple[Safety, ...] = ("safe", "marked", "lossy")
"""The classes of fixes that a policy may name, each with those before it."""


def allowed_by(policy: Safety) -> frozenset[Safety]:
    """Return the classes of fixes that a policy lets happen."""
    return frozenset(POLICIES[: POLICIES.index(policy) + 1])
