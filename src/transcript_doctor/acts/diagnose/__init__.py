"""Diagnosing: what a provider's refusal means, where the fault stands, and which mistake makes it."""

from transcript_doctor.acts.diagnose.diagnosing import diagnose
from transcript_doctor.acts.diagnose.mistake import Mistake
from transcript_doctor.acts.diagnose.outcome import Diagnosis, Suspect
from transcript_doctor.acts.diagnose.telling import text_of

__all__ = ["Diagnosis", "Mistake", "Suspect", "diagnose"]

Diagnosis.writer = text_of
