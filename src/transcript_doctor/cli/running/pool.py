"""One or several processes over many files, their results in the order of the files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from transcript_doctor.cli.reading.files import Named, Work, size_of

_WORTH_IT = 4_000_000
"""Bytes from which on several processes are faster than one."""


def jobs_for(files: Sequence[Named], wanted: int | None = None) -> int:
    """Return how many processes shall work: one where there is too little to do for more."""
    most = min(len(files), wanted or os.cpu_count() or 1)
    if most < 2 or any(file.path is None for file in files):
        return 1
    return most if wanted or sum(map(size_of, files)) >= _WORTH_IT else 1


def over_all(work: Work, files: Sequence[Named], jobs: int) -> Iterator[tuple[int, Any]]:
    """Yield the pieces of all files in their order, each with the index of its file."""
    if jobs < 2:
        for index, file in enumerate(files):
            for piece in work.over(file):
                yield index, piece
        return
    from transcript_doctor.cli.running.workers import Pool  # several processes are dear to load

    pool = Pool(jobs, work, files)
    try:
        yield from pool.run()
    finally:
        pool.stop()
