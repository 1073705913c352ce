"""Print all measurements, or the named ones: `python scripts/bench.py speed growth start`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import growth, speed, start

if __name__ == "__main__":
    for module in (start, speed, growth):
        if len(sys.argv) == 1 or module.__name__.rpartition(".")[2] in sys.argv[1:]:
            module.run()
            print()
