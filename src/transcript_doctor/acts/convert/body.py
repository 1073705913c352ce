"""What stands around the messages of a converted request: system prompt, tools and settings."""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.convert.crossing import Crossing
from transcript_doctor.acts.convert.memory import Memory
from transcript_doctor.acts.convert.naming import renamed
from transcript_doctor.acts.opening.opening import Opened
from transcript_doctor.catalog import COMPOSERS, target_named, target_names
from transcript_doctor.core.composer import Around
from transcript_doctor.core.report import Report
from transcript_doctor.core.speech import Speech
from transcript_doctor.core.target import Target
from transcript_doctor.core.wording import cut
from transcript_doctor.place import Place, Steps


def body_of(
    opened: Opened,
    report: Report,
    goal: Target,
    crossing: Crossing,
    memory: Memory | None,
    around: Around,
) -> dict[str, Any]:
    """Return the keys that stand around the messages at the target, and write a prompt that is one.

    `around` is what stood around them, or what an earlier conversion of a list put beside it. Where that
    conversion gives back the beginning of the list, it gives back the request as well.
    """
    recalled = memory is not None and crossing.recalled
    if memory is not None and recalled and memory.body is not None:
        return {key: value for key, value in memory.body.items() if key != memory.key}
    composer, desk = COMPOSERS[goal.format], crossing.desk
    spoken = () if recalled else around.system
    if spoken and composer.system == "inside":
        crossing.open_with(Speech("system", list(spoken), -1, None))
        spoken = ()
    desk.losses += [(place, _outside(place, raw), raw) for place, raw in around.rest]
    around = renamed(around, desk.names)._replace(system=(*spoken, *crossing.system))
    body = composer.pack(around, desk)
    key = "modelId" if goal.format == "bedrock" else "model"
    if opened.whole and key in opened.request and same_provider(report, goal):
        body = {key: opened.request[key], **body}
    return body


def same_provider(report: Report, goal: Target) -> bool:
    """Tell whether a transcript stays with its provider, so that the model's name means something."""
    own = target_named(report.target) if report.target in target_names() else None
    return own is not None and bool(own.provider) and own.provider == goal.provider


def _outside(place: Steps, raw: Any) -> str:
    """Return what stands around the messages in words: a tool by its name, anything else by its keys."""
    if isinstance(place[-1], int):
        named = (
            next((raw[k] for k in ("name", "type") if raw.get(k)), None)
            if isinstance(raw, dict)
            else None
        )
        only = next(iter(raw), None) if isinstance(raw, dict) else None
        return f"the tool `{cut(str(named or only or 'without a name'), 80)}`"
    return f"`{Place(place)}` of the request"
