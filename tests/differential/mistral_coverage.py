"""How often each sentence of mistral-common's validators is met by the generated histories.

`python -m tests.differential.mistral_coverage [SEED]` prints the table.
"""

import ast
import inspect
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from mistral_common.protocol.instruct import validator

from tests.differential.mistral_histories import Case, histories
from tests.differential.mistral_oracle import Refusal, refusal

COUNT = 10_000
_FILE = "protocol/instruct/validator.py"

# What no message list can make the validators say in serving or finetuning: function, how the
# sentence begins, why.
UNREACHED = (
    ("validate_request", "Model name", "about the request's model, not its messages"),
    ("_validate_function", "", "about the request's tools, not its messages"),
    ("_validate_model_settings", "", "about the request's reasoning_effort, not its messages"),
    ("_validate_system_message", "System prompt", "the conversion refuses null content first"),
    ("_validate_message_list_content", "Unsupported", "the conversion refuses other roles first"),
    ("_validate_tool_call_id", "Tool call id '", "said in the library's test mode only"),
    (
        "_validate_tool_calls_followed_by_tool_messages",
        "More tool",
        "finetuning ends on the assistant, where a surplus has been refused already",
    ),
)


@dataclass(frozen=True)
class Site:
    """One raise statement: its function, its lines, the fixed words of its sentence."""

    function: str
    first: int
    last: int
    words: str

    def reason(self) -> str | None:
        """Why no history reaches it; None if histories must."""
        for function, start, reason in UNREACHED:
            if self.function == function and self.words.startswith(start):
                return reason
        return None


def sites() -> list[Site]:
    """Every raise statement of the validator module, in order."""
    tree = ast.parse(inspect.getsource(validator))
    found: list[Site] = []
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                    words = _words(node.exc.args[0])
                    found.append(Site(function.name, node.lineno, node.end_lineno or 0, words))
    return sorted(found, key=lambda site: site.first)


def _words(argument: ast.expr) -> str:
    if isinstance(argument, ast.Name):
        return str(getattr(validator, argument.id, ""))
    return "".join(
        node.value if isinstance(node, ast.Constant) else "{}"
        for node in (argument.values if isinstance(argument, ast.JoinedStr) else [argument])
        if isinstance(node, ast.Constant | ast.FormattedValue)
    )


def refusals(cases: Iterable[Case]) -> Counter[Refusal | None]:
    """The refusals, and under None the histories that are taken."""
    return Counter(refusal(case.messages, case.version, case.finetuning) for case in cases)


def by_site(counts: Counter[Refusal | None]) -> dict[Site, int]:
    """How often each raise statement of the validators spoke."""
    lines: Counter[int] = Counter()
    for refused, count in counts.items():
        if refused is not None and refused.file == _FILE:
            lines[refused.line] += count
    return {site: sum(lines[n] for n in range(site.first, site.last + 1)) for site in sites()}


def by_sentence(counts: Counter[Refusal | None], validators: bool) -> Counter[str]:
    """How often each sentence was said, by the validators or by what stands before them."""
    said: Counter[str] = Counter()
    for refused, count in counts.items():
        if refused is not None and (refused.file == _FILE) is validators:
            said[refused.sentence] += count
    return said


def table(seed: int) -> str:
    """Counts by raise statement, by sentence, and for the conversion in front."""
    counts = refusals(histories(seed, COUNT))
    lines = [f"seed {seed}, {COUNT} histories, {counts[None]} taken", "", "raise statements"]
    for site, count in by_site(counts).items():
        note = site.reason() or site.words
        lines.append(f"{count:6}  {site.function}:{site.first}  {note}")
    for title, validators in (("sentences of the validators", True), ("conversion", False)):
        lines += ["", title]
        lines += [f"{n:6}  {text}" for text, n in by_sentence(counts, validators).most_common()]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(table(int(sys.argv[1]) if len(sys.argv) > 1 else 1) + "\n")
