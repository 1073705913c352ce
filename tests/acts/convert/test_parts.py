"""What each kind of part becomes in each format, and what is confessed where it becomes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.acts.convert import convert

USER = {"role": "user", "content": "Go."}
PDF = "JVBERi0xLjQK"
WAV = "UklGRg=="


def said(content: list[Any], to: str, format: str, **more: Any) -> tuple[Any, list[str]]:
    """Return what a user's parts become, and the losses."""
    there = convert([{"role": "user", "content": content}], to=to, format=format, **more)
    key = "parts" if to == "gemini" else "content"
    return there.messages[0][key], [loss.what for loss in there.losses]


HELLO = {"type": "text", "text": "See."}
IMAGE_AT = {"type": "image", "source": {"type": "url", "url": "https://x.io/a.png"}}
DOCUMENT = {
    "type": "document", "title": "The plan.pdf",
    "source": {"type": "base64", "media_type": "application/pdf", "data": PDF},
}  # fmt: skip
PLAIN = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "añ"}}
DATA = f"data:application/pdf;base64,{PDF}"


@pytest.mark.parametrize(
    ("part", "to", "becomes"),
    [
        (IMAGE_AT, "openai", {"type": "image_url", "image_url": {"url": "https://x.io/a.png"}}),
        (IMAGE_AT, "openai-responses", {"type": "input_image", "image_url": "https://x.io/a.png", "detail": "auto"}),
        (IMAGE_AT, "gemini", {"fileData": {"mimeType": "image/png", "fileUri": "https://x.io/a.png"}}),
        (IMAGE_AT, "bedrock", "image"),
        (IMAGE_AT, "pi", "image"),
        (DOCUMENT, "openai", {"type": "file", "file": {"filename": "The plan.pdf", "file_data": DATA}}),
        (DOCUMENT, "openai-responses", {"type": "input_file", "filename": "The plan.pdf", "file_data": DATA}),
        (DOCUMENT, "gemini", {"inlineData": {"mimeType": "application/pdf", "data": PDF}}),
        (DOCUMENT, "bedrock", {"document": {"format": "pdf", "source": {"bytes": PDF}, "name": "The plan pdf"}}),
        (DOCUMENT, "pi", "document"),
        (DOCUMENT, "oracle", "document"),
        (PLAIN, "bedrock", {"document": {"format": "txt", "source": {"bytes": "YcOx"}, "name": "document"}}),
        (PLAIN, "gemini", {"inlineData": {"mimeType": "text/plain", "data": "YcOx"}}),
    ],
)  # fmt: skip
def test_media_of_anthropic(part: Any, to: str, becomes: Any) -> None:
    parts, losses = said([HELLO, part], to, "anthropic")
    if isinstance(becomes, str):
        assert losses == [becomes]
        return
    retitled = part.get("title") is not None and to in ("gemini", "bedrock")
    assert losses == ["its title"] * retitled
    assert parts[1] == becomes
    back, lost = said(parts, "anthropic", FORMAT_OF.get(to, to)) if to != "gemini" else (None, [])
    if back is not None:
        titled = part.get("title") == back[1].get("title") or to == "bedrock"
        assert back[1]["source"] == part["source"]
        assert titled or to == "openai"
        assert lost == []


FORMAT_OF = {"openai": "openai-chat"}


@pytest.mark.parametrize(
    ("to", "becomes"),
    [
        ("openai-responses", None),
        ("gemini", {"inlineData": {"mimeType": "audio/wav", "data": WAV}}),
        ("bedrock", {"audio": {"format": "wav", "source": {"bytes": WAV}}}),
        ("anthropic", None),
        ("pi", None),
    ],
)  # fmt: skip
def test_sound_of_a_chat(to: str, becomes: Any) -> None:
    sound = {"type": "input_audio", "input_audio": {"data": WAV, "format": "wav"}}
    parts, losses = said([HELLO, sound], to, "openai-chat")
    assert losses == ([] if becomes else ["audio"])
    assert parts[1:] == ([becomes] if becomes else [])


def test_documents_of_converse_never_share_a_name_and_never_stand_alone() -> None:
    parts, losses = said([HELLO, DOCUMENT, DOCUMENT], "bedrock", "anthropic")
    assert [part["document"]["name"] for part in parts[1:]] == ["The plan pdf", "The plan pdf 2"]
    there = convert(
        [USER, {"role": "user", "content": [DOCUMENT]}], to="bedrock", format="anthropic"
    )
    assert losses == ["its title", "its title"]
    assert [loss.what for loss in there.losses] == ["its title", "a document without words"]


