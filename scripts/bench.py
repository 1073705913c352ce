"""Print all measurements, or the named ones, such as `python scripts/bench.py speed growth start`.

`full` beside them takes the growth of ten times larger shapes and a folder of 1 GB, which needs about
a quarter of an hour.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import conversion, folders, growth, history, life, mending, serving, speed, start

if __name__ == "__main__":
    named = set(sys.argv[1:]) - {"full"}
    jobs = {
        "start": start.run,
        "speed": speed.run,
        "mending": mending.run,
        "life": life.run,
        "conversion": conversion.run,
        "history": history.run,
        "serve": serving.run,
        "folders": lambda: folders.run(full="full" in sys.argv),
        "growth": lambda: growth.run(full="full" in sys.argv),
    }
    for name, job in jobs.items():
        if not named or name in named:
            job()
            print()
