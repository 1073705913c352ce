"""The explicit lists: every format, every rule, every target; and codes that are no longer given."""

from __future__ import annotations

from functools import cache
from typing import Any

from transcript_doctor import targets
from transcript_doctor.core.errors import UnknownFormat, UnknownRule, UnknownTarget
from transcript_doctor.core.format import Format
from transcript_doctor.core.lawfile import target_from
from transcript_doctor.core.rule import Rule
from transcript_doctor.core.target import Target
from transcript_doctor.formats import anthropic, bedrock, gemini, openai_chat, openai_responses, oracle, pi
from transcript_doctor.rules.content import (
    blank_text,
    empty_call_list,
    empty_turn,
    malformed_part,
    result_content,
    text_beside_calls,
)
from transcript_doctor.rules.ids import (
    duplicate_call_id,
    invalid_id,
    invalid_item_id,
    missing_id,
    reused_call_id,
)
from transcript_doctor.rules.limits import (
    over_limit,
    too_many_cache_markers,
)
from transcript_doctor.rules.pairing import (
    duplicate_result,
    misplaced_call_turn,
    mixed_results,
    orphan_result,
    result_name_mismatch,
    result_not_adjacent,
    results_out_of_order,
    split_results,
    unanswered_call,
    undeclared_tools,
    unpaired_server_call,
)
from transcript_doctor.rules.reasoning import (
    altered_reasoning,
    dangling_reasoning,
    missing_reasoning,
    reasoning_not_first,
    reasoning_prefix_changed,
    unaccepted_reasoning,
)
from transcript_doctor.rules.roles import (
    empty_history,
    ends_on_assistant,
    misplaced_system,
    no_user_message,
    opens_without_user,
    part_on_wrong_role,
    prefill_trailing_space,
    repeated_role,
    unknown_role,
    user_after_tool,
)
from transcript_doctor.rules.structure import (
    unequal_lists,
    unreadable_message,
    unrecognised_format,
)
from transcript_doctor.rules.types import (
    invalid_encoding,
    invalid_name,
    malformed_arguments,
    unknown_field,
)

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT for module in (pi, anthropic, openai_responses, openai_chat, gemini, bedrock, oracle)
}

TELLING = frozenset({"pi", "oracle"})
"""Formats whose marks are theirs alone: they are asked first, whatever a target's own format is."""

RULES: dict[str, Rule] = {
    module.RULE.code: module.RULE
    for module in (
        empty_history,
        unknown_role,
        opens_without_user,
        repeated_role,
        ends_on_assistant,
        prefill_trailing_space,
        misplaced_system,
        user_after_tool,
        part_on_wrong_role,
        no_user_message,
        unanswered_call,
        orphan_result,
        result_not_adjacent,
        duplicate_result,
        split_results,
        mixed_results,
        misplaced_call_turn,
        result_name_mismatch,
        unpaired_server_call,
        undeclared_tools,
        results_out_of_order,
        missing_id,
        invalid_id,
        duplicate_call_id,
        invalid_item_id,
        reused_call_id,
        empty_turn,
        blank_text,
        empty_call_list,
        text_beside_calls,
        result_content,
        malformed_part,
        missing_reasoning,
        altered_reasoning,
        dangling_reasoning,
        reasoning_not_first,
        reasoning_prefix_changed,
        unaccepted_reasoning,
        malformed_arguments,
        invalid_name,
        unknown_field,
        invalid_encoding,
        too_many_cache_markers,
        over_limit,
        unreadable_message,
        unrecognised_format,
        unequal_lists,
    )
}

RETIRED: dict[str, str] = {}
"""Codes that were given once and are not given again, with their successor."""


def format_named(name: str) -> Format:
    """Return a format by name; raises `UnknownFormat`."""
    try:
        return FORMATS[name]
    except KeyError:
        raise UnknownFormat(name, FORMATS) from None


def rule_named(name: str) -> Rule:
    """Return a rule by code or name, in any case; raises `UnknownRule`."""
    rule = RULES.get(name.upper()) or next(
        (r for r in RULES.values() if r.name == name.lower()), None
    )
    if rule is None:
        raise UnknownRule(name, [*RULES, *(r.name for r in RULES.values())])
    return rule


@cache
def target_names() -> tuple[str, ...]:
    """Return the names of all targets, sorted."""
    return targets.names()


@cache
def target_named(name: str) -> Target:
    """Return a target by name; its file is read on first use. Raises `UnknownTarget`."""
    if name not in target_names():
        raise UnknownTarget(name, target_names())
    return _target(name)


@cache
def _target(name: str) -> Target:
    """Return a target or, for those that extend it, a part of targets (its file begins with `_`)."""
    return target_from(_toml(name), _target)


@cache
def overrides() -> dict[str, Any]:
    """Return what a caller may state about an endpoint, as the data of `overrides.toml`."""
    return _toml(targets.OVERRIDES)


def _toml(name: str) -> dict[str, Any]:
    import tomllib  # loaded on first use: an import of the package reads no target

    return tomllib.loads(targets.text(name))
