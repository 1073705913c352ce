"""What one event of the first generation says: a call, words, a result, or nothing to the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from transcript_doctor.sessions.openhands.wire import Message, content_of, images
from transcript_doctor.sessions.shared.chat import call as call_of
from transcript_doctor.sessions.shared.chat import text_of

SILENT = (
    "change_agent_state",
    "null",
    "recall",
    "condensation",
    "condensation_request",
    "loop_recovery",
    "start",
    "initialize",
    "pause",
    "resume",
    "stop",
    "push",
    "send_pr",
)
"""Actions of which the model is told nothing."""
UNSEEN = ("agent_state_changed", "null", "download", "loop_detection")
"""Observations that the model does not see."""


def args_of(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the arguments of an action."""
    args = event.get("args")
    return args if isinstance(args, dict) else {}


def metadata_of(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what an event tells of the call that it makes or answers."""
    found = event.get("tool_call_metadata")
    return found if isinstance(found, dict) and isinstance(found.get("tool_call_id"), str) else {}


def answer_of(event: Mapping[str, Any]) -> tuple[str | None, Mapping[str, Any]]:
    """Return the id of the model's answer that made a call, and its message."""
    response = metadata_of(event).get("model_response")
    choices = response.get("choices") if isinstance(response, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    ident = response.get("id") if isinstance(response, dict) else None
    return (
        ident if isinstance(ident, str) and ident else None,
        message if isinstance(message, dict) else {},
    )


def is_call(event: Mapping[str, Any], answered: bool) -> bool:
    """Tell whether an event is a call; those of old versions that name no answer must have a result."""
    action = event.get("action")
    if not isinstance(action, str) or action in SILENT or action in ("message", "system"):
        return False
    if action in ("finish", "reject"):
        return False
    return bool(metadata_of(event)) or (event.get("source") != "user" and answered)


def call_from(event: Mapping[str, Any], ident: str) -> Message:
    """Return the call of an event that does not hold the model's own."""
    args = {k: v for k, v in args_of(event).items() if k != "thought"}
    name = metadata_of(event).get("function_name", event.get("action"))
    return call_of(ident, name, args)


def spoken(event: Mapping[str, Any]) -> tuple[str, str | list[Message]] | None:
    """Return role and content of an action that is no call; None where the model is told nothing."""
    action, args = event.get("action"), args_of(event)
    if not isinstance(action, str) or action in SILENT:
        return None
    if action == "system":
        return "system", text_of(args.get("content"))
    mine = "user" if event.get("source") == "user" else "assistant"
    if action == "message":
        text = text_of(args.get("content"))
        urls = args.get("image_urls") or args.get("images_urls")
        if isinstance(urls, list) and any(urls):
            return mine, [{"type": "text", "text": text}, *images(urls)]
        return mine, text
    if action in ("finish", "reject"):
        return mine, _last_words(event)
    text = text_of(
        args.get("command") or args.get("code") or args.get("path") or args.get("thought")
    )
    return (mine, text) if text else None


def _last_words(event: Mapping[str, Any]) -> str:
    args = args_of(event)
    _, message = answer_of(event)
    found = [message.get("content"), args.get("thought"), args.get("final_thought")]
    texts: list[str] = []
    for one in found:
        if isinstance(one, str) and one.strip() and one not in texts:
            texts.append(one)
    return "\n".join(texts) or text_of(event.get("message"))


def seen(event: Mapping[str, Any]) -> str | list[Message] | None:
    """Return the content of an observation; None where the model does not see it."""
    observation = event.get("observation")
    if not isinstance(observation, str) or observation in UNSEEN:
        return None
    if observation == "recall":
        return "\n\n".join(_recalled(event.get("extras"))) or None
    return content_of(text_of(event.get("content")))


def _recalled(extras: Any) -> Iterator[str]:
    """Yield what the agent was reminded of."""
    found = extras if isinstance(extras, dict) else {}
    for key in ("repo_instructions", "additional_agent_instructions", "conversation_instructions"):
        if isinstance(found.get(key), str) and found[key].strip():
            yield found[key]
    agents = found.get("microagent_knowledge")
    for one in agents if isinstance(agents, list) else []:
        if isinstance(one, dict) and isinstance(one.get("content"), str):
            yield one["content"]
