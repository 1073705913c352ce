"""Scenes of mistakes with who speaks, with ids, and with names."""

from __future__ import annotations

from tests.acts.diagnose.scenes.world import Scene, sent

_GIVEN = "call_" + "0" * 24


_GEMINI = (
    "asked = Obj(name='f', args={}, id='c1')\n"
    "def answered(name):\n    return [{'role': 'user', 'parts': [{'text': 'Go.'}]},\n"
    "        {'role': 'model', 'parts': [{'functionCall': asked}]},\n"
    "        {'role': 'user', 'parts': [{'functionResponse': {'name': name, 'id': 'c1', 'response': {}}}]}]"
)

SCENES = (
    Scene(
        "put-a-system-message-into-the-conversation",
        "messages = [user('Go.'), assistant('Yes.'), user('More.')]\nquestion, reminder = 'More.', 'Be short.'",
        target="template-mistral",
    ),
    Scene(
        "counted-system-as-a-turn",
        "messages = [system('a'), user('Go.'), system('b'), user('More.')]\n"
        "def merged(spoken):\n    return [user(*(m.content for m in spoken))]",
        "for i in range(len(messages) - 1, 0, -1):\n    {code}\n"
        "        messages[i - 1:i + 1] = merged(messages[i - 1:i + 1])",
        "{code}\nmessages = merged(spoken)",
        target="deepseek",
        context={"alternate": True},
    ),
    Scene(
        "stopped-answer-left-its-question",
        "partial_answer, question, text = assistant('I was'), 'Go.', 'Something else.'\nmessages.append(partial_answer)",
        "{code}\nmessages.append(user(text))",
        "{code}",
        target="template-gemma",
    ),
    Scene(
        "inserted-the-system-prompt-again",
        "system_prompt = system('You help.')\nmessages = [system_prompt, user('Go.')]",
        target="template-qwen",
    ),
    Scene(
        "ended-a-run-on-a-result",
        "messages += [turn('abcdefghi'), result('abcdefghi')]\nresult = messages[-1]",
        "def step():\n    {code}\nstep()\nmessages.append(user('And?'))",
        target="mistral",
    ),
    Scene(
        "read-the-id-from-the-wrong-field",
        f"messages.append(turn('{_GIVEN}'))\npart = {{'id': 'fc_abcdefgh12', 'tool_use_id': '{_GIVEN}'}}",
        "{code}\nmessages.append(result(id))",
    ),
    Scene(
        "carried-ids-to-another-provider",
        f"messages += exchange('{_GIVEN}')\nother_provider, target = 'mistral', 'mistral'",
        gives=sent,
        target="mistral",
    ),
    Scene(
        "minted-own-ids",
        f"call = call_of('{_GIVEN}')\nmessages.append(turn(call))",
        "{code}\nmessages.append(result)",
    ),
    Scene(
        "left-the-id-out",
        "call, name, text = call_of('call_1'), 'read', 'ok'\nmessages.append(turn(call))",
        "messages.append({code})",
    ),
    Scene(
        "counted-ids-anew-each-turn",
        "",
        "for _ in range(2):\n    index = 0\n    {code}\n    messages += [used(id), answered(id)]",
        target="anthropic",
    ),
    Scene(
        "split-an-item-in-two",
        "turn, items, thinking, text = Obj(id='msg_1'), [user('Go.')], 'I think.', 'Yes.'\n"
        "def item(text, id):\n    return {'type': 'message', 'id': id, 'role': 'assistant', 'status': 'completed',\n"
        "        'content': [{'type': 'output_text', 'text': text, 'annotations': []}]}",
        "{code}\nitems.append(user('So?'))",
        gives="items",
        target="openai-responses",
    ),
    Scene(
        "took-snapshots-for-pieces",
        "calls, states = [], [['call_1'], ['call_1', 'call_2']]\n"
        "events = [Obj(calls=[call_of(i) for i in ids]) for ids in states]",
        "for event in events:\n    {code}\nmessages += [turn(*calls), result('call_1'), result('call_2')]",
    ),
    Scene(
        "stored-the-turn-twice",
        "reply, seen = Obj(id='r1', **used('toolu_1')), set()",
        "for _ in range(2):\n    {code}\n    seen.add(reply.id)\nmessages.append(answered('toolu_1'))",
        gives=lambda names: [{k: v for k, v in m.items() if k != "id"} for m in names["messages"]],
        target="anthropic",
    ),
    Scene(
        "stored-an-invented-name",
        "call = call_of('call_1', 'read.file')\nmessage = turn(call)",
        "{code}\nmessages.append(result('call_1'))",
        "{code}\nmessages += [message, result('call_1')]",
    ),
    Scene(
        "did-not-keep-the-name",
        f"{_GEMINI}\nrow, calls = Obj(call_id='c1', text='ok'), {{'c1': asked}}\n"
        "def Result(id, name, text):\n    return answered(name)",
        "messages = {code}",
        target="gemini",
    ),
    Scene(
        "looked-the-name-up-in-the-wrong-place",
        f"{_GEMINI}\nresult, names_by_id = {{'tool_call_id': 'c1', 'content': 'ok'}}, {{'c1': 'f'}}",
        "{code}\nmessages = answered(name)",
        target="gemini",
    ),
)  # fmt: skip
