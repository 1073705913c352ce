"""Whole numbers on the command line, and a plain word where what stands there is none."""

from __future__ import annotations

from typing import Any

import click


class WholeNumber(click.ParamType[int]):
    """A whole number from 0 on."""

    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; digits may be grouped, as in 30_000."""
        text = str(value)
        if not text.replace("_", "").isdecimal():
            self.fail(f"{text[:40]!r} is no whole number from 0 on, such as 30000", param, ctx)
        try:
            return int(text)
        except ValueError:
            self.fail(f"{text[:40]!r} is no whole number from 0 on, such as 30000", param, ctx)
