"""The book of mistakes: all of them, and which are asked about a finding of which rule."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.mistake import Mistake
from transcript_doctor.acts.diagnose.mistakes import (
    between,
    blanks,
    content,
    counted,
    cut,
    delivered,
    doubled,
    fields,
    ids,
    late,
    names,
    rebuilt,
    request,
    results,
    roles,
    skipped,
    stopped,
    stored,
    thinking,
    waiting,
)

MISTAKES: tuple[Mistake, ...] = (
    *stopped.MISTAKES,
    *skipped.MISTAKES,
    *waiting.MISTAKES,
    *cut.MISTAKES,
    *rebuilt.MISTAKES,
    *stored.MISTAKES,
    *doubled.MISTAKES,
    *late.MISTAKES,
    *between.MISTAKES,
    *roles.MISTAKES,
    *ids.MISTAKES,
    *counted.MISTAKES,
    *names.MISTAKES,
    *fields.MISTAKES,
    *content.MISTAKES,
    *blanks.MISTAKES,
    *results.MISTAKES,
    *delivered.MISTAKES,
    *thinking.MISTAKES,
    *request.MISTAKES,
)
"""Every mistake; of two whose signs weigh the same the first one is named first."""

BY_CODE: dict[str, tuple[Mistake, ...]] = {
    code: tuple(mistake for mistake in MISTAKES if code in mistake.codes)
    for code in sorted({code for mistake in MISTAKES for code in mistake.codes})
}
"""The mistakes that can cause a finding of a rule."""
