"""Scenes of mistakes that leave calls open, or cut, summarise and rebuild what calls belong to."""

from __future__ import annotations

from tests.acts.diagnose.scenes.world import Scene, sent

_REPLY = "reply = turn('call_1', 'call_2')\nmessages.append(reply)"
_THEN = "\nmessages.append(user('And?'))"
_LOOP = "for call in reply.tool_calls:\n    {code}\n    results.setdefault(call.id, 'ok')\nmessages += rows(reply, results)"
_LONG = "for i in range(12):\n    messages += [user(f'q{i}'), *exchange(f'call_{i}')]\nmessages.append(user('So?'))"

SCENES = (
    Scene("stopped-between-call-and-result", _REPLY),
    Scene(
        "died-between-call-and-result",
        f"{_REPLY}\nkept, path = messages, 'a.json'\nload = lambda path: kept",
        "{code}" + _THEN,
    ),
    Scene(
        "sent-before-the-tool-ran",
        f"{_REPLY}\ncalls = reply.tool_calls\ncalls[0]['ready'], calls[1]['ready'] = True, False",
        gives=sent,
    ),
    Scene(
        "cut-off-the-newest-results",
        "messages += exchange('call_1')\nstart, end, budget = 0, 2, 1000",
    ),
    Scene(
        "answered-only-the-first",
        "message = turn('call_1', 'call_2')\nmessages.append(message)",
        "{code}" + _THEN,
    ),
    Scene(
        "skipped-an-unknown-tool",
        f"{_REPLY}\nreply.tool_calls[1].name, tools = 'raed', ['read']",
        _LOOP + _THEN,
        gives=lambda names: {
            "model": "m",
            "messages": names["messages"],
            "tools": [{"type": "function", "function": {"name": "read", "parameters": {}}}],
        },
    ),
    Scene(
        "skipped-unparsable-arguments",
        "reply = turn('call_1')\nreply.tool_calls[0].arguments = '[1'\nmessages.append(reply)",
        "for call in reply.tool_calls:\n    try:\n        {code}\n        results[call.id] = 'ok'\n"
        "    except ValueError:\n        pass\nmessages += rows(reply, results)" + _THEN,
        "for call in reply.tool_calls:\n    try:\n        arguments = json.loads(call.arguments)\n    {code}\n"
        "messages += rows(reply, results)" + _THEN,
    ),
    Scene(
        "failing-tool-left-no-result",
        "messages += exchange('call_0')\nreply = turn('call_1')\nmessages.append(reply)\n"
        "def run(call):\n    raise RuntimeError('no such file')",
        "for call in reply.tool_calls:\n    try:\n        {code}\n    except RuntimeError:\n        pass\n"
        "messages += rows(reply, results)" + _THEN,
        "for call in reply.tool_calls:\n    try:\n        results[call.id] = run(call)\n    {code}\n"
        "messages += rows(reply, results)" + _THEN,
    ),
    Scene(
        "flattened-results-to-text",
        "call, text = call_of('call_1'), '42'\nreply = turn(call)\nmessages.append(reply)",
    ),
    Scene(
        "handed-over-with-open-calls",
        f"{_REPLY}\ncalls = reply.tool_calls\ncalls[0].name = 'transfer_to_sales'\n"
        "is_handoff = lambda call: call.name.startswith('transfer')\n"
        "other_agent = Obj(run=lambda messages: messages)",
        "def step():\n    for call in calls:\n        {code}\nmessages = step()",
        "def step():\n    {code}\nmessages = step()",
    ),
    Scene(
        "went-on-without-the-person",
        f"{_REPLY}\nreply.tool_calls[1].name = 'ask_user'\nmessages.append(result('call_1'))\n"
        "automatic_done = True",
        gives=sent,
    ),
    Scene("cut-through-an-exchange", _LONG),
    Scene(
        "summarised-half-an-exchange",
        f"{_LONG}\ncut, budget = 6, 150\nsummary = lambda messages: 'Summary of the conversation so far: files.'",
    ),
    Scene(
        "sent-only-what-is-new",
        "history, new_results = [*messages, turn('call_1')], [result('call_1')]",
        gives=sent,
    ),
    Scene(
        "summarised-everything",
        "summary, system_prompt = 'Summary of the conversation so far: files.', system('You help.')\n"
        "newest_exchange = exchange('call_1')",
        target="template-qwen",
    ),
    Scene(
        "trimmed-everything",
        "messages += [one for i in range(12) for one in exchange(f'call_{i}')]\nbudget = 100",
    ),
    Scene(
        "rebuilt-the-assistant-turn",
        "message = turn('call_1')",
        "{code}\nmessages.append(result('call_1'))",
    ),
    Scene("never-appended-the-call-turn", "reply, results = turn('call_1'), [result('call_1')]"),
    Scene(
        "adapter-dropped-the-call-turn",
        "history, messages = [user('Go.'), *exchange('call_1')], []",
        "for message in history:\n    {code}\n    messages.append(message)",
    ),
)
