"""Requests that were answered 200 have no error; those refused for their history have one."""

from __future__ import annotations

import pytest

from tests.acceptance.accepted_requests import Recorded, load_requests

ACCEPTED = [request for request in load_requests() if request.status == 200]
REFUSED = [request for request in load_requests() if request.status != 200]
MAY_WARN = 0.03

REFUSED_FOR_THEIR_HISTORY = {
    "test_openai_o1_mini_system_role[system].yaml": ("R007", 0),
    "test_openai_responses_thinking_with_modified_history.yaml": ("T003", 1),
    "test_deepseek_responses_rejects_interleaved_function_calls.yaml": ("P003", 1),
}
"""Cassette -> the fault and its place: a system role that the model does not know, a reasoning item
without its follower, a message between call and output."""


def name(request: Recorded) -> str:
    return request.cassette.rpartition("/")[2]


def test_no_error_on_what_the_provider_took() -> None:
    judged = [(name(request), request.judge()) for request in ACCEPTED]
    assert [(cassette, report) for cassette, report in judged if not report.ok] == []


def test_warnings_on_few_of_what_the_provider_took() -> None:
    judged = [(name(request), request.judge().findings) for request in ACCEPTED]
    warned = [(cassette, findings) for cassette, findings in judged if findings]
    assert len(warned) <= MAY_WARN * len(ACCEPTED), warned


@pytest.mark.parametrize("cassette", REFUSED_FOR_THEIR_HISTORY)
def test_history_that_was_refused_is_found(cassette: str) -> None:
    requests = [request for request in REFUSED if name(request) == cassette]
    assert requests
    for request in requests:
        errors = [(f.code, f.index) for f in request.judge().findings if f.severity == "error"]
        assert REFUSED_FOR_THEIR_HISTORY[cassette] in errors


def test_recordings_are_whole() -> None:
    assert (len(ACCEPTED), len(REFUSED)) == (826, 13)
    assert all(request.error for request in REFUSED)
    assert all(request.judge().target == request.target for request in REFUSED)
