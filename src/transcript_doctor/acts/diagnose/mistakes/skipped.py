"""Mistakes that answer some calls of a turn and pass over others."""

from __future__ import annotations

import re

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import Mistake, Sign
from transcript_doctor.acts.diagnose.nodes import fault_of
from transcript_doctor.acts.diagnose.subjects import call_of, tool_of
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Call
from transcript_doctor.core.wording import cut

_TOOLISH = re.compile(r"[A-Za-z_][\w.-]{2,60}\w")


def _first_only(finding: Finding, clues: Clues) -> Sign | None:
    call = call_of(finding)
    batch, done = clues.batch(call), clues.answered(call)
    if len(done) != 1 or done[0] is not batch[0] or any(map(fault_of, batch[1:3])):
        return None
    seen = f"of the {len(batch)} calls in message {call.message} the first alone has a result"
    if clues.partial_first > 1 and not clues.whole_batches:
        return Sign(92, f"{seen}, and so it is in {clues.partial_first} turns")
    behind = clues.behind(call.message)
    if _odd_one_out(call, clues) or clues.has_summary:
        return Sign(50, seen)
    if clues.role(behind) == "a":
        return Sign(60, seen)
    later = any(role == "a" for role in clues.outline.roles[behind : behind + 3])
    if later and len(batch) == 2:
        # So does a run that was stopped, or that died, behind its first result.
        return Sign(74, f"{seen}, and the conversation goes on")
    return Sign(68 if behind >= len(clues.outline.letters) else 54, seen)


FIRST_ONLY = Mistake(
    name="answered-only-the-first",
    trigger="client-bug",
    words="only the first of several parallel calls was answered",
    sentence="The loop takes tool_calls[0] and leaves the other calls of the turn without results.",
    signs="in a turn with several calls the first one has a result, and the others have none",
    before="call = message.tool_calls[0]\nmessages.append(result_of(call))",
    after="for call in message.tool_calls:\n    messages.append(result_of(call))",
    codes=("P001",),
    shows=_first_only,
    decides="whether every turn with several calls looks so: a run that was stopped leaves one "
    "such turn",
)


def _arguments(finding: Finding, clues: Clues) -> Sign | None:
    call = finding.subject
    if not isinstance(call, Call) or not clues.is_open(call):
        return None
    if (fault := fault_of(call)) is None:
        return None
    if fault == "cut":
        return Sign(62, "the arguments of the open call end in the middle")
    if fault == "empty":  # which is how some endpoints write a call without arguments
        return Sign(70, "the arguments of the open call are empty, and it was never answered")
    return Sign(86, "the arguments of the open call are no JSON object, and it was never answered")


ARGUMENTS = Mistake(
    name="skipped-unparsable-arguments",
    trigger="bad-arguments",
    words="a call whose arguments could not be parsed was skipped",
    sentence="Parsing the arguments raises, and the loop goes on without an answer to that call.",
    signs="the open call's arguments are empty or no JSON object",
    before="arguments = json.loads(call.arguments)      # raises, and no result is appended",
    after="except ValueError as fault:\n"
    "    results[call.id] = Failed(f'the arguments are no JSON: {fault}')",
    codes=("P001", "Y001"),
    shows=_arguments,
    decides="whether the stream was cut off in the middle of the call",
)


def _near_miss(name: str, clues: Clues) -> str | None:
    """Return a tool's name that a name is nearly, from what the system prompt speaks of.

    A name that goes on where the other ends is a tool of its own: get_order and get_orders.
    """
    if name in clues.tools_that_ran:
        return None
    words = {word for i in range(clues.head) for word in _TOOLISH.findall(clues.text(i))[:200]}
    known = [word for word in words if not (word.startswith(name) or name.startswith(word))]
    if name in words or not known:
        return None
    from difflib import get_close_matches  # dear to load, and few lists need it

    return next(iter(get_close_matches(name, sorted(known), n=1, cutoff=0.85)), None)


def _odd_one_out(call: Call, clues: Clues) -> bool:
    """Tell whether a call's tool never ran here while another of its turn did."""
    done = clues.answered(call)
    return bool(done) and call.name is not None and call.name not in clues.tools_that_ran


def _unknown_tool(finding: Finding, clues: Clues) -> Sign | None:
    call = call_of(finding)
    if not call.name:
        return None
    if clues.tools is not None and call.name not in clues.tools:
        told = f"the request declares no tool {tool_of(call)}"
        if call.name in clues.tools_that_ran:  # then requests before this one had other tools
            return Sign(50, told)
        return Sign(88, told)
    if clues.tools is None and (near := _near_miss(call.name[:80], clues)):
        return Sign(84, f"there is no tool {tool_of(call)} here, but {cut(near, 40)}")
    if _odd_one_out(call, clues) and clues.role(clues.behind(call.message)) != "a":
        return Sign(58, f"{tool_of(call)} never answered here, though other calls of its turn did")
    return None


UNKNOWN_TOOL = Mistake(
    name="skipped-an-unknown-tool",
    trigger="unknown-tool",
    words="a call of a tool that does not exist was skipped",
    sentence="The model names a tool that is not there, and the loop skips the call instead of "
    "answering it.",
    signs="the open call names a tool that is not declared, or nearly another's name",
    before="if call.name not in tools:\n    continue",
    after="if call.name not in tools:\n"
    "    results[call.id] = Failed(f'there is no tool {call.name}')",
    codes=("P001",),
    shows=_unknown_tool,
    decides="the list of tools that the request declared",
)


def _threw(finding: Finding, clues: Clues) -> Sign | None:
    call = call_of(finding)
    if call.name not in clues.tools_that_ran:
        return None
    return Sign(44, f"{tool_of(call)} ran elsewhere in this list, and here it left nothing")


THREW = Mistake(
    name="failing-tool-left-no-result",
    trigger="tool-error-path",
    words="a tool failed, and the failure was not written down as its result",
    sentence="The tool raises, the loop catches that somewhere above, and no result is appended.",
    signs="a call of a tool that works elsewhere in the list has no result",
    before="results[call.id] = run(call)                # raises: nothing is kept",
    after="except Exception as fault:\n    results[call.id] = Failed(str(fault))",
    codes=("P001",),
    shows=_threw,
    decides="the log of the tool at that time",
)

_RESULTISH = re.compile(
    r"\s*[\[(<*#]+\s*(?:tool|function)[ _-]?(?:call )?(?:result|output|response)s?\b"
    r"|\s*(?:the )?(?:tool|function)[ _-]?(?:call )?(?:result|output|response)s?"
    r"(?: (?:of|from|for) [^:\n]{1,80})?\s*[:=]|\s*observation:",
    re.IGNORECASE,
)


def _flattened(finding: Finding, clues: Clues) -> Sign | None:
    call = call_of(finding)
    behind = clues.behind(call.message)
    if clues.letter(behind) == "U" and _RESULTISH.match(clues.text(behind)):
        return Sign(88, f"message {behind} is a user's, and reads like the result of a tool")
    return None


FLATTENED = Mistake(
    name="flattened-results-to-text",
    trigger="conversion",
    words="a result was written as a user's text instead of a result",
    sentence="The adapter has no place for results, and sends what the tool said as the user's "
    "words.",
    signs="an open call, and behind it a user message that reads like a tool's output",
    before="messages.append(user(f'Tool result: {text}'))",
    after="messages += answer_calls(reply, {call.id: text})",
    codes=("P001",),
    shows=_flattened,
)

MISTAKES = (FIRST_ONLY, UNKNOWN_TOOL, ARGUMENTS, THREW, FLATTENED)
