"""Scenes of mistakes with thinking, and with what stands around the list."""

from __future__ import annotations

from typing import Any

from tests.acts.diagnose.scenes.world import Obj, Scene, part, sent


def thought(**keys: Any) -> Obj:
    return part("thinking", thinking="I think.", **keys)


def undeclared(names: dict[str, Any]) -> dict[str, Any]:
    """Whether tools were declared around it."""
    return {"tools_declared": bool(names["send"].around.get("tools"))}


_USED = (
    "messages = [{'role': 'user', 'content': [{'text': 'Go.'}]},\n"
    "    {'role': 'assistant', 'content': [{'toolUse': {'toolUseId': 'a', 'name': 'f', 'input': {}}}]},\n"
    "    {'role': 'user', 'content': [{'toolResult': {'toolUseId': 'a', 'content': [{'text': 'ok'}]}}]}]"
)


_ITEMS = (
    "reasoning = Obj(type='reasoning', id='rs_1', summary=[], encrypted_content='ZXg=')\n"
    "asked = Obj(type='function_call', id='fc_1', call_id='call_1', name='f', arguments='{}')\n"
    "answered = Obj(type='function_call_output', call_id='call_1', output='ok')\n"
    "said = Obj(type='message', role='user', content='Go.')\nitems = [said, reasoning, asked, answered]"
)

SCENES = (
    Scene(
        "adapter-dropped-the-thinking",
        "text, calls = None, [call_of('call_1')]\nresponse = Obj(content='I think.')\n"
        "def Message(role, text=None, calls=calls, raw=None):\n"
        "    return {**turn(*calls), **({'reasoning_content': raw} if raw else {})}",
        "messages += [{code}, result('call_1')]",
        target="deepseek",
        context={"thinking": "enabled"},
    ),
    Scene(
        "carried-thinking-to-another-model",
        "messages += [{'role': 'assistant', 'content': 'Yes.', 'reasoning': 'I think.'}, user('So?')]\n"
        "other_model, target = 'llama-3.3-70b-versatile', 'groq'",
        gives=lambda names: {"messages": sent(names), **names["send"].around},
        target="groq",
    ),
    Scene(
        "rebuilt-the-turn-without-its-seal",
        "text, calls, thinking = 'Yes.', [], 'I think.'\n"
        "message = {'role': 'assistant', 'content': [thought(signature='ZXhhbXBsZQ=='), part('text', text=text)]}\n"
        "def store(message=None, text=None, calls=(), thinking=None):\n"
        "    messages.append(message or {'role': 'assistant', 'content': [thought(), part('text', text=text)]})",
        "{code}\nmessages.append(user('So?'))",
        target="anthropic",
        format="anthropic",
        more={"thought": thought},
    ),
    Scene(
        "handed-over-reasoning-without-its-turn",
        _ITEMS,
        gives="items",
        target="openai-responses",
    ),
    Scene(
        "took-the-tools-away-for-the-last-step",
        f"{_USED}\ntools = ['f']",
        gives=sent,
        target="bedrock",
        context=undeclared,
    ),
    Scene(
        "gave-a-history-with-calls-to-an-agent-without-tools",
        f"{_USED}\nhistory, plain_agent = [*messages, {{'role': 'user', 'content': [{{'text': 'So?'}}]}}], Obj(tools=[])\n"
        "tools_in = lambda history: ['f']",
        gives=sent,
        target="bedrock",
        context=undeclared,
    ),
    Scene(
        "changed-what-thinking-is-bound-to",
        "days, PROMPT = iter(['Monday', 'Tuesday']), 'You help.'\nnow = lambda: next(days)\nsystems = []\n"
        "messages += [{'role': 'assistant', 'content': [thought(signature='ZXhhbXBsZQ=='), part('text', text='Yes.')]},\n"
        "    user('So?')]",
        "for _ in range(2):\n    {code}\n    systems.append(system)",
        target="anthropic",
        format="anthropic",
        context=lambda names: {
            "preserved_thinking": True,
            **({"prefix_changed": "system prompt", "stale_thinking_at": [1]} if len(set(names["systems"])) > 1 else {}),
        },
        more={"thought": thought},
    ),
)  # fmt: skip
