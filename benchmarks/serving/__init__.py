"""The fake provider under load: many streaming conversations at once, beside a bare app that echoes."""

from benchmarks.serving.rounds import run

__all__ = ["run"]
