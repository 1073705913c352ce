"""Ids that a repair or a conversion mints: of a form that the target takes, and the same every time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import count

from transcript_doctor.core.target import Laws

_MOST = 10**18
"""Numbers from here on are no ids that anybody counted."""
_USUAL, _SHORT = 24, 9
"""How many characters ids have; the short ones are Mistral's."""


class Titles:
    """Names of documents that none of them bears yet; each is given once."""

    def __init__(self, borne: Iterable[object]) -> None:
        self._borne = {name for name in borne if isinstance(name, str)}
        self._numbers: dict[str, Iterator[int]] = {}

    def fresh(self, name: str) -> str:
        """Return a name that says which one it is another of: `report-2`."""
        numbers = self._numbers.setdefault(name, count(2))
        free = next(made for n in numbers if (made := f"{name}-{n}") not in self._borne)
        self._borne.add(free)
        return free


class Mint:
    """Mints ids that nobody bears; an id always gets the same stand-in."""

    def __init__(self, laws: Laws, borne: Iterable[str | None]) -> None:
        self.laws = laws
        self._ids = {ident for ident in borne if ident}
        self._stand_ins: dict[str, str] = {}
        self._numbers: dict[str, int] = {}
        """How many ids were tried for the same word."""

    def stand_in(self, ident: str) -> str:
        """Return the id that stands for another one, of a form that the target takes."""
        if ident not in self._stand_ins:
            self._stand_ins[ident] = self.fresh_id(ident)
        return self._stand_ins[ident]

    def fresh_id(self, ident: str, like: object = None) -> str:
        """Return an id that nobody bears, of a form that the target takes; the same for the same list.

        Of a number (`like`) its digits, where they will do.
        """
        if type(like) is int and 0 <= like < _MOST and self._is_new(str(like)):
            return self._given(str(like))
        length = self._length
        while True:
            number = self._numbers[ident] = self._numbers.get(ident, -1) + 1
            made = self._digest(f"{ident}\0{number}")[:length]
            if made not in self._ids:
                return self._given(made)

    @property
    def works(self) -> bool:
        """Whether ids of a form that the target takes can be made."""
        return self._fits(self._digest("")[: self._length])

    @cached_property
    def _length(self) -> int:
        """How many characters an id has: as many as the target takes, and no more than are needed."""
        least, most = self.laws.param("I002", "min", 0), self.laws.param("I002", "max")
        usual = max(least, min(most or _USUAL, _USUAL))
        tried = (usual, _SHORT)
        return next((n for n in tried if self._fits(self._digest("")[:n])), usual)

    def _fits(self, made: str) -> bool:
        pattern = self.laws.param("I002", "pattern")
        least, most = self.laws.param("I002", "min", 0), self.laws.param("I002", "max")
        if not least <= len(made) <= (most or len(made)):
            return False
        return pattern is None or re.fullmatch(pattern, made) is not None

    def _is_new(self, made: str) -> bool:
        """Tell whether an id is of the target's form, and nobody's."""
        return made not in self._ids and self._fits(made)

    def _digest(self, word: str) -> str:
        from hashlib import sha256  # dear to load, and few lists need an id

        return sha256(word.encode("utf-8", "surrogatepass")).hexdigest()

    def _given(self, made: str) -> str:
        self._ids.add(made)
        return made
