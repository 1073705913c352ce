"""The report as GitHub workflow commands, which put the findings beside the lines of a change."""

from __future__ import annotations

from transcript_doctor.acts.check.weighing import doubt
from transcript_doctor.acts.report.entry import Entry, Tally
from transcript_doctor.acts.report.words import FIXES, some, summary
from transcript_doctor.core.finding import Finding
from transcript_doctor.safetext import github_message, github_property, printable

_MOST_NAMED = 8
_LONGEST = 1000
"""Characters of one line; GitHub cuts what is longer than 4,096 bytes."""


class GithubWriter:
    """Writes one command a finding, and the summary as a notice."""

    def begin(self) -> str:
        """Return nothing: each command stands alone."""
        return ""

    def block(self, entry: Entry) -> str:
        """Return a command for each finding."""
        return "".join(_command(entry, finding) for finding in entry.findings)

    def put(self, block: str) -> str:
        """Return the commands as they are."""
        return block

    def end(self, tally: Tally) -> str:
        """Return a command for whatever could not be read, and the summary."""
        lost = "".join(
            f"::error {_where(name, line)},title=unreadable::{github_message(what)}\n"
            for name, line, what in tally.unreadable
        )
        return f"{lost}::notice title=transcript-doctor::{github_message(summary(tally))}\n"


def _command(entry: Entry, finding: Finding) -> str:
    where = _where(*entry.spot_of(finding.place))
    title = github_property(f"{finding.code} {finding.name}")
    says = [f"{finding.place}: {finding.message}"]
    if fix := finding.fix:
        says.append(f"fix: {fix.title} ({FIXES[fix.safety]})")
    if refused := finding.refused_by:
        says.append(f"refused by {some(refused, _MOST_NAMED, finding.target)}")
    if finding.severity == "warning" and (why := doubt(finding)):
        says.append(f"may be refused by {finding.target} ({why})")
    if finding.provider_says:
        verb = "says" if finding.severity == "error" else "would say"
        says.append(f"{finding.target} {verb}: {finding.provider_says}")
    message = github_message("\n".join(printable(line, _LONGEST) for line in says))
    return f"::{finding.severity} {where},title={title}::{message}\n"


def _where(source: str, line: int) -> str:
    """Return file and line as properties; a path has slashes there on every system."""
    file = github_property(source.replace("\\", "/"))
    return f"file={file},line={line}" if line else f"file={file}"
