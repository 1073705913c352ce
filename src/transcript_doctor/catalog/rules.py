"""The explicit list of rules, and the codes that are no longer given."""

from __future__ import annotations

from collections.abc import Mapping

from transcript_doctor.catalog.shelf import Shelf
from transcript_doctor.core.errors import UnknownRule
from transcript_doctor.core.rule import Rule

RULES: Mapping[str, Rule] = Shelf(
    "RULE",
    {
        "R001": "rules.roles.empty_history",
        "R002": "rules.roles.unknown_role",
        "R003": "rules.roles.opens_without_user",
        "R004": "rules.roles.repeated_role",
        "R005": "rules.roles.ends_on_assistant",
        "R006": "rules.roles.prefill_trailing_space",
        "R007": "rules.roles.misplaced_system",
        "R008": "rules.roles.user_after_tool",
        "R009": "rules.roles.part_on_wrong_role",
        "R010": "rules.roles.no_user_message",
        "P001": "rules.pairing.unanswered_call",
        "P002": "rules.pairing.orphan_result",
        "P003": "rules.pairing.result_not_adjacent",
        "P004": "rules.pairing.duplicate_result",
        "P005": "rules.pairing.split_results",
        "P006": "rules.pairing.mixed_results",
        "P007": "rules.pairing.misplaced_call_turn",
        "P008": "rules.pairing.result_name_mismatch",
        "P009": "rules.pairing.unpaired_server_call",
        "P010": "rules.pairing.undeclared_tools",
        "P011": "rules.pairing.results_out_of_order",
        "I001": "rules.ids.missing_id",
        "I002": "rules.ids.invalid_id",
        "I003": "rules.ids.duplicate_call_id",
        "I004": "rules.ids.invalid_item_id",
        "I005": "rules.ids.reused_call_id",
        "C001": "rules.content.empty_turn",
        "C002": "rules.content.blank_text",
        "C003": "rules.content.empty_call_list",
        "C004": "rules.content.text_beside_calls",
        "C005": "rules.content.result_content",
        "C006": "rules.content.malformed_part",
        "T001": "rules.reasoning.missing_reasoning",
        "T002": "rules.reasoning.altered_reasoning",
        "T003": "rules.reasoning.dangling_reasoning",
        "T004": "rules.reasoning.reasoning_not_first",
        "T005": "rules.reasoning.reasoning_prefix_changed",
        "T006": "rules.reasoning.unaccepted_reasoning",
        "Y001": "rules.types.malformed_arguments",
        "Y002": "rules.types.invalid_name",
        "Y003": "rules.types.unknown_field",
        "Y004": "rules.types.invalid_encoding",
        "L001": "rules.limits.too_many_cache_markers",
        "L002": "rules.limits.over_limit",
        "S001": "rules.structure.unreadable_message",
        "S002": "rules.structure.unrecognised_format",
        "S003": "rules.structure.unequal_lists",
        "S101": "rules.structure.torn_record",
        "S102": "rules.structure.spliced_record",
        "S103": "rules.structure.repeated_record",
        "S104": "rules.structure.lost_branch",
        "S105": "rules.structure.foreign_record",
    },
)
"""Every rule by code, in the order in which they speak."""

RETIRED: dict[str, str] = {}
"""Codes that were given once and are not given again, with their successor."""


def rule_named(name: str) -> Rule:
    """Return a rule by code or name, in any case; raises `UnknownRule`."""
    word = str(name)
    rule = RULES.get(word.upper()) or next(
        (r for r in RULES.values() if r.name == word.lower()), None
    )
    if rule is None:
        raise UnknownRule(name, [*RULES, *(r.name for r in RULES.values())])
    return rule
