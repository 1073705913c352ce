"""Mistakes with what stands around the list, with the target's own surprises, and with files."""

from __future__ import annotations

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.core.finding import Finding


def _in_loop(clues: Clues) -> bool:
    return clues.outline.letters[-1:] in ("R", "M")


def _no_tools_now(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code != "P010" or finding.case != "undeclared" or not _in_loop(clues):
        return None
    return Sign(76, "the request goes on with results, and declares no tools")


NO_TOOLS_NOW = Mistake(
    name="took-the-tools-away-for-the-last-step",
    trigger="api-contract",
    words="the tools were taken away for one step, while the history holds calls",
    sentence="To get a final answer the step is sent without tools; the target wants them as long "
    "as calls are there.",
    signs="a running tool loop whose request declares no tools",
    before="send(messages, tools=[])",
    after="send(messages, tools=tools, tool_choice='none')",
    codes=("P010",),
    shows=_no_tools_now,
    decides="whether the same agent, or another one, sends this request",
)


def _other_agent(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code != "P010" or finding.case != "undeclared" or _in_loop(clues):
        return None
    return Sign(78, "a new question is asked over a history with calls, and no tools are declared")


OTHER_AGENT = Mistake(
    name="gave-a-history-with-calls-to-an-agent-without-tools",
    trigger="handoff",
    words="a history with calls was given to an agent that has no tools",
    sentence="One agent's history goes to another, a summariser or a titler, which declares no "
    "tools.",
    signs="finished exchanges in the history, a new question, and no tools in the request",
    before="send(history, agent=plain_agent)",
    after="send(history, tools=tools_in(history))      # or hand over texts alone",
    codes=("P010",),
    shows=_other_agent,
    decides="who sends the request",
)


def _mixed(finding: Finding, clues: Clues) -> Sign | None:
    if finding.code == "C004":
        return Sign(76, "text and calls stand in one turn, as the model wrote them")
    if finding.code == "P006" and finding.case in ("mixed", "programmatic"):
        return Sign(76, "text stands beside results in one turn, which other targets take")
    return None


MIXED = Mistake(
    name="took-one-target's-contract-for-all",
    trigger="api-contract",
    words="the turn is sent as it is sound elsewhere; this target takes calls or results alone",
    sentence="The target wants text apart from calls or results, which most others do not.",
    signs="text beside calls, or beside results, in one message",
    before="send(messages)",
    after="send(repair(messages, target=target, policy='lossy').messages)   # lists what is left out",
    codes=("C004", "P006"),
    shows=_mixed,
)


def _file(finding: Finding, clues: Clues) -> Sign | None:
    code = finding.code
    if code in ("S101", "S102"):
        return Sign(88, "a record of the file is cut, or two are written into each other")
    if code == "S103":
        return Sign(84, "a record of the file is there again")
    if code in ("S104", "S105"):
        return Sign(66, "records of the file belong to another branch or session")
    return None


FILE = Mistake(
    name="wrote-the-file-without-care",
    trigger="session-writer",
    words="the session's file was written by two at once, or cut off while it was written",
    sentence="Lines are appended by several processes, without one write for each and without a "
    "flush.",
    signs="torn, spliced, doubled or foreign records in the file",
    before="file.write(json.dumps(record)); file.write('\\n')",
    after="file.write(json.dumps(record) + '\\n"
    "'); file.flush(); os.fsync(file.fileno())   # one writer, locked",
    codes=("S101", "S102", "S103", "S104", "S105"),
    shows=_file,
)

MISTAKES = (NO_TOOLS_NOW, OTHER_AGENT, MIXED, FILE)
