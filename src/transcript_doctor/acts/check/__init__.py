"""Checking a transcript: every rule that has something to say, weighed by the laws of its target."""

from transcript_doctor.acts.check.checking import check

__all__ = ["check"]
