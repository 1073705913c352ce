"""Which API a path asks for: the ends of paths tell it, and a target's name in front says who is meant."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from operator import and_
from typing import Literal, NamedTuple

from transcript_doctor.acts.opening.targeting import resolve
from transcript_doctor.catalog import target_named

Family = Literal["anthropic", "vertex", "chat", "responses", "gemini", "gemini-array", "bedrock"]
"""`vertex` is Anthropic's API at Google, with the model in the path and the version in the body."""
Action = Literal["answer", "stream", "count", "models", "model", "stored", "nowhere"]


class Asked(NamedTuple):
    """What a path asks for."""

    family: Family
    action: Action
    """`answer` may still be streamed: most APIs say so in the body. `nowhere` is a path that looks like one
    of the family, and that its provider does not have."""
    target: str | None
    """A target, provider or alias named in front of the path."""
    model: str | None
    """The model, where the path names it; of a stored response, its id."""


_LONGEST = 4_000
"""Characters of a path that is looked at."""
_WAY = re.compile(
    r"v\d+(alpha|beta)?\d?|api|openai|anthropic|inference|compatible-mode|beta|serverless|coding|paas|cortex"
)
"""What may stand between the host and the end of a path, as it does in base URLs."""
_VERSION = re.compile(r"v\d+(alpha|beta)?\d?")
_STRICT = (None, "openai", "openai-responses", "anthropic")
"""Targets whose API begins with `/v1` and nowhere else; None is whoever serves the API first."""
_GOOGLE: dict[str, tuple[Family, Action]] = {
    "generateContent": ("gemini", "answer"),
    "streamGenerateContent": ("gemini", "stream"),
    "countTokens": ("gemini", "count"),
    "rawPredict": ("vertex", "answer"),
    "streamRawPredict": ("vertex", "stream"),
}
_COUNTING = "count-tokens"
"""Stands where the model does, and counts (anthropic 2.14.0, `AnthropicVertex`)."""
_GOOGLES_OTHER = frozenset(
    {"embedContent", "batchEmbedContents", "predict", "predictLongRunning", "batchGenerateContent"}
)
"""What is asked of a model there and not served; names of models have colons in them too."""
_BEDROCK: dict[str, Action] = {
    "converse": "answer",
    "converse-stream": "stream",
    "count-tokens": "count",
}
_ENDS: dict[tuple[str, ...], tuple[Family, Action]] = {
    ("messages",): ("anthropic", "answer"),
    ("messages", "count_tokens"): ("anthropic", "count"),
    ("chat", "completions"): ("chat", "answer"),
    ("responses",): ("responses", "answer"),
    ("responses", "input_tokens"): ("responses", "count"),
    ("models",): ("chat", "models"),
    ("foundation-models",): ("bedrock", "models"),
}
_COMPACT = "compact"
"""Stands where the id of a stored response does, and is an API of its own."""


def asked_for(path: str, query: bytes = b"", home: str | None = None) -> Asked | None:
    """Return what a path asks for, None where it is no path of an API; `home` is who is at the root."""
    dated = b"api-version=" in query  # Azure has its versions there
    return _asked_for(path, home, dated) if len(path) <= _LONGEST else None


@lru_cache(2000)
def _asked_for(path: str, home: str | None, dated: bool) -> Asked | None:
    words = [word for word in path.split("/") if word]
    target = None
    while words and (named := _named(words[0])) is not None:
        target, words = target or named, words[1:]
    if words[:1] == ["model"] and len(words) > 2 and words[-1] in _BEDROCK:
        return Asked("bedrock", _BEDROCK[words[-1]], target, "/".join(words[1:-1]))
    if "models" in words[:-1]:
        return _of_models(words, target)
    if "deployments" in words[:-3]:  # Azure's, which name the model and have no version
        at = words.index("deployments")
        return _by_end([*words[:at], *words[at + 2 :]], target, words[at + 1])
    found = _by_end(words, target, None)
    versioned = found is not None and found.family not in ("bedrock", "gemini") and not dated
    if found is not None and versioned and _is_misplaced(words, target or home):
        return Asked(found.family, "nowhere", target, None)
    return found or _twice(words, target)


def _is_misplaced(words: list[str], target: str | None) -> bool:
    """Tell whether a provider answers 404 there: OpenAI and Anthropic know `/v1`, and nobody two versions.

    What others have instead (`/api/v1`, `/openai/v1`, no version at all) is theirs.
    """
    ways = list(takewhile(_WAY.fullmatch, words))
    versions = [_VERSION.fullmatch(way) is not None for way in ways]
    if any(map(and_, versions, versions[1:])):
        return True
    strict = target in _STRICT
    return strict and all(versions) and ways != ["v1"]


def _twice(words: list[str], target: str | None) -> Asked | None:
    """Return what a path was meant to ask for whose base URL holds the end of the path already."""
    for end, (family, _) in _ENDS.items():
        n = len(end)
        if tuple(words[-n:]) == end and tuple(words[-2 * n : -n]) == end:
            return Asked(family, "nowhere", target, None)
    return None


def _by_end(words: list[str], target: str | None, model: str | None) -> Asked | None:
    for length in (2, 1):
        end = tuple(words[-length:])
        if end in _ENDS and len(words) >= length and all(map(_WAY.fullmatch, words[:-length])):
            family, action = _ENDS[end]
            if action == "models" and "v1beta" in words:
                family = "gemini"
            return Asked(family, action, target, model)
    stored = words[-2:-1] == ["responses"] and words[-1] != _COMPACT
    if stored and all(map(_WAY.fullmatch, words[:-2])):
        return Asked("responses", "stored", target, words[-1])
    return None


def _of_models(words: list[str], target: str | None) -> Asked | None:
    """Return what a path below `models` asks for: Google's calls, or one model of a list."""
    model, colon, action = words[-1].rpartition(":")
    if colon and action in _GOOGLE:
        family, asked = _GOOGLE[action]
        if family == "vertex" and model == _COUNTING:
            return Asked(family, "count", target, None)
        return Asked(family, asked, target, model)
    if colon and action in _GOOGLES_OTHER:
        return None
    at = words.index("models")
    family = "gemini" if any(w.startswith("v1beta") for w in words[:at]) else "chat"
    return Asked(family, "model", target, "/".join(words[at + 1 :]))


def _named(word: str) -> str | None:
    """Return the target, provider or alias that a word in front of a path names, None for none."""
    if _WAY.fullmatch(word) and word not in ("openai", "anthropic"):
        return None
    found = resolve(word, None)
    return word if found is not None and target_named(found).convertible else None
