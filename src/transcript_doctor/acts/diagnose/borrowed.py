"""Names in the code of a mistake: which come from this package, and what the others stand for."""

from __future__ import annotations

import re

from transcript_doctor.acts.diagnose.mistake import Mistake

PACKAGE = "transcript_doctor"
OURS = ("Failed", "answer_calls", "check", "convert", "repair", "trim")
"""Functions of this package that the code of mistakes calls."""
STANDS_FOR = {
    "Message": "your own class of a message",
    "Result": "your own class of a result",
    "assistant": "assistant(text): its message, such as {'role': 'assistant', 'content': text}",
    "error_of": "error_of(fault): the message of a result that tells of a failure",
    "image_part": "image_part(data, ...): a picture as your provider's format has it",
    "item": "item(part, id): an entry of the list",
    "message_of": "message_of(part, ...): a message with these parts",
    "result_of": "result_of(call): runs the tool and returns the message of its result, such as "
    "{'role': 'tool', 'tool_call_id': call.id, 'content': run(call)}",
    "results": "results: what each call gave, by the call's id",
    "summary": "summary(messages): a text of your model's that sums them up",
    "system": "system(text): a system message, such as {'role': 'system', 'content': text}",
    "text_of": "text_of(parts): their texts, joined",
    "text_part": "text_part(text): a text as your provider's format has it",
    "user": "user(text): the user's message, such as {'role': 'user', 'content': text}",
}
"""What a name that is not of this package stands for."""
_CALLED = re.compile(r"(?<![\w.'])(results(?=\[)|[A-Za-z_]\w*(?=\())")
_COMMENT = re.compile(r"(?:#|//).*")


def names_in(mistake: Mistake) -> tuple[str, ...]:
    """Return sentences on the names in a mistake's code; none where all of them speak for themselves."""
    code = _COMMENT.sub("", f"{mistake.before}\n{mistake.after}")
    called = list(dict.fromkeys(_CALLED.findall(code)))
    ours = sorted(name for name in called if name in OURS)
    told = [f"from {PACKAGE} import {', '.join(ours)}"] if ours else []
    told += [STANDS_FOR[name] for name in called if name in STANDS_FOR and name not in ours]
    return tuple(told)