def exchange(call: dict[str, Any], *results: Any) -> list[Any]:
    return [USER, call, *results]


def tool_use(ident: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": ident, "name": "read", "input": {}, **more}


def test_pictures_in_a_result_stay_where_the_target_takes_them_there() -> None:
    picture = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
    content = [{"type": "text", "text": "Here."}, {"type": "image", "source": picture}]
    result = {"type": "tool_result", "tool_use_id": "t1", "content": content}
    messages = exchange(
        {"role": "assistant", "content": [tool_use("t1")]}, {"role": "user", "content": [result]}
    )
    chat = convert(messages, to="openai")
    assert chat.messages[2]["content"] == "Here."
    assert [(str(x.place), x.what) for x in chat.losses] == [
        ("messages[2].content[0].content[1]", "its place in a result")
    ]
    there = convert(messages, to="mistral-common-v15")
    assert there.losses == ()
    assert there.messages[2]["content"][1]["type"] == "image_url"
    items = convert(messages, to="openai-responses")
    assert [part["type"] for part in items.messages[2]["output"]] == ["input_text", "input_image"]
    assert convert(items.messages, to="anthropic").messages[2]["content"][0]["content"] == content


def test_a_failed_result_without_words_is_not_marked_as_failed() -> None:
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "Go."}]},
        {"role": "assistant", "content": [{"type": "toolCall", "id": "c1", "name": "f", "arguments": {}}], "stop_reason": "toolUse"},
        {"role": "toolResult", "tool_call_id": "c1", "tool_name": "f", "content": [], "is_error": True},
    ]  # fmt: skip
    there = convert(messages, to="anthropic")
    assert there.report.findings == ()
    assert there.messages[2]["content"] == [
        {"type": "tool_result", "tool_use_id": "c1", "content": ""}
    ]
    assert [loss.what for loss in there.losses] == ["that it failed"]


def test_reasoning_goes_where_its_seal_is_taken() -> None:
    thinking = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
    hidden = {"type": "redacted_thinking", "data": "aGlk"}
    said = {"type": "text", "text": "Yes."}
    messages = [USER, {"role": "assistant", "content": [thinking, hidden, said]}]
    there = convert(messages, to="bedrock")
    assert there.losses == ()
    assert there.messages[1]["content"][:2] == [
        {"reasoningContent": {"reasoningText": {"text": "Hm.", "signature": "c2ln"}}},
        {"reasoningContent": {"redactedContent": "aGlk"}},
    ]
    assert convert(there.messages, to="anthropic").messages[1]["content"] == [
        thinking,
        hidden,
        said,
    ]
    kept = convert(messages, to="pi")
    assert kept.messages[1]["api"] == "anthropic-messages"
    assert convert(kept.messages, to="anthropic").messages[1]["content"] == [thinking, hidden, said]
    for to in ("openai", "openai-responses", "gemini", "mistral", "oracle"):
        assert [loss.raw for loss in convert(messages, to=to).losses] == [thinking, hidden]


def test_blocks_that_a_gateway_carried_go_back_as_the_very_nodes() -> None:
    block = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
    message = {
        "role": "assistant",
        "content": "Yes.",
        "reasoning_content": "Hm.",
        "thinking_blocks": [block],
    }
    there = convert([USER, message], to="anthropic", format="openai-chat")
    assert there.messages[1]["content"][0] is block
    assert there.losses == ()


def test_reasoning_items_go_through_pi_and_back() -> None:
    item = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "Z0FBQUE="}
    answer = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
              "content": [{"type": "output_text", "text": "Yes.", "annotations": []}]}  # fmt: skip
    there = convert([{"type": "message", "role": "user", "content": "Go."}, item, answer], to="pi")
    assert there.messages[1]["api"] == "openai-responses"
    back = convert(there.messages, to="openai-responses")
    assert back.messages[1] == item


def test_custom_calls_are_said_where_they_are_known() -> None:
    call = {"id": "c1", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}
    result = {"role": "tool", "tool_call_id": "c1", "content": "1"}
    messages = exchange({"role": "assistant", "content": None, "tool_calls": [call]}, result)
    items = convert(messages, to="openai-responses")
    assert items.losses == ()
    assert items.messages[1:] == [
        {"type": "custom_tool_call", "call_id": "c1", "name": "sql", "input": "select 1"},
        {"type": "custom_tool_call_output", "call_id": "c1", "output": "1"},
    ]
    there = convert(messages, to="anthropic")
    assert there.messages[1]["content"][0]["input"] == {"input": "select 1"}
    assert [loss.what for loss in there.losses] == ["that it is a custom call"]


