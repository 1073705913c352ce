"""Repairing a file: each conversation in it, written back in the file's own format, and proved by reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from typing import Any

from transcript_doctor.acts.repair import Repair, repair
from transcript_doctor.acts.rewriting.files import Editable, damage_of, opened
from transcript_doctor.acts.rewriting.outcome import Repaired, Rewritten
from transcript_doctor.acts.rewriting.proving import checked, keeps_all, prove
from transcript_doctor.acts.rewriting.snapshot import Snapshot, snapshot
from transcript_doctor.acts.rewriting.storing import store
from transcript_doctor.core.errors import DoctorError, Unwritable
from transcript_doctor.core.paths import file_name
from transcript_doctor.core.report import As, Report
from transcript_doctor.core.rewriting.draft import Draft
from transcript_doctor.core.rewriting.rewriter import Mended
from transcript_doctor.core.safety import Safety

_MOST_MENDINGS = 5
_MOST_ALONE = 20
"""So many conversations are tried one by one where all of them together cannot be written."""


def repair_session(
    path: str | PathLike[str],
    *,
    write: bool = False,
    format: str | None = None,
    target: str | None = None,
    context: Mapping[str, Any] | None = None,
    as_: As | None = None,
    policy: Safety = "marked",
    unanswered: str = "marker",
    orphan: str = "quote",
) -> Rewritten:
    """Repair every conversation of a file, and with `write` write it in its own format, the old one beside.

    The options are those of `repair`. What stands in the way of writing is `reason`; without `write`
    nothing is changed, and `data` is what would be written. Raises `UnreadableFile` where no transcript
    is in it.
    """
    asked = {"format": format, "target": target, "context": context, "as_": as_}
    asked |= {"policy": policy, "unanswered": unanswered, "orphan": orphan}
    name = file_name(path)
    before = snapshot(name)
    made = _Work(name, before, asked).outcome()
    if not write or made.data is None:
        return made
    return _stored(made, before)


def _stored(made: Rewritten, before: Snapshot) -> Rewritten:
    assert made.data is not None, "only what is to be written is stored"
    try:
        stored = store(before, made.data)
    except Unwritable as fault:
        return replace(made, reason=str(fault))
    return replace(made, backup=str(stored.backup), notes=stored.notes)


class _Work:
    """One file on its way: mended, its conversations repaired, written back, and read again."""

    def __init__(self, name: str, before: Snapshot, asked: Mapping[str, Any]) -> None:
        self._name, self._path, self._asked = name, before.path, asked
        self._old = self._data = before.data
        self._file = self._opened(before.data)
        self._reason = self._file.reason
        self._reports: list[Report] | None = None
        """What is found in each conversation of the file as it is now, where that is known."""
        self._mended: list[Mended] = []
        self._lines: list[int] | None = None
        """For each line of the file as it is now, the line that it was; None where nothing was mended."""

    def _opened(self, data: bytes) -> Editable:
        return opened(self._name, self._path, data)

    def outcome(self) -> Rewritten:
        """Return what comes of the file, without writing it."""
        if self._reason is None:
            self._mend()
        given, was = self._file.given, [self._was(one.line) for one in self._file.given]
        repairs = [repair(one.value, **self._asked) for one in given]
        self._reports = [done.report for done in repairs]
        changed = {
            i: done for i, done in enumerate(repairs) if done.transcript is not given[i].value
        }
        left_out = self._rewrite(repairs, changed) if changed and self._reason is None else {}
        if self._file.given is not given:
            self._mend()  # what could not be healed before may be healed now
        reports = self._reports or [checked(one, self._asked) for one in self._file.given]
        reason = self._reason if changed or self._mended else None
        if reason is None and left_out and len(left_out) == len(changed) and not self._mended:
            reason = next(iter(left_out.values()))
        return Rewritten(
            self._name,
            tuple(
                Repaired(was[i], one.value, done, left_out.get(i))
                for i, (one, done) in enumerate(zip(given, repairs, strict=True))
            ),
            tuple(self._mended),
            tuple(damage_of(reports, self._file.given)),
            reason,
            self._data if self._data != self._old else None,
        )

    def _was(self, line: int) -> int:
        lines = self._lines
        return lines[line - 1] if lines is not None and 0 < line <= len(lines) else line

    # -- the file itself ------------------------------------------------------------------------------

    def _mend(self) -> None:
        """Heal what is wrong with the file itself, as long as nothing leaves its lists."""
        for _ in range(_MOST_MENDINGS):
            if not self._file.is_damaged:
                return
            try:
                draft = self._file.draft()
                mended = self._file.mend(draft)
                data = draft.data() if mended else self._data
                if data == self._data:
                    return
                file = self._opened(data)
            except Unwritable as fault:
                self._reason = self._reason or str(fault)
                return
            except DoctorError:
                return
            if not keeps_all(self._file, file, self._asked):
                return
            self._mended += [one._replace(line=self._was(one.line)) for one in mended]
            self._take(file, draft)

    # -- its lists ------------------------------------------------------------------------------------

    def _rewrite(self, repairs: list[Repair], changed: dict[int, Repair]) -> dict[int, str]:
        """Write repairs into the file; return why some are left out."""
        try:
            self._take(*self._tried(repairs, changed))
        except Unwritable as fault:
            if len(changed) == 1 or len(changed) > _MOST_ALONE:
                return dict.fromkeys(changed, str(fault))
        else:
            return {}
        good: dict[int, Repair] = {}
        left_out: dict[int, str] = {}
        made: tuple[Editable, Draft, list[Report]] | None = None
        for i, done in changed.items():
            try:
                made = self._tried(repairs, {**good, i: done})
            except Unwritable as fault:
                left_out[i] = str(fault)
            else:
                good[i] = done
        if made is not None:
            self._take(*made)
        return left_out

    def _take(self, file: Editable, draft: Draft, reports: list[Report] | None = None) -> None:
        """Go on from a draft, and the file that it makes."""
        self._lines = [self._was(line) if line else 0 for line in draft.lines()]
        self._file, self._data, self._reports = file, file.data, reports

    def _tried(
        self, repairs: list[Repair], wanted: Mapping[int, Repair]
    ) -> tuple[Editable, Draft, list[Report]]:
        """Return the file with some repairs in it; raises `Unwritable` unless it reads as it shall."""
        draft = self._file.draft()
        self._file.rewrite(draft, wanted)
        try:
            file = self._opened(draft.data())
        except DoctorError as fault:
            raise Unwritable(f"it would not be read afterwards ({fault})") from None
        if len(file.given) != len(repairs):
            raise Unwritable("it would hold other conversations than before")
        reports = [
            prove(now, before, repairs[i], self._asked, is_wanted=i in wanted)
            for i, (now, before) in enumerate(zip(file.given, self._file.given, strict=True))
        ]
        return file, draft, reports
