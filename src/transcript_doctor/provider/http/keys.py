"""Keys that come with requests: compared where that was asked for, and collected for the veil."""

from __future__ import annotations

import base64
import binascii
import hmac
import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote_to_bytes

from transcript_doctor.provider.veil import Veil, is_secret

Pairs = Iterable[tuple[bytes, bytes]]
"""Headers as they came, or the parameters of a query: a name may come twice."""
_AWS = re.compile(rb"Credential=([^/,\s]+)/|Signature=(\w+)")
_HEADERS = (b"authorization", b"x-api-key", b"api-key", b"x-goog-api-key")
"""Where providers look for keys."""
_SHORTEST = 8
"""Characters of what is held back: a shorter word may stand anywhere by chance."""
_WORD = re.compile(r"[a-z]{1,15}")
"""A single word in place of a key, such as `anthropic`, is none either."""
_OWN_SHORTEST = 4


def is_right(key: str, headers: Pairs, query: bytes) -> bool:
    """Tell whether a request carries the key; of a signature by AWS, the id of the key is compared."""
    wanted = key.encode()
    given = [one for name, value in headers if name in _HEADERS for one in _forms(value)]
    given += [value for name, value in _parameters(query) if name == b"key"]
    return any(hmac.compare_digest(one, wanted) for one in given)


def veil_for(headers: Pairs, query: bytes, key: str | None) -> Veil:
    """Return the veil that holds back what was sent as a credential, and the server's own key."""
    found: set[bytes] = set()
    for name, value in headers:
        if name == b"cookie":
            found |= {crumb.partition(b"=")[2].strip() for crumb in value.split(b";")}
        if is_secret(name.decode("latin-1")):
            found |= set(_forms(value))
    found |= {value for name, value in _parameters(query) if is_secret(name.decode("latin-1"))}
    told = {
        text for one in found for text in (one.decode("latin-1"), one.decode("utf-8", "replace"))
    }
    secrets = {one for one in told if len(one) >= _SHORTEST and not _WORD.fullmatch(one)}
    return Veil(secrets | ({key} if key is not None and len(key) >= _OWN_SHORTEST else set()))


def _forms(value: bytes) -> Iterator[bytes]:
    """Yield all that may be meant by a credential: the whole, what is behind a scheme or in quotes."""
    value = value.strip()
    yield value
    if value.startswith(b"AWS4-"):
        yield from (word for pair in _AWS.findall(value) for word in pair if word)
        return
    scheme, _, rest = value.partition(b" ")
    yield rest.strip() or value
    for word in re.split(rb"[\s,;]+", value):
        yield word.strip(b"\"'")
        yield word.partition(b"=")[2].strip(b"\"'=")
    if scheme.lower() == b"basic":
        yield from _logged_in(rest.strip())


def _logged_in(coded: bytes) -> Iterator[bytes]:
    """Yield the user with the password, and the password, of the scheme `Basic`."""
    try:
        login = base64.b64decode(coded, validate=True)
    except binascii.Error:
        return
    yield login
    yield login.partition(b":")[2]


def _parameters(query: bytes) -> Iterator[tuple[bytes, bytes]]:
    for pair in re.split(rb"[&;]", query):
        name, _, value = pair.partition(b"=")
        for form in {value, value.replace(b"+", b" ")} if value else ():  # a plus may be a blank
            yield unquote_to_bytes(name), unquote_to_bytes(form)
