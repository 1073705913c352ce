"""Scenes of mistakes of whatever keeps a history: lost, doubled, late and misplaced messages."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.acts.diagnose.scenes.world import Obj, Scene, result, turn, user
from tests.cli.running import EXAMPLES
from tests.sessions.files import read_text

_TWO = "reply = turn('call_1', 'call_2')"


class Store:
    """Keeps steps with their results; gives messages back in the order of a key."""

    def __init__(self) -> None:
        self.messages: list[Any] = [user("Go.")]
        self.rows: list[Obj] = []

    def save(self, step: Any, tool_result: Any = None, tool_results: Any = ()) -> None:
        kept = [*tool_results] if tool_result is None else [tool_result]
        self.messages += [step, *kept, Obj(role="assistant", content="Done."), user("And?")]

    def find(self, _: Any) -> Store:
        return self

    def order_by(self, key: str) -> list[Any]:
        return [row.message for row in sorted(self.rows, key=lambda row: row[key])]


def timed() -> Store:
    """Messages whose result was stored in the moment in which its call was made."""
    store = Store()
    kept = [user("Go."), turn("call_1"), result("call_1"), user("And?")]
    times = [1, 3, 2, 4]
    store.rows = [
        Obj(message=m, position=i, created_at=at)
        for i, (m, at) in enumerate(zip(kept, times, strict=True))
    ]
    return store


class Lock:
    held = False

    def __enter__(self) -> None:
        self.held = True

    def __exit__(self, *_: object) -> None:
        self.held = False


class Agent:
    """Appends to a session step by step, and lets others go between."""

    async def run(self, session: Obj, text: str) -> None:
        for message in (user(text), turn(f"call_{text}"), result(f"call_{text}"), Obj(role="assistant", content="Yes.")):  # fmt: skip
            session.messages.append(message)
            await asyncio.sleep(0)


class Shared:
    """A session's file that another process writes to between two writes of this one."""

    def __init__(self) -> None:
        lines = (EXAMPLES / "dead-session-claude-code.jsonl").read_text("utf-8").split("\n")
        self.records = [json.loads(line) for line in lines if line]
        self._text = f"{json.dumps(self.records[0])}\n"
        self._others = iter(self.records[2:3])

    def write(self, text: str) -> None:
        other = next(self._others, None)
        self._text += text + (f"{json.dumps(other)}\n" if other else "")

    def flush(self) -> None:
        """Hand everything on."""

    def fileno(self) -> int:
        return 0

    def session(self) -> Any:
        return read_text(self._text, "s.jsonl")[0]


