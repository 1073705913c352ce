"""Mistakes in code, simulated: each takes a sound history and leaves what that mistake leaves."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

History = list[dict[str, Any]]
Chance = random.Random


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def sound(chance: Chance, steps: int = 4) -> History:
    """A chat of some exchanges, one to three calls each, and plain answers between them."""
    counter = iter(range(10_000))

    def word(kind: str) -> str:
        return f"{kind}{next(counter):05d}z"

    messages: History = [{"role": "system", "content": word("s")}] if chance.random() < 0.5 else []
    messages.append(user(word("u")))
    for _ in range(steps):
        if chance.random() < 0.75:
            ids = [
                f"call_{chance.getrandbits(96):024x}" for _ in range(chance.choice([1, 1, 2, 3]))
            ]
            made = [
                {"id": i, "type": "function", "function": {"name": chance.choice(["read", "bash"]), "arguments": json.dumps({"x": word("i")})}}
                for i in ids
            ]  # fmt: skip
            text = word("a") if chance.random() < 0.4 else None
            messages.append({"role": "assistant", "content": text, "tool_calls": made})
            chance.shuffle(ids)
            messages += [{"role": "tool", "tool_call_id": i, "content": word("r")} for i in ids]
        else:
            messages += [{"role": "assistant", "content": word("a")}, user(word("u"))]
    return messages


def turns(messages: History, least: int = 1) -> list[int]:
    """Where turns stand that make so many calls at least."""
    return [i for i, m in enumerate(messages) if len(m.get("tool_calls") or ()) >= least]


def ids_of(messages: History, at: int) -> list[str]:
    return [call["id"] for call in messages[at]["tool_calls"]]


def end_of(messages: History, at: int) -> int:
    """The first message behind a turn's results."""
    at += 1
    while at < len(messages) and messages[at]["role"] == "tool":
        at += 1
    return at


def without_results(messages: History, gone: set[str]) -> History:
    return [m for m in messages if m.get("tool_call_id") not in gone]


class Mechanism(NamedTuple):
    """A mistake in code: what it makes of a history, and which other mistakes leave the very same list."""

    name: str
    make: Callable[[History, Chance], History | None]
    """None where this history gives no occasion."""
    twins: frozenset[str] = frozenset()
    context: dict[str, Any] | None = None
    target: str = "openai"


def skipped_unparsable(m: History, c: Chance) -> History | None:
    call = c.choice(m[c.choice(turns(m))]["tool_calls"])
    call["function"]["arguments"] = c.choice(['{"a": ', "[1]", "read a.py"])
    return without_results(m, {call["id"]})


def died(m: History, c: Chance) -> History | None:
    at = c.choice(turns(m))
    ids = ids_of(m, at)
    gone = set(ids[c.randrange(len(ids)) :])
    kept = without_results(m[at + 1 : end_of(m, at)], gone)
    return [
        *m[: at + 1],
        *kept,
        user(c.choice(["continue", "And?", "hello?"])),
        *m[end_of(m, at) :],
    ]


def stopped(m: History, c: Chance) -> History | None:
    at = c.choice(turns(m))
    return [
        *m[: at + 1],
        user(c.choice(["Stop.", "cancel that, please", "[Request interrupted by user]"])),
    ]


def windowed(m: History, c: Chance) -> History | None:
    head = m[:1] if m[0]["role"] == "system" else []
    return [*head, *m[c.randrange(1, len(m)) :]]


def slipped(m: History, c: Chance) -> History | None:
    at = c.choice(turns(m))
    return [*m[: at + 1], user("note"), *m[at + 1 :]]


def doubled_turn(m: History, c: Chance) -> History | None:
    at = c.choice(turns(m))
    return [*m[: at + 1], copy.deepcopy(m[at]), *m[at + 1 :]]


def doubled_result(m: History, c: Chance) -> History | None:
    at = c.choice([i for i, x in enumerate(m) if x["role"] == "tool"])
    return [*m[: at + 1], copy.deepcopy(m[at]), *m[at + 1 :]]


def new_call_ids(m: History, c: Chance) -> History | None:
    for call in m[c.choice(turns(m))]["tool_calls"]:
        call["id"] = f"new_{call['id']}"
    return m


def new_result_ids(m: History, c: Chance) -> History | None:
    at = c.choice(turns(m))
    for row in m[at + 1 : end_of(m, at)]:
        row["tool_call_id"] = f"my-{c.getrandbits(40):x}"
    return m


def named_by_tool(m: History, c: Chance) -> History | None:
    at = c.choice(turns(m))
    names = {call["id"]: call["function"]["name"] for call in m[at]["tool_calls"]}
    if len(set(names.values())) < len(names):
        return None
    ordered = [names[i] for i in ids_of(m, at)]
    for row, name in zip(m[at + 1 : end_of(m, at)], ordered, strict=True):
        row["tool_call_id"] = name
    return m


def sorted_by_role(m: History, _: Chance) -> History | None:
    order = ["system", "user", "assistant", "tool"]
    return sorted(m, key=lambda x: order.index(x["role"]))


