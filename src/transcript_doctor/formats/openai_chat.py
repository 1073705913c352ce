"""OpenAI Chat Completions: each result is a message of role tool, after the message that calls.

Key and part names: the request types of the official Python SDK (openai `types/chat/*_param.py`); the
reasoning keys and the further part types are those of the servers that speak this format.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.format import Format, Part, list_under
from transcript_doctor.core.outline import Call, Media, Outline, Reasoning, Result
from transcript_doctor.core.walk import MISSING, kind_of, note_id, note_keys, note_name, see_wide
from transcript_doctor.formats.openai_chat_glance import glance
from transcript_doctor.place import Steps

ROLES = {
    "user": "u",
    "assistant": "a",
    "tool": "t",
    "system": "s",
    "developer": "s",
    "function": "t",
}
PLAIN = {"u": "U", "a": "A", "s": "S", "t": "R", "?": "?"}
KEYS: dict[str, frozenset[str]] = {
    "s": frozenset({"role", "content", "name"}),
    "u": frozenset({"role", "content", "name"}),
    "t": frozenset({"role", "content", "tool_call_id", "name"}),
    "a": frozenset({"role", "content", "name", "refusal", "audio", "function_call", "tool_calls"}),
    "?": frozenset({"role", "content", "name"}),
}
REASONING_KEYS = ("reasoning_content", "reasoning", "reasoning_details", "thinking")
CALL_KEYS = frozenset({"id", "type", "function", "custom", "index"})
TEXT_TYPES = frozenset({"text", "refusal"})
MEDIA_TYPES = {
    "image_url": "image",
    "input_audio": "audio",
    "file": "document",
    "video_url": "video",
    "audio_url": "audio",
    "document_url": "document",
}


def read(out: Outline) -> None:
    """Fill the outline: one walk; calls that wait decide whether the exchanges are tidy."""
    letters, roles = [], []
    pending: list[str | None] = []
    done = 0
    for i, message in enumerate(out.messages):
        role = letter = "?"
        if type(message) is dict:
            role = _role(out, i, message)
            calls = len(out.calls)
            letter = _MESSAGE[role](out, i, message)
            if role == "t":
                if done >= len(pending) or pending[done] != out.results[-1].id:
                    out.untidy = True
                done += 1
            elif done != len(pending):
                out.untidy = True
            if role != "t":
                pending, done = [call.id for call in out.calls[calls:]], 0
        else:
            letter, out.foreign = "!", True
            out.note("S001", "not-object", i, type=kind_of(message))
        roles.append(role)
        letters.append(letter)
    if done != len(pending):
        out.untidy = True
    out.letters, out.roles = "".join(letters), "".join(roles)


def _role(out: Outline, i: int, message: dict[str, Any]) -> str:
    word = message.get("role", MISSING)
    role = ROLES.get(word) if type(word) is str else None
    if role is None:
        case = "missing" if word is MISSING else "unknown" if type(word) is str else "type"
        out.note("R002", case, i, ("role",), role=word if type(word) is str else kind_of(word))
        role = "?"
    if not message.keys() <= KEYS[role]:
        _odd_keys(out, i, role, message)
    return role


def _odd_keys(out: Outline, i: int, role: str, message: dict[str, Any]) -> None:
    """Look at keys outside the format's own: reasoning beside the content, and unknown ones."""
    known = KEYS[role]
    if role == "a":
        known = known.union(REASONING_KEYS)
        for key in REASONING_KEYS:
            if message.get(key) is not None:
                value = message[key]
                text = value if type(value) is str else None
                out.reasoning.append(Reasoning(i, (key,), "field", text, None, True, False, value))
                see_wide(out, i, (key,), value)
    note_keys(out, i, (), message, known)


