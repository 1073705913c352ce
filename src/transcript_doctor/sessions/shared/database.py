"""A session database (SQLite): its tables and rows, and what of them cannot be read."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin
from transcript_doctor.sessions.shared.connecting import faults, is_cut, ways

if TYPE_CHECKING:
    import sqlite3

MAGIC = b"SQLite format 3\0"
"""The first bytes of every SQLite database."""
_LEAST = -(2**63)
_TABLE = re.compile(rb"CREATE TABLE [\"'`\[]?(\w+)")
_TABLES = "SELECT name, sql FROM sqlite_master WHERE type = 'table'"


def tables_named(head: bytes) -> set[bytes]:
    """Return the names of the tables that stand in the beginning of a database."""
    return set(_TABLE.findall(head))


class TableRow(NamedTuple):
    """One row: its values as they were asked for, and its number in its table as a line."""

    values: tuple[Any, ...]
    origin: Origin


class Database:
    """An open database; what of it cannot be read is added to `damage`."""

    def __init__(
        self, name: str, base: sqlite3.Connection, damage: list[Damage], cut: bool
    ) -> None:
        self._name, self._base, self._damage, self._cut = name, base, damage, cut
        self.tables: dict[str, tuple[str, ...]] = {}
        """The columns of each table; without views and what else only looks like a table."""
        for table, sql in self._ask(_TABLES):
            if isinstance(table, str) and str(sql).upper().startswith("CREATE TABLE"):
                found = self._ask(f"PRAGMA table_xinfo({_quoted(table)})")
                self.tables[table] = tuple(row[1] for row in found if row[6] == 0)

    def has(self, table: str, *columns: str) -> bool:
        """Tell whether there is such a table with these columns."""
        return table in self.tables and set(columns) <= set(self.tables[table])

    def rows(self, table: str, *columns: str) -> Iterator[TableRow]:
        """Yield all rows in the order of their numbers, those columns; None for one that is not there.

        Where a page is damaged, reading goes on from the other end.
        """
        seen = _LEAST
        try:
            for row in self._scan(table, columns, seen, "ASC"):
                seen = row[0]
                yield self._record(row)
            return
        except faults():
            self._tell(max(seen, 0) + 1)
        rest: list[TableRow] = []
        with suppress(*faults()):
            rest += map(self._record, self._scan(table, columns, seen, "DESC"))
        yield from reversed(rest)

    def _scan(self, table: str, columns: tuple[str, ...], seen: int, way: str) -> Any:
        ask = f"{self._select(table, columns)} WHERE rowid > ? ORDER BY rowid {way}"
        return self._base.execute(ask, (seen,))

    def row(self, table: str, number: int, *columns: str) -> TableRow | None:
        """Return the row of this number; None where it cannot be read."""
        ask = f"{self._select(table, columns)} WHERE rowid = ?"
        found = next(self._ask(ask, number), None)
        return None if found is None else self._record(found)

    def numbers(self, table: str, key: str) -> dict[str, array[int]]:
        """Return for each text in a column the numbers of its rows; of a table that is not there, none."""
        found: dict[str, array[int]] = {}
        if self.has(table, key):
            for (value,), origin in self.rows(table, key):
                if isinstance(value, str):
                    found.setdefault(value, array("q")).append(origin.line)
        return found

    def value(self, text: Any, origin: Origin) -> Any:
        """Return the JSON value that a column holds; None, and a damage, where it is not whole."""
        if isinstance(text, bytes):
            text = text.decode("utf-8", "replace")
        try:
            return json.loads(text, strict=False)
        except (TypeError, ValueError, RecursionError):
            self._damage.append(Damage("S101", "torn", origin))
            return None

    def _select(self, table: str, columns: tuple[str, ...]) -> str:
        known = self.tables.get(table, ())
        names = ", ".join(_quoted(c) if c in known else "NULL" for c in columns)
        # An index may be damaged, or lie: the table alone says what is in it.
        return f"SELECT rowid, {names} FROM {_quoted(table)} NOT INDEXED"

    def _record(self, row: tuple[Any, ...]) -> TableRow:
        number = row[0] if isinstance(row[0], int) else 1
        return TableRow(row[1:], Origin(self._name, max(number, 1), 0))

    def _ask(self, query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._base.execute(query, values)
        except faults():
            self._tell(1)

    def _tell(self, number: int) -> None:
        case = "tail" if self._cut else "torn"
        harm = Damage("S101", case, Origin(self._name, max(number, 1), 0))
        if harm not in self._damage:
            self._damage.append(harm)


@contextmanager
def opened(source: Source, damage: list[Damage]) -> Iterator[Database | None]:
    """Open a database for reading; None, and a damage, where that cannot be."""
    for connect in ways(source):
        with ExitStack() as stack:
            try:
                base = connect(source, stack)
                for pragma in ("query_only = 1", "trusted_schema = 0", "cell_size_check = 1"):
                    base.execute(f"PRAGMA {pragma}")
                base.execute(_TABLES).fetchall()
            except faults():
                continue
            yield Database(source.name, base, damage, is_cut(source))
            return
    damage.append(Damage("S101", "tail" if is_cut(source) else "torn", Origin(source.name, 1, 0)))
    yield None


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
