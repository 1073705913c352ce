"""Sharing a transcript: the same shape and faults, and nobody's words."""

from transcript_doctor.acts.share.sharing import share

__all__ = ["share"]
