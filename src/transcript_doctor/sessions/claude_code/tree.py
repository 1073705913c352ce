"""The tree of a Claude Code session: which of its lines are the conversation, and what hangs beside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from transcript_doctor.core.transcript import Damage
from transcript_doctor.sessions.claude_code.entries import Entry


class Branch(NamedTuple):
    """The lines of a conversation in the order of the file, and what is wrong with them."""

    entries: list[Entry]
    damage: list[Damage]


def newest_branch(entries: Sequence[Entry], stem: str) -> Branch:
    """Return the branch that ends in the last line that speaks; `stem` is the file's name.

    Where a parent is not in the file, the line before takes its place: a lost line must not take the
    whole past with it. After a compaction the branch begins at its summary.
    """
    damage: list[Damage] = []
    unique, repeats = _without_repeats(entries, damage)
    at = {entry.uuid: i for i, entry in enumerate(unique) if entry.uuid}
    last = next((i for i in reversed(range(len(unique))) if unique[i].speaks), None)
    chain: set[int] = set()
    while last is not None and last not in chain:
        chain.add(last)
        entry = unique[last]
        if entry.summary or entry.parent is None:
            break
        here, last = last, at.get(entry.parent)
        if last is None:
            damage.append(_lost(entry, stem))
            last = here - 1 if here else None
    taken = _with_siblings(unique, chain, at, damage)
    kept = [unique[i] for i in sorted(taken)]
    on_list = {id(entry) for entry in kept}
    gone = {id(entry) for entry, first in repeats if id(first) in on_list}
    return Branch([entry for entry in kept if id(entry) not in gone], damage)


def _lost(entry: Entry, stem: str) -> Damage:
    """Return the damage of a line whose parent is not in the file."""
    values = {"parent": entry.parent, "session": entry.session}
    if entry.session and entry.session != stem and entry.agent is None:
        return Damage("S105", "continued", entry.origin, values)
    return Damage("S104", "no-parent", entry.origin, values)


def _without_repeats(
    entries: Sequence[Entry], damage: list[Damage]
) -> tuple[list[Entry], list[tuple[Entry, Entry]]]:
    """Return the entries, each uuid once, and pairs of an entry with the one that it repeats."""
    by_uuid: dict[str, Entry] = {}
    by_message: dict[tuple[object, ...], Entry] = {}
    unique: list[Entry] = []
    repeats: list[tuple[Entry, Entry]] = []
    for entry in entries:
        if entry.uuid:
            first = by_uuid.setdefault(entry.uuid, entry)
            if first is not entry:
                damage.append(_again("line", entry, first))
                continue
        unique.append(entry)
        if entry.role == "assistant" and entry.message_id and entry.speaks:
            first = by_message.setdefault((entry.message_id, entry.said), entry)
            if first is not entry:
                asked = _same_question(by_uuid, entry, first)
                repeats += [(entry, first), *asked]
                damage.append(_again("message", asked[0][0] if asked else entry, first))
    return unique, repeats


def _same_question(
    by_uuid: dict[str, Entry], entry: Entry, first: Entry
) -> list[tuple[Entry, Entry]]:
    """Return the parents of a repeated answer and of its first copy, where they say the same too."""
    again, before = by_uuid.get(entry.parent or ""), by_uuid.get(first.parent or "")
    if again is None or before is None or again is before or again.role != "user":
        return []
    return [(again, before)] if again.speaks and again.said == before.said else []


def _again(case: str, entry: Entry, first: Entry) -> Damage:
    values = {"id": first.message_id or first.uuid, "first": first.origin.line}
    return Damage("S103", case, entry.origin, values)


def _with_siblings(
    entries: Sequence[Entry], chain: set[int], at: dict[str, int], damage: list[Damage]
) -> set[int]:
    """Return the chain with the other lines of its messages, and the results that hang on these."""
    taken = set(chain)
    messages = {entries[i].message_id for i in chain if entries[i].role == "assistant"} - {None}
    answered = {ident for i in chain for ident in entries[i].results}
    beside: list[Entry] = []
    for i, entry in enumerate(entries):
        if i in taken or not entry.speaks or at.get(entry.parent or "") not in taken:
            continue
        if entry.role == "assistant" and entry.message_id in messages:
            taken.add(i)
        elif entry.results and answered.isdisjoint(entry.results):
            parent = entries[at[entry.parent or ""]]
            if parent.role == "assistant":
                taken.add(i)
                answered.update(entry.results)
                beside.append(entry)
    if beside:
        values = {"count": len(beside), "ids": ", ".join(i for e in beside for i in e.results)}
        damage.append(Damage("S104", "beside", beside[0].origin, values))
    return taken
