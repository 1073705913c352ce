"""The list of ways to break a history for mistral-common; some only seem to, on purpose."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from tests.differential import mistral_moves as moves
from tests.differential.mistral_moves import ABSENT, CALL, Messages
from tests.differential.mistral_values import KINDS, NAMES, ODD_PARTS, part

_ALL = (1, 3, 7, 11, 13, 15)
_ROLES = ("user", "assistant", "tool", "system")

_NO_IDS = ("", "null", ABSENT)
_EARLY_IDS = (None, None, None, "", "short")
_IDS = (*_NO_IDS, None, "short", "tencharact", "abcdefgh_", "abcdefghi\n", "abcdefghi", 7)
_ODD_NAMES = (ABSENT, None, "", "a b", "x" * 65, "fs.read", "é", "read\n", "read\n\n", 7)
_CONTENTS = (ABSENT, None, None, "", [], 0, {}, True, {"type": "text", "text": "a"})
_REASONS = (None, "", "so", "so", 7, [], {})
_BOOLEANS = (True, True, True, False, "no", "maybe", None, 2)
_WEIGHTS = (0.5, 2, -1, 0, 1, None, "1", "a", True)
_ARGUMENTS = (ABSENT, None, "", "not json", '{"a":', {}, {"a": 1}, [], [1], 7, True)
_FUNCTIONS = (ABSENT, None, "f", [], {}, {"name": "f"}, {"arguments": "{}"})
_TYPES = (ABSENT, None, "function", "custom", "Function")
_CALL_LISTS = (
    *(ABSENT, None, [], [], {}, "", 0, False, dict(CALL), [None], ["a"], [[]], [{}]),
    *([CALL | {"name": "more"}], [CALL, CALL]),
)
_NO_ROLES = (*_ROLES, "developer", "function", "model", "User", "", None, 7, [])


@dataclass(frozen=True)
class Mutation:
    """One way to change a history in place, for the versions where it tells something."""

    name: str
    apply: Callable[[random.Random, Messages], None]
    weight: float = 1.0
    versions: tuple[int, ...] = _ALL


def _set(role: str | None, key: str, values: Any, rng: random.Random, messages: Messages) -> None:
    moves.put(moves.pick(rng, messages, role), key, rng.choice(values))


def _set_call(key: str, values: Any, rng: random.Random, messages: Messages) -> None:
    moves.put(moves.pick_call(rng, messages), key, rng.choice(values))


def _set_function(key: str, values: Any, rng: random.Random, messages: Messages) -> None:
    call = moves.pick_call(rng, messages)
    call["function"] = dict(call["function"])
    moves.put(call["function"], key, rng.choice(values))


def _set_pair(values: Any, rng: random.Random, messages: Messages) -> None:
    """One odd id on a call and on the results that name it: the pair stays a pair."""
    turns = [m for m, after in pairwise(messages) if after["role"] == "tool"]
    answered = [call for message in turns for call in moves.calls_of(message)]
    call = rng.choice(answered) if answered else moves.pick_call(rng, messages)
    old, new = call.get("id", "null"), rng.choice(values)
    moves.put(call, "id", new)
    for message in messages:
        if message["role"] == "tool" and message.get("tool_call_id") == old:
            message["tool_call_id"] = "null" if new is ABSENT else new


def _add_part(role: str, kinds: Any, rng: random.Random, messages: Messages) -> None:
    """One more part of a known kind: allowed, or not, by role and version."""
    moves.extend(rng, moves.pick(rng, messages, role), part(rng, rng.choice(kinds)))


def _add_odd_part(rng: random.Random, messages: Messages) -> None:
    moves.extend(rng, moves.pick(rng, messages, None), rng.choice(ODD_PARTS))


def _reasons(rng: random.Random, messages: Messages) -> None:
    """Both spellings of reasoning on one message, or one beside thinking parts."""
    message = moves.pick(rng, messages, "assistant")
    message["reasoning"] = rng.choice(("so", "else"))
    message["reasoning_content"] = rng.choice(("so", "so", None))
    if rng.random() < 0.3:
        moves.extend(rng, message, part(rng, "thinking"))


MUTATIONS = (
    *(Mutation(f"double-{role}", partial(moves.double, role)) for role in _ROLES[:3]),
    *(Mutation(f"drop-{role}", partial(moves.drop, role)) for role in (*_ROLES[:3], None)),
    *(Mutation(f"move-{role}", partial(moves.move, role)) for role in (*_ROLES[1:], None)),
    *(Mutation(f"insert-{role}", partial(moves.insert, role)) for role in _ROLES),
    *(Mutation(f"content-{role}", partial(_set, role, "content", _CONTENTS)) for role in _ROLES),
    *(Mutation(f"part-{role}", partial(_add_part, role, KINDS), 2.0) for role in _ROLES),
    Mutation("media-user-early", partial(_add_part, "user", KINDS[1:4]), 6.0, (1, 3)),
    Mutation("media-tool", partial(_add_part, "tool", KINDS[1:4]), 4.0, (1, 3, 7, 11, 13)),
    Mutation("thinking-early", partial(_add_part, "assistant", KINDS[4:]), 5.0, (1, 3, 7)),
    Mutation("kind-system", partial(_add_part, "system", KINDS[2::2]), 6.0, (1, 3, 15)),
    Mutation("odd-part", _add_odd_part, 5.0),
    Mutation("empty", moves.clear, 3.0),
    Mutation("keep-one", moves.keep_one, 2.0),
    Mutation("no-message", moves.no_message),
    Mutation("role", partial(_set, None, "role", _NO_ROLES), 2.0),
    Mutation("no-role", partial(_set, None, "role", (ABSENT,)), 0.3),
    Mutation("unknown-key", partial(_set, None, "unknown", (None, 7, {})), 0.5),
    Mutation("head-result", moves.head_result),
    Mutation("head-result-by-id", moves.head_result, 9.0, (11, 13, 15)),
    Mutation("head-call", moves.head_call),
    Mutation("another-result", moves.another_result),
    Mutation("retarget-result", moves.retarget_result, 2.0),
    Mutation("double-call", moves.double_call, 5.0),
    Mutation("double-result", partial(moves.double, "tool"), 8.0, (11, 13, 15)),
    Mutation("open-end", moves.open_end, 6.5),
    Mutation("prefix-at-end", moves.prefix_at_end, 2.5),
    Mutation("words-beside-calls", moves.words_beside_calls, 2.0),
    Mutation("no-words-no-calls", moves.no_words_no_calls, 2.0),
    Mutation("audio-and-system", moves.audio_and_system, 15.0, (7,)),
    Mutation("audio-and-system-later", moves.audio_and_system, 0.5, (11, 13, 15)),
    Mutation("call-id", partial(_set_call, "id", _IDS), 3.0),
    Mutation("result-id", partial(_set, "tool", "tool_call_id", _IDS), 2.0),
    Mutation("result-id-early", partial(_set, "tool", "tool_call_id", _EARLY_IDS), 14.0, (3, 7)),
    Mutation("pair-id", partial(_set_pair, _IDS), 3.0),
    Mutation("pair-null", partial(_set_pair, ("null", ABSENT)), 16.0, (3, 7, 11)),
    Mutation("pair-bad-id", partial(_set_pair, _IDS[4:]), 5.0, (3, 7, 11)),
    Mutation("pair-no-id", partial(_set_pair, _NO_IDS), 6.0, (13, 15)),
    Mutation("call-name", partial(_set_function, "name", _ODD_NAMES), 5.0),
    Mutation("result-name", partial(_set, "tool", "name", (*_ODD_NAMES, *NAMES)), 7.0),
    Mutation("arguments", partial(_set_function, "arguments", _ARGUMENTS)),
    Mutation("function", partial(_set_call, "function", _FUNCTIONS)),
    Mutation("call-type", partial(_set_call, "type", _TYPES)),
    Mutation("tool-calls", partial(_set, "assistant", "tool_calls", _CALL_LISTS), 2.0),
    Mutation("prefix", partial(_set, "assistant", "prefix", _BOOLEANS), 6.0),
    Mutation("weight", partial(_set, "assistant", "weight", _WEIGHTS), 12.0),
    Mutation("reasoning", partial(_set, "assistant", "reasoning", _REASONS)),
    Mutation("reasoning-content", partial(_set, "assistant", "reasoning_content", _REASONS)),
    Mutation("reasons", _reasons, 1.5),
)
