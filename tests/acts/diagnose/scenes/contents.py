"""Scenes of mistakes with what stands in messages: keys, answers, blanks, arguments, pictures."""

from __future__ import annotations

import base64

from pydantic import BaseModel

from tests.acts.diagnose.scenes.world import Obj, Scene, part, sent, stream, user

_PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"\0" * 24).decode()


def image(data: str, media_type: str) -> Obj:
    return part("image", source={"type": "base64", "media_type": media_type, "data": data})


class Answered(BaseModel):
    """A part as an SDK has it, with a key that only answers have."""

    type: str
    text: str
    parsed_output: None = None
    citations: None = None


_CALLED = "messages += exchange('call_1')"


_BLOCK = "messages += [{'role': 'assistant', 'content': [block]}, user('So?')]"

SCENES = (
    Scene(
        "dumped-the-whole-object",
        "message = Answered(type='text', text='Yes.')\n"
        "store = lambda part: messages.append({'role': 'assistant', 'content': [part]})",
        "{code}\nmessages.append(user('So?'))",
        target="anthropic",
        format="anthropic",
        more={"Answered": Answered},
    ),
    Scene(
        "stored-the-stream's-own-keys",
        "start_event = Obj(block={'type': 'text', 'text': ''})\ndelta = {'text': 'Yes.', 'index': 0}\n"
        "whole, i = Obj(content=[{'type': 'text', 'text': 'Yes.'}]), 0\nstream = Obj(get_final_message=lambda: whole)",
        "{code}\n" + _BLOCK,
        target="anthropic",
        format="anthropic",
    ),
    Scene(
        "stored-a-failed-turn",
        "response = Obj(message=Obj(role='assistant', content='', tool_calls=None))",
        "for _ in range(2):\n    {code}\n    messages.append(user('So?'))",
        gives=lambda names: [{k: v for k, v in m.items() if v is not None} for m in names["messages"]],
        target="anthropic",
    ),
    Scene(
        "stored-the-model's-blank-answer",
        "message, target = {'role': 'assistant', 'content': [part('text', text=' '),\n"
        "    part('tool_use', id='toolu_01', name='f', input={})]}, 'anthropic'\n"
        "after = {'role': 'user', 'content': [part('tool_result', tool_use_id='toolu_01', content='ok')]}",
        "{code}\nmessages.append(after)",
        "{code}\nmessages.append(after)",
        target="anthropic",
    ),
    Scene(
        "threw-the-half-stream-away",
        "calls, turn = [Obj(whole=False)], Obj(role='assistant', text='', calls=[])",
        "{code}",
        "turn.calls = [call for call in calls if call.whole]\n{code}",
        gives=lambda names: [
            {"role": m["role"], "content": m["content"] if "content" in m else m["text"]}
            | ({"reasoning_content": ""} if "calls" in m else {})
            for m in [*names["messages"], user("So?")]
        ],
        target="kimi",
    ),
    Scene(
        "stripped-the-calls-and-left-the-text",
        "message = turn('abcdefghi', content='Let me look.')\nmessages.append(message)",
        "{code}\ndel message['tool_calls']",
        "{code}",
        target="mistral",
    ),
    Scene(
        "ended-a-summary-on-an-acknowledgement",
        "summary = 'Summary of the conversation so far: files.'",
        target="mistral",
    ),
    Scene(
        "sent-an-empty-user-message",
        "task, messages = Obj(text=' '.strip()), []",
        "{code}\nmessages.append(assistant('Yes?'))\nmessages.append(user('Go.'))",
        gives=lambda names: names["messages"] if names["messages"][0]["role"] == "user" else None,
        target="anthropic",
    ),
    Scene(
        "added-an-empty-caption",
        "text, pictures = '', [image(png, 'image/png')]\ntext_part = lambda text: part('text', text=text)",
        "{code}\nmessages = [{'role': 'user', 'content': parts}]",
        target="anthropic",
        more={"image": image, "png": _PNG},
    ),
    Scene(
        "padded-with-a-space",
        "content = ''",
        "{code}\nmessages += [assistant('Yes.'), user(content)]",
        "messages += [assistant('Yes.'), user(content), user('So?')]\n{code}",
        target="anthropic",
    ),
    Scene("always-set-tool-calls", "message, calls = assistant('Yes.'), []\nmessages.append(message)"),
    Scene(
        "passed-no-output-on",
        f"{_CALLED}\narguments = {{}}\ndef tool():\n    return None",
        "{code}\nmessages[-1].content = content",
    ),
    Scene(
        "passed-a-raw-value-on",
        f"{_CALLED}\narguments = {{}}\ndef tool():\n    return {{'n': 1}}",
        "messages[-1] = {**{code}, 'tool_call_id': 'call_1'}",
    ),
    Scene(
        "put-parts-into-a-text-result",
        f"{_CALLED}\nparts = [{{'type': 'image_url', 'image_url': {{'url': 'https://a.test/a.png'}}}}]\n"
        "text_of = lambda parts: '(a picture)'",
        "messages[-1] = {**{code}, 'tool_call_id': 'call_1'}",
    ),
    Scene(
        "stored-a-half-streamed-call",
        "calls = [call_of('call_1', arguments=''), call_of('call_2', arguments='')]\n"
        "deltas, finish_reason = stream([(0, '{\"a\": 1}'), (1, '{\"b\": 2}')]), 'tool_calls'",
        "for delta in deltas:\n    {code}\nmessages += [turn(*calls), result('call_1'), result('call_2')]",
        context={"parses_arguments": True},
        more={"stream": stream},
    ),
    Scene(
        "sent-another-format's-parts",
        "used = part('tool_use', id='toolu_01', name='f', input={})\n"
        "messages += [{'role': 'assistant', 'content': [used]}, {'role': 'user', 'content': [\n"
        "    part('tool_result', tool_use_id='toolu_01', content='ok')]}]\n"
        "other_client = Obj(create=lambda messages: send(messages))",
        gives=sent,
        format="openai-chat",
    ),
    Scene(
        "embedded-media-unlooked-at",
        "data, path = png, 'a.jpg'\nguess_type = lambda path: 'image/jpeg'\nsniff = lambda data: 'image/png'\n"
        "image_part = image",
        "{code}\nmessages = [{'role': 'user', 'content': [part]}]",
        target="anthropic",
        more={"image": image, "png": _PNG},
    ),
)  # fmt: skip
