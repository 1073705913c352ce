"""What is held back of all that is kept and shown: keys, by how they came, their names, and their looks.

A request is judged and answered as it came; what is written down of it goes through its veil.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

HELD_BACK = "[a key, held back]"
_NAME = re.compile(
    r"(?<!cache)(?<!cache[_-])key$|token$|secret$|passw(or)?d$|auth$|authori[sz]ation$|credentials?$|cookie$|"
    r"signature$|\bsig$",
    re.IGNORECASE,
)
"""Names of headers, parameters and keys whose values are nobody's business; `prompt_cache_key` is no key."""
_TALK = frozenset(
    {"messages", "input", "contents", "system", "instructions", "prompt", "system_instruction",
     "systemInstruction"}
)  # fmt: skip
"""Keys of a body that hold what was said: there a name says nothing, for it is an argument or a signature."""
_BEGINNINGS = ("sk-", "AIza", "gsk_", "xai-", "ghp_", "hf_", "AKIA", "ASIA", "eyJ")
_LOOKS = re.compile(
    r"(?<![a-z0-9])(?:(?=[\w-]{0,60}\d)sk-[\w-]{16,}|AIza[\w-]{30,}|gsk_\w{20,}|xai-\w{20,}|ghp_\w{30,}"
    r"|hf_\w{20,}|A[KS]IA[A-Z0-9]{16}|(?<![\w-])eyJ[\w-]{10,}+\.eyJ[\w-]{10,}+\.[\w-]*)"
)
"""Keys of OpenAI, Anthropic, Google, Groq, xAI, GitHub, Hugging Face and AWS, and tokens that are JWTs."""
_USER = re.compile(r"(?<=://)[^/\s@?#]+(?=@)")
_PARAMETER = re.compile(r"(?<=[?&;])([\w.-]+)=([^&;#\s\"'<>]+)")
"""In addresses: who logs in, and the parameters behind them."""
_LETTERS = re.compile(r"[a-z]{1,15}")
"""A single word is the name of something, and a body needs its names."""


def is_secret(name: str) -> bool:
    """Tell whether the name of a header, a parameter or a key says that its value is a secret."""
    return _NAME.search(name) is not None


class Veil:
    """Holds back certain secrets, and whatever else has the name or the looks of one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = sorted(set(secrets), key=len, reverse=True)

    def text(self, text: str) -> str:
        """Return a text without its secrets."""
        for secret in self._secrets:
            if secret in text:
                text = text.replace(secret, HELD_BACK)
        if "://" in text:
            text = _PARAMETER.sub(_without_value, _USER.sub(HELD_BACK, text))
        for beginning in _BEGINNINGS:  # a loop, for most texts have none and there are many
            if beginning in text:
                return _LOOKS.sub(HELD_BACK, text)
        return text

    def body(self, body: dict[str, Any]) -> dict[str, Any] | None:
        """Return a body as it may be kept, None where it is too deep; itself where nothing is held back."""
        try:
            return self._row(body, named=True, talk=_TALK)
        except RecursionError:
            return None

    def value(self, value: Any, *, named: bool = True) -> Any:
        """Return a value of JSON without its secrets, None where it is too deep.

        Where it is `named`, names in it tell of secrets too.
        """
        try:
            return self._value(value, named)
        except RecursionError:
            return None

    def _value(self, value: Any, named: bool) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return self._row(value, named=named)
        if isinstance(value, list):
            made = [self._value(one, named) for one in value]
            return made if any(a is not b for a, b in zip(made, value, strict=True)) else value
        return value

    def _row(
        self, row: dict[str, Any], *, named: bool, talk: frozenset[str] = frozenset()
    ) -> dict[str, Any]:
        made = {}
        for name, value in row.items():
            known = named and name not in talk
            shown = name if _LETTERS.fullmatch(name) else self.text(name)
            if known and (name == "headers" or is_secret(name)):
                made[shown] = _blanked(value)
            else:
                made[shown] = self._value(value, known)
        same = all(a is b for a, b in zip(made.values(), row.values(), strict=False))
        return row if same and made.keys() == row.keys() else made


def _blanked(value: Any) -> Any:
    """Return what stands where a secret does; of an object, such as the headers of a server, all texts go."""
    if isinstance(value, dict):
        return {name: _blanked(one) for name, one in value.items()}
    return HELD_BACK if isinstance(value, str) else value


def _without_value(found: re.Match[str]) -> str:
    return f"{found[1]}={HELD_BACK}" if is_secret(found[1]) else found[0]
