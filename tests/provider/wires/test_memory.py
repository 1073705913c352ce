"""What servers remember for their clients: a request is unfolded to all it builds on, and memory has bounds."""

from __future__ import annotations

from typing import Any

from transcript_doctor.provider.wires import Lost
from transcript_doctor.provider.wires.anthropic_threads import Threads
from transcript_doctor.provider.wires.responses_memory import Memory

HI = {"type": "message", "role": "user", "content": "Hi."}


def response(ident: str, *items: Any) -> dict[str, Any]:
    return {"id": ident, "output": list(items)}


def test_a_chain_is_unfolded_in_order() -> None:
    memory = Memory()
    memory.keep({"input": "Hi."}, response("r1", {"n": 1}))
    memory.keep(
        {"input": [{"n": 2}], "previous_response_id": "r1"}, response("r2", {"n": 3}, {"n": 4})
    )
    memory.keep({"input": [{"n": 5}], "previous_response_id": "r2"}, response("r3", {"n": 6}))
    body = {"model": "m", "input": "More.", "previous_response_id": "r3"}
    more = {"type": "message", "role": "user", "content": "More."}
    numbers = [{"n": n} for n in range(1, 7)]
    assert memory.unfold(body) == {"model": "m", "input": [HI, *numbers, more]}
    assert memory.asked("r3") == [HI, *numbers[:5]]
    assert memory.response("r2") == response("r2", {"n": 3}, {"n": 4})
    assert body["previous_response_id"] == "r3"


def test_a_branch_does_not_see_the_other() -> None:
    memory = Memory()
    memory.keep({"input": "Hi."}, response("r1", {"n": 1}))
    memory.keep({"input": [{"n": 2}], "previous_response_id": "r1"}, response("r2"))
    unfolded = memory.unfold({"input": [{"n": 3}], "previous_response_id": "r1"})
    assert unfolded == {"input": [HI, {"n": 1}, {"n": 3}]}


def test_what_is_not_known_is_not_unfolded() -> None:
    memory = Memory()
    memory.keep({"input": "Hi.", "store": False}, response("r1"))
    assert len(memory) == 0
    assert isinstance(memory.unfold({"input": [], "previous_response_id": "r1"}), Lost)
    assert memory.response("r1") is None
    memory.keep({"input": "Hi."}, response("r2"))
    memory.keep({"input": [], "previous_response_id": "r2"}, response("r3"))
    assert memory.forget("r2")
    assert not memory.forget("r2")
    assert isinstance(memory.unfold({"input": [], "previous_response_id": "r3"}), Lost)


def test_a_request_that_builds_on_nothing_is_the_same_object() -> None:
    body = {"input": "Hi.", "previous_response_id": None}
    assert Memory().unfold(body) is body
    odd = {"input": 7, "previous_response_id": 3}
    assert Memory().unfold(odd) is odd


def test_memory_has_bounds() -> None:
    memory = Memory(most=3)
    for n in range(10):
        memory.keep({"input": "Hi."}, response(f"r{n}"))
    assert len(memory) == 3
    assert memory.response("r7") is not None
    assert memory.response("r6") is None
    small = Memory(room=3000)
    for n in range(10):
        small.keep({"input": "x" * 300}, response(f"r{n}"))
    assert len(small) == 2
    small.keep({"input": "x" * 3000}, response("big"))
    assert len(small) == 0


def test_a_response_that_follows_itself_is_lost_and_not_searched_for_ever() -> None:
    memory = Memory()
    memory.keep({"input": [], "previous_response_id": "r1"}, response("r1"))
    assert isinstance(memory.unfold({"input": [], "previous_response_id": "r1"}), Lost)


CREATE = {"type": "create"}


def message(ident: str, *blocks: Any) -> dict[str, Any]:
    return {"id": ident, "content": list(blocks)}


def test_a_thread_is_unfolded_with_what_it_was_created_with() -> None:
    threads = Threads()
    begun = {
        "system": "Be brief.",
        "tools": [{"name": "f"}],
        "messages": [{"n": 1}],
        "thread": CREATE,
    }
    assert threads.unfold(begun) is begun
    threads.keep(begun, message("m1", {"n": 2}))
    second = {"messages": [{"n": 3}], "thread": {"type": "continue", "previous_message_id": "m1"}}
    threads.keep(second, message("m2"))
    third = {
        "model": "m",
        "messages": [{"n": 4}],
        "thread": {"type": "continue", "previous_message_id": "m2"},
    }
    assert threads.unfold(third) == {
        "model": "m",
        "system": "Be brief.",
        "tools": [{"name": "f"}],
        "messages": [{"n": 1}, {"role": "assistant", "content": [{"n": 2}]}, {"n": 3}, {"n": 4}],
    }


def test_a_thread_that_cannot_be_continued() -> None:
    threads = Threads(most=2)
    threads.keep({"messages": [{"n": 1}], "thread": CREATE}, message("m1", {"n": 2}))
    following = {
        "messages": [{"n": 3}],
        "thread": {"type": "continue", "previous_message_id": "m1"},
    }
    for _ in range(2):  # asked twice, answered never
        assert isinstance(threads.unfold(following), dict)
        threads.release(following)
    repeated = threads.unfold({**following, "system": "Be brief."})
    assert isinstance(repeated, Lost)
    assert repeated.body["error"]["details"] == {"error_code": "thread_fingerprint_mismatch"}
    threads.keep(following, message("m2", {"n": 4}))
    again = threads.unfold(following)
    assert isinstance(again, Lost)
    assert (again.status, again.body["error"]["type"]) == (400, "invalid_request_error")
    assert again.body["error"]["details"] == {"error_code": "thread_already_continued"}
    threads.keep({"messages": [], "thread": CREATE}, message("m3", {"n": 5}))
    third = {"messages": [], "thread": {"type": "continue", "previous_message_id": "m2"}}
    gone = threads.unfold(third)  # m1 was the oldest
    assert isinstance(gone, Lost)
    assert (gone.status, gone.body["error"]["type"]) == (404, "not_found_error")
    assert gone.body["error"]["details"] == {"error_code": "thread_not_found"}


def test_a_thread_is_continued_by_one_at_a_time() -> None:
    threads = Threads()
    threads.keep({"messages": [{"n": 1}], "thread": CREATE}, message("m1", {"n": 2}))
    following = {
        "messages": [{"n": 3}],
        "thread": {"type": "continue", "previous_message_id": "m1"},
    }
    assert isinstance(threads.unfold(following), dict)
    second = threads.unfold({**following, "messages": [{"n": 4}]})
    assert isinstance(second, Lost)
    assert second.body["error"]["details"] == {"error_code": "thread_already_continued"}
    threads.release(following)  # it was refused
    assert isinstance(threads.unfold(following), dict)
    threads.keep(following, message("m2"))
    threads.release(following)
    assert isinstance(threads.unfold(following), Lost)


def test_requests_without_a_thread_are_not_kept() -> None:
    threads = Threads()
    for thread in (None, 3, "create"):
        body = {"messages": [{"n": 1}], "thread": thread}
        assert threads.unfold(body) is body
        threads.keep(body, message("m1", {"n": 2}))
    odd = {"messages": 5, "thread": {"type": "continue", "previous_message_id": ["m1"]}}
    assert isinstance(threads.unfold(odd), Lost)
    lost = threads.unfold(
        {"messages": [], "thread": {"type": "continue", "previous_message_id": "m1"}}
    )
    assert isinstance(lost, Lost)
