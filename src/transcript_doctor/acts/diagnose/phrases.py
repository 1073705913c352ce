"""What a refusal says in words that no law has: who lacks whom, what is empty, twice or in the wrong place.

Gateways, frameworks and new versions word their refusals anew. What they complain of is one of few
things, and the words for those are few: calls and results in their order, with what is lacking
between them; for everything else words that stand together in no other complaint.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

from transcript_doctor.acts.diagnose.synonyms import same_words


class Phrase(NamedTuple):
    """Words that must all be in a refusal for it to be about a rule, and words that must not be."""

    codes: tuple[str, ...]
    """The likeliest first: some words are said of several faults alike."""
    words: tuple[re.Pattern[str], ...]
    without: re.Pattern[str] | None = None


def heard(text: str) -> list[str]:
    """Return the codes of the rules that a refusal may be about, the likeliest first."""
    plain = _plain(text)
    said = (code for p in _phrases() if _fits(p, plain) for code in p.codes)
    found = [*_paired(plain), *said]
    return list(dict.fromkeys(found))


def _plain(text: str) -> str:
    """Return a text in small letters, without marks of quotation; words stay as they are."""
    return same_words(_SPACE.sub(" ", _MARKS.sub(" ", text)))


def _fits(phrase: Phrase, text: str) -> bool:
    if phrase.without is not None and phrase.without.search(text):
        return False
    return all(words.search(text) for words in phrase.words)


# -- calls and results ---------------------------------------------------------------------------------

_MARKS = re.compile(r"\\[nrt]|[\\\"'`*\u201c\u201d\u2018\u2019]")
_SPACE = re.compile(r"\s+")
_CALL = (
    r"tool_?use(?:_?id)?s?\b|tool[ _-]?use|tool[ _-]?calls?\b|function[ _-]?calls?\b|tool[ _-]?call[ _-]?ids?"
    r"|aimessages?|tool ?invocations?"
)
_RESULT = (
    r"tool[ _-]?results?|tool[ _-]?(?:response|output|reply|answer)s?(?! parser)|tool[ _-]?messages?"
    r"|function[ _-]?(?:response|output|result)s?|function_call_output|response messages?|tool messages"
    r"|value for tool_call_id|role (?:of )?tool\b|tool role|tool_result_block"
)
_LACKS = (
    r"without|missing|lack(?:s|ing)?|insufficient|unmatched|requires?"
    r"|(?:do|does|did)(?: not|n t|nt) (?:have|include|match)|(?:has|have|had|with) no|no(?= )|not followed by"
    r"|must (?:be (?:followed|preceded|answered)|be a response|follow|have|be)|needs?|expected|before"
    r"|should (?:be (?:followed|preceded)|follow|have)|anything but|never (?:got|had|received)|unknown"
)
_LEX = re.compile(
    rf"(?P<Z>(?:is|are|was|were) (?:missing|not found|absent|unanswered|unknown|required)|not found)"
    r"|(?P<N>unanswered|unresolved|unfinished|pending|outstanding|open(?= ))"
    r"|(?P<E>exceeds?|more .{1,30}than|greater than)"
    rf"|(?P<U>unexpected|orphan(?:ed)?|dangling|stray)"
    rf"|(?P<D>duplicate[ds]?|multiple|more than one|twice|already (?:has|have|answered)|a single)"
    rf"|(?P<R>{_RESULT})|(?P<r>\bresults?\b)|(?P<C>{_CALL})|(?P<X>\b(?:{_LACKS}))"
)
_ORDERS = (
    (re.compile("DR|D[^XZ]{0,2}R"), ("P004",)),
    (re.compile("NC|CN"), ("P001",)),
    (re.compile("REC|RE$"), ("P002",)),
    (re.compile("CER|CE$"), ("P001",)),
    (re.compile("DC"), ("I003", "P004")),
    (re.compile("CUR|UR|UCR|UC$"), ("P002",)),
    (re.compile("RZ|XR|C[XU]{1,3}R"), ("P001",)),
    (re.compile("CZ|XC|R[XU]{1,3}C"), ("P002",)),
    (re.compile("UC|CX$|^XC$"), ("P001",)),
)
"""What calls (C), results (R), lacks (X before and Z behind what lacks), strays (U), doubles (D), what
waits (N) and what is more (E) mean, where the same mark in a row is one."""
_HOSTED = re.compile(
    r"web_?search|server_tool_use|code_execution|web_fetch|mcp_|tool_search|file_search|advisor"
)
_NO_PAIRS = re.compile(
    r"\bnames?\b|arguments|pattern|length|signature|thinking|reasoning|thought|unique"
    r"|after (?:the )?role|either content|toolconfig|tool definitions|content type"
    r"|empty array|number of function|characters|alphanumeric"
)
"""Words with which a text that names calls and results is about something else."""


def _paired(text: str) -> Iterator[str]:
    """Yield the rules of pairing that a text is about, by the order of what it names."""
    if _NO_PAIRS.search(text):
        return
    marks = (found.lastgroup or "" for found in _LEX.finditer(text))
    said = "".join(marks)
    # A bare result may be anything's: of a search, of a query.
    said = said.replace("r", "R" if "C" in said else "")
    symbols = "".join(mark for mark, _ in groupby(said))
    starts = [
        (found.start(), i, codes)
        for i, (order, codes) in enumerate(_ORDERS)
        if (found := order.search(symbols)) is not None
    ]
    for _, _, codes in sorted(starts):
        hosted = _HOSTED.search(text) and codes[0] in ("P001", "P002")
        yield from ("P009", *codes) if hosted else codes
    if not starts and "C" in symbols and "R" in symbols and _MATCH.search(text):
        yield from ("P001", "P002")


_MATCH = re.compile(r"mismatch|(?:do|does)(?: not|n t) match|not match|pair|correspond|concurrency")


# -- everything else -----------------------------------------------------------------------------------


@cache
def _phrases() -> tuple[Phrase, ...]:
    """Return the phrases of `phrases.toml`, the closest first."""
    from importlib.resources import files  # dear to load, and few runs paste a refusal

    text = files(__package__).joinpath("phrases.toml").read_text(encoding="utf-8")
    return tuple(
        Phrase(
            (row["code"], *row.get("also", ())),
            tuple(re.compile(word) for word in row["words"]),
            re.compile(row["without"]) if "without" in row else None,
        )
        for row in tomllib.loads(text)["phrase"]
    )
