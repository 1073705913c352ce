"""Fixtures for tests of agents: a strict model, a strict provider over HTTP, a history, and an assertion.

pytest loads this module in every run, wherever the package is installed. So nothing but pytest is
imported before a test asks for a fixture: whoever asks for none pays nothing, and coverage misses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from transcript_doctor.provider import Running
    from transcript_doctor.provider.record import Record
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
        "strict_provider(steps=None, *, script=None, target=None, per='conversation', refusals=False, "
        "...): what the fixture strict_provider plays, and how; refusals=True: the test expects "
        "refused requests; the others are the arguments of transcript_doctor.provider.running",
    )


@pytest.hookimpl(tryfirst=True, hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Write down that a test failed, and add to its report what the fixtures have seen."""
    outcome: Any = yield
    if call.excinfo is None or item.stash.get(_FAILED, False):
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
    left over, where the loop swallowed that the script had ended, or where a request was refused: unless
    the model was made with `refusals=True`, or the test looked at its `.refused`.
    """
    from transcript_doctor.testing import ScriptedModel

    made: list[ScriptedModel] = []
    expecting: list[ScriptedModel] = []

    def make(
        steps: Iterable[Any],
        max_calls: int | None = None,
        *,
        target: str = "lab",
        refusals: bool = False,
    ) -> ScriptedModel:
        model = ScriptedModel(steps, max_calls, target=target)
        (expecting if refusals else made).append(model)
        return model

    _see(
        request,
        "scripted model",
        lambda: (line for model in [*made, *expecting] for line in model.told()),
    )
    yield make
    refused = [line for model in made if model.overlooked for line in model.refusals()]
    _finish(request, refused, "refusals=True", *(model.finish for model in [*made, *expecting]))


@pytest.fixture
def strict_provider(request: pytest.FixtureRequest) -> Iterator[Running]:
    """Give a provider that runs on this machine: `.url`, `.requests`, `.refused`, `.reset(steps)`.

    The marker `strict_provider` holds its steps; without any it calls each declared tool once and then
    answers. A test that passed fails after all where steps were left over, or where a request was
    refused: unless the marker says `refusals=True`, or the test looked at `.refused`. It needs the extra
    `http`.
    """
    provider, expected = _provider(request)
    with provider:
        _see(request, "strict provider", lambda: _told(provider.requests))
        yield provider
        refused = [] if expected else list(_told(provider.overlooked))
        said = "@pytest.mark.strict_provider(..., refusals=True)"
        _finish(request, refused, said, provider.finish)


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


def _provider(request: pytest.FixtureRequest) -> tuple[Running, bool]:
    """Return the provider that the marker describes, and whether the test expects refusals."""
    from transcript_doctor.core.errors import DoctorError
    from transcript_doctor.provider import running

    marker = request.node.get_closest_marker("strict_provider")
    args, options = (marker.args, dict(marker.kwargs)) if marker is not None else ((), {})
    expected = options.pop("refusals", False)
    options.setdefault("target", _target(request.config))
    if isinstance(options.get("script"), str | Path):
        beside = request.path.parent / options["script"]
        options["script"] = beside if beside.is_file() else options["script"]
    try:
        return running(*args, **options), bool(expected)
    except (DoctorError, TypeError) as fault:
        why = str(fault)
    pytest.fail(f"strict_provider: {why}", pytrace=False)


def _target(config: pytest.Config) -> str | None:
    named: str | None = config.getoption("--transcript-target") or config.getini(
        "transcript_target"
    )
    return named or None


def _see(request: pytest.FixtureRequest, title: str, told: Callable[[], Iterable[str]]) -> None:
    request.node.stash.setdefault(_SEEN, []).append((title, told))


def _told(records: Iterable[Record]) -> Iterator[str]:
    from transcript_doctor.safetext import printable

    for record in records:
        yield repr(record)
        if record.sentence:
            yield f"    {printable(record.sentence)}"


def _finish(
    request: pytest.FixtureRequest, refused: list[str], said: str, *finish: Callable[[], None]
) -> None:
    """Fail where requests were refused unseen, or a script was not played as it was written.

    A test that failed already is left alone. `said` is what a test says that expects refusals.
    """
    if request.node.stash.get(_FAILED, False):
        return
    complaints = []
    if refused:
        head = "the test passed, and yet requests were refused for their history:"
        tail = f"a test that expects this says {said}, or looks at .refused"
        complaints.append("\n".join([head, *refused, tail]))
    for one in finish:
        try:
            one()
        except AssertionError as fault:
            complaints.append(str(fault))
    if complaints:
        pytest.fail("\n".join(complaints), pytrace=False)
