"""Cassettes: real ones, every way in which a body is kept, the line of a message, and what a cut leaves."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.sessions.files import REAL, read_text
from tests.sessions.made import kit
from tests.sessions.made.har import body
from transcript_doctor import check
from transcript_doctor.acts.reading.sessions import file_source, read_session, text_source
from transcript_doctor.core.transcript import Transcript

URL = "https://api.openai.com/v1/chat/completions"
USER = {"role": "user", "content": "Hi"}
BODY = {"model": "gpt-4.1", "messages": [USER]}


def real(name: str) -> list[Transcript]:
    found = read_session(file_source(name, REAL / "vcr" / name))
    assert found is not None
    return found


def interaction(url: str = URL, status: int = 200, **kept: Any) -> dict[str, Any]:
    request = {"headers": {"host": ["x"]}, "method": "POST", "uri": url, **kept}
    answer = {"body": {"string": "{}"}, "headers": {}, "status": {"code": status, "message": "OK"}}
    return {"request": request, "response": answer}


def tape(*interactions: Any, **keys: Any) -> str:
    return yaml.safe_dump(
        {"interactions": list(interactions), "version": 1, **keys}, sort_keys=True
    )


def test_the_request_that_deepseek_refused_is_an_error_at_its_line() -> None:
    (session,) = real("pydantic-ai-deepseek-responses-rejected.yaml")
    assert session.why.endswith("this request went to api.deepseek.com and was answered with 400")
    report = check(session)
    (finding,) = report.findings
    assert (report.target, report.as_) == ("deepseek-responses", "request")
    assert (finding.code, finding.severity, finding.place) == ("P003", "error", ("input", 1))
    assert session.spot(finding.place).line == 24
    assert session.origins[0].line == 19
    assert check(session, target="openai-responses").ok


def test_a_real_refusal_of_a_system_message_is_found() -> None:
    (session,) = real("pydantic-ai-openai-system-refused.yaml")
    assert [(f.code, f.severity) for f in check(session).findings] == [("R007", "error")]


@pytest.mark.parametrize(
    ("name", "target", "models"),
    [
        ("pydantic-ai-bedrock-tool-run.yaml", "bedrock", 3),
        ("pydantic-ai-gemini-function-tools.yaml", "gemini", 2),
    ],
)
def test_real_requests_that_were_taken_are_sound(name: str, target: str, models: int) -> None:
    sessions = real(name)
    assert len(sessions) == models
    for session in sessions:
        report = check(session)
        assert (report.target, report.as_, report.findings) == (target, "request", ())
        assert "model" in session.facts


@pytest.mark.parametrize(
    "kept",
    [
        {"body": json.dumps(BODY)},
        {"body": json.dumps(BODY).encode() + b"\n"},
        {"body": gzip.compress(json.dumps(BODY).encode())},
        {"body": {"string": json.dumps(BODY), "encoding": "utf-8"}},
        {"body": {"base64_string": base64.b64encode(json.dumps(BODY).encode()).decode()}},
        {"parsed_body": BODY},
        {"json": BODY, "body": ""},
        {"body": BODY},
    ],
)
def test_a_body_is_read_however_it_is_kept(kept: dict[str, Any]) -> None:
    (session,) = read_text(tape(interaction(**kept)), "tape.yaml")
    assert session.request == BODY
    assert (session.as_, check(session).target) == ("request", "openai")


def test_a_parsed_body_has_a_line_for_each_message() -> None:
    text = tape(interaction(parsed_body={"model": "m", "messages": [USER, {**USER}]}))
    (session,) = read_text(text)
    lines = text.split("\n")
    assert [lines[o.line - 1].strip() for o in session.origins] == [
        "- content: Hi",
        "- content: Hi",
    ]
    for origin in session.origins:
        assert text.count("\n", 0, origin.offset) == origin.line - 1


def test_other_recorders_have_words_of_their_own() -> None:
    ruby = {"http_interactions": [interaction(body={"encoding": "UTF-8", "string": json.dumps(BODY)})],
            "recorded_with": "VCR 6.1.0"}  # fmt: skip
    go = {"version": 2, "interactions": [
        {"id": 0, "request": {"body": json.dumps(BODY), "url": URL, "method": "POST"},
         "response": {"body": "{}", "status": "200 OK", "code": 200}}]}  # fmt: skip
    php = [{"request": {"method": "POST", "url": URL, "body": json.dumps(BODY)},
            "response": {"status": {"code": 200, "message": "OK"}}}]  # fmt: skip
    nock = [{"scope": "https://api.openai.com:443", "method": "POST", "path": "/v1/chat/completions",
             "body": BODY, "status": 400, "response": {}}]  # fmt: skip
    for text in (
        yaml.safe_dump(ruby, sort_keys=False), f"---\n{yaml.safe_dump(go, sort_keys=False)}",
        yaml.safe_dump(php, sort_keys=False), json.dumps(ruby), json.dumps(go, indent=2), json.dumps(nock, indent=2),
    ):  # fmt: skip
        (session,) = read_text(text)
        assert (session.request, session.damage) == (BODY, ())
        assert check(session).target == "openai"


def test_a_cassette_of_other_things_holds_no_message() -> None:
    assert read_text(tape(interaction("https://example.org/", body=None))) == []


def test_no_tag_makes_an_object_and_no_alias_a_giant() -> None:
    tagged = tape(interaction(parsed_body=BODY)).replace(
        "- content: Hi", "- content: !!python/name:os.system x"
    )
    (session,) = read_text(tagged)
    assert session.request["messages"][0]["content"] == "x"
    bomb = "a: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(
        f"{b}: &{b} [*{a},*{a},*{a},*{a},*{a},*{a},*{a},*{a},*{a}]\n"
        for a, b in zip("abcdefghi", "bcdefghij", strict=True)
    )
    text = bomb + tape(interaction(parsed_body={"model": "m", "messages": [USER]})).replace(
        "model: m", "model: *j"
    )
    (only,) = read_text(text)
    assert (only.request, [harm.case for harm in only.damage]) == ([], ["left-out"])
    cycle = (
        tape(interaction(parsed_body=BODY))
        .replace("parsed_body:", "parsed_body: &x")
        .replace("role: user", "role: *x")
    )
    for session in read_text(cycle):
        check(session)


def test_dates_stay_texts() -> None:
    text = tape(interaction(parsed_body=BODY)).replace("content: Hi", "content: 2026-01-02")
    (session,) = read_text(text)
    assert session.request["messages"][0]["content"] == "2026-01-02"


@st.composite
def cassettes(draw: st.DrawFn) -> kit.Made:
    """A sound cassette in YAML; each interaction says a word of its own."""
    items = []
    for number in range(draw(st.integers(1, 4))):
        sent = body(f"{kit.word(number)} {draw(kit.WORDS)}", calls=draw(st.booleans()))
        parsed = draw(st.booleans())
        items.append(
            interaction(**({"parsed_body": sent} if parsed else {"body": json.dumps(sent)}))
        )
    text = yaml.safe_dump(
        {"interactions": items, "version": 1}, allow_unicode=draw(st.booleans())
    ).encode()
    starts = []
    at = text.find(b"- request:")
    while at >= 0:
        starts.append(at)
        at = text.find(b"\n- request:", at + 1) + 1 or -1
    ends = [*starts[1:], text.index(b"\nversion: 1") + 1]
    records = tuple(
        kit.Record(a, b, kit.word(k)) for k, (a, b) in enumerate(zip(starts, ends, strict=True))
    )
    return kit.Made("tape.yaml", text, records, ends[0])


@given(file=cassettes(), data=st.data())
def test_a_cut_cassette_keeps_what_is_whole(file: kit.Made, data: st.DataObject) -> None:
    harm = kit.cut(file, data.draw(st.integers(file.records[0].end, len(file.data))))
    sessions = read_session(text_source(harm.data, "tape.yaml")) or []
    said = json.dumps([s.request for s in sessions])
    assert [r.word for r in harm.readable if r.word not in said] == []
    torn = [
        r
        for r in file.records
        if r.start < harm.at < r.end - len("status:\n      code: 200\n      message: OK\n")
    ]
    if torn:
        assert any(s.damage for s in sessions)
    for session in sessions:
        assert {f.code for f in check(session).findings} <= {"S101"}


@given(file=cassettes(), data=st.data())
def test_a_harmed_cassette_never_raises(file: kit.Made, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, kit.lines_of(file) - 1))
    for harm in (
        kit.spliced(file, number, data.draw(st.integers(0, 40))),
        kit.line_twice(file, number),
    ):
        for session in read_session(text_source(harm.data, "tape.yaml")) or []:
            check(session)
    whole = bytearray(file.data)
    for _ in range(3):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    for session in read_session(text_source(bytes(whole), "tape.yaml")) or []:
        for finding in check(session).findings:
            assert session.spot(finding.place).line >= 1


def test_an_interaction_that_is_no_yaml_costs_itself_alone() -> None:
    texts = [tape(interaction(body=json.dumps({**BODY, "user": f"u{k}"}))) for k in range(3)]
    items = [text.partition("interactions:\n")[2].partition("version:")[0] for text in texts]
    items[1] = items[1].replace("    method: POST\n", "    method: [POST\n")
    sessions = read_text("interactions:\n" + "".join(items) + "version: 1\n")
    assert [s.request["user"] for s in sessions] == ["u0", "u2"]
    assert [(h.code, h.case) for s in sessions for h in s.damage] == [("S101", "left-out")]
    assert sessions[1].damage[0].origin.line == 1 + items[0].count("\n") + 1
    assert sessions[1].origins[0].line > sessions[1].damage[0].origin.line
