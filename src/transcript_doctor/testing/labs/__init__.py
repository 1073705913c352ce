"""The two labs of the checkpoint: their files, and the checks that a learner's file must pass."""

from transcript_doctor.testing.labs.checks import LABS, Check, Lab, Verdict, run_checks
from transcript_doctor.testing.labs.files import BESIDE, STARTERS, solution, source
from transcript_doctor.testing.labs.loading import load, loops

__all__ = [
    "BESIDE",
    "LABS",
    "STARTERS",
    "Check",
    "Lab",
    "Verdict",
    "load",
    "loops",
    "run_checks",
    "solution",
    "source",
]
