"""Scripts as files: what a step may say, and what is said of one that is no good, with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.testing import (
    BadStep,
    Forever,
    call,
    fail,
    forever,
    reply,
    say,
    scriptlines,
    stuck,
    text,
)
from transcript_doctor.testing.scriptfile import load_script, steps_from

WHOLE = """\
steps:
  - call: read            # one call
    arguments: {path: a.py}
  - say: Both at once.
    calls:
      - name: read
        arguments: {path: a.py}
        id: c9
      - {call: bash, arguments: {command: ls}}
  - {think: Hm., say: Hm!, stop: length}
  - call: read
    arguments: '{"path": "a.p'
  - empty: true
  - fail: 529 Overloaded
    say: Half a
  - just words
  - {call: read, repeat: true}
"""
STEPS = [
    reply(call("read", {"path": "a.py"})),
    reply(
        text("Both at once."), call("read", {"path": "a.py"}, "c9"), call("bash", {"command": "ls"})
    ),
    reply({"type": "thinking", "thinking": "Hm."}, text("Hm!"), stop_reason="length"),
    reply({**call("read"), "arguments": '{"path": "a.p'}),
    reply(),
    fail("529 Overloaded", text("Half a")),
    say("just words"),
    forever(reply(call("read"))),
]


def test_all_that_a_step_may_say(tmp_path: Path) -> None:
    file = tmp_path / "script.yaml"
    file.write_text(WHOLE, encoding="utf-8")
    steps = load_script(file)
    assert steps == STEPS
    assert isinstance(steps[-1], Forever)
    assert steps[-1] == stuck(call("read"))


@pytest.mark.parametrize("words", ["\U0001f600", "\x7f", "\ufeff", "a" * 2_000])
def test_json_that_yaml_cannot_read_is_read(tmp_path: Path, words: str) -> None:
    file = tmp_path / "script.json"
    file.write_text(json.dumps([{"say": words}, {"call": "f", "arguments": {words: 1}}]))
    first, second = load_script(file)
    assert first == say(words)
    assert second == reply(call("f", {words: 1}))


def test_json_with_tabs_and_a_bare_list(tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text('\ufeff[\n\t{"say": "a\\u0301"},\n\t"b"\n]', encoding="utf-8")
    assert load_script(file) == [say("a\u0301"), say("b")]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("- say: a\n- sya: b\n", "line 2: step 2: unknown key 'sya'; known: arguments, call"),
        ("- say: a\n\n- say: 5\n", "line 3: step 2: say takes a text, not 5; put it in quotes"),
        ("- call: read\n  arguments: [1]\n", "line 2: step 1: arguments are an object"),
        ("- call: ''\n", "line 1: step 1: a call names its tool"),
        ("- call: read\n  id: 5\n", "line 2: step 1: an id is a text"),
        ("- say: a\n  arguments: {}\n", "line 2: step 1: arguments belongs to a call"),
        ("- calls: {name: read}\n", "line 1: step 1: calls is a list of objects"),
        (
            "- calls:\n  - name: read\n    argumnets: {}\n",
            "line 2: step 1: unknown key 'argumnets' in a call",
        ),
        ("- stop: later\n  say: a\n", "line 1: step 1: stop is one of stop, toolUse"),
        ("- empty: false\n", "line 1: step 1: it says nothing"),
        ("- []\n", "line 1: step 1: a step is an object"),
        ("- say: a\n  repeat: 3\n", "line 2: step 1: repeat is true or false"),
        ("steps: 5\n", "line 1: a script is a list of steps"),
        ("say: a\n", "line 1: a script is a list of steps"),
        ("", "a script is a list of steps"),
        ("steps: []\n", "line 1: a script has one step at least"),
        (
            "- say: a\n  repeat: true\n- say: b\n",
            "line 3: step 2: it is never reached: step 1 repeats",
        ),
        (
            "- say: a\n- trouble: rate-limited\n",
            "line 2: step 2: 'trouble' is for serve alone, which plays",
        ),
        (
            "- say: a\n- say: b\n  slow: 0.1\n",
            "line 3: step 2: 'slow' is for serve alone, which plays scripts over HTTP",
        ),
        ("- say: [a\n", "line 2: this is no YAML"),
        ("- !!python/object:os.system {}\n", "this is no YAML"),
        ("- say: a\n  say: b\n", "line 2: the key 'say' is there twice in one object"),
        ("- call: f\n  arguments:\n    x: 1\n    x: 2\n", "line 4: the key 'x' is there twice"),
        ("- say: a\n  empty: true\n", "line 2: step 1: it is empty and says something"),
        ("- empty: 1.5\n", "line 1: step 1: empty is true or false"),
        ("steps: [a]\nstpes: [b]\n", "line 2: unknown key 'stpes'; known: steps"),
        ("per: server\nsteps: [a]\n", "line 1: 'per' is for serve alone"),
    ],
    ids=range(27),
)
def test_what_is_wrong_is_told_with_the_line(written: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "script.yml"
    file.write_text(written, encoding="utf-8")
    with pytest.raises(BadStep) as caught:
        load_script(file)
    told = str(caught.value)
    assert told.startswith(str(file))
    assert says in told


def test_json_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text('{"steps": [', encoding="utf-8")
    with pytest.raises(BadStep, match="line 1 column 12"):
        load_script(file)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="nowhere"):
        load_script(tmp_path / "nowhere.yaml")
    (tmp_path / "bytes.yaml").write_bytes(b"- say: \xff")
    with pytest.raises(UnreadableFile, match="bytes"):
        load_script(tmp_path / "bytes.yaml")


@pytest.mark.parametrize("value", [None, 5, "words", [[]], [None], [{}], {"steps": {}}])
def test_values_that_are_no_script(value: Any) -> None:
    with pytest.raises(BadStep):
        steps_from(value)


BOMB = "".join(
    f"{key}: &{key} [{', '.join([before] * 10)}]\n"
    for before, key in zip(["x", *map("*{}".format, "abcdefgh")], "abcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (f"{BOMB}steps:\n- call: f\n  arguments: {{a: *i}}\n", "line 7: aliases come to more than"),
        (
            f"&a [{', '.join(['*a'] * 200)}]",
            "line 1: an alias stands within what it is an alias of",
        ),
        ("- call: f\n  arguments: &a {x: *a}\n", "line 2: an alias stands within what"),
        (
            "- say: a\n- call: f\n  arguments:\n    day: 2026-01-01\n",
            "line 3: step 2: arguments hold what JSON",
        ),
        ("- call: f\n  arguments: {n: .nan}\n", "line 2: step 1: arguments hold what JSON"),
        ("- call: f\n  calls: [{name: g}]\n", "line 2: step 1: one call is under `call`"),
    ],
    ids=range(6),
)
def test_what_would_only_be_found_when_it_is_played(
    written: str, says: str, tmp_path: Path
) -> None:
    file = tmp_path / "steps.yaml"
    file.write_text(written)
    with pytest.raises(BadStep) as caught:
        load_script(file)
    assert says in str(caught.value)


def test_an_alias_is_fine(tmp_path: Path) -> None:
    file = tmp_path / "steps.yaml"
    file.write_text("- &a {call: f, arguments: &b {x: 1}}\n- *a\n- {call: g, arguments: *b}\n")
    assert load_script(file) == [reply(call(name, {"x": 1})) for name in "ffg"]


def test_a_path_with_a_null_character() -> None:
    with pytest.raises(UnreadableFile):
        load_script("a\0b")


def test_a_file_without_end_and_one_that_is_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scriptlines, "LARGEST", 1_000)
    (tmp_path / "long.yaml").write_text("- x\n" * 251)
    for endless in (tmp_path / "long.yaml", "/dev/zero"):
        if Path(endless).exists():
            with pytest.raises(UnreadableFile, match="a script has 1,000 bytes at most"):
                load_script(endless)
    (tmp_path / "long.yaml").write_text("- x\n" * 250)
    assert len(load_script(tmp_path / "long.yaml")) == 250


def test_a_file_is_parsed_once_and_garbage_is_collected_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    made: list[str] = []

    class Counted(loader):  # type: ignore[misc, valid-type]
        def __init__(self, stream: str) -> None:
            made.append(stream)
            super().__init__(stream)

    monkeypatch.setattr(yaml, "CSafeLoader", Counted, raising=False)
    file = tmp_path / "steps.yaml"
    file.write_text("- a\n- {say: b}\n")
    assert load_script(file) == [say("a"), say("b")]
    assert made == ["- a\n- {say: b}\n"]
    file.write_text("- [\n")
    with pytest.raises(BadStep):
        load_script(file)
