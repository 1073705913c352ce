"""Processes that work on files, a few files at a time.

Each sends what it finds piece by piece, so that nobody holds a whole file's results. Pieces of files
whose turn has not come are kept, but only so many: then their process has to wait. A process that dies
takes its file with it and no other.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from transcript_doctor.cli.reading.asides import Lost
from transcript_doctor.cli.reading.files import Named, Work

_AHEAD = 4
"""Files that a process has been given and not begun: it shall never wait for the next."""
_KEPT = 2000
"""Pieces that are kept for files whose turn has not come."""
_BATCH = 50
"""Pieces that are sent at once, at most."""
_DIED = "the process that read it was killed, as happens when memory runs out: check it alone"


class _Worker:
    """A process, the way to it, and the files that it was given and has not ended."""

    def __init__(self, work: Work) -> None:
        context = get_context()
        self.pipe, theirs = context.Pipe()
        self.process: Any = context.Process(target=_work, args=(theirs, work), daemon=True)
        self.process.start()
        theirs.close()
        self.given: deque[int] = deque()


class Pool:
    """Processes at work; `run` yields what comes of it, `stop` ends them."""

    def __init__(self, jobs: int, work: Work, files: Sequence[Named]) -> None:
        self._work, self._files = work, files
        self._next = 0
        self._workers = [_Worker(work) for _ in range(jobs)]
        self._kept: dict[int, deque[Any]] = {}
        self._ended: set[int] = set()

    def run(self) -> Iterator[tuple[int, Any]]:
        """Yield the pieces of all files in their order, each with the index of its file."""
        for turn in range(len(self._files)):
            while True:
                pieces = self._kept.get(turn)
                while pieces:
                    yield turn, pieces.popleft()
                if turn in self._ended:
                    break
                self._receive(turn)
            self._ended.discard(turn)
            self._kept.pop(turn, None)

    def _receive(self, turn: int) -> None:
        """Wait for pieces: of all files, or of the one whose turn it is where many are kept already."""
        for worker in self._workers:
            self._give(worker)
        full = sum(map(len, self._kept.values())) > _KEPT
        heard = [w for w in self._workers if not full or turn in w.given]
        ready = wait([worker.pipe for worker in heard])
        for worker in heard:
            if worker.pipe in ready:
                self._take(worker)

    def _give(self, worker: _Worker) -> None:
        while self._next < len(self._files) and len(worker.given) < _AHEAD:
            worker.given.append(self._next)
            self._next += 1
            with suppress(OSError):  # one that died is noticed where its results are missed
                worker.pipe.send((worker.given[-1], self._files[worker.given[-1]]))

    def _take(self, worker: _Worker) -> None:
        try:
            index, pieces, ended = worker.pipe.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return
        self._kept.setdefault(index, deque()).extend(pieces)
        if ended:
            worker.given.remove(index)
            self._ended.add(index)

    def _replace(self, worker: _Worker) -> None:
        """Put a new process in the place of one that died; its first file is lost, the others are not."""
        worker.pipe.close()
        if not worker.given:  # there is nothing left to do for it, nor for another one
            worker.process.join()
            self._workers.remove(worker)
            return
        index, *others = worker.given
        self._kept.setdefault(index, deque()).append(Lost(self._files[index].name, 0, _DIED))
        self._ended.add(index)
        fresh = _Worker(self._work)
        self._workers[self._workers.index(worker)] = fresh
        for other in others:
            fresh.given.append(other)
            with suppress(OSError):  # as in `_give`
                fresh.pipe.send((other, self._files[other]))

    def stop(self) -> None:
        """End all processes, whatever they are at."""
        for worker in self._workers:
            with suppress(OSError):
                worker.pipe.close()
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()


def _work(pipe: Connection, work: Work) -> None:
    """Work on files as they come, until nobody sends any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is told, and ends this process
    with suppress(EOFError, OSError, BrokenPipeError):
        while True:
            index, file = pipe.recv()
            pieces: list[Any] = []
            for piece in work.over(file):
                pieces.append(piece)
                if len(pieces) >= _BATCH:
                    pipe.send((index, pieces, False))
                    pieces = []
            pipe.send((index, pieces, True))
