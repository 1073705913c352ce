"""What became of a file: what was done to its conversations and to itself, and where the old one lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from transcript_doctor.acts.repair import Repair
from transcript_doctor.core.rewriting.rewriter import Mended


@dataclass(frozen=True, slots=True)
class Repaired:
    """One conversation of a file, before and after."""

    line: int
    """The 1-based line where it begins."""
    given: Any
    """The transcript as it was read."""
    repair: Repair
    left_out: str | None = None
    """Why its repair cannot be said in the file's own format; None where it can, or nothing is to do."""

    @property
    def is_changed(self) -> bool:
        """Whether the repair did something."""
        return self.repair.transcript is not self.given

    def to_json(self) -> dict[str, object]:
        """Return what was done as plain JSON."""
        done = self.repair
        return {
            "line": self.line,
            "ok": done.report.ok,
            "target": done.report.target,
            "changes": [change.to_json() for change in done.changes],
            "losses": [loss.to_json() for loss in done.losses],
            "refused": [left.to_json() for left in done.refused],
            "left_out": self.left_out,
        }


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A file that was repaired, or would be."""

    name: str
    repaired: tuple[Repaired, ...]
    """Its conversations, those that needed nothing among them."""
    mended: tuple[Mended, ...] = ()
    """What was done to the file itself, whatever its lists say."""
    damage: tuple[str, ...] = ()
    """What is still wrong with the file itself, in words."""
    reason: str | None = None
    """Why the file was not, or will not be, written in its own format; None where nothing is in the way."""
    data: bytes | None = None
    """The bytes of the file as it shall be; None where it stays as it is."""
    backup: str | None = None
    """Where the file lies as it was before it was written."""
    notes: tuple[str, ...] = ()

    @property
    def written(self) -> bool:
        """Whether the file was written."""
        return self.backup is not None

    @property
    def ok(self) -> bool:
        """Whether the targets take every conversation of the file as it shall be, and it can be written."""
        return self.reason is None and all(
            one.repair.report.ok and one.left_out is None for one in self.repaired
        )

    def to_json(self) -> dict[str, object]:
        """Return the outcome as plain JSON."""
        return {
            "file": self.name,
            "ok": self.ok,
            "written": self.written,
            "backup": self.backup,
            "reason": self.reason,
            "transcripts": [one.to_json() for one in self.repaired],
            "mended": [one._asdict() for one in self.mended],
            "damage": list(self.damage),
            "notes": list(self.notes),
        }
