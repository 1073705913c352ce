"""Ask other tools and this one the same questions, write docs/peers.md; `--install` gets them."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import_module("benchmarks.peers.main").main(sys.argv[1:])
