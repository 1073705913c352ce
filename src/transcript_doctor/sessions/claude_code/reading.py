"""Reading a Claude Code session: its lines, its conversations, how each of them rests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Stray, Transcript
from transcript_doctor.sessions.claude_code.branch import newest_branch
from transcript_doctor.sessions.claude_code.building import build
from transcript_doctor.sessions.claude_code.entries import NO_MODEL, Entry
from transcript_doctor.sessions.claude_code.lines import records
from transcript_doctor.sessions.claude_code.resting import Ending, state_of
from transcript_doctor.sessions.claude_code.talks import by_agent, by_session
from transcript_doctor.sessions.shared.handing import in_lines


class _File(NamedTuple):
    """What is known of a file as a whole."""

    source: Source
    why: str
    agent: str
    version: str | None
    endings: Mapping[str | None, Ending]
    """How each session ended, as a line of type result says; sessions by their id."""


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversations of a session, then those of the subagents that stand in its file."""
    damage: list[Damage] = []
    entries: list[Entry] = []
    endings: dict[str | None, Ending] = {}
    version, agent = None, "Claude Code"
    for value, origin in records(source, damage):
        version = _version(value) or version
        agent = "Qwen Code" if "qwen_code_version" in value else agent
        entry = Entry(value, origin)
        entries.append(entry)
        if value.get("type") == "result":
            endings[entry.session] = Ending.of(value, entry.deferred)
    file = _File(source, why, agent, version, endings)
    for group in groups(entries):
        made = _transcript(file, group, damage)
        if made is not None:
            yield made
            damage = []  # of the file as a whole: said once
    if damage:
        yield Transcript([], "anthropic", agent, why, damage=tuple(damage), version=version)


def groups(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Return the entries of each conversation of a file: those of its sessions, then those of subagents."""
    main: list[Entry] = []
    sides: list[Entry] = []
    for entry in entries:
        if entry.uuid or entry.speaks or entry.api_error:
            (sides if entry.sidechain else main).append(entry)
    return [*by_session(main), *by_agent(sides)]


def _version(value: Mapping[str, Any]) -> str | None:
    for key in ("version", "claude_code_version", "qwen_code_version"):
        if isinstance(value.get(key), str):
            return str(value[key])
    return None


def _transcript(file: _File, entries: Sequence[Entry], damage: list[Damage]) -> Transcript | None:
    stem = file.source.stem
    branch, harm = newest_branch(entries, stem, file.version)
    messages, origins, parts = build(branch)
    if not messages:
        return None
    model = next((e.model for e in reversed(branch) if e.model not in (None, NO_MODEL)), None)
    session = branch[-1].session
    ending = None if branch[-1].sidechain else file.endings.get(session)
    harm += _foreign(branch, stem)
    return Transcript(
        messages,
        "anthropic",
        file.agent,
        file.why,
        origins,
        parts=parts,
        damage=in_lines([*damage, *harm]),
        strays=_strays(entries, branch),
        state=state_of(entries, branch, ending),
        version=file.version,
        session=session,
        when=next((e.when for e in reversed(branch) if e.when), None),
        facts={"model": model} if model else {},
    )


def _foreign(branch: Sequence[Entry], stem: str) -> list[Damage]:
    """Return a damage for each other session that goes on in the file.

    A resumed session may begin with the past of another one, under that one's id: it is sound where
    the file's own lines come behind. Where they come first, or between, another one wrote here.
    """
    firsts: list[Entry] = []
    for entry in branch:
        if entry.session and (not firsts or entry.session != firsts[-1].session):
            firsts.append(entry)
    known = [entry.session for entry in firsts]
    own = stem if stem in known else known[-1] if known else None
    told: set[str | None] = {own}
    found = []
    for entry in firsts[known.index(own) + 1 :] if firsts else ():
        if entry.session not in told:
            told.add(entry.session)
            values = {"session": entry.session, "own": own}
            found.append(Damage("S105", "foreign", entry.origin, values))
    return found


def _strays(entries: Iterable[Entry], branch: Iterable[Entry]) -> tuple[Stray, ...]:
    """Return the results that the file holds and the list does not."""
    listed = {ident for entry in branch for ident in entry.results}
    return tuple(
        Stray(ident, part, entry.origin)
        for entry in entries
        if not listed.issuperset(entry.results)
        for part in entry.parts
        if isinstance(part, dict) and isinstance(ident := part.get("tool_use_id"), str)
        if ident not in listed
    )
