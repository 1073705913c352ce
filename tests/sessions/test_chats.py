"""Exports of chats: the branch that is the conversation, tools without ids, what was left undone."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import pytest

from tests.sessions.files import REAL, read_real, read_text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session
from transcript_doctor.core.transcript import Transcript


def form(session: Transcript) -> str:
    return shape(session.request, format="openai-chat")


def said(session: Transcript) -> list[Any]:
    return [message["content"] for message in session.request]


def read(value: Any) -> Transcript:
    (session,) = read_text(json.dumps(value, indent=1), "export.json")
    return session


def node(ident: str, parent: str | None, role: str, text: Any, **keys: Any) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [text]}
    message = {"author": {"role": role}, "content": content, "recipient": "all", **keys}
    return {"id": ident, "parent": parent, "children": [], "message": message}


def gpt(*nodes: dict[str, Any], **keys: Any) -> Transcript:
    mapping = {one["id"]: one for one in nodes}
    return read({"mapping": mapping, "current_node": nodes[-1]["id"], **keys})


def test_a_conversation_of_chatgpt_is_read() -> None:
    session = read_real("chatgpt/polylogue-native-conversation.json")
    assert form(session) == "S U A[call_1] R(call_1) A"
    assert session.session == "chatgpt-fixture-conversation"
    assert check(session).findings == ()


def test_the_branch_of_the_current_node_is_the_conversation() -> None:
    nodes = [
        {"id": "r", "parent": None, "children": [], "message": None},
        node("a", "r", "user", "Go."),
        node("b", "a", "assistant", "Left."),
        node("c", "a", "assistant", "Kept."),
    ]
    session = gpt(*nodes, id="c1")
    assert (said(session), session.session, session.state) == (["Go.", "Kept."], "c1", "whole")
    whole = {"mapping": {one["id"]: one for one in nodes}, "current_node": "b"}
    found = read_text(json.dumps([whole, whole]), "conversations.json")
    assert [said(one) for one in found] == [["Go.", "Left."]] * 2
    lines = read_text(json.dumps(whole) + "\n" + json.dumps(whole), "conversations.jsonl")
    assert [one.origins[0].line for one in lines] == [1, 2]


def test_nodes_that_bear_their_id_as_key_alone_are_read() -> None:
    bare = {
        k: {"parent": p, "message": node(k, p, "user", k)["message"]}
        for k, p in [("a", None), ("b", "a")]
    }
    assert said(read({"mapping": bare})) == ["a", "b"]


def test_pieces_of_a_tools_answer_are_one_result() -> None:
    session = gpt(
        node("a", None, "user", "Draw."),
        node("b", "a", "assistant", '{"n": 1}', recipient="dalle.text2im"),
        node("c", "b", "tool", "One."),
        node("d", "c", "tool", {"content_type": "image_asset_pointer"}),
        node("e", "d", "assistant", "There."),
    )
    assert form(session) == "U A[call_1] R(call_1) A"
    assert session.request[1]["tool_calls"][0]["function"] == {
        "name": "dalle_text2im",
        "arguments": '{"n": 1}',
    }
    assert session.request[2]["content"] == "One.\n[image_asset_pointer]"
    assert len(session.parts[2]) == 2
    assert check(session).findings == ()


def test_what_a_tool_says_unasked_is_no_result() -> None:
    session = gpt(
        node("a", None, "tool", "Your files."),
        node("b", "a", "user", "Go."),
        node("c", "b", "assistant", "x = 1", recipient="python"),
    )
    assert [m["role"] for m in session.request] == ["system", "user", "assistant"]
    assert session.request[2]["tool_calls"][0]["function"]["arguments"] == '{"input": "x = 1"}'
    assert session.state == "running"


def test_a_result_whose_call_is_lost_is_found() -> None:
    session = gpt(
        node("a", None, "user", "Go."),
        node("c", "b", "tool", "3"),
        node("d", "c", "assistant", "Done."),
    )
    assert [f.code for f in check(session).findings] == ["S104", "P002"]


def test_thoughts_and_empty_messages_are_not_sent() -> None:
    thoughts = node("c", "b", "assistant", "")
    thoughts["message"]["content"] = {"content_type": "thoughts", "thoughts": [{"content": "Hm"}]}
    about = node("b", "a", "user", "")
    about["message"]["content"] = {
        "content_type": "user_editable_context",
        "user_profile": "Me.",
        "user_instructions": "Be.",
    }
    stopped = node("d", "c", "assistant", "Half", status="in_progress")
    session = gpt(node("a", None, "system", ""), about, thoughts, stopped)
    assert (said(session), session.state) == (["Me.\nBe.", "Half"], "interrupted")


def test_an_export_of_claude_ai_is_read() -> None:
    session = read_real("claude-ai/importer-thinking.json")
    assert said(session) == ["Can you greet me?", "Hello there! It's great to hear from you."]
    assert session.when == "2025-01-01T00:00:05Z"


def claude(sender: str, uuid: str, *content: Any, **keys: Any) -> dict[str, Any]:
    return {"uuid": uuid, "sender": sender, "text": "", "content": list(content), **keys}


def test_an_answer_is_split_at_the_results_in_it() -> None:
    use = {"type": "tool_use", "name": "web search", "input": {"q": "x"}}
    result = {
        "type": "tool_result",
        "name": "web search",
        "content": [{"type": "text", "text": "ok"}],
    }
    text = {"type": "text", "text": "Well."}
    attached = {"text": "Go.", "content": [], "attachments": [{"extracted_content": "File."}]}
    session = read(
        {
            "uuid": "c",
            "chat_messages": [
                {**claude("human", "a"), **attached},
                claude("assistant", "b", text, use, result, use, result, text),
            ],
        }
    )
    assert form(session) == "U A[call_1] R(call_1) A[call_2] R(call_2) A"
    assert said(session)[0] == "Go.\n\nFile."
    assert session.request[1]["tool_calls"][0]["function"]["name"] == "web_search"
    assert check(session).findings == ()
    odd = {
        "uuid": "d",
        "chat_messages": [claude("human", "a", text), claude("assistant", "b", result)],
    }
    assert [f.code for f in check(read(odd)).findings] == ["P002"]


def test_the_leaf_that_claude_ai_names_is_the_tip() -> None:
    root = "00000000-0000-4000-8000-000000000000"
    text = [{"type": "text", "text": t} for t in "abc"]
    messages = [
        claude("human", "a", text[0], parent_message_uuid=root),
        claude("assistant", "b", text[1], parent_message_uuid="a"),
        claude("assistant", "c", text[2], parent_message_uuid="a"),
    ]
    value = {"uuid": "c", "chat_messages": messages}
    assert said(read(value)) == ["a", "c"]
    assert said(read({**value, "current_leaf_message_uuid": "b"})) == ["a", "b"]


def test_a_chat_of_open_webui_is_read() -> None:
    session = read_real("open-webui/importer-chat.json")
    assert (form(session), session.when) == ("U A", "1744577557")
    assert check(session).findings == ()


def webui(*messages: dict[str, Any], current: str) -> Transcript:
    history = {"messages": {one["id"]: one for one in messages}, "currentId": current}
    return read([{"id": "c", "chat": {"history": history}}])


def message(ident: str, parent: str | None, role: str, content: Any, **keys: Any) -> dict[str, Any]:
    known = {"id": ident, "parentId": parent, "childrenIds": [], "role": role}
    return {**known, "content": content, **keys}


def details(done: str, ident: str, result: str | None, body: str = "") -> str:
    arguments = escape(json.dumps(json.dumps({"q": '<"x">'})))
    shown = "" if result is None else f' result="{escape(json.dumps(result))}"'
    marks = f'done="{done}" id="{ident}" name="get" arguments="{arguments}"{shown}'
    return f'<details type="tool_calls" {marks}>\n<summary>Ran</summary>{body}\n</details>\n'


def test_calls_in_the_text_of_open_webui_are_taken_out() -> None:
    thoughts = '<details type="reasoning" done="true"><summary>T</summary>Hm.</details>\n'
    text = f"{thoughts}Well. {details('true', 'a', 'ok')}{details('true', 'b', None, 'yes')}Done."
    session = webui(
        message("1", None, "user", "Go."), message("2", "1", "assistant", text), current="2"
    )
    assert form(session) == "U A[a,b] R(a) R(b) A"
    assert said(session) == ["Go.", "Well.", "ok", "yes", "Done."]
    assert session.request[1]["tool_calls"][0]["function"]["arguments"] == '{"q": "<\\"x\\">"}'
    open_call = webui(message("1", None, "assistant", details("false", "a", None)), current="1")
    assert form(open_call) == "A[a]"
    cut = webui(message("1", None, "assistant", 'x <details type="tool_calls">'), current="1")
    assert said(cut) == ['x <details type="tool_calls">']


def test_the_output_of_open_webui_is_read() -> None:
    output = [
        {"type": "function_call", "call_id": "a", "name": "get", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "a", "output": [{"text": "ok"}]},
        {"type": "message", "content": [{"type": "output_text", "text": "Done."}]},
    ]
    session = webui(
        message("1", None, "user", "Go."),
        message("2", "1", "assistant", "shown", output=output),
        message("3", "2", "user", "Else?"),
        message("4", "3", "assistant", "", error={"content": "no"}),
        current="4",
    )
    assert (form(session), session.state) == ("U A[a] R(a) A U", "interrupted")


def libre(ident: str, parent: str, mine: bool, text: str, **keys: Any) -> dict[str, Any]:
    known = {"messageId": ident, "parentMessageId": parent, "conversationId": "c"}
    return {**known, "isCreatedByUser": mine, "text": text, **keys}


ROOT = "00000000-0000-0000-0000-000000000000"


def call(output: str | None) -> dict[str, Any]:
    made: dict[str, Any] = {"id": "a", "name": "get", "args": {"x": 1}}
    if output is not None:
        made["output"] = output
    return {"type": "tool_call", "tool_call": made}


def test_a_call_of_librechat_holds_its_output() -> None:
    text = {"type": "text", "text": {"value": "Done."}}
    messages = [
        libre("1", ROOT, True, "Go."),
        libre("2", "1", False, "", content=[{"type": "think", "think": "Hm"}, call("ok"), text]),
        libre("3", "2", True, "More.", createdAt="2026-01-01"),
        libre("4", "3", False, "Sorry", error=True),
    ]
    session = read({"conversationId": "c", "endpoint": "openAI", "messages": messages})
    assert (form(session), session.session) == ("U A[a] R(a) A U", "c")
    assert session.state == "interrupted"
    cut = [messages[0], libre("2", "1", False, "", content=[call(None)], unfinished=True)]
    found = check(read(cut)).findings
    assert [(f.code, f.severity) for f in found] == [("P001", "warning")]


def test_messages_of_librechat_below_their_parents_are_read() -> None:
    leaf = libre("3", "2", True, "More.")
    tree = [
        libre("1", ROOT, True, "Go.", children=[libre("2", "1", False, "Ok.", children=[leaf])])
    ]
    for value in ({"conversationId": "c", "messagesTree": tree}, {"messages": tree}):
        session = read(value)
        assert said(session) == ["Go.", "Ok.", "More."]
        assert len({origin.line for origin in session.origins}) == 3
    (line, _) = read_text(
        json.dumps({"messages": tree})
        + "\n"
        + json.dumps({"messages": [{**leaf, "conversationId": "d", "parentMessageId": ROOT}]}),
        "c.jsonl",
    )
    assert said(line) == ["Go.", "Ok.", "More."]


def test_the_message_of_librechat_that_was_written_last_is_the_tip() -> None:
    messages = [
        libre("1", ROOT, True, "Go.", createdAt="2026-01-01"),
        libre("2", "1", False, "New.", createdAt="2026-01-03"),
        libre("3", "1", False, "Old.", createdAt="2026-01-02"),
    ]
    assert said(read(messages)) == ["Go.", "New."]


def test_each_chat_of_aider_is_a_conversation() -> None:
    found = read_session(file_source("h.md", REAL / "aider/agentsview-history.md"))
    assert found is not None
    assert [form(one) for one in found] == ["U A U A", "U A"]
    assert found[0].when == "2026-06-09 14:01:00"
    assert said(found[1])[0] == "make the timeout configurable"
    assert [origin.line for origin in found[0].origins] == [4, 5, 9, 10]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_marks_of_aider_say_who_speaks(ends: str) -> None:
    lines = [
        "# aider chat started at 2024-08-05 19:33:02",
        "> Model: x",
        "",
        "#### Go on,  ",
        "#### please.",
        "",
        "Well.",
        "> Applied edit",
        "^C KeyboardInterrupt",
        "# aider chat started at 2024-08-06 19:33:02",
        "> nothing",
    ]
    (session,) = read_text(ends.join(lines), "history.md")
    assert (said(session), session.state) == (["Go on,\nplease.", "Well."], "interrupted")
    later = read_text(f"x{ends}# aider chat started at 2024-08-05{ends}#### Hi.{ends}", "h.md")
    assert [said(one) for one in later] == [["x"], ["Hi."]]


def test_a_message_that_stands_there_twice_is_read_once() -> None:
    one = libre("1", ROOT, True, "Go.")
    session = read([one, one])
    assert said(session) == ["Go."]
    assert [(d.code, d.case) for d in session.damage] == [("S103", "line")]


def test_no_other_file_is_taken_for_an_export() -> None:
    own = {"ChatGPT", "claude.ai", "Open WebUI", "LibreChat", "aider"}
    homes = {"chatgpt", "claude-ai", "open-webui", "aider", "librechat"}
    for path in sorted(REAL.glob("*/*")):
        if path.is_file() and path.parent.name not in homes:
            found = read_session(file_source(path.name, path)) or []
            assert all(one.agent not in own for one in found), path
