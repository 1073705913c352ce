"""The npm packages: where they are, which versions, and how they are installed.

node comes from the machine where it is new enough, else from the wheel that the environment holds.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent / "node"
FOLDER = Path(sys.prefix) / "npm"
"""The installed project; node looks for packages beside the script, so the script is copied there."""


def node() -> str:
    """Return the node that runs the packages: the one of this environment, else the machine's."""
    return _command("node")


def install() -> str:
    """Install the packages at the versions of package.json; return why not, `""` where all went well."""
    FOLDER.mkdir(exist_ok=True)
    refresh()
    npm = [_command("npm"), "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
    try:
        ran = subprocess.run(npm, cwd=FOLDER, capture_output=True, text=True, check=False)
    except OSError as error:
        return f"npm cannot be run: {error.strerror}"
    return "" if ran.returncode == 0 else "npm install failed"


def refresh() -> None:
    """Copy the scripts to where the packages are."""
    for file in _HERE.iterdir():
        shutil.copy(file, FOLDER)


def version(package: str) -> str:
    """Return the installed version of a package; raises FileNotFoundError where it is not there."""
    found = FOLDER / "node_modules" / package / "package.json"
    return str(json.loads(found.read_text("utf-8"))["version"])


def require(package: str) -> None:
    """Raise ImportError where a package is not there."""
    try:
        version(package)
    except FileNotFoundError:
        raise ImportError(f"the npm package {package} is not installed") from None
    refresh()


def _command(name: str) -> str:
    return str(own) if (own := Path(sys.prefix) / "bin" / name).exists() else name
