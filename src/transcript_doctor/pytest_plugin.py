"""Fixtures for tests of agents: a strict model, a strict provider over HTTP, a history, and an assertion.

pytest loads this module in every run, wherever the package is installed. So nothing but pytest is
imported before a test asks for a fixture: whoever asks for none pays nothing, and coverage misses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from transcript_doctor.provider import Running
    from transcript_doctor.provider.record import Record
    from transcript_doctor.testing import ScriptedModel


class _Seen(NamedTuple):
    """What a fixture of a test has seen."""

    title: str
    told: Callable[[], Iterable[str]]
    """Its lines in the report of a failure."""
    complaints: Callable[[], list[str]]
    """Why a test that passed fails after all."""


_SEEN: pytest.StashKey[list[_Seen]] = pytest.StashKey()


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
        "strict_provider(steps=None, *, script=None, target=None, per='conversation', refusals=False, "
        "...): what the fixture strict_provider plays, and how; refusals=True: refused requests do not "
        "fail the test; the others are the arguments of transcript_doctor.provider.running",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin anew: a test may be run several times."""
    item.stash[_SEEN] = []


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test that passed, where its fixtures have seen what is no pass."""
    came = yield
    if complaints := [words for seen in item.stash[_SEEN] for words in seen.complaints()]:
        pytest.fail("\n".join(complaints), pytrace=False)
    return came


@pytest.hookimpl(tryfirst=True, wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to the report of a failure what the fixtures have seen, once."""
    report = yield
    if report.failed and item.stash.get(_SEEN, []):
        report.sections += [(seen.title, "\n".join(seen.told())) for seen in item.stash[_SEEN]]
        item.stash[_SEEN] = []
    return report


@pytest.fixture
def scripted_model(request: pytest.FixtureRequest) -> Callable[..., ScriptedModel]:
    """Make models from scripts: `scripted_model(steps, max_calls=None, target="lab", refusals=False)`.

    A model refuses what a strict provider refuses. A test that passed fails after all where steps were
    left over, where the loop swallowed that the script had ended, or where a request was refused: unless
    the model was made with `refusals=True`, or the test looked at its `.refused`.
    """
    from transcript_doctor.testing import ScriptedModel
    from transcript_doctor.testing.complaining import complaints

    made: list[tuple[ScriptedModel, bool]] = []

    def make(
        steps: Iterable[Any],
        max_calls: int | None = None,
        *,
        target: str = "lab",
        refusals: bool = False,
    ) -> ScriptedModel:
        model = ScriptedModel(steps, max_calls, target=target)
        made.append((model, refusals))
        return model

    def complained() -> list[str]:
        unseen = [model for model, allowed in made if model.overlooked and not allowed]
        refused = [line for model in unseen for line in model.refusals()]
        return complaints(refused, "refusals=True", *(model.finish for model, _ in made))

    _see(
        request,
        _Seen("scripted model", lambda: (row for m, _ in made for row in m.told()), complained),
    )
    return make


@pytest.fixture
def strict_provider(request: pytest.FixtureRequest) -> Iterator[Running]:
    """Give a provider that runs on this machine: `.url`, `.requests`, `.refused`, `.reset(steps)`.

    The marker `strict_provider` holds its steps; without any it calls each declared tool once and then
    answers. A test that passed fails after all where steps were left over, or where a request was
    refused: unless the marker says `refusals=True`, or the test looked at `.refused`. It needs the extra
    `http`.
    """
    from transcript_doctor.testing.complaining import complaints

    provider, allowed = _provider(request)

    def complained() -> list[str]:
        refused = [] if allowed else list(_told(provider.overlooked))
        said = "@pytest.mark.strict_provider(..., refusals=True)"
        return complaints(refused, said, provider.finish)

    with provider:
        _see(request, _Seen("strict provider", lambda: _told(provider.requests), complained))
        yield provider


@pytest.fixture
def parallel_calls(request: pytest.FixtureRequest) -> list[Any]:
    """Give a healthy history with two calls in one turn, in the format of an indirect parameter."""
    from transcript_doctor.core.errors import DoctorError
    from transcript_doctor.testing import parallel_calls as history

    try:
        return history(getattr(request, "param", request.config.getini("transcript_format")))
    except DoctorError as fault:
        why = str(fault)
    pytest.fail(f"parallel_calls: {why}", pytrace=False)


@pytest.fixture
def assert_healthy(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Give `assert_healthy(messages, target=None, ...)`, which fails with the report as its text."""
    from transcript_doctor.testing import assert_healthy as healthy

    default = _target(request.config)

    def assert_healthy(messages: Any, *, target: str | None = None, **options: Any) -> None:
        __tracebackhide__ = True
        healthy(messages, target=target or default, **options)

    return assert_healthy


def _provider(request: pytest.FixtureRequest) -> tuple[Running, bool]:
    """Return the provider that the marker describes, and whether requests may be refused."""
    from inspect import signature

    from transcript_doctor.core.errors import DoctorError
    from transcript_doctor.provider import running
    from transcript_doctor.testing.complaining import misuse

    marker = request.node.get_closest_marker("strict_provider")
    args, options = (marker.args, dict(marker.kwargs)) if marker is not None else ((), {})
    why = misuse(args, options, [*signature(running).parameters, "refusals"])
    allowed = options.pop("refusals", False)
    options.setdefault("target", _target(request.config))
    if isinstance(options.get("script"), str | Path):
        beside = request.path.parent / options["script"]
        options["script"] = beside if beside.is_file() else options["script"]
    try:
        if why is None:
            return running(*args, **options), bool(allowed)
    except (DoctorError, TypeError) as fault:
        why = str(fault)
    pytest.fail(f"strict_provider: {why}", pytrace=False)


def _target(config: pytest.Config) -> str | None:
    """Return whose laws judge where a test names nobody; fails for a name that is none."""
    named: str | None = config.getoption("--transcript-target") or config.getini(
        "transcript_target"
    )
    if not named:
        return None
    from transcript_doctor import check
    from transcript_doctor.core.errors import DoctorError

    try:
        check([], target=named)
    except DoctorError as fault:
        why = str(fault)
    else:
        return named
    pytest.fail(f"transcript_target: {why}", pytrace=False)


def _see(request: pytest.FixtureRequest, seen: _Seen) -> None:
    request.node.stash[_SEEN].append(seen)


def _told(records: Iterable[Record]) -> Iterator[str]:
    from transcript_doctor.safetext import printable

    for record in records:
        yield repr(record)
        if record.sentence:
            yield f"    {printable(record.sentence)}"
