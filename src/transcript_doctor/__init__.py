"""Transcript Doctor: check LLM transcripts against the law of each provider."""

from __future__ import annotations

from transcript_doctor.acts.check import check
from transcript_doctor.core.errors import DoctorError
from transcript_doctor.core.facts import Unknown
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report

__version__ = "0.1.0"

__all__ = ["DoctorError", "Finding", "Report", "Unknown", "check"]
