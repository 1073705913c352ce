"""Run real agents against the strict provider, write docs/agents.md; `--install` gets them."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

if __name__ == "__main__":
    # In place of this folder, in which `agents` would be this script and not the package of that name.
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    sys.exit(import_module("benchmarks.agents.main").main(sys.argv[1:]))
