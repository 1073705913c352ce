"""The code of mistakes, run as it is printed: before, it makes the very fault; after, it does not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acts.diagnose.scenes import contents, names, open_calls, stored, thinking
from tests.acts.diagnose.scenes.world import Scene
from transcript_doctor import Report, check
from transcript_doctor.acts.diagnose.book import MISTAKES
from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.suspecting import suspects_of
from transcript_doctor.core.transcript import Transcript

SCENES = {
    scene.mistake: scene
    for module in (open_calls, stored, names, contents, thinking)
    for scene in module.SCENES
}
BY_NAME = {mistake.name: mistake for mistake in MISTAKES}
NOT_RUN: dict[str, str] = {
    "cut-inside-a-character": "the code is JavaScript",
}
"""Code that is not run here, and why."""


def judged(scene: Scene, given: Any, context: dict[str, Any] | None) -> Report:
    if isinstance(given, Transcript):
        return check(given)
    return check(given, target=scene.target, as_="request", format=scene.format, context=context)


@pytest.mark.parametrize("name", sorted(SCENES))
def test_the_code_before_makes_the_fault_and_the_code_after_does_not(name: str) -> None:
    scene, mistake = SCENES[name], BY_NAME[name]
    given, context = scene.play(mistake.before, after=False)
    sick = judged(scene, given, context)
    clues = Clues(sick, context)
    found = [suspects_of(one, clues) for one in sick.findings if one.code in mistake.codes]
    assert name in {suspect.mistake.name for suspects in found for suspect in suspects}, sick
    given, context = scene.play(mistake.after, after=True)
    if given is not None:
        whole = judged(scene, given, context)
        left = [one for one in whole.findings if one.severity == "error"]
        assert [one for one in left if one.code in mistake.codes] == [], whole


def test_every_example_is_run_that_can_be() -> None:
    assert set(SCENES) | set(NOT_RUN) == set(BY_NAME)
    assert not set(SCENES) & set(NOT_RUN)