SCENES = (
    Scene(
        "store-kept-one-result-a-step",
        f"{_TWO}\nstep, results = reply, [result('call_1'), result('call_2')]\nstore = Store()",
        gives=lambda names: names["store"].messages,
        more={"Store": Store},
    ),
    Scene(
        "read-one-branch-of-the-results",
        "lines = [Obj(message=m, line=i, parent=i - 1) for i, m in enumerate(\n"
        "    [user('Go.'), turn('call_1'), turn('call_2')])]\n"
        "last_line = 2\npairs = [(lines[1], result('call_1')), (lines[2], result('call_2'))]",
        "for call, message in pairs:\n    result = Obj(message=message, line=len(lines), parent=None)\n    {code}\n"
        "    lines.append(result)\n    last_line = result.line\n"
        "lines.append(Obj(message=assistant('Done.'), line=len(lines), parent=last_line))\n"
        "at, messages = lines[-1], [user('And?')]\n"
        "while at is not None:\n    messages.insert(0, at.message)\n    at = lines[at.parent] if at.parent >= 0 else None",
    ),
    Scene(
        "writer-lost-a-line",
        "reply = turn('call_1', 'call_2', 'call_3')\nmessages.append(reply)\npath, lock = 'a.jsonl', Lock()\n"
        "def append(path, line):\n    if lock.held or line.tool_call_id != 'call_2':\n        messages.append(line)",
        "for line in map(result_of, reply.tool_calls):\n    {code}\nmessages.append(user('And?'))",
        more={"Lock": Lock},
    ),
    Scene("sorted-the-messages", "store, session = timed(), 's'", more={"timed": timed}),
    Scene(
        "appended-twice",
        "run = Obj(id=2, messages=[result('call_1')])\nsession = 's'\n"
        "kept = [(1, user('Go.')), (1, turn('call_1')), (2, result('call_1'))]\n"
        "load = lambda session, before=9: [m for number, m in kept if number < before]",
    ),
    Scene(
        "wrote-every-update",
        "path, rows, lines = 'a.jsonl', {}, []\n"
        "made = [Obj(id=1, **answered(*ids)) for ids in (['toolu_1', 'toolu_2'], ['toolu_1', 'toolu_2', 'toolu_3'])]\n"
        "row = made[-1]\nappend = lambda path, row: lines.append(row)\n"
        "on_update = lambda do: [do(row) for row in made]",
        "{code}\nmessages.append(used('toolu_1', 'toolu_2', 'toolu_3'))\n"
        "messages += [{'role': line.role, 'content': line.content} for line in lines]",
        target="anthropic",
    ),
    Scene(
        "late-result-after-a-marker",
        "call = call_of('call_1')\nmessages += [turn(call), result('call_1', 'No result was recorded for this call.'),\n"
        "    assistant('It was stopped.'), user('And?')]",
        "{code}\nmessages += [assistant('Done.'), user('So?')]",
    ),
    Scene(
        "error-and-result-both-appended",
        "class ToolError(Exception):\n    pass\n"
        "messages.append(used('toolu_1'))\ncall, push = messages[-1].content[0], messages.append\n"
        "error_of = lambda fault: answered(call.id, is_error=True)\n"
        "run_or_failure = lambda call: Failed('it failed')",
        "try:\n    raise ToolError('it failed')\n{code}\npush(answered(call.id))",
        "{code}\nmessages += [answered(ident) for ident in results]",
        target="anthropic",
    ),
    Scene(
        "slipped-a-message-in-between",
        "messages.append(turn('call_1'))\nnotice, queue = user('A note.'), []",
        "{code}\nmessages.append(result('call_1'))\nmessages += queue",
    ),
    Scene(
        "converter-split-the-user-turn",
        "messages.append(turn('toolu_01AbCdEfGh'))\n"
        "turn = Obj(parts=[Obj(text='By the way'), Obj(id='toolu_01AbCdEfGh')])\n"
        "message_of = lambda part: user(part.text) if 'text' in part else result(part.id)\n"
        "def emit(made):\n    messages.extend(made if isinstance(made, list) else [made])\n"
        "results_of = lambda turn: [message_of(part) for part in turn.parts if 'id' in part]\n"
        "rest_of = lambda turn: [message_of(part) for part in turn.parts if 'text' in part]",
    ),
    Scene(
        "two-runs-on-one-session",
        "import asyncio\nagent = Agent()\nsession = Obj(messages=[], lock=asyncio.Lock())",
        "async def came_in(text):\n    {code}\nasync def main():\n"
        "    await asyncio.gather(came_in('a'), came_in('b'))\nasyncio.run(main())\nmessages = [*session.messages, user('So?')]",
        more={"Agent": Agent},
    ),
    Scene(
        "one-message-a-part",
        "results = ['f', 'g']\ncalls = [{'functionCall': {'name': name, 'args': {}}} for name in results]\n"
        "messages = [{'role': 'user', 'parts': [{'text': 'Go.'}]}, {'role': 'model', 'parts': calls}]\n"
        "def message_of(*names):\n    return {'role': 'user', 'parts': [\n"
        "        {'functionResponse': {'name': name, 'response': {}}} for name in names]}",
        target="gemini",
    ),
    Scene(
        "took-one-target's-contract-for-all",
        "messages += [turn('abcdefghi', content='I look.'), result('abcdefghi')]\ntarget = 'mistral-common-v1'",
        gives=lambda names: names["send"].sent,
        target="mistral-common-v1",
    ),
    Scene(
        "wrote-the-file-without-care",
        "os = Obj(fsync=lambda number: None)\nfile = Shared()\nrecord = file.records[1]",
        gives=lambda names: names["file"].session(),
        more={"Shared": Shared},
    ),
)  # fmt: skip
