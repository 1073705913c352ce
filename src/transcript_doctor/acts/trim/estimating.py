"""How many tokens a message is: a quick estimate that needs nothing, and real tokenizers where asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.wording import cut, lacks, named

_AROUND = 4
"""Tokens for the role and the marks around a message."""
_BYTES = 4
"""UTF-8 bytes of English or code that are a token."""
_WIDE = 2
"""UTF-8 bytes of other scripts that are a token."""
_MEDIA = 1600
"""Tokens of an image or a page, whatever its size in bytes."""
_BLOB_KEYS = frozenset({"data", "file_data", "image_data", "bytes", "fileData"})
_SHORT = 200
"""A text under a key for data that is no longer than this is no image."""


_MARKS = frozenset({"role", "type"})
"""Keys that, with their values, are among the marks around a message."""
_HOLDERS = frozenset({"content", "text", "parts", "input_text", "output_text"})
"""Keys that only hold what is said."""


def estimate(message: Any) -> int:
    """Return about how many tokens a message is, rather too many than too few; without a tokenizer.

    Four for the message; for each key and text a token per 4 bytes, or per 2 bytes where it is not ASCII;
    one for a number; 1,600 for an image or another file, however long its data.
    """
    return _sum(message, _guess)


def tokens(encoding: Any = "o200k_base") -> Callable[[Any], int]:
    """Return a counter of a message's tokens with tiktoken (the extra `tokens`), by encoding or its name.

    Texts are counted with the tokenizer, what is around them and files as `estimate` does. Raises
    `BadOption` where tiktoken, or the encoding, is not there; it may fetch it when it is first asked for.
    """
    encode = _encoder(encoding)

    def count(message: Any) -> int:
        return _sum(message, encode)

    return count


def _sum(message: Any, count: Callable[[str], int]) -> int:
    total = _AROUND
    stack: list[tuple[Any, Any]] = [("", message)]
    while stack:
        key, node = stack.pop()
        kind = type(node)
        if kind is str:
            total += _MEDIA if _is_blob(key, node) else count(node)
        elif kind is dict:
            for name, child in node.items():
                if name in _MARKS:
                    continue
                if name not in _HOLDERS:
                    total += count(name) if type(name) is str else 1
                stack.append((name, child))
        elif kind is list:
            stack.extend(("", child) for child in node)
        else:
            total += _MEDIA if kind is bytes or kind is bytearray else 1
    return total


def _is_blob(key: Any, text: str) -> bool:
    return text.startswith("data:") or (key in _BLOB_KEYS and len(text) > _SHORT)


def _guess(text: str) -> int:
    if text.isascii():
        return len(text) // _BYTES + 1
    return len(text.encode("utf-8", "surrogatepass")) // _WIDE + 1


def _encoder(encoding: Any) -> Callable[[str], int]:
    try:
        import tiktoken  # an extra, and dear to load
    except ImportError:
        raise BadOption(
            f"tiktoken counts tokens, and is not installed: {lacks('tiktoken', 'tokens')}; "
            "an estimate needs nothing"
        ) from None
    made = _loaded(tiktoken, encoding) if isinstance(encoding, str) else encoding
    if not callable(getattr(made, "encode_ordinary", None)):
        said = cut(named(encoding), 80)
        raise BadOption(f"encoding takes a name or an encoding of tiktoken, not {said!r}")

    def encode(text: str) -> int:
        return len(made.encode_ordinary(text.encode("utf-8", "replace").decode()))

    return encode


def _loaded(tiktoken: Any, name: str) -> Any:
    known = sorted(tiktoken.list_encoding_names())
    if name not in known:
        raise BadOption(f"tiktoken has no encoding {cut(name, 80)!r}; it has {', '.join(known)}")
    try:
        return tiktoken.get_encoding(name)
    except (
        Exception
    ) as error:  # it is fetched when it is first asked for, and anything may go wrong
        reason = cut(" ".join(f"{type(error).__name__}: {error}".split()), 200)
        raise BadOption(
            f"tiktoken could not load {name!r}, which it fetches once: {reason}"
        ) from error
