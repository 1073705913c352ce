"""What tests of writing share: a file that is repaired in its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.acts.rewriting.files import OLD
from transcript_doctor.acts.rewriting import Rewritten, repair_session


@pytest.fixture
def written(tmp_path: Path) -> Any:
    """Write a file, repair it in its place, and return the outcome with what it is then."""

    def write(data: bytes, name: str = "s1.jsonl", **asked: Any) -> tuple[Rewritten, bytes]:
        path = tmp_path / name
        path.write_bytes(data)
        made = repair_session(path, write=True, **asked)
        after = path.read_bytes()
        if made.backup is not None:
            assert Path(made.backup).read_bytes() == data
            again = repair_session(path, write=True, **asked)
            assert (again.data, again.mended) == (None, ())
        return made, after

    return write


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that is to be replaced."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(OLD)
    return path
