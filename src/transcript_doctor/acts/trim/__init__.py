"""Trimming a transcript: whole exchanges leave, oldest first, and the target takes what is left."""

from transcript_doctor.acts.trim.estimating import estimate, tokens
from transcript_doctor.acts.trim.life import Trimmer
from transcript_doctor.acts.trim.outcome import Trim
from transcript_doctor.acts.trim.trimming import trim

__all__ = ["Trim", "Trimmer", "estimate", "tokens", "trim"]