def _plain(out: Outline, i: int, message: dict[str, Any]) -> str:
    """Read a user or system message (or one of an unknown role)."""
    role = ROLES.get(message.get("role"), "?") if type(message.get("role")) is str else "?"
    content = message.get("content", MISSING)
    if type(content) is str:
        if not content:
            out.empty.add(i)
        elif content.isspace():
            out.note("C002", "all-blank", i, ("content",))
        if not content.isascii():
            out.wide.append((i, ("content",), content))
    elif type(content) is list:
        _parts(out, i, role, content)
    else:
        case = "missing" if content is MISSING else "null" if content is None else "type"
        out.note("C001", case, i, ("content",), type=kind_of(content))
    _participant(out, i, message)
    return PLAIN[role]


def _participant(out: Outline, i: int, message: dict[str, Any]) -> None:
    """Remember the name of a speaker, which some targets hold to a pattern."""
    name = message.get("name")
    if type(name) is str:
        out.cache.setdefault("participants", []).append((i, ("name",), name))


def _parts(out: Outline, i: int, role: str, content: list[Any]) -> None:
    if not content:
        out.empty.add(i)
    blanks, said = [], False
    for j, part in enumerate(content):
        kind = part.get("type") if type(part) is dict else None
        if kind == "text":
            text = part.get("text", MISSING)
            if type(text) is not str:
                out.note("C006", "no-payload", i, ("content", j), type="text", key="text")
            elif not text or text.isspace():
                blanks.append((j, "empty" if not text else "blank"))
            else:
                said = True
                if not text.isascii():
                    out.wide.append((i, ("content", j, "text"), text))
            if part.get("cache_control") is not None:
                out.markers.append((i, "content", j))
        else:
            said = True
            _odd_part(out, i, role, ("content", j), part, kind)
    for j, case in blanks:
        out.note("C002", case if said or case == "empty" else "all-blank", i, ("content", j))


def _odd_part(out: Outline, i: int, role: str, spot: Steps, part: Any, kind: Any) -> None:
    """Read a part that is no text: media, reasoning, or something unknown."""
    if type(part) is not dict:
        out.foreign = True
        out.note("C006", "not-object", i, spot, type=kind_of(part))
    elif type(kind) is not str:
        out.note("C006", "no-type", i, spot)
    elif kind in MEDIA_TYPES:
        _media(out, i, role, spot, part, kind)
    elif kind in ("thinking", "reasoning") and role == "a":
        text = part.get(kind)
        words = text if type(text) is str else None
        out.reasoning.append(Reasoning(i, spot, "part", words, None, spot[-1] == 0, False, part))
        see_wide(out, i, spot, part)
    elif kind not in TEXT_TYPES or role != "a":
        out.note("C006", "unknown-type", i, spot, type=kind)


def _media(out: Outline, i: int, role: str, spot: Steps, part: dict[str, Any], kind: str) -> None:
    payload = part.get(kind)
    url = payload.get("url") if type(payload) is dict else payload
    sort = MEDIA_TYPES[kind]
    if kind == "input_audio" and type(payload) is dict:
        out.media.append(
            Media(i, (*spot, kind), sort, payload.get("format"), payload.get("data"), None)
        )
    elif kind == "file" and type(payload) is dict:
        label, data = _data_url(payload.get("file_data"))
        out.media.append(Media(i, (*spot, kind), sort, label, data, payload.get("file_id")))
    elif type(url) is str:
        label, data = _data_url(url)
        out.media.append(
            Media(
                i, (*spot, kind), sort, label, data, None if data is not None else url, role == "t"
            )
        )
    else:
        out.note("C006", "no-payload", i, spot, type=kind, key=kind)
    if role == "t":
        out.note("C005", "media", i, spot, type=kind)
    elif role != "u":
        out.note("R009", "media-outside-user", i, spot, type=kind)


def _data_url(url: object) -> tuple[str | None, str | None]:
    """Split a data address into its label and its base64 text; (None, None) for any other address."""
    if type(url) is not str or not url.startswith("data:"):
        return None, None
    head, _, data = url[5:].partition(",")
    return head.partition(";")[0] or None, data


