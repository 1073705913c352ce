"""Editing session files in their own format: what a repair made of the list is written into the file."""

from transcript_doctor.acts.rewriting.files import NoTranscript
from transcript_doctor.acts.rewriting.outcome import Repaired, Rewritten
from transcript_doctor.acts.rewriting.rewriting import repair_session

__all__ = ["NoTranscript", "Repaired", "Rewritten", "repair_session"]
