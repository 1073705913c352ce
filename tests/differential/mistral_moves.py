"""Changes to a history as a whole: messages dropped, doubled, moved, put in, paired wrongly."""

import random
from typing import Any

from tests.differential.mistral_values import any_id, nine, part

Message = dict[str, Any]
Messages = list[Any]

CALL = {"id": "abcdefghi", "type": "function", "function": {"name": "f", "arguments": "{}"}}
ABSENT = object()


def free(rng: random.Random) -> Messages:
    """A short free string of roles over few ids, so that pairs and near-pairs are common."""
    ids = rng.choice((("abcdefghi", "ABCDEFGHI"), ("abcdefghi", "123456789"), ("c1", "c2")))
    messages: Messages = []
    for _ in range(rng.randint(1, 7)):
        role = rng.choice(("user", "assistant", "assistant", "tool", "tool", "system"))
        message: Message = {"role": role, "content": rng.choice(("a", "a", ""))}
        if role == "tool":
            message["tool_call_id"] = rng.choice(ids)
        if role == "assistant" and rng.random() < 0.5:
            count = rng.choice((0, 1, 1, 2))
            message["tool_calls"] = [CALL | {"id": rng.choice(ids)} for _ in range(count)]
            message["content"] = rng.choice((None, "", "", "a"))
        if role == "assistant" and rng.random() < 0.1:
            message["prefix"] = True
        messages.append(message)
    return messages


def pick(rng: random.Random, messages: Messages, role: str | None) -> Message:
    """A random message of the role; where there is none, one is put in."""
    fitting = [message for message in messages if role in (None, message["role"])]
    if fitting:
        return rng.choice(fitting)
    made: Message = {"role": role or "user", "content": "a"}
    if role == "tool":
        made["tool_call_id"] = "abcdefghi"
    messages.insert(rng.randint(0, len(messages)), made)
    return made


def calls_of(message: Message) -> list[Message]:
    """The calls of an assistant message; none for any other."""
    return (message.get("tool_calls") or []) if message["role"] == "assistant" else []


def pick_call(rng: random.Random, messages: Messages) -> Message:
    """A random call; where there is none, a random assistant message makes one."""
    calls = [call for message in messages for call in calls_of(message)]
    if not calls:
        calls = pick(rng, messages, "assistant")["tool_calls"] = [dict(CALL)]
    return rng.choice(calls)


def double(role: str | None, rng: random.Random, messages: Messages) -> None:
    """A message stands twice, mostly side by side."""
    message = pick(rng, messages, role)
    near = rng.random() < 0.6
    at = messages.index(message) + 1 if near else rng.randint(0, len(messages))
    messages.insert(at, dict(message))


def drop(role: str | None, rng: random.Random, messages: Messages) -> None:
    """A message is lost."""
    messages.remove(pick(rng, messages, role))


def move(role: str | None, rng: random.Random, messages: Messages) -> None:
    """A message stands elsewhere, the head and the end included."""
    message = pick(rng, messages, role)
    messages.remove(message)
    messages.insert(rng.choice((0, len(messages), rng.randint(0, len(messages)))), message)


def insert(role: str, rng: random.Random, messages: Messages) -> None:
    """A message that nobody asked for."""
    made: Message = {"role": role, "content": "a"}
    if role == "tool":
        made["tool_call_id"] = rng.choice((nine(rng), any_id(rng)))
    messages.insert(rng.randint(0, len(messages)), made)


def keep_one(rng: random.Random, messages: Messages) -> None:
    """One message of any role is all that is left."""
    messages[:] = [pick(rng, messages, rng.choice(("user", "assistant", "tool", "system")))]


def clear(rng: random.Random, messages: Messages) -> None:
    """Nothing is left."""
    messages.clear()


def no_message(rng: random.Random, messages: Messages) -> None:
    """Something on the list is no message."""
    at = rng.randint(0, len(messages))
    messages.insert(at, rng.choice((None, "user", 7, [], ["role", "user"], {}, {"content": "a"})))


