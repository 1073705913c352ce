"""Which parameter of the request a refusal names: one that holds the history, or another one.

`tools.0.custom.name: String should match ...` is worded like the refusal of a call's name, and no
message is at fault. What is named decides, whatever the other words are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BELOW = r"(?:(?:\.|\[)[\w$*?]{0,60}\]?){0,12}"
_PATH = rf"[A-Za-z_$][\w$]{{0,60}}{_BELOW}"
_QUOTED = rf"[\"'`\u2018\u201c\\]{{1,4}}({_PATH})[\"'`\u2019\u201d\\]"
_BESIDE_THE_LIST = (
    "betas|context_management|max_tokens|mcp_servers|metadata|model|output_config|output_format"
    "|response_format|stop_sequences|stream_options|system|temperature|thinking|tool_choice|tool_config"
    "|toolConfig|tools|top_[kp]|generation_?config|generationConfig|inferenceConfig"
)
"""Parameters that are known to stand beside the list of messages."""
_COMPLAINT = (
    r"field required|extra inputs|should (?:be|match)|must be specified"
    r"|(?:input|string|list|number|value|json schema|input_schema)\s+(?:should|is|does|must)"
)
"""How the validators of requests go on behind a path."""
_WRONG = "(?:unknown|unsupported|unrecognized|missing|invalid)"
_NAMED = (
    # messages.3.content: ..., tools.0.custom.name: ..., betas: Extra inputs are not permitted
    rf"(?<![\w.\]/$])(?<!in )((?:messages|contents|input|{_BESIDE_THE_LIST}){_BELOW})\s?:(?=\s)",
    rf"(?<![\w.\]/$])({_PATH})\s?:\s+(?={_COMPLAINT})",
    # Invalid 'tools[0].function.name': ..., Unknown parameter: 'x', Invalid type for 'x'
    rf"{_WRONG}(?: required)? (?:parameter|argument|type for|value for)s?:?\s{{0,2}}{_QUOTED}",
    r"(?:invalid|unsupported)(?: value:?)? [\"'`\\]{1,4}([A-Za-z_]\w{0,60}[.\[][\w.\[\]]{0,200})[\"'`\\]",
    rf"unsupported value:? {_QUOTED} does not support",
    r"unrecognized request arguments? supplied: (\w+)",
    # Unknown name "x" at 'tools[0]...', Value '9' at 'inferenceConfig.topP' failed to satisfy
    r"\bat\s?[\"'`\\]{1,4}([A-Za-z_][\w .\[\]*]{0,200})[\"'`\u2019\\]",
    # "param": "temperature", "field": "tools[0]", 'loc': ('body', 'max_completion_tokens')
    r"[\"'](?:param|field)[\"']\s*:\s*[\"']([^\"'\n]{1,200})[\"']",
    r"[\"'\u2018]loc[\"'\u2019]\s*:\s*[(\[][\"'\u2018]body[\"'\u2019],\s*[\"'\u2018](\w{1,60})",
    r"GenerateContentRequest\.(\w{1,60})",
    r"(?:invalid type for|unknown) parameter (?:in input: \")?(?!in\b)([A-Za-z_]\w{0,60})",
)
"""How refusals name what they are about, the path or the name in a group."""
_PATTERNS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _NAMED)
_HEAD = re.compile(r"(?:request\.|body\.)?(text\.format|[A-Za-z_$][\w$]*)")
_OF_THE_HISTORY = frozenset(
    {"messages", "message", "input", "contents", "content", "parts", "part", "role", "history", "items"}
    | {"tool_calls", "tool_call_id", "call_id", "tool_use_id", "tool_use", "tool_result", "id", "name"}
    | {"arguments", "function", "function_call", "function_response", "output", "type", "text", "status"}
    | {"reasoning_content", "reasoning_details", "signature", "thought_signature", "encrypted_content"}
    | {"data", "image_url", "source", "conversation", "previous_response_id", "prompt"}
)  # fmt: skip
"""Names of the list, and of what stands in a message: they say nothing against a fault of the history."""


_VALUES = re.compile(
    r"supported values are: ((?:[\"'`][\w-]{1,40}[\"'`](?:, and |, | and )?){1,30})", re.I
)
_KINDS_OF_MESSAGES = re.compile(r"user|system|text|function|message|image|tool")
"""One of these is among the values wherever a role or a kind of part is asked for."""


def named_beside(text: str) -> bool:
    """Tell whether a refusal names parameters, or values, and none of them is of the history."""
    heads = set(_heads(text))
    if heads:
        return heads.isdisjoint(_OF_THE_HISTORY)
    values = _VALUES.search(text)
    return values is not None and _KINDS_OF_MESSAGES.search(values[1]) is None


def _heads(text: str) -> Iterator[str]:
    """Yield the first name of each path that a refusal names."""
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            if head := _HEAD.match(found[1]):
                yield head[1].lower()
