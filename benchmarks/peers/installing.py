"""Installing the peers one by one, so that one that cannot be had does not stop the others."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_MISSING = Path(sys.prefix) / "not-installed.json"
_ADDRESS = re.compile(r"\w+://\S+")


def install() -> None:
    """Install every peer that the project file names, at its pinned version; note what fails."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))
    install_all(project["dependency-groups"]["peers"], "constraints-peers.txt")


def install_all(packages: Iterable[str], constraints: str) -> None:
    """Install packages one by one at the versions of a file of constraints; note what fails."""
    missing = {}
    for package in packages:
        pip = [sys.executable, "-m", "pip", "install", "--quiet"]
        pinned = ["--constraint", str(_ROOT / constraints), package]
        ran = subprocess.run([*pip, *pinned], capture_output=True, text=True, check=False)
        if ran.returncode:
            # What it needs may clash with what another one needs; its own code may do without.
            alone = [*pip, "--no-deps", *pinned]
            if not subprocess.run(alone, capture_output=True, text=True, check=False).returncode:
                print(f"{package} is installed alone: {_reason(ran.stderr)}", file=sys.stderr)
                continue
            missing[package] = _reason(ran.stderr)
            print(f"{package} cannot be installed: {missing[package]}", file=sys.stderr)
    _MISSING.write_text(json.dumps(missing), encoding="utf-8")


def why_missing(package: str, error: ImportError) -> str:
    """Return why a peer is not there: what the installer said, else what the import says."""
    noted = json.loads(_MISSING.read_text("utf-8")) if _MISSING.exists() else {}
    return str(noted.get(package, error))


def _reason(output: str) -> str:
    """Return the installer's first complaint, without addresses."""
    said = [line for line in output.splitlines() if line.startswith("ERROR:")]
    text = said[0].removeprefix("ERROR:").strip() if said else "the installer failed"
    return _ADDRESS.sub("(address)", text)
