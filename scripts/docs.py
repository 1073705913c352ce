"""Write the pages that are made from rules, targets and the command; `--check` says which are not."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    sys.exit(import_module("scripts.pages.main").main(sys.argv[1:]))
