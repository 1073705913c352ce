"""Signs one by one: what a tool's name, an id or a second result weighs, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acts.diagnose.test_mistakes import calls, of, result, says, two, user
from transcript_doctor import Diagnosis, check, diagnose
from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.suspecting import suspects_of
from transcript_doctor.core.transcript import Transcript


def weights(found: Diagnosis) -> dict[str, int]:
    return {suspect.mistake.name: suspect.weight for suspect in found.suspects}


def used(*idents: str, argument: int = 0) -> dict[str, Any]:
    """A turn that calls, in Anthropic's format."""
    made = [{"type": "tool_use", "id": i, "name": "f", "input": {"a": argument}} for i in idents]
    return {"role": "assistant", "content": made}


def answered(*idents: str) -> dict[str, Any]:
    made = [{"type": "tool_result", "tool_use_id": i, "content": "ok"} for i in idents]
    return {"role": "user", "content": made}


def by_anthropic(*messages: Any) -> Diagnosis:
    return diagnose(None, check([user(), *messages], target="anthropic", as_="request"))


@pytest.mark.parametrize(
    ("ident", "weight"), [("call_0", 79), ("7", 79), ("toolu_abcdefgh", 50), ("0call", 50)]
)
def test_ids_that_count_are_told_from_those_that_come_again(ident: str, weight: int) -> None:
    found = by_anthropic(used(ident), answered(ident), used(ident), answered(ident))
    assert found.code == "I005"
    assert weights(found) == {"counted-ids-anew-each-turn": weight}


def test_one_id_twice_in_a_message_or_in_two_of_one_turn() -> None:
    same = by_anthropic(used("toolu_1", "toolu_1"), answered("toolu_1"))
    assert weights(same) == {"took-snapshots-for-pieces": 76}
    parts = [*used("toolu_1")["content"], *used("toolu_1", argument=1)["content"]]
    other = by_anthropic({"role": "assistant", "content": parts}, answered("toolu_1"))
    assert weights(other) == {"took-snapshots-for-pieces": 50}
    named = [parts[0], {**parts[0], "name": "g"}]
    another = by_anthropic({"role": "assistant", "content": named}, answered("toolu_1"))
    assert weights(another) == {"took-snapshots-for-pieces": 50}
    twice = by_anthropic(used("toolu_1"), used("toolu_1"), answered("toolu_1"))
    assert weights(twice) == {"stored-the-turn-twice": 62}


def test_an_item_that_is_wrong_in_another_way_was_not_split() -> None:
    part = {"type": "output_text", "text": "Yes.", "annotations": []}
    item = {
        "type": "message",
        "id": "x_1",
        "role": "assistant",
        "content": [part],
        "status": "completed",
    }
    found = diagnose(None, check([user(), item, user()], target="openai-responses", as_="request"))
    assert found.code == "I004"
    assert "split-an-item-in-two" not in weights(found)
    item["id"] = "msg_1"
    again = check([user(), item, dict(item), user()], target="openai-responses", as_="request")
    assert "split-an-item-in-two" not in weights(diagnose(None, again))


@pytest.mark.parametrize(
    ("name", "declared", "weight"),
    [
        ("fs.read", None, 74),
        ("fs.read", ["read"], 84),
        ("fs.read", ["fs.read"], 30),
        ("a.b.a.b.", ["read"], 60),
        ("..", None, 74),
    ],
)
def test_a_name_that_breaks_the_pattern_was_declared_or_invented(
    name: str, declared: list[str] | None, weight: int
) -> None:
    function = [{"type": "function", "function": {"name": one}} for one in declared or ()]
    body = {"model": "m", "messages": [user(), calls("a", name=name), result("a"), user()]}
    report = check(body | ({"tools": function} if declared else {}), target="openai")
    (finding,) = [one for one in report.findings if one.place[0] == "messages"]
    found = {s.mistake.name: s.weight for s in suspects_of(finding, Clues(report))}
    assert finding.code == "Y002"
    assert found == {"stored-an-invented-name": weight}


def by_gemini(*names: str, asked: str = "f") -> Diagnosis:
    """Turns that each call a tool, and the names that their results have."""
    messages: list[Any] = [{"role": "user", "parts": [{"text": "Go."}]}]
    for i, name in enumerate(names):
        response = {"name": name, "id": f"c{i}", "response": {}}
        made = {"functionCall": {"name": f"{asked}{i}", "args": {}, "id": f"c{i}"}}
        messages += [{"role": "model", "parts": [made]}, {"role": "user", "parts": [{"functionResponse": response}]}]  # fmt: skip
    return diagnose(None, check(messages, target="gemini", as_="request"))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["", ""], {"did-not-keep-the-name": 74}),
        (["x"], {"looked-the-name-up-in-the-wrong-place": 74}),
        (["x", "y"], {"looked-the-name-up-in-the-wrong-place": 74}),
        (["x", "x"], {"looked-the-name-up-in-the-wrong-place": 84}),
    ],
)
def test_a_result_s_name_was_lost_or_looked_up_in_the_wrong_place(
    names: list[str], expected: dict[str, int]
) -> None:
    found = by_gemini(*names)
    assert found.code == "P008"
    assert weights(found) == expected