def without_its_turn(m: History, c: Chance) -> History | None:
    at = c.choice(turns(m))
    return [*m[:at], *m[at + 1 :]]


def rebuilt(m: History, _: Chance) -> History | None:
    return [{k: v for k, v in x.items() if k != "tool_calls"} for x in m]


def first_only(m: History, _: Chance) -> History | None:
    gone = {i for at in turns(m, 2) for i in ids_of(m, at)[1:]}
    return without_results(m, gone) if gone else None


def late(m: History, c: Chance) -> History | None:
    at = c.choice(turns(m))
    (ident, *_), end = ids_of(m, at), end_of(m, at)
    real = next(x for x in m[at + 1 : end] if x["tool_call_id"] == ident)
    marked = [{**x, "content": "cancelled"} if x is real else x for x in m[at + 1 : end]]
    said = [{"role": "assistant", "content": "It was stopped."}, user("Go on.")]
    return [
        *m[: at + 1],
        *marked,
        *said,
        real,
        {"role": "assistant", "content": "Done."},
        user("And?"),
    ]


def two_runs(m: History, c: Chance) -> History | None:
    one, other = (turns(m, 1) * 2)[:2] if len(turns(m)) > 1 else (None, None)
    if one is None or other is None or one == other:
        return None
    first, second = m[one : end_of(m, one)], m[other : end_of(m, other)]
    results = [*first[1:], *second[1:]]
    c.shuffle(results)
    return [
        user("a"),
        user("b"),
        first[0],
        second[0],
        *results,
        {"role": "assistant", "content": "x"},
        user("y"),
    ]


def summarised(m: History, c: Chance) -> History | None:
    at = c.choice(turns(m))
    return [user("Summary of the conversation so far: files were read."), *m[at + 1 :]]


def flattened(m: History, c: Chance) -> History | None:
    at = c.choice(turns(m))
    if len(ids_of(m, at)) > 1:
        return None
    return [*m[: at + 1], user(f"Tool result: {m[at + 1]['content']}"), *m[at + 2 :]]


def empty_list(m: History, _: Chance) -> History | None:
    return [
        {**x, "tool_calls": []} if x["role"] == "assistant" and "tool_calls" not in x else x
        for x in m
    ]


def raw_value(m: History, c: Chance) -> History | None:
    c.choice([x for x in m if x["role"] == "tool"])["content"] = c.choice([{"n": 1}, 7, True])
    return m


def no_output(m: History, c: Chance) -> History | None:
    c.choice([x for x in m if x["role"] == "tool"])["content"] = None
    return m


def half_character(m: History, c: Chance) -> History | None:
    c.choice([x for x in m if x["role"] in ("user", "tool")])["content"] += "\ud83d"
    return m


def glued(m: History, c: Chance) -> History | None:
    call = c.choice(m[c.choice(turns(m))]["tool_calls"])
    call["function"]["arguments"] *= 2
    return m


def foreign_ids(m: History, _: Chance) -> History | None:
    return m


MECHANISMS = (
    Mechanism("skipped-unparsable-arguments", skipped_unparsable, frozenset({"stored-a-half-streamed-call"})),
    Mechanism("died-between-call-and-result", died, frozenset({"stopped-between-call-and-result", "answered-only-the-first"})),
    Mechanism("stopped-between-call-and-result", stopped),
    Mechanism("cut-through-an-exchange", windowed, frozenset({"sent-only-what-is-new"})),
    Mechanism("slipped-a-message-in-between", slipped),
    Mechanism("appended-twice", doubled_turn),
    Mechanism("appended-twice", doubled_result),
    Mechanism("minted-own-ids", new_call_ids),
    Mechanism("minted-own-ids", new_result_ids),
    Mechanism("read-the-id-from-the-wrong-field", named_by_tool),
    Mechanism("sorted-the-messages", sorted_by_role, frozenset({"two-runs-on-one-session"})),
    Mechanism("never-appended-the-call-turn", without_its_turn, frozenset({"rebuilt-the-assistant-turn", "adapter-dropped-the-call-turn"})),
    Mechanism("rebuilt-the-assistant-turn", rebuilt),
    Mechanism("answered-only-the-first", first_only, frozenset({"store-kept-one-result-a-step"})),
    Mechanism("late-result-after-a-marker", late),
    Mechanism("two-runs-on-one-session", two_runs, frozenset({"sorted-the-messages"})),
    Mechanism("summarised-half-an-exchange", summarised),
    Mechanism("flattened-results-to-text", flattened),
    Mechanism("always-set-tool-calls", empty_list),
    Mechanism("passed-a-raw-value-on", raw_value),
    Mechanism("passed-no-output-on", no_output),
    Mechanism("cut-inside-a-character", half_character),
    Mechanism("stored-a-half-streamed-call", glued, context={"parses_arguments": True}),
    Mechanism("carried-ids-to-another-provider", foreign_ids, target="mistral"),
)  # fmt: skip
