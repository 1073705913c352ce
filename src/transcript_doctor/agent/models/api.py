"""What the loop has to know of one provider's API, as a record of functions over its official SDK.

An SDK is imported when a model of its provider is asked for. It does the talking: keys from the
environment, retries, time limits. Every request is streamed; what comes is folded into the very message
that the provider would have sent whole, so that the record keeps it as received.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from transcript_doctor.core.errors import BadOption, DoctorError
from transcript_doctor.core.wording import lacks

RETRIES = 2
"""How often an SDK tries again, where nobody says otherwise."""
NO_KEY = "none"
"""Sent where there is a base URL and no key: servers on one's own machine ask for none."""


class Request(NamedTuple):
    """What one model call carries."""

    system: str
    messages: list[Any]
    """In the format of the target, as `History.request` yields them."""
    tools: list[dict[str, Any]]
    """As `tool_specs` has them."""


class Reply(NamedTuple):
    """What came back."""

    message: Any
    """The assistant's message as received, for `History.assistant`."""
    text: str
    """The words in it."""
    input_tokens: int = 0
    output_tokens: int = 0
    stop: str | None = None
    """Why it ended, in the provider's word."""
    failure: str | None = None
    """What a reply says that failed, though it is a message of the record (format `pi`)."""


class ModelFailed(DoctorError):
    """A model that gave no whole reply; `status` is the server's where there is one."""

    def __init__(self, why: str, status: int | None = None) -> None:
        self.status = status
        super().__init__(why)


class Options(NamedTuple):
    """How a model is reached."""

    base_url: str | None = None
    key: str | None = None
    """None is the SDK's own way: its environment variable."""
    retries: int = RETRIES
    settings: Mapping[str, Any] = {}
    """Further arguments of the SDK's call, such as a temperature."""


class Fold(Protocol):
    """Takes the events of one streamed answer and puts the message together."""

    def feed(self, event: Any) -> str:
        """Take an event; return the words that it adds to what people see."""

    def done(self) -> Reply:
        """Return the reply; raises `ModelFailed` where the stream ended too early."""


class Api(NamedTuple):
    """One provider's API."""

    name: str
    target: str
    """Whose laws a history for it follows, where nobody names another target."""
    keys: tuple[str, ...]
    """Environment variables that hold its keys."""
    connect: Callable[[Options, bool], Any]
    """A client, for programs that wait where the second is true."""
    begin: Callable[[Any, str, Request, Options], Any]
    """The stream of an answer, or an awaitable of it."""
    fold: Callable[[], Fold]
    end: Callable[[Any], Any]
    """Closes a client; may be an awaitable."""


def sdk(module: str) -> Any:
    """Return a module of an SDK; raises `BadOption` where it is not installed."""
    try:
        return import_module(module)
    except ImportError as fault:
        package = module.partition(".")[0].replace("google", "google-genai")
        raise BadOption(
            f"{module} cannot be imported ({fault}); {lacks(package, 'models')}"
        ) from None


def key_for(options: Options, names: tuple[str, ...]) -> str | None:
    """Return the key to give to an SDK; None where it finds one itself, or says that there is none."""
    if options.key or not options.base_url or any(map(os.environ.get, names)):
        return options.key or None
    return NO_KEY


def no_key(name: str, names: tuple[str, ...]) -> ModelFailed:
    """Return the error of a model that is asked for without a key, which names where one is looked for."""
    return ModelFailed(f"there is no key for {name}: set {' or '.join(names)} in the environment")


def cut_off() -> ModelFailed:
    """Return the error of a stream that ended before the reply did."""
    return ModelFailed("the stream ended before the reply did")
