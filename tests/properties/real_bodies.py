"""Real requests and sick histories, and what goes wrong with them at random."""

from __future__ import annotations

import copy
import gzip
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

_DATA = Path(__file__).parents[1] / "data"
ODD: list[Any] = [
    None, True, 0, -1, 3.5, 10**30, float("nan"), "", " ", "x", "user", "assistant", "\ud83d", "null", "ü\u202e",
    "{}", '{"a":', "}{", "data:image/png;base64,AAAA", "https://x", [], {}, [[]], [{}], [None], ["x"],
    {"type": "text", "text": "x"}, {"type": "text"}, {"role": "user"}, {"type": None}, {"text": None}, "a" * 300,
    "{" * 50, {"": ""}, {"type": "tool_use"}, {"type": "toolCall"}, {"functionCall": None}, {"toolUse": {}},
]  # fmt: skip
_KEYS = (
    "role content type text id name input arguments function tool_calls tool_call_id tool_use_id call_id output "
    "parts functionCall functionResponse toolUse toolResult toolUseId source data media_type url thinking "
    "signature summary encrypted_content refusal reasoning_content prefix status system tools model messages "
    "stopReason toolCallId roles contents execution is_error cache_control image_url"
)
KEYS = _KEYS.split()


@cache
def bodies() -> tuple[str, ...]:
    """Return real request bodies and sick histories as JSON."""
    with gzip.open(_DATA / "accepted" / "requests.jsonl.gz", "rt", encoding="utf-8") as file:
        found = [json.loads(line)["body"] for line in file]
    for name in ("cases", "own"):
        lines = (_DATA / "cases" / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")
        found += [json.loads(line).get("messages") for line in lines if line]
    return tuple(json.dumps(body) for body in found if isinstance(body, dict | list))


def damaged(rng: random.Random, steps: int) -> Any:
    """Return one of the bodies with some of its nodes gone, doubled, exchanged or of another type."""
    value = json.loads(rng.choice(bodies()))
    for _ in range(steps):
        spots = _spots(value)
        if spots:
            _damage(rng, *rng.choice(spots), rng.choice(spots))
    return value


def _spots(value: Any) -> list[tuple[Any, Any]]:
    """Return every container with each of its keys."""
    found, stack = [], [value]
    while stack:
        node = stack.pop()
        rows = list(node.items() if isinstance(node, dict) else enumerate(node))
        found += [(node, key) for key, _ in rows]
        stack += [child for _, child in rows if isinstance(child, dict | list)]
    return found


def _damage(rng: random.Random, node: Any, key: Any, other: tuple[Any, Any]) -> None:
    value = node[key]
    way = rng.randrange(8)
    if way == 0:
        del node[key]
    elif way == 1 and isinstance(node, list):
        node.insert(key, copy.deepcopy(value))
    elif way == 2:
        there, at = other
        node[key], there[at] = copy.deepcopy(there[at]), copy.deepcopy(value)
    elif way == 3 and isinstance(node, dict):
        node[rng.choice(KEYS)] = node.pop(key)
    elif way == 4 and isinstance(value, dict):
        value[rng.choice(KEYS)] = copy.deepcopy(rng.choice(ODD))
    elif way == 5:
        node[key] = rng.choice([[value], {"text": value}])
    elif way == 6 and isinstance(value, str):
        node[key] = rng.choice(
            [value[: len(value) // 2], value + "\ud800", value * 2, value.upper()]
        )
    elif way == 7 and isinstance(value, list):
        rng.shuffle(value)
    else:
        node[key] = copy.deepcopy(rng.choice(ODD))
