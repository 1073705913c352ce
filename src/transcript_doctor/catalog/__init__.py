"""The explicit lists: every format, rule, reader of session files, and target, each loaded on first use."""

from transcript_doctor.catalog.formats import COMPOSERS, FORMATS, TELLING
from transcript_doctor.catalog.readers import READERS
from transcript_doctor.catalog.rules import RETIRED, RULES, rule_named
from transcript_doctor.catalog.targets import models_of, overrides, target_named, target_names

__all__ = [
    "COMPOSERS",
    "FORMATS",
    "READERS",
    "RETIRED",
    "RULES",
    "TELLING",
    "models_of",
    "overrides",
    "rule_named",
    "target_named",
    "target_names",
]
