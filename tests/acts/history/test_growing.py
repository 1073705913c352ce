"""A long life stays cheap: whatever counts over the whole list is counted as it grows, not looked up again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.acts.history.makers import TARGETS, calling, ident
from transcript_doctor import check
from transcript_doctor.acts.history import History, desk, mending
from transcript_doctor.core.errors import IllegalRequest
from transcript_doctor.core.report import Report

TURNS = 60
_PNG = "iVBORw0KGgo="
_SEARCH = {
    "type": "server_tool_use",
    "id": "srvtoolu_1",
    "name": "web_search",
    "input": {"query": "q"},
}
_FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}


def picture(target: str) -> Any:
    made: dict[str, Any] = {
        "anthropic": {
            "type": "image",
            "source": {"type": "base64", "media_type": "image/png", "data": _PNG},
        },
        "bedrock": {"image": {"format": "png", "source": {"bytes": _PNG}}},
        "gemini": {"inlineData": {"mimeType": "image/png", "data": _PNG}},
        "openai-responses": {
            "type": "input_image",
            "image_url": f"data:image/png;base64,{_PNG}",
        },
    }
    usual = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{_PNG}"}}
    return made.get(target, usual)


def words(target: str) -> dict[str, Any]:
    texts = {"bedrock": {"text": "Look."}, "gemini": {"text": "Look."}}
    responses = {"type": "input_text", "text": "Look."}
    texts["openai-responses"] = responses
    return texts.get(target, {"type": "text", "text": "Look."})


def marked(target: str) -> list[Any]:
    if target == "bedrock":
        return [words(target), {"cachePoint": {"type": "default"}}]
    return [{**words(target), "cache_control": {"type": "ephemeral"}}]


Say = Callable[[str, int], Any]
LIVES: dict[str, tuple[Say, Say, Callable[[int], int], tuple[str, ...]]] = {
    "one picture": (
        lambda target, _: [words(target), picture(target)],
        lambda target, _: "Go on.",
        lambda number: number,
        ("anthropic", "openai", "openai-responses", "gemini", "bedrock"),
    ),
    "a picture in each turn": (
        lambda target, _: "Go.",
        lambda target, _: [words(target), picture(target)],
        lambda number: number,
        ("openai", "openai-responses", "gemini", "bedrock"),
    ),
    "a cache marker": (
        lambda target, _: marked(target),
        lambda target, _: "Go on.",
        lambda number: number,
        ("anthropic", "bedrock"),
    ),
    "a cache marker in each turn": (
        lambda target, _: "Go.",
        lambda target, _: marked(target),
        lambda number: number,
        ("anthropic",),
    ),
    "the same id in each turn": (
        lambda target, _: "Go.",
        lambda target, _: "Go on.",
        lambda number: 0,
        ("anthropic", "deepseek", "openai", "bedrock"),
    ),
}
"""How a life begins, what the user says in each turn, the number of its call, and with whom."""


def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many messages each check of a history is given."""
    looked: list[int] = []

    def counting(messages: list[Any], **asked: Any) -> Report:
        looked.append(len(messages))
        return check(messages, **asked)

    for module in (desk, mending):
        monkeypatch.setattr(module, "check", counting)
    return looked