def _assistant(out: Outline, i: int, message: dict[str, Any]) -> str:
    calls = message.get("tool_calls", MISSING)
    letter = "A"
    if type(calls) is list and calls:
        for k, call in enumerate(calls):
            _call(out, i, ("tool_calls", k), call)
        letter = "C"
    elif calls is not MISSING and calls is not None:
        out.note(
            *(("C003", "empty") if calls == [] else ("C006", "call-list")),
            i,
            ("tool_calls",),
            type=kind_of(calls),
        )
        out.foreign = out.foreign or calls != []
    legacy = message.get("function_call")
    if legacy is not None:
        letter = "C"
        _legacy_call(out, i, legacy)
    _answer(out, i, message, letter)
    if "name" in message:
        _participant(out, i, message)
    return letter


def _answer(out: Outline, i: int, message: dict[str, Any], letter: str) -> None:
    """Read an assistant's content."""
    content = message.get("content", MISSING)
    if type(content) is str:
        if not content:
            if letter == "A":
                out.empty.add(i)
        elif content.isspace():
            out.note("C002", "all-blank", i, ("content",))
        if letter == "C" and content:
            out.note("C004", "text-beside-calls", i, ("content",))
        if not content.isascii():
            out.wide.append((i, ("content",), content))
    elif type(content) is list:
        if content or letter == "A":
            _parts(out, i, "a", content)
        if letter == "C" and content:
            out.note("C004", "text-beside-calls", i, ("content",))
    elif content is not None and content is not MISSING:
        out.note("C001", "type", i, ("content",), type=kind_of(content))
    elif letter == "A" and message.get("refusal") is None and message.get("audio") is None:
        out.note("C001", "nothing", i, ("content",), type=kind_of(content))


def _call(out: Outline, i: int, spot: Steps, call: Any) -> None:
    if type(call) is not dict:
        out.foreign = True
        out.note("C006", "not-object", i, spot, type=kind_of(call))
        return
    ident = note_id(out, call.get("id", MISSING), "call", i, (*spot, "id"))
    kind = "custom" if call.get("type") == "custom" else "function"
    function = call.get(kind)
    if type(function) is not dict:
        out.note("C006", "no-payload", i, spot, type="tool call", key=kind)
        out.calls.append(Call(ident, None, i, spot, call))
        return
    if not call.keys() <= CALL_KEYS:
        note_keys(out, i, spot, call, CALL_KEYS)
    name = note_name(out, function.get("name", MISSING), i, (*spot, kind, "name"))
    arguments = function.get("input" if kind == "custom" else "arguments", MISSING)
    if type(arguments) is not str:
        case = "missing" if arguments is MISSING or arguments is None else "not-text"
        out.note("Y001", case, i, (*spot, kind, "arguments"), type=kind_of(arguments), id=ident)
        arguments = None
    elif not arguments.isascii():
        out.wide.append((i, (*spot, kind, "arguments"), arguments))
    out.calls.append(Call(ident, name, i, spot, call, arguments, kind))


def _legacy_call(out: Outline, i: int, legacy: Any) -> None:
    """Read a call of the old form, which has a name and no id."""
    out.note("I001", "legacy-call", i, ("function_call",))
    name = legacy.get("name") if type(legacy) is dict else None
    arguments = legacy.get("arguments") if type(legacy) is dict else None
    out.calls.append(
        Call(
            None,
            name if type(name) is str else None,
            i,
            ("function_call",),
            legacy,
            arguments,
            "legacy",
        )
    )


