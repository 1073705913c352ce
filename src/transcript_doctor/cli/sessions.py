"""`sessions`: what agents left on disk, newest first, and whether it is sound."""

from __future__ import annotations

import os
from pathlib import Path

import click

from transcript_doctor.catalog import READERS
from transcript_doctor.cli.printing.saying import say
from transcript_doctor.cli.reading.asides import Lost
from transcript_doctor.cli.reading.files import expand, newest_of
from transcript_doctor.cli.running.listing import Listed, Listing
from transcript_doctor.cli.running.pool import jobs_for, over_all
from transcript_doctor.cli.running.progress import Progress
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.wording import counted

_HEAD = ("agent", "last message", "messages", "health", "file")


@click.command(short_help="List the sessions that agents left on disk.")
@click.argument("folders", nargs=-1, metavar="[FOLDER]...", type=click.Path())
@click.option("--newest", type=click.IntRange(min=1), metavar="N", help="Only the N written last.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes.")
def sessions(folders: tuple[str, ...], newest: int | None, jobs: int | None) -> None:
    """List the sessions that agents left on disk, newest first.

    FOLDER is where to look; without one, where the known agents keep their sessions. This is a list:
    the exit code is 0 whatever their health, and `check FOLDER` ends with 1 where one has errors.
    """
    places = list(folders) or _homes()
    files = newest_of(expand(places))
    rows: list[Listed] = []
    listed: set[int] = set()
    with Progress(len(files)) as progress:
        for index, row in over_all(Listing(), files, jobs_for(files, jobs)):
            progress.show(index, files[index].name)
            if isinstance(row, Lost):
                say(row.text)
                continue
            if newest and index not in listed and len(listed) == newest:
                break
            listed.add(index)
            rows.append(row)
    if not rows:
        raise UnreadableFile(f"no session found in {', '.join(places)}")
    _print(sorted(rows, key=lambda row: row.when, reverse=True))


def _print(rows: list[Listed]) -> None:
    cells = [_HEAD, *(row.cells for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)][:-1]
    for *first, where in cells:
        padded = (cell.ljust(width) for cell, width in zip(first, widths, strict=True))
        click.echo(f"{'  '.join(padded)}  {where}")
    click.echo(f"\n{counted(sum(row.sessions for row in rows), 'session')}")


def _homes() -> list[str]:
    """Return the folders of known agents that exist here."""
    homes = list(dict.fromkeys(home for reader in READERS.values() for home in reader.homes))
    found = [path for home in homes if Path(path := _expanded(home)).exists()]
    if not found:
        raise UnreadableFile(
            f"none of the {len(homes)} folders where known agents keep their sessions is here: name "
            "the folder"
        )
    return found


def _expanded(home: str) -> str:
    """Return a folder with the user's own folder and the system's variables filled in."""
    return os.path.expandvars(os.path.expanduser(home))  # noqa: PTH111
