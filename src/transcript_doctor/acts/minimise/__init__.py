"""Minimising a transcript: the smallest list that still breaks the same rule in the same way."""

from transcript_doctor.acts.minimise.minimising import minimise

__all__ = ["minimise"]
