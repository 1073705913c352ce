"""Nothing that a transcript holds may act on a terminal, a page or a workflow log."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.safetext import (
    github_message,
    github_property,
    markdown,
    printable,
)

ANY_TEXT = st.text(st.characters())
INVISIBLE = "".join(
    map(chr, [*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0), *range(0xE0000, 0xE0080)])
)


def acts(text: str) -> str:
    """The characters of a text that are not seen, or that change how others are seen.

    The half space between two Arabic letters is spelling.
    """
    text = re.sub(
        "(?<=[\u0620-\u064a\u0671-\u06d3])\u200c(?=[\u0620-\u064a\u0671-\u06d3])", "", text
    )
    return "".join(
        char
        for char in text
        if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"}
        or char in INVISIBLE
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words", "plain words"),
        ("سلام، 你好 é 🙂", "سلام، 你好 é 🙂"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("\x9b31m", r"\x9b31m"),
        ("a\x7fb\0", r"a\x7fb\x00"),
        ("one\ntwo\tthree\r\n", r"one\ntwo\tthree\r\n"),
        ("user\u202etxt.exe", r"user\u202etxt.exe"),
        ("\u2066a\u2069\u200e\u200f\u061c", r"\u2066a\u2069\u200e\u200f\u061c"),
        ("zero\u200bwidth\ufeff\u00ad", r"zero\u200bwidth\ufeff\xad"),
        ("line\u2028paragraph\u2029", r"line\u2028paragraph\u2029"),
        ("cut \ud83d", r"cut \ud83d"),
        ("\U000e0041\U000e007f", r"\U000e0041\U000e007f"),
        ("v\U000e0100\ufe00", r"v\U000e0100\ufe00"),
        ("blank\u3164\u2800\xa0", r"blank\u3164\u2800\xa0"),
        (r"C:\new", r"C:\new"),
        ("می\u200cرود", "می\u200cرود"),
        ("نمی\u200c\u200cشود a\u200cb \u200c", r"نمی\u200c\u200cشود a\u200cb \u200c"),
        ("می\u200cرود\x1b", "می\u200cرود\\x1b"),
    ],
)
def test_what_cannot_be_seen_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(ANY_TEXT)
def test_printable_text_holds_nothing_that_acts(text: str) -> None:
    shown = printable(text)
    assert acts(shown) == ""
    assert printable(shown) == shown
    assert "\n" not in shown


@given(ANY_TEXT, st.integers(1, 30))
def test_a_limit_holds_and_cuts_no_escape_in_two(text: str, limit: int) -> None:
    whole, cut = printable(text), printable(text, limit)
    assert len(cut) <= limit
    if len(whole) <= limit:
        assert cut == whole
    else:
        assert cut.endswith("…")
        kept = next(n for n in range(len(text) + 1) if printable(text[:n]) == cut[:-1])
        assert kept == len(text) or len(printable(text[: kept + 1])) > limit - 1


def test_a_limit_reads_no_more_than_it_shows() -> None:
    class Counted(str):
        def __getitem__(self, key: object) -> str:
            assert key == slice(None, 11)
            return "x" * 11

    assert printable(Counted("x" * 1000), 10) == "xxxxxxxxx…"


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "abcde…"),
        ("ab\x1b", 6, r"ab\x1b"),
        ("abc\x1b", 6, "abc…"),
        ("\x1b\x1b", 4, "…"),
        ("anything", 1, "…"),
    ],
)
def test_texts_at_the_edge_of_a_limit(text: str, limit: int, shown: str) -> None:
    assert printable(text, limit) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("![a](http://b)", r"\!\[a\]\(http&#58;//b\)"),
        ("`code` | cell", r"\`code\` &#124; cell"),
        ("@someone #12 $x$", r"&#64;someone \#12 &#36;x&#36;"),
        ("<img src=x>", "&lt;img src&#61;x&gt;"),
        ("*a* _b_ ~~c~~", r"\*a\* \_b\_ &#126;&#126;c&#126;&#126;"),
        ("a\n# b", r"a\\n\# b"),
        ("\\` {x}", r"\\\` \{x\}"),
    ],
)
def test_markup_is_text_in_markdown(text: str, shown: str) -> None:
    assert markdown(text) == shown


@given(ANY_TEXT)
def test_each_special_character_of_markdown_is_escaped(text: str) -> None:
    escaped = markdown(text)
    assert acts(escaped) == ""
    rest = escaped
    for special in r"\`*_{}[]()#+-.!":
        rest = rest.replace(f"\\{special}", "")
    assert not set(r"\`*_{}[]()+-.!|~:@$=<>\"'") & set(rest)


@pytest.mark.parametrize(
    ("text", "message", "named"),
    [
        ("50% done", "50%25 done", "50%25 done"),
        ("one\r\n::error::two", "one%0D%0A::error::two", "one%0D%0A%3A%3Aerror%3A%3Atwo"),
        ("a, b: c", "a, b: c", "a%2C b%3A c"),
        ("\x1b[2J\ttab", r"\x1b[2J\ttab", r"\x1b[2J\ttab"),
    ],
)
def test_a_workflow_command_cannot_be_broken_out_of(text: str, message: str, named: str) -> None:
    assert github_message(text) == message
    assert github_property(text) == named


@given(ANY_TEXT)
def test_workflow_commands_hold_one_line(text: str) -> None:
    for escape in (github_message, github_property):
        shown = escape(text)
        assert acts(shown) == ""
        assert len(shown.splitlines()) <= 1
    assert not set(":,") & set(github_property(text))
