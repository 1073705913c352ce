"""Ids that were blanked, typed wrongly or swapped: a result that names one call ends at that call, or is listed."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.damages import LIST_KEYS, NAMED, ORDER, healthy, spots
from transcript_doctor.acts.repair import repair
from transcript_doctor.core.safety import POLICIES

FORMATS = st.sampled_from(sorted(set(LIST_KEYS) - {"oracle"}))
SEEDS = st.integers(0, 2**32)
IDS = ("id", "tool_use_id", "tool_call_id", "call_id", "toolUseId")
ARGUMENTS = ("input", "arguments", "args")


def _is_id(key: Any, value: Any) -> bool:
    return key in IDS and isinstance(value, str) and value.startswith("call_")


def _number(ident: str) -> int:
    return int(ident.removeprefix("call_"))


def harm(messages: list[Any], rng: random.Random) -> None:
    """Blank an id, write another type, swap two, or let one stand on both."""
    found = spots(messages, _is_id)
    if len(found) < 2:
        return
    (node, key), (other, there) = rng.sample(found, 2)
    done = rng.choice(["blank", "take", "type", "number", "swap", "copy"])
    if done == "blank":
        node[key] = rng.choice(["", None])
    elif done == "take":
        del node[key]
    elif done == "type":
        node[key] = rng.choice([7, [], {}, True, 1.5, 10**30])
    elif done == "number":
        same = [spot for spot in found if spot[0][spot[1]] == node[key]]
        for held, name in rng.sample(same, rng.randint(1, len(same))):
            held[name] = _number(held[name])
    elif done == "swap":
        node[key], other[there] = other[there], node[key]
    else:
        node[key] = other[there]


def rows(messages: list[Any]) -> tuple[list[tuple[str, int]], list[tuple[str, str]]]:
    """Return the calls (id, the number that they ask for) and results (id, text), as the raw nodes have them."""
    calls: list[tuple[str, int]] = []
    results: list[tuple[str, str]] = []
    stack: list[tuple[Any, Any]] = [(messages, None)]
    while stack:
        node, ident = stack.pop()
        if isinstance(node, list):
            stack += [(child, None) for child in reversed(node)]
        if not isinstance(node, dict):
            continue
        own = next((node[key] for key in ("call_id", *IDS) if key in node), ident)
        own = own if isinstance(own, str) else ""
        asked = next((node[key] for key in ARGUMENTS if key in node), None)
        asked = json.loads(asked) if isinstance(asked, str) else asked
        if isinstance(asked, dict) and "n" in asked:
            calls.append((own, asked["n"]))
            continue
        text = json.dumps(node)
        is_result = "gave call_" in text and (node.keys() & {*IDS, "tool_name", "response"})
        if is_result and node.get("role") in (None, "tool", "toolResult"):
            results.append((own, "gave call_" + text.split("gave call_")[1][:4]))
            continue
        below = own if "function" in node else None
        stack += [(child, below) for child in reversed(list(node.values()))]
    return calls, results


def answer_of(messages: list[Any], number: int) -> set[str]:
    """Return the texts of results that bear the id of the call that asks for a number."""
    calls, results = rows(messages)
    idents = {ident for ident, asked in calls if asked == number}
    return {text for ident, text in results if ident in idents and ident}


@given(FORMATS, SEEDS, st.sampled_from(POLICIES))
@settings(max_examples=200)
def test_a_result_that_names_one_call_ends_at_that_call(
    format: str, seed: int, policy: Any
) -> None:
    rng = random.Random(seed)
    body = healthy(format, rng)
    messages = body[LIST_KEYS[format]]
    for _ in range(rng.randint(1, 4)):
        harm(messages, rng)
    for _ in range(rng.randint(0, 2)):
        rng.choice(ORDER)(messages, rng)
    calls, results = rows(messages)
    once = {ident for ident, n in Counter(ident for ident, _ in calls).items() if n == 1}
    once &= {ident for ident, n in Counter(ident for ident, _ in results).items() if n == 1}
    done = repair(body, format=format if format in NAMED else None, policy=policy)
    losses = [loss.raw for loss in done.losses]
    lost, gone = json.dumps(losses), {asked for _, asked in rows(losses)[0]}
    said = dict(results)
    for ident, asked in calls:
        if ident in once and ident and asked not in gone:
            text = said[ident]
            assert answer_of(done.messages, asked) == {text} or text in lost