def said_twice(*, apart: bool, error: bool = False, text: str = "ok") -> Diagnosis:
    """Two results of one call: the first may be an error, the second may say something else."""
    first, second = answered("toolu_1"), answered("toolu_1")
    first["content"][0] |= {"is_error": error}
    second["content"][0] |= {"is_error": False, "content": text}
    between = [says(), user()] if apart else []
    return by_anthropic(used("toolu_1"), first, *between, second, says(), user())


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"apart": True, "text": "42"}, {"late-result-after-a-marker": 85}),
        ({"apart": True}, {"late-result-after-a-marker": 66, "appended-twice": 64}),
        ({"apart": False}, {"appended-twice": 64}),
        ({"apart": False, "text": "42"}, {"late-result-after-a-marker": 66}),
        (
            {"apart": False, "error": True, "text": "42"},
            {"error-and-result-both-appended": 72, "late-result-after-a-marker": 66},
        ),
        ({"apart": True, "error": True, "text": "42"}, {"late-result-after-a-marker": 85}),
    ],
)
def test_two_results_of_one_call_are_told_apart_by_what_stands_between(
    how: dict[str, Any], expected: dict[str, int]
) -> None:
    found = said_twice(**how)
    assert found.code == "P004"
    assert weights(found) == expected


def test_an_error_and_a_result_in_one_message_came_from_two_paths() -> None:
    both = answered("toolu_1", "toolu_1")
    both["content"][1] |= {"is_error": True, "content": "no"}
    assert weights(by_anthropic(used("toolu_1"), both, says(), user())) == {
        "error-and-result-both-appended": 86
    }
    turned = {**both, "content": both["content"][::-1]}
    assert weights(by_anthropic(used("toolu_1"), turned, says(), user())) == {
        "error-and-result-both-appended": 86
    }
    late = [answered("toolu_1"), answered("toolu_1")]
    late[1]["content"][0] |= {"is_error": True, "content": "no"}
    found = by_anthropic(used("toolu_1"), *late, says(), user())
    assert weights(found)["error-and-result-both-appended"] == 86


@pytest.mark.parametrize(
    ("tool", "weight"),
    [
        *((name, 84) for name in ("ask_user", "askHuman", "request_approval", "await_confirmation", "ask",
                                  "get_user_input", "human_input", "human_in_the_loop", "confirm_with_user")),
        *((name, 63) for name in ("confirm_order", "approve_invoice", "ask_database", "check_permissions")),
        *((name, None) for name in ("read", "user_search", "get_users", "set_user_input", "notify_user", "request_page", "wait", "input")),
    ],
)  # fmt: skip
def test_who_asks_a_person_is_known_by_the_tool_s_name(tool: str, weight: int | None) -> None:
    found = of([user(), two("read", tool), result("a"), user()])
    weights = {suspect.mistake.name: suspect.weight for suspect in found.suspects}
    assert weights.get("went-on-without-the-person") == weight


def test_a_session_that_waits_for_a_person_says_so() -> None:
    for state, weight in (("paused", 92), ("running", None), ("whole", None)):
        session = Transcript([user(), calls("a")], "openai-chat", "pi", "it says so", state=state)
        found = diagnose(None, check(session, target="openai"))
        weights = {suspect.mistake.name: suspect.weight for suspect in found.suspects}
        assert weights.get("went-on-without-the-person") == weight


def test_a_tool_without_a_name_asks_nobody_and_hands_nothing_over() -> None:
    nameless = calls("a")
    del nameless["tool_calls"][0]["function"]["name"]
    for made in (calls("a", name=""), nameless):
        report = check([user(), made, user()], target="openai", as_="request")
        (finding,) = [one for one in report.findings if one.code == "P001"]
        found = {suspect.mistake.name for suspect in suspects_of(finding, Clues(report))}
        assert not found & {"handed-over-with-open-calls", "went-on-without-the-person"}


