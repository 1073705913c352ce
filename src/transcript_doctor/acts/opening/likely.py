"""Which targets a word may mean that names none: a near spelling, a part of a name, a model of a maker's."""

from __future__ import annotations

from transcript_doctor.catalog import target_named, target_names

_MOST = 5
_MAKERS = {"gpt": "openai", "chatgpt": "openai", "o1": "openai", "o3": "openai", "codex": "openai"}
"""Beginnings of models' names that their makers' names do not hold."""


def likely_targets(name: str) -> list[str]:
    """Return the targets that a word may mean, the likeliest first, at most five."""
    from difflib import get_close_matches  # dear to load, and only misuse needs it

    word = name[:200].strip().lower()
    names = target_names()
    made = [maker for model, maker in _MAKERS.items() if word.startswith(model)]
    aliases = {alias: name for name in names for alias in (name, *target_named(name).aliases)}
    within = [
        name
        for alias, name in aliases.items()
        if len(word) > 2 and (word in alias or (len(alias) > 3 and alias in word))
    ]
    found = [*made, *get_close_matches(word, aliases, n=_MOST), *within]
    return list(dict.fromkeys(found))[:_MOST]