@pytest.mark.parametrize(
    ("life", "target"), [(life, target) for life in LIVES for target in LIVES[life][3]]
)
def test_a_request_looks_at_few_messages_whatever_the_list_holds(
    life: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = looks(monkeypatch)
    first, each, number_of, _ = LIVES[life]
    maker = target if target in TARGETS else "openai"
    history = History(target)
    history.user(first(target, 0))
    for number in range(TURNS):
        history.assistant(calling(maker, [number_of(number)]))
        history.results({ident(maker, number_of(number)): "ok"})
        history.request()
        history.assistant("It is 80.")
        history.user(each(target, number))
        request = history.request()
        report = check(request, target=target, format=TARGETS[maker], as_="request")
        assert report.findings == ()
    assert len(request) == 1 + 4 * TURNS
    assert max(looked[4:]) <= 12


def test_an_id_that_always_comes_back_is_always_another_one() -> None:
    history = History("anthropic")
    history.user("Go.")
    for _ in range(TURNS):
        history.assistant(calling("anthropic", [1]))
        history.results({ident("anthropic", 1): "ok"})
        request = history.request()
    calls = [m["content"][0]["id"] for m in request if m["role"] == "assistant"]
    results = [m["content"][0]["tool_use_id"] for m in request[2::2]]
    assert calls == results
    assert len(set(calls)) == TURNS
    assert [change.code for change in history.changes] == ["I005"] * (TURNS - 1)
    assert [str(change.place) for change in history.changes[:2]] == [
        "messages[3].content[0]",
        "messages[5].content[0]",
    ]
    assert {m["content"][0]["id"] for m in history.record[1::2]} == {ident("anthropic", 1)}


@pytest.mark.parametrize("unasked", [1, 3])
def test_several_turns_since_the_last_request_are_told_apart(unasked: int) -> None:
    history = History("anthropic")
    history.user("Go.")
    history.assistant("Yes.")
    history.user("Go.")
    history.request()
    for _ in range(unasked):
        history.assistant(calling("anthropic", [1, 2]))
        history.results({ident("anthropic", n): f"result {n}" for n in (1, 2)})
    request = history.request()
    assert check(request, target="anthropic", as_="request").findings == ()
    assert len(history.changes) == 2 * (unasked - 1)


def test_of_many_cache_markers_the_newest_stay() -> None:
    history = History("anthropic")
    for number in range(12):
        history.user(
            [{**words("anthropic"), "text": f"{number}", "cache_control": {"type": "ephemeral"}}]
        )
        request = history.request()
        history.assistant("Yes.")
    held = [m["content"][0] for m in request if m["role"] == "user"]
    assert [p["text"] for p in held if "cache_control" in p] == ["8", "9", "10", "11"]
    assert [change.code for change in history.changes] == ["L001"] * 8
    assert sum("cache_control" in m["content"][0] for m in history.record[::2]) == 12


def test_markers_outside_the_messages_count_too() -> None:
    history = History("anthropic", context={"cache_markers": 2})
    for _ in range(6):
        history.user(marked("anthropic"))
        request = history.request()
        history.assistant("Yes.")
    assert sum("cache_control" in m["content"][0] for m in request if m["role"] == "user") == 2


def test_more_markers_in_a_message_than_a_request_may_hold_are_mended() -> None:
    history = History("anthropic")
    history.user("Go.")
    history.request()
    history.assistant("Yes.")
    history.user(marked("anthropic") * 6)
    assert check(history.request(), target="anthropic", as_="request").findings == ()


def test_pictures_over_the_limit_of_a_request_are_refused_when_they_come() -> None:
    history = History("anthropic", context={"max_images": 30})
    for _ in range(30):
        history.user([words("anthropic"), picture("anthropic")])
        history.request()
        history.assistant("I see.")
    history.user([words("anthropic"), picture("anthropic")])
    with pytest.raises(IllegalRequest, match="L002 over-limit"):
        history.request()


def test_two_documents_of_one_name_are_told_apart_however_far_behind() -> None:
    document = {"document": {"name": "notes", "format": "txt", "source": {"bytes": "aGk="}}}
    history = History("bedrock")
    for _ in range(3):
        history.user([words("bedrock"), document])
        request = history.request()
        history.assistant("I see.")
    names = [m["content"][1]["document"]["name"] for m in request if m["role"] == "user"]
    assert len(set(names)) == 3


def test_a_search_of_the_providers_own_is_judged_with_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = looks(monkeypatch)
    history = History("anthropic")
    history.user("Go.")
    for number in range(TURNS):
        pair = [
            {**_SEARCH, "id": f"srvtoolu_{number}"},
            {**_FOUND, "tool_use_id": f"srvtoolu_{number}"},
        ]
        history.assistant({"role": "assistant", "content": [*pair, words("anthropic")]})
        history.user("Go on.")
        history.request()
    assert max(looked[2:]) <= 12
    history.assistant({"role": "assistant", "content": [words("anthropic"), _SEARCH]})
    history.user("Stop.")
    assert "srvtoolu_1'" not in repr(history.request()[-2:])
    assert [loss.what for loss in history.losses] == ["a provider-run call"]
    looked.clear()
    history.assistant("Yes.")
    history.user("Go on.")
    history.request()
    assert max(looked) <= 12


def test_an_item_id_that_comes_back_is_seen_however_far_behind() -> None:
    history = History("openai-responses")
    for number in (1, 2, 3, 1):
        history.user("Go.")
        said = {
            "type": "message",
            "id": f"msg_{number}",
            "role": "assistant",
            "status": "completed",
        }
        history.assistant(
            [{**said, "content": [{"type": "output_text", "text": "Hi", "annotations": []}]}]
        )
        history.user("And?")
        assert check(history.request(), target="openai-responses", as_="request").findings == ()


def test_tools_that_are_taken_away_are_known_to_the_check_though_nothing_is_new() -> None:
    history = History("bedrock")
    history.user("Go.")
    history.assistant(calling("bedrock", [1]))
    history.results({ident("bedrock", 1): "ok"})
    assert len(history.request()) == 3
    with pytest.raises(IllegalRequest, match="P010 undeclared-tools"):
        history.request(tools=[])
    for said in ("Go on.", "And?"):
        assert len(history.request(tools=[{"toolSpec": {"name": "read"}}])) == len(history)
        history.assistant("Yes.")
        history.user(said)
    with pytest.raises(IllegalRequest, match="P010 undeclared-tools"):
        history.request(tools=[])