def test_a_call_whose_name_never_came_was_not_invented() -> None:
    found = by_anthropic(
        {"role": "assistant", "content": [used("toolu_1")["content"][0] | {"name": ""}]},
        answered("toolu_1"),
    )
    assert found.code == "Y002"
    assert weights(found) == {"stored-a-half-streamed-call": 76}


def test_a_turn_that_asks_twice_is_said_to_be_stored_twice() -> None:
    for made, told in ((1, False), (2, True)):
        found = of([user(), *[calls("a", name="ask_user")] * made, user()])
        (asks,) = [s for s in found.suspects if s.mistake.name == "went-on-without-the-person"]
        assert ("stored twice" in asks.seen) is told


@pytest.mark.parametrize(
    ("tool", "arguments", "weight"),
    [
        ("handoff", "{}", 86),
        ("hand_over", "{}", 86),
        ("transfer_to_sales", "{}", 86),
        ("delegate_to_writer", "{}", 86),
        ("transfer_to_savings", '{"amount": 5}', None),
        ("transfer", "{}", None),
    ],
)
def test_who_hands_over_is_known_by_the_tool_s_name(
    tool: str, arguments: str, weight: int | None
) -> None:
    beside = of([user(), two(tool, "read", arguments), result("a"), user()])
    alone = of([user(), calls("a", name=tool, arguments=arguments), user()])
    for found, expected in ((beside, weight), (alone, weight and 72)):
        weights = {suspect.mistake.name: suspect.weight for suspect in found.suspects}
        assert weights.get("handed-over-with-open-calls") == expected


def test_two_results_of_one_message_that_differ_are_not_two_paths_without_an_error() -> None:
    both = answered("toolu_1", "toolu_1")
    both["content"][1]["content"] = "42"
    found = by_anthropic(used("toolu_1"), both, says(), user())
    assert weights(found) == {"late-result-after-a-marker": 66}


def test_an_error_far_from_its_result_came_late() -> None:
    found = said_twice(apart=True, error=True)
    assert "error-and-result-both-appended" not in weights(found)


THREE = ["a", "b", "c"]


@pytest.mark.parametrize(
    ("done", "then", "expected"),
    [
        # the model had what is not there
        (["a"], says(), {"store-kept-one-result-a-step": 76}),
        (["a", "b"], says(), {"store-kept-one-result-a-step": 76}),
        ([], says(), {"store-kept-one-result-a-step": 60}),
        (["a"], calls("d"), {"store-kept-one-result-a-step": 60}),
        # one branch of the results
        (["c"], says(), {"read-one-branch-of-the-results": 77}),
        # one of several that ended together
        (["a", "c"], says(), {"writer-lost-a-line": 66}),
        (["a", "c"], user(), {"writer-lost-a-line": 66}),
        # somebody goes on: nothing of a store
        (["a"], user(), {}),
        (["c"], user(), {}),
        (["b", "c"], says(), {}),
    ],
)
def test_what_a_store_lost_shows_in_what_is_left(
    done: list[str], then: dict[str, Any], expected: dict[str, int]
) -> None:
    behind = [then, result("d")] if then.get("tool_calls") else [then]
    found = of([user(), calls(*THREE), *map(result, done), *behind, user("So?")])
    kept = ("store-kept-one-result-a-step", "read-one-branch-of-the-results", "writer-lost-a-line")
    assert {name: w for name, w in weights(found).items() if name in kept} == expected


def test_a_call_that_cannot_be_run_has_no_result_to_lose() -> None:
    torn = calls("b", arguments='{"a": "b')["tool_calls"]
    asked = {**calls("a"), "tool_calls": [*calls("a")["tool_calls"], *torn]}
    messages = [user(), asked, result("a"), says(), user()]
    found = diagnose(None, check(messages, target="openai", as_="request"))
    assert found.code == "P001"
    assert weights(found)["store-kept-one-result-a-step"] == 58


def test_a_turn_that_is_there_twice_was_not_read_by_one_branch() -> None:
    found = of([user(), calls("a", "b"), calls("a", "b"), result("b"), says(), user()])
    assert "read-one-branch-of-the-results" not in weights(found)


@pytest.mark.parametrize(
    ("messages", "weight"),
    [
        ([user(), result("a"), calls("a"), user()], 84),
        ([user(), user(), user(), calls("a"), calls("b"), result("a"), result("b")], 78),
        ([user(), user(), calls("a"), calls("b"), result("b"), result("a")], None),
        ([user(), calls("a"), calls("b"), result("a"), result("b"), user()], None),
    ],
)
def test_a_list_that_was_sorted_has_its_results_in_front_or_its_roles_together(
    messages: list[Any], weight: int | None
) -> None:
    assert weights(of(messages)).get("sorted-the-messages") == weight
