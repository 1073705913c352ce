"""Print all measurements, or the named ones: `python scripts/bench.py speed growth start`.

`full` beside them takes the growth of ten times larger shapes, which needs about ten minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import growth, speed, start

if __name__ == "__main__":
    named = set(sys.argv[1:]) - {"full"}
    jobs = {
        "start": start.run,
        "speed": speed.run,
        "growth": lambda: growth.run(full="full" in sys.argv),
    }
    for name, job in jobs.items():
        if not named or name in named:
            job()
            print()
