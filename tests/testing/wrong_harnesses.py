"""Harnesses that are wrong in one way each: what is changed in the right one, and which checks must see it."""

from __future__ import annotations

from types import ModuleType

from transcript_doctor.testing import labs

RIGHT = labs.solution("harness.py")
TURN = "    turn = 0\n"
SIGNATURE = "tools, prompt, *, max_turns=None):"
LIMIT = "turn > max_turns"
RECORDED = "        messages.append(reply)\n"
FAILED = '        if reply["stop_reason"] == "error":\n            return reply\n'
DONE = "        if not calls:\n            return reply\n"
ANSWERED = "            messages.append(run_tool(tools, call))\n"
VIEW = RIGHT[
    RIGHT.index("    return [message for message in messages\n") : RIGHT.rindex("# --- end")
]

WRONG: dict[str, tuple[set[int], list[tuple[str, str]]]] = {
    "a name is mistyped": ({1, 14}, [("def error_message", "def error_massage")]),
    "another name is missing": ({1, 22}, [("def context_for_model", "def _context")]),
    "the loop is missing": ({1, *range(2, 14)}, [("def run_agent", "def _run_agent")]),
    "it goes round twice at the most": ({2, 9}, [(TURN, "    turn, max_turns = 0, 2\n")]),
    "a reply with a call ends the run": (
        {2, 3, 9, 12},
        [(ANSWERED, ANSWERED + "        return reply\n")],
    ),
    "only the newest message is sent": (
        {3, 6},
        [("context_for_model(messages),", "messages[-1:],")],
    ),
    "the oldest messages are left out": (
        {3, 23},
        [("context_for_model(messages),", "context_for_model(messages)[-3:],")],
    ),
    "functions are sent": ({3}, [("tool_specs(tools))\n", "tools)\n")]),
    "no tools are sent": ({3}, [("tool_specs(tools))\n", "[])\n")]),
    "the system prompt is another": ({3, 10}, [("complete(system,", "complete(SYSTEM,")]),
    "a list of its own": ({4, 6}, [(TURN, "    turn, messages = 0, list(messages)\n")]),
    "one list for all runs": (
        {4, 10},
        [
            (SIGNATURE, "tools, prompt, *, max_turns=None, memory=[]):"),
            (TURN, "    turn, messages = 0, memory\n"),
        ],
    ),
    "the list is emptied first": ({4, 6}, [(TURN, TURN + "    messages.clear()\n")]),
    "the label decides": ({5, 7}, [("if not calls:", 'if reply["stop_reason"] != "toolUse":')]),
    "a reply labelled stop ends the run": (
        {5},
        [("if not calls:", 'if not calls or reply["stop_reason"] == "stop":')],
    ),
    "a reply labelled toolUse goes on": (
        {7},
        [("if not calls:", 'if not calls and reply["stop_reason"] != "toolUse":')],
    ),
    "a reply labelled length goes on": (
        {7},
        [("if not calls:", 'if not calls and reply["stop_reason"] != "length":')],
    ),
    "the last message is not recorded": (
        {4, 6, 10, 19},
        [(RECORDED, ""), ("        for call in calls:", RECORDED + "        for call in calls:")],
    ),
    "calls are answered from the last on": ({8, 13}, [("in calls:", "in reversed(calls):")]),
    "only the first call is answered": ({8, 13}, [("in calls:", "in calls[:1]:")]),
    "results come one a turn": (
        {8},
        [("in calls:", "in calls[:1]:"), (RECORDED, RECORDED + '        reply["content"] = reply["content"][:1]\n')],
    ),
    "twelve turns are enough": ({9, 17}, [("if max_turns is not", "if turn > 12 or max_turns is not")]),
    "no limit is ten": (
        {9, 17},
        [(TURN, "    turn, max_turns = 0, max_turns or 10\n")],
    ),
    "a limit of more than ten is ten": ({17}, [(TURN, "    turn, max_turns = 0, max_turns and min(10, max_turns)\n")]),
    "it asks once more to be sure": (
        {10},
        [("if not calls:", "if not calls and turn > 1:")],
    ),
    "the words are returned": (
        {2, 10, 11},
        [(DONE, DONE.replace("return reply", "return text_of(reply)"))],
    ),
    "the list is returned": ({11, 15, 19}, [("return reply\n", "return messages\n")]),
    "the first reply is returned": (
        {11},
        [(DONE, DONE.replace("reply", 'next(m for m in messages if m["role"] == "assistant")'))],
    ),
    "unknown tools are skipped": (
        {12},
        [(ANSWERED, '            if call["name"] == "read":\n    ' + ANSWERED)],
    ),
    "unknown tools raise": (
        {12},
        [(ANSWERED, '            assert call["name"] == "read"\n' + ANSWERED)],
    ),
    "errors end the turn": (
        {13},
        [(ANSWERED, ANSWERED + '            if messages[-1]["is_error"]:\n                break\n')],
    ),
    "errors are told as results": (
        {12, 13},
        [(ANSWERED, ANSWERED + '            messages[-1]["is_error"] = False\n')],
    ),
    "the words of an error are content": (
        {14, 15, 16},
        [
            (
                '[], "stop_reason": "error",\n            "error_message": text',
                '[{"type": "text", "text": text}], "stop_reason": "error"',
            )
        ],
    ),
    "an error is labelled stop": ({14}, [('"content": [], "stop_reason": "error"', '"content": [], "stop_reason": "stop"')]),
    "one turn too many": ({15, 16}, [(LIMIT, f"{LIMIT} + 1")]),
    "one turn too few": ({15, 16}, [(LIMIT, "turn >= max_turns")]),
    "what is cut off has no results": (
        {15, 23},
        [(DONE, DONE + "        if turn == max_turns:\n            continue\n")],
    ),
    "the cut-off is not recorded": (
        {15},
        [(RECORDED, '        if "Agent stopped" in str(reply):\n            return reply\n' + RECORDED)],
    ),
    "the cut-off raises": (
        {15, 16, 23},
        [(f"        if max_turns is not None and {LIMIT}:\n", f"        if max_turns is not None and {LIMIT}:\n            raise RuntimeError\n")],
    ),
    "the turns of all runs count": (
        {16, 23},
        [
            (
                "        turn += 1\n",
                '        turn = 1 + sum(m["role"] == "assistant" for m in messages)\n',
            )
        ],
    ),
    "the view is made once": (
        {18},
        [
            (TURN, TURN + "    view = None\n"),
            ("context_for_model(messages),", "view := view or context_for_model(messages),"),
        ],
    ),
    "the view is one turn late": (
        {18},
        [
            (TURN, TURN + "    late = []\n"),
            (
                "            reply = model.",
                "            late.append(context_for_model(messages))\n            reply = model.",
            ),
            ("context_for_model(messages),\n", "late[max(0, len(late) - 2)],\n"),
        ],
    ),
    "a failure raises": ({15, 19, 20}, [(FAILED, FAILED.replace("return reply", "raise OSError"))]),
    "a failure is tried again": ({15, 19}, [(FAILED, FAILED.replace("return reply", "continue"))]),
    "a failure is not recorded": (
        {19, 20},
        [(RECORDED, ""), (FAILED, FAILED + RECORDED)],
    ),
    "a failure is nobody's": ({19}, [(FAILED, FAILED.replace("reply\n", "None\n"))]),
    "the record is sent": ({20}, [("context_for_model(messages),", "messages,")]),
    "every failure is left out": (
        {21, 22},
        [(VIEW, VIEW.replace('\n            or message["content"]', ""))],
    ),
    "everything empty is left out": (
        {22},
        [(VIEW, '    return [message for message in messages if message["content"]]\n')],
    ),
    "the record is cleaned": (
        {20, 22},
        [(VIEW, VIEW.replace("return [", "messages[:] = [") + "    return list(messages)\n")],
    ),
    "the view is the record": ({20, 22}, [(VIEW, "    return messages\n")]),
    "the view edits messages": (
        {22},
        [(VIEW, '    for message in messages:\n        message.pop("error_message", None)\n' + VIEW)],
    ),
    "a prompt waits for the model": (
        {20},
        [(TURN, TURN + '    if messages and messages[-1].get("stop_reason") == "error":\n        messages.pop()\n')],
    ),
    "a run that was cut off stays cut off": (
        {23},
        [
            (
                TURN,
                TURN
                + '    if "stopped" in messages[-1:].__repr__():\n        return messages[-1]\n',
            )
        ],
    ),
}  # fmt: skip


def wrong(name: str) -> ModuleType:
    """The right harness with the changes that a name stands for."""
    text = RIGHT
    for old, new in WRONG[name][1]:
        assert old in text, (name, old)
        text = text.replace(old, new)
    return labs.load(text)
