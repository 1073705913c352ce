"""What each agent asks of its own file, in so many words: asked of files after they were written."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any


def lines(data: bytes) -> list[dict[str, Any]]:
    """The records of a file; torn lines are left out, as most agents do."""
    found = []
    for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            found.append(value)
    return found


def chain(records: list[dict[str, Any]], ident: str, parent: str, tip: Any) -> list[dict[str, Any]]:
    """The way from a tip up, by parents alone; a circle is a fault."""
    by_id = {record[ident]: record for record in records if isinstance(record.get(ident), str)}
    way: list[dict[str, Any]] = []
    while tip in by_id:
        assert by_id[tip] not in way, "a circle"
        way.append(by_id[tip])
        tip = by_id[tip].get(parent)
    return way[::-1]


def lost_parents(records: list[dict[str, Any]], ident: str, parent: str) -> set[str]:
    """Parents that are not in the file."""
    there = {record.get(ident) for record in records}
    return {p for record in records if isinstance(p := record.get(parent), str) and p not in there}


def doubles(records: list[dict[str, Any]], ident: str) -> list[str]:
    """Ids that stand in the file more than once."""
    counts = Counter(record[ident] for record in records if isinstance(record.get(ident), str))
    return [key for key, count in counts.items() if count > 1]


def claude_code_sends(records: list[dict[str, Any]]) -> tuple[set[str], set[str]]:
    """The calls and the results on the way from the last leaf, by parents alone."""
    ids = {record["uuid"]: i for i, record in enumerate(records) if "uuid" in record}
    borne = {record.get("parentUuid") for record in records}
    tips = [_speaking(records, ids, uuid) for uuid in ids if uuid not in borne]
    last = max((tip for tip in tips if tip is not None), default=None)
    way = chain(records, "uuid", "parentUuid", None if last is None else records[last]["uuid"])
    calls: set[str] = set()
    results: set[str] = set()
    for record in way:
        content = record.get("message", {}).get("content")
        for part in content if isinstance(content, list) else ():
            if part.get("type") == "tool_use":
                calls.add(part["id"])
            elif part.get("type") == "tool_result":
                results.add(part["tool_use_id"])
    return calls, results


def _speaking(records: list[dict[str, Any]], ids: dict[str, int], uuid: Any) -> int | None:
    """The first line that speaks, on the way up from one."""
    seen = set()
    while uuid in ids and uuid not in seen:
        seen.add(uuid)
        if records[ids[uuid]].get("type") in ("user", "assistant"):
            return ids[uuid]
        uuid = records[ids[uuid]].get("parentUuid")
    return None


def tau_takes(records: list[dict[str, Any]]) -> None:
    """tau refuses a whole file in which an id stands twice, or the way to its leaf has a gap."""
    assert doubles(records, "id") == []
    leaf = next((r for r in reversed(records) if r["type"] == "leaf"), None)
    if leaf is not None and leaf.get("entry_id") is not None:
        way = chain(records, "id", "parent_id", leaf["entry_id"])
        assert way
        assert way[0].get("parent_id") is None


def codex_takes(records: list[dict[str, Any]]) -> None:
    """Ordinals count up by one from the first record that has one, and the last one has one."""
    ordinals = [record.get("ordinal") for record in records]
    if any(ordinal is not None for ordinal in ordinals):
        assert ordinals == list(range(ordinals[0], ordinals[0] + len(ordinals)))
