"""Fixtures for tests of agents: a strict model, a strict provider over HTTP, a history, and an assertion.

pytest loads this module in every run, wherever the package is installed. So nothing but pytest is
imported before a test asks for a fixture: whoever asks for none pays nothing, and coverage misses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from transcript_doctor.provider import Running
    from transcript_doctor.testing import ScriptedModel

_FAILED: pytest.StashKey[bool] = pytest.StashKey()
"""Whether the test itself failed: then nobody complains of steps that it did not come to."""
_SEEN: pytest.StashKey[list[tuple[str, Callable[[], Iterable[str]]]]] = pytest.StashKey()
"""What the fixtures of a test have seen, for the report of a failure: a title, and who tells it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option and the settings; each says what it is in `pytest --help`."""
    group = parser.getgroup("transcript-doctor", "histories of LLM agents")
    group.addoption(
        "--transcript-target",
        metavar="NAME",
        help="whose laws judge in assert_healthy and strict_provider where the test names nobody",
    )
    parser.addini("transcript_target", "the same as --transcript-target")
    parser.addini(
        "transcript_format", "the format of the fixture parallel_calls", default="openai-chat"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line(
        "markers",
        "strict_provider(steps=None, *, target=None, per='conversation', ...): what the fixture "
        "strict_provider plays, and how; the arguments of transcript_doctor.provider.running",
    )


@pytest.hookimpl(tryfirst=True, hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Write down that a test failed, and add to its report what the fixtures have seen."""
    outcome: Any = yield
    if call.when == "teardown" or call.excinfo is None:
        return
    report: pytest.TestReport = outcome.get_result()
    item.stash[_FAILED] = True
    if report.failed:
        for title, told in item.stash.get(_SEEN, ()):
            report.sections.append((title, "\n".join(told())))


@pytest.fixture
def scripted_model(request: pytest.FixtureRequest) -> Iterator[Callable[..., ScriptedModel]]:
    """Make models that answer from a script: `scripted_model(steps, max_calls=None, target="lab")`.

    A model refuses what a strict provider refuses. A test that passed fails after all where steps were
    left over, or where the loop swallowed that the script had ended.
    """
    from transcript_doctor.testing import ScriptedModel

    made: list[ScriptedModel] = []

    def make(
        steps: Iterable[Any], max_calls: int | None = None, *, target: str = "lab"
    ) -> ScriptedModel:
        model = ScriptedModel(steps, max_calls, target=target)
        made.append(model)
        return model

    _see(request, "scripted model", lambda: (line for model in made for line in model.told()))
    yield make
    for model in made:
        _finish(request, model.finish)


@pytest.fixture
def strict_provider(request: pytest.FixtureRequest) -> Iterator[Running]:
    """Give a provider that runs on this machine: `.url`, `.requests`, `.refused`, `.reset(steps)`.

    The marker `strict_provider` holds its steps; without any it calls each declared tool once and then
    answers. It needs the extra `http`.
    """
    from transcript_doctor.provider import running

    marker = request.node.get_closest_marker("strict_provider")
    args, options = (marker.args, dict(marker.kwargs)) if marker is not None else ((), {})
    options.setdefault("target", _target(request.config))
    with running(*args, **options) as provider:
        _see(request, "strict provider", lambda: _told(provider))
        yield provider
        _finish(request, provider.finish)


@pytest.fixture
def parallel_calls(request: pytest.FixtureRequest) -> list[Any]:
    """Give a healthy history with two calls in one turn, in the format of an indirect parameter."""
    from transcript_doctor.testing import parallel_calls as history

    default = request.config.getini("transcript_format")
    return history(getattr(request, "param", default))


@pytest.fixture
def assert_healthy(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Give `assert_healthy(messages, target=None, ...)`, which fails with the report as its text."""
    from transcript_doctor.testing import assert_healthy as healthy

    def assert_healthy(messages: Any, *, target: str | None = None, **options: Any) -> None:
        __tracebackhide__ = True
        healthy(messages, target=target or _target(request.config), **options)

    return assert_healthy


def _target(config: pytest.Config) -> str | None:
    named: str | None = config.getoption("--transcript-target") or config.getini(
        "transcript_target"
    )
    return named or None


def _see(request: pytest.FixtureRequest, title: str, told: Callable[[], Iterable[str]]) -> None:
    request.node.stash.setdefault(_SEEN, []).append((title, told))


def _told(provider: Running) -> Iterator[str]:
    from transcript_doctor.safetext import printable

    for record in provider.requests:
        yield repr(record)
        if record.sentence:
            yield f"    {printable(record.sentence)}"


def _finish(request: pytest.FixtureRequest, finish: Callable[[], None]) -> None:
    """Fail where a script was not played as it was written, unless the test failed already."""
    if request.node.stash.get(_FAILED, False):
        return
    try:
        finish()
    except AssertionError as fault:
        pytest.fail(str(fault), pytrace=False)