def _tool(out: Outline, i: int, message: dict[str, Any]) -> str:
    name = message.get("name")
    ident: str | None = None
    if message["role"] == "function":
        out.note("R002", "legacy-function", i, ("role",), role="function")
    else:
        ident = note_id(out, message.get("tool_call_id", MISSING), "result", i, ("tool_call_id",))
    content = message.get("content", MISSING)
    if type(content) is str:
        if not content.isascii():
            out.wide.append((i, ("content",), content))
    elif type(content) is list:
        if content:
            _parts(out, i, "t", content)
        else:
            out.note("C005", "empty-list", i, ("content",))
    else:
        case = "missing" if content is MISSING else "null" if content is None else "type"
        out.note("C005", case, i, ("content",), type=kind_of(content))
    out.results.append(Result(ident, name if type(name) is str else None, i, (), message))
    return "R"


_MESSAGE = {"u": _plain, "s": _plain, "?": _plain, "a": _assistant, "t": _tool}


def parts(message: Any) -> list[Part]:
    """Return the parts of one message as people see them."""
    if not isinstance(message, dict):
        return [Part("other", None, None, None, False, (), message)]
    content = message.get("content")
    if message.get("role") in ("tool", "function"):
        ident = message.get("tool_call_id")
        return [Part("result", content, ident, message.get("name"), False, ("content",), message)]
    found: list[Part] = []
    for key in REASONING_KEYS:
        if isinstance(message.get(key), str) and message[key]:
            found.append(Part("reasoning", message[key], None, None, False, (key,), message[key]))
    if isinstance(content, str):
        if content:
            found.append(Part("text", content, None, None, False, ("content",), content))
    elif isinstance(content, list):
        found += [_part(part, ("content", j)) for j, part in enumerate(content)]
    calls = message.get("tool_calls")
    for k, call in enumerate(calls if isinstance(calls, list) else []):
        found.append(_call_part(call, ("tool_calls", k)))
    if isinstance(message.get("function_call"), dict):
        found.append(_call_part({"function": message["function_call"]}, ("function_call",)))
    return found


def _part(part: Any, place: Steps) -> Part:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind in ("text", "refusal"):
        return Part("text", part.get(kind), None, None, False, place, part)
    if kind in ("thinking", "reasoning"):
        return Part("reasoning", part.get(kind), None, None, False, place, part)
    if isinstance(kind, str) and kind in MEDIA_TYPES:
        return Part("media", MEDIA_TYPES[kind], None, None, False, place, part)
    return Part("other", kind, None, None, False, place, part)


def _call_part(call: Any, place: Steps) -> Part:
    raw = call if isinstance(call, dict) else {}
    function = raw.get("function") or raw.get("custom")
    function = function if isinstance(function, dict) else {}
    arguments = function.get("arguments", function.get("input"))
    return Part("call", arguments, raw.get("id"), function.get("name"), False, place, call)


def why(messages: list[Any]) -> str | None:
    """Recognise roles and keys that only this format has."""
    for i, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        if message.get("role") in ("tool", "developer", "function"):
            return f"messages[{i}] has the role {message['role']!r}"
        for key in ("tool_calls", "function_call", "tool_call_id", "reasoning_content"):
            if key in message:
                return f"messages[{i}] has the key {key!r}"
        content = message.get("content")
        for part in content if isinstance(content, list) else ():
            if isinstance(part, dict) and part.get("type") in MEDIA_TYPES:
                return f"messages[{i}] holds a part of type {part['type']!r}"
    return None


def facts(body: Mapping[str, Any]) -> dict[str, object]:
    """Return what a request body states: model, tools, thinking where a server has such a switch."""
    known: dict[str, object] = {"tools_declared": bool(body.get("tools") or body.get("functions"))}
    if isinstance(body.get("model"), str):
        known["model"] = body["model"]
    thinking = body.get("thinking")
    if isinstance(thinking, dict):
        known["thinking"] = thinking.get("type")
    return known


FORMAT = Format(
    name="openai-chat",
    title="OpenAI Chat Completions",
    home="openai",
    list_key="messages",
    read=read,
    parts=parts,
    why=why,
    facts=facts,
    listing=list_under("messages"),
    glance=glance,
)
