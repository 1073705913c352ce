"""What pages are made of: no text breaks them, no law is lost, no letter says too much."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.acts.histories import JSON_VALUES
from tests.markdown import without_code
from transcript_doctor.acts.pages.cases import illustration, pretty
from transcript_doctor.acts.pages.laws import is_unsure, laws_of
from transcript_doctor.acts.pages.markdown import cell, code, conditions, fenced, gathered, verdict
from transcript_doctor.acts.pages.table import letter
from transcript_doctor.catalog import RULES, target_named, target_names
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.target import Law, Laws

MARKUP = st.text(st.sampled_from("\\`*_[]()<>|~&#!a \n\r\u202e\x1b")) | st.text()
FACTS: list[dict[str, Any]] = [
    {},
    {"model": "claude-opus-4-8", "thinking": "enabled"},
    {"model": "gemini-3-pro", "thinking": "disabled", "tools_declared": False},
    {"model": "deepseek-v4", "previous_response_id": "resp_1", "store": False},
]


def law(verdict: str = "refused", evidence: str = "probe", **rest: Any) -> Law:
    return Law("P001", verdict, evidence, "somewhere", "2026-11-30", **rest)  # type: ignore[arg-type]


@given(MARKUP)
def test_a_cell_holds_no_markup(text: str) -> None:
    made = cell(text)
    assert made.isprintable()
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*\[\]<>|~]", made)
    assert not re.search(r"&(?!(lt|gt|amp|#124|#126);)", made)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a plain, short text: (yes).", "a plain, short text: (yes)."),
        ("snake_case stays, _this_ does not", r"snake_case stays, \_this\_ does not"),
        ("<b>|[x](y)*", r"&lt;b&gt;&#124;\[x\](y)\*"),
        ("two\n lines\x1b[0m", r"two lines\\x1b\[0m"),
    ],
)
def test_a_cell_is_the_text_where_it_may_be(text: str, made: str) -> None:
    assert cell(text) == made


@given(MARKUP)
def test_code_ends_where_it_should(text: str) -> None:
    made = code(text)
    assert "|" not in made
    assert "\n" not in made
    if made and not made.startswith("<code>"):
        fence = re.match("`+", made)[0]  # type: ignore[index]
        assert made.endswith(fence)
        assert fence not in re.findall("`+", made[len(fence) : -len(fence)])
        assert without_code(f"x{made}y") == "xy"


@given(MARKUP)
def test_a_block_of_code_ends_where_it_should(text: str) -> None:
    made = fenced(text.replace("\r", ""), "text")
    fence = re.match("`+", made)[0]  # type: ignore[index]
    assert [line for line in made.split("\n") if line.startswith(fence)] == [f"{fence}text", fence]


@given(JSON_VALUES)
def test_json_is_the_same_when_it_is_broken_into_lines(value: Any) -> None:
    made = pretty(value)
    assert json.dumps(json.loads(made)) == json.dumps(value)
    assert made.isascii()


def test_json_is_broken_only_where_it_is_too_long() -> None:
    long = {"role": "user", "content": [{"type": "text", "text": "x" * 50}, {"type": "y"}]}
    assert pretty([{"role": "user"}, long]).splitlines() == [
        "[",
        '  {"role": "user"},',
        "  {",
        '    "role": "user",',
        '    "content": [',
        f'      {{"type": "text", "text": "{"x" * 50}"}},',
        '      {"type": "y"}',
        "    ]",
        "  }",
        "]",
    ]


def test_an_example_says_only_what_has_to_be_said() -> None:
    case = {
        "name": "it *ends*",
        "format": "openai-chat",
        "target": "openai",
        "as": "request",
        "messages": [{"role": "user", "content": "Hi"}],
    }
    request = illustration({**case, "messages": {"model": "gpt-4.1", "messages": case["messages"]}})
    assert request.startswith("It \\*ends\\*:\n\n```json\n")
    assert "\n$ transcript-doctor check history.json\nhistory.json:1  healthy  openai" in request
    other = illustration({**case, "format": "pi", "target": "lab", "context": {"store": True}})
    assert "check history.json --target lab --as request --context store=true\n" in other


@pytest.mark.parametrize("name", target_names())
def test_laws_that_are_not_shown_never_decide(name: str) -> None:
    target = target_named(name)
    shown = target._replace(laws=laws_of(name))
    for known in FACTS:
        every, some = (Laws(t, Facts(known), as_record=False) for t in (target, shown))
        for rule in RULES.values():
            for case in rule.cases:
                for at in ("", "last"):
                    asked = (rule.code, case, rule.default_for(case))
                    wider = rule.wider.get(case, "")
                    assert every.ruling(*asked, wider=wider, at=at) == some.ruling(
                        *asked, wider=wider, at=at
                    )


def test_some_laws_are_not_shown() -> None:
    assert len(laws_of("deepseek")) < len(target_named("deepseek").laws)
    assert laws_of("openai-compatible") == target_named("openai-compatible").laws


@pytest.mark.parametrize(
    ("laws", "wanted"),
    [
        ([], "-"),
        ([law("accepted")], "A"),
        ([law("accepted"), law("contested")], "C"),
        ([law(evidence="code"), law("accepted")], "C"),
        ([law(when={"family": "x"}), law("contested")], "M"),
        ([law(when={"family": "x"}), law(cases=("paused",))], "R"),
    ],
)
def test_a_letter_says_the_worst_that_is_sure(laws: list[Law], wanted: str) -> None:
    assert letter(laws) == wanted


def test_a_law_is_put_into_words() -> None:
    one = law(when={"thinking": ["enabled", "adaptive"], "store": False}, unless=("prompt",))
    assert (
        conditions(one)
        == "thinking is enabled or adaptive and store is false and there is no prompt"
    )
    assert verdict(law(params={"max": 40})) == "refused (`max = 40`)"
    assert (is_unsure(law()), is_unsure(law(evidence="code"))) == (False, True)
    assert not is_unsure(law("accepted", evidence="code"))


def test_versions_of_a_library_are_one_word() -> None:
    names = ["mistral", "mistral-common-v1", "mistral-common-v1-finetuning", "xai"]
    assert (
        gathered(names, "{}.md") == "[mistral](mistral.md), mistral-common-\\* (2), [xai](xai.md)"
    )
