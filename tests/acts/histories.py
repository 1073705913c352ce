"""Histories of any quality for property tests: sound, sick and hostile ones, in several formats."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

HOSTILE = (
    "\x1b[2J\x1b[1;31mred",
    "\u202egnp.exe",
    "a\u200bb\ufeffc",
    "half \ud83d pair",
    "<script>alert(1)</script>",
    "line one\nline two\r\nline three\x07",
    "::error file=x::owned",
    "| a | b |\n[link](http://evil.example)",
    "\x9b31m\x85\x7f",
    "%0A%0D {0} {id} [x](1)",
)
SECRETS = (
    "sk-live-4fQ9zKp2Lm8Rt6Wv",
    "alice.meyer@corp-internal.io",
    "https://intranet.corp.io/wiki/plan?token=abcdef123",
    "/home/alice/projects/merger/plan.docx",
    "The quarterly numbers are confidential.",
    "Ünïcödé geheimnis 秘密の計画 \U0001f512",
)
TEXTS = st.one_of(
    st.sampled_from(
        ("", " ", "\n\t", "yes", "Find the port.", "ends with space ", *HOSTILE, *SECRETS)
    ),
    st.text(max_size=20),
)
IDS = st.sampled_from(
    (
        "c1",
        "call_01",
        "call_02",
        "toolu_01ABCdefGHI",
        "toolu_01ABCdefGHJ",
        "bad id!",
        "",
        "null",
        "x" * 70,
    )
)
NAMES = st.sampled_from(("read", "write_file", "get_customer_record", "bad name", "", "n" * 70))
ARGUMENTS = st.one_of(
    st.sampled_from(
        ("{}", '{"path": "/etc/shadow"}', '{"customer": "Alice Meyer"', "[1, 2]", "", "null")
    ),
    TEXTS,
)
OBJECTS = st.one_of(
    st.just({}),
    st.dictionaries(
        st.sampled_from(("path", "customer_name", "n")), st.one_of(TEXTS, st.integers())
    ),
    st.sampled_from(([], None, "text", 17)),
)


def chat() -> st.SearchStrategy[list[Any]]:
    """Lists of OpenAI chat messages."""
    call = st.builds(
        lambda i, n, a: {"id": i, "type": "function", "function": {"name": n, "arguments": a}},
        IDS, NAMES, ARGUMENTS,
    )  # fmt: skip
    part = st.one_of(
        st.builds(lambda t: {"type": "text", "text": t}, TEXTS),
        st.just(
            {
                "type": "image_url",
                "image_url": {"url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg"},
            }
        ),
        st.builds(lambda t: {"type": "mystery_part", "mystery_part": t}, TEXTS),
    )
    content = st.one_of(TEXTS, st.none(), st.lists(part, max_size=3))
    return st.lists(
        st.one_of(
            st.builds(lambda c: {"role": "user", "content": c}, content),
            st.builds(lambda c: {"role": "system", "content": c}, TEXTS),
            st.builds(lambda c: {"role": "assistant", "content": c}, content),
            st.builds(
                lambda c, calls: {"role": "assistant", "content": c, "tool_calls": calls},
                content, st.lists(call, max_size=3),
            ),
            st.builds(
                lambda i, n, c: {"role": "tool", "tool_call_id": i, "name": n, "content": c},
                IDS, NAMES, content,
            ),
            st.builds(lambda t: {"role": "assistant", "content": t, "x_trace": t}, TEXTS),
        ),
        max_size=7,
    )  # fmt: skip


def blocks() -> st.SearchStrategy[list[Any]]:
    """Lists of Anthropic messages."""
    block = st.one_of(
        st.builds(lambda t: {"type": "text", "text": t}, TEXTS),
        st.builds(lambda i, n, a: {"type": "tool_use", "id": i, "name": n, "input": a}, IDS, NAMES, OBJECTS),
        st.builds(lambda i, t: {"type": "tool_result", "tool_use_id": i, "content": t}, IDS, TEXTS),
        st.builds(lambda t: {"type": "thinking", "thinking": t, "signature": "ZXhhbXBsZS1zaWduYXR1cmU="}, TEXTS),
        st.just({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "/9j/4AAQSkZJRg=="}}),
    )  # fmt: skip
    content = st.one_of(TEXTS, st.lists(block, max_size=4))
    roles = st.sampled_from(("user", "assistant", "user", "assistant", "system", "narrator"))
    return st.lists(st.builds(lambda r, c: {"role": r, "content": c}, roles, content), max_size=7)


def contents() -> st.SearchStrategy[list[Any]]:
    """Lists of Gemini contents."""
    part = st.one_of(
        st.builds(lambda t: {"text": t}, TEXTS),
        st.builds(lambda n, a: {"functionCall": {"name": n, "args": a}}, NAMES, OBJECTS),
        st.builds(lambda n, a: {"functionResponse": {"name": n, "response": a}}, NAMES, OBJECTS),
    )
    roles = st.sampled_from(("user", "model", "user", "model", "function"))
    one = st.builds(lambda r, p: {"role": r, "parts": p}, roles, st.lists(part, max_size=4))
    return st.lists(one, max_size=6)


def items() -> st.SearchStrategy[list[Any]]:
    """Lists of OpenAI Responses items."""
    item = st.one_of(
        st.builds(lambda r, t: {"role": r, "content": t}, st.sampled_from(("user", "assistant")), TEXTS),
        st.builds(
            lambda i, n, a: {"type": "function_call", "call_id": i, "name": n, "arguments": a, "id": "fc_0011223344"},
            IDS, NAMES, ARGUMENTS,
        ),
        st.builds(lambda i, t: {"type": "function_call_output", "call_id": i, "output": t}, IDS, TEXTS),
        st.just({"type": "reasoning", "id": "rs_0011223344", "summary": []}),
    )  # fmt: skip
    return st.lists(item, max_size=7)


def bodies() -> st.SearchStrategy[Any]:
    """Lists of any format, and request bodies around them."""
    tools = [
        {"name": "read", "description": "Reads a secret file.", "input_schema": {"type": "object"}}
    ]
    return st.one_of(
        chat(),
        blocks(),
        contents(),
        items(),
        st.builds(lambda m: {"model": "claude-opus-4-5", "system": SECRETS[4], "tools": tools, "messages": m}, blocks()),
        st.builds(lambda m: {"model": "ft:gpt-4o:corp-internal::Ab12", "messages": m}, chat()),
        st.builds(lambda m: {"model": "gemini-2.5-pro", "contents": m}, contents()),
    )  # fmt: skip


JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), TEXTS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.one_of(st.sampled_from(("role", "content", "messages", "parts", "type", "id")), st.text(max_size=5)),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=25,
)  # fmt: skip