def head_result(rng: random.Random, messages: Messages) -> None:
    """A result at the head, where the library never pairs it but still reads its id."""
    odd = rng.choice(("", "", "null", None, "short", "abcdefghi", any_id(rng)))
    if messages[0]["role"] in ("system", "developer"):
        messages.insert(0, {"role": "user", "content": "a"})
    messages.insert(0, {"role": "tool", "content": "a", "tool_call_id": odd})


def head_call(rng: random.Random, messages: Messages) -> None:
    """The first message calls: its results, if any, are strays to the library."""
    results = [{"role": "tool", "tool_call_id": "abcdefghi", "content": "a"}] * rng.randint(0, 1)
    if messages[0]["role"] in ("system", "developer"):
        messages.insert(0, {"role": "user", "content": "a"})
    messages[0:0] = [{"role": "assistant", "tool_calls": [dict(CALL)]}, *results]


def another_result(rng: random.Random, messages: Messages) -> None:
    """One result more than there are calls, under a fresh id."""
    result = pick(rng, messages, "tool")
    messages.insert(messages.index(result) + 1, result | {"tool_call_id": nine(rng)})


def retarget_result(rng: random.Random, messages: Messages) -> None:
    """A result names another call of the history, or none."""
    ids = [call.get("id", "null") for message in messages for call in calls_of(message)]
    pick(rng, messages, "tool")["tool_call_id"] = rng.choice((nine(rng), any_id(rng), *ids))


def double_call(rng: random.Random, messages: Messages) -> None:
    """A call stands twice in its turn, and is answered once or twice."""
    call = pick_call(rng, messages)
    holder = next(m for m in messages if any(other is call for other in calls_of(m)))
    holder["tool_calls"] = [dict(call), *holder["tool_calls"]]
    if rng.random() < 0.5:
        result = {"role": "tool", "tool_call_id": call.get("id", "null"), "content": "a"}
        messages.insert(messages.index(holder) + 1, result)


def open_end(rng: random.Random, messages: Messages) -> None:
    """The history ends on a turn whose last calls nobody answered."""
    ids = [nine(rng) for _ in range(rng.randint(1, 3))]
    calls = [CALL | {"id": id_} for id_ in ids]
    results = [{"role": "tool", "tool_call_id": id_, "content": "a"} for id_ in ids[1:]]
    messages += [{"role": "assistant", "tool_calls": calls}, *results]


def prefix_at_end(rng: random.Random, messages: Messages) -> None:
    """The last message is an assistant message to be continued."""
    messages.append({"role": "assistant", "content": "a", "prefix": True})


def words_beside_calls(rng: random.Random, messages: Messages) -> None:
    """An assistant message has both content and calls."""
    calling = [message for message in messages if calls_of(message)]
    message = rng.choice(calling) if calling else pick(rng, messages, "assistant")
    message["content"] = rng.choice(("a", " ", [{"type": "text", "text": ""}]))
    message.setdefault("tool_calls", [dict(CALL)])


def no_words_no_calls(rng: random.Random, messages: Messages) -> None:
    """An assistant message has neither content nor calls."""
    message = pick(rng, messages, "assistant")
    for key, values in (("content", (ABSENT, None, "", [])), ("tool_calls", (ABSENT, None, []))):
        put(message, key, rng.choice(values))


def audio_and_system(rng: random.Random, messages: Messages) -> None:
    """Audio in a user message, mostly beside a system message."""
    if messages[0]["role"] != "tool" and rng.random() < 0.8:
        messages.insert(0, {"role": rng.choice(("system", "developer")), "content": "a"})
    kind = rng.choice(("input_audio", "audio_url"))
    extend(rng, pick(rng, messages, "user"), part(rng, kind))


def put(holder: Message, key: str, value: Any) -> None:
    """Set the key, or take it away."""
    if value is ABSENT:
        holder.pop(key, None)
    else:
        holder[key] = value


def extend(rng: random.Random, message: Message, new: Any) -> None:
    """Put one more part into the message's content."""
    content = message.get("content")
    parts = list(content) if isinstance(content, list) else []
    if isinstance(content, str):
        parts.append({"type": "text", "text": content})
    parts.insert(rng.randint(0, len(parts)), new)
    message["content"] = parts