@pytest.mark.parametrize(
    ("text", "becomes", "lost"),
    [
        ('{"a": 1}', {"a": 1}, False),
        ("", {}, False),
        ('{"a": ', {"unparsed": '{"a": '}, True),
        ("[1]", {"unparsed": "[1]"}, True),
        ('{"a": NaN}', {"unparsed": '{"a": NaN}'}, True),
        ('{"a": 1, "a": 2}', {"unparsed": '{"a": 1, "a": 2}'}, True),
        ('{"a": 1e999}', {"unparsed": '{"a": 1e999}'}, True),
    ],
)
def test_arguments_are_parsed_and_never_guessed(text: str, becomes: Any, lost: bool) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": text}}
    result = {"role": "tool", "tool_call_id": "c1", "content": "1"}
    messages = exchange({"role": "assistant", "content": None, "tool_calls": [call]}, result)
    there = convert(messages, to="anthropic", format="openai-chat")
    assert there.messages[1]["content"][0]["input"] == becomes
    assert [loss.what for loss in there.losses] == ["that its arguments are no object"] * lost


def test_what_the_provider_ran_is_lost_with_its_node() -> None:
    use = {
        "type": "server_tool_use",
        "id": "srvtoolu_1",
        "name": "web_search",
        "input": {"query": "x"},
    }
    found = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    messages = [
        USER,
        {"role": "assistant", "content": [use, found, {"type": "text", "text": "Yes."}]},
    ]
    there = convert(messages, to="openai")
    assert there.messages[1] == {"role": "assistant", "content": "Yes."}
    assert [loss.raw for loss in there.losses] == [use, found]


def test_refusals_are_kept_as_refusals_or_confessed() -> None:
    messages = [USER, {"role": "assistant", "content": None, "refusal": "No."}]
    items = convert(messages, to="openai-responses", format="openai-chat")
    assert items.messages[1]["content"] == "No."
    assert [(loss.what, loss.raw) for loss in items.losses] == [("that it is a refusal", "No.")]
    part = {"type": "refusal", "refusal": "No."}
    item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed"}
    chat = convert([USER, {**item, "content": [part]}], to="openai", format="openai-responses")
    assert (chat.messages[1]["content"], chat.losses) == ([part], ())
    there = convert(messages, to="anthropic", format="openai-chat")
    assert there.messages[1]["content"] == "No."
    assert [loss.what for loss in there.losses] == ["that it is a refusal"]


def test_words_behind_a_call_lose_their_place_in_a_chat() -> None:
    behind = {"type": "text", "text": "Now."}
    content = [{"type": "text", "text": "First."}, tool_use("t1"), behind]
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "1"}
    messages = exchange(
        {"role": "assistant", "content": content}, {"role": "user", "content": [result]}
    )
    there = convert(messages, to="openai")
    assert [part["text"] for part in there.messages[1]["content"]] == ["First.", "Now."]
    assert [(loss.what, loss.raw) for loss in there.losses] == [("its place behind a call", behind)]


@pytest.mark.parametrize(
    ("response", "text", "failed"),
    [
        ({"output": "ok"}, "ok", False),
        ({"error": "no"}, "no", True),
        ({"temperature": 21}, '{"temperature": 21}', False),
        ({"result": "ok"}, '{"result": "ok"}', False),
        ({"output": {"a": 1}}, '{"output": {"a": 1}}', False),
        ({"error": {"code": 5}}, '{"error": {"code": 5}}', True),
    ],
)
def test_responses_of_gemini_become_texts_and_come_back(
    response: Any, text: str, failed: bool
) -> None:
    contents = [
        {"role": "user", "parts": [{"text": "Go."}]},
        {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": response}}]},
    ]
    there = convert(contents, to="anthropic")
    block = there.messages[2]["content"][0]
    assert (block["content"], block.get("is_error", False)) == (text, failed)
    back = convert(there.messages, to="gemini")
    assert back.messages[2]["parts"][0]["functionResponse"]["response"] == response


def test_documents_of_one_title_are_told_apart_from_those_that_bear_a_number() -> None:
    def document(title: str | None) -> dict[str, Any]:
        source = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0x"}
        return {"type": "document", "title": title, "source": source}

    titles = ["a 2", "a", "a", "a", None, None]
    parts = [{"type": "text", "text": "Read."}, *map(document, titles)]
    there = convert([{"role": "user", "content": parts}], to="bedrock")
    names = [part["document"]["name"] for part in there.messages[0]["content"][1:]]
    assert names == ["a 2", "a", "a 3", "a 4", "document", "document 2"]
