"""The plugin of pytest, run by pytest: what its fixtures give, when they fail a test, and what they cost."""

from __future__ import annotations

import json
import sys
import textwrap

import pytest

import transcript_doctor.acts.convert
import transcript_doctor.acts.report.alone
import transcript_doctor.acts.strict
import transcript_doctor.acts.trim
import transcript_doctor.testing  # so that runs in this process load nothing anew
from tests.markdown import ROOT, blocks
from transcript_doctor import check, shape
from transcript_doctor.catalog import FORMATS
from transcript_doctor.testing import assert_healthy, call, parallel_calls, reply, user

pytest_plugins = ["pytester"]
NAME = "transcript_doctor.pytest_plugin"


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """An inner pytest prints the same whatever terminal or CI machine the suite runs on."""
    for name in ("CI", "BUILD_NUMBER", "FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def args(request: pytest.FixtureRequest) -> list[str]:
    """How an inner pytest gets the plugin: it has it already where the package is installed."""
    installed = request.config.pluginmanager.has_plugin("transcript-doctor")
    return ["-p", "no:randomly", "-p", "no:cacheprovider", *([] if installed else ["-p", NAME])]


def ran(pytester: pytest.Pytester, args: list[str], text: str, **outcomes: int) -> pytest.RunResult:
    pytester.makepyfile(text)
    result = pytester.runpytest_inprocess(*args)
    result.assert_outcomes(**outcomes)
    return result


def said(result: pytest.RunResult) -> str:
    """What the run printed before its summary: on a CI machine that tells each failure again."""
    return result.stdout.str().partition("= short test summary info =")[0]


LOOP = """
    from transcript_doctor.testing import call, reply, say, user

    def loop(model, messages):
        while True:
            answer = model.complete("", messages, [])
            messages.append(answer)
            if answer["stop_reason"] != "toolUse":
                return
            for part in answer["content"][:1]:  # only the first call is answered
                messages.append({"role": "toolResult", "tool_call_id": part["id"], "content": "x"})
"""


def test_a_scripted_model_and_a_loop_that_is_wrong(
    pytester: pytest.Pytester, args: list[str]
) -> None:
    text = (
        LOOP
        + """
    def test_right(scripted_model):
        model = scripted_model([reply(call("read")), say("Done.")])
        loop(model, [user("Go.")])
        assert len(model.calls) == 2

    def test_wrong(scripted_model):
        model, messages = scripted_model([reply(call("read"), call("read")), say("Done.")]), [user("Go.")]
        loop(model, messages)
        assert messages[-1]["content"]
    """
    )
    result = ran(pytester, args, text, passed=1, failed=1)
    shown = said(result)
    assert "scripted model" in shown
    assert (
        "request 2: U A[c1,c2] R(c1)  400 invalid_request: messages[1]: toolCall c2 has no toolResult"
        in shown
    )


def test_steps_left_over_fail_a_test_that_passed(
    pytester: pytest.Pytester, args: list[str]
) -> None:
    text = (
        LOOP
        + """
    import contextlib

    def test_left(scripted_model):
        loop(scripted_model([say("Done."), say("Never.")]), [user("Go.")])

    def test_swallowed(scripted_model):
        with contextlib.suppress(Exception):
            loop(scripted_model([]), [user("Go.")])

    def test_failed_already(scripted_model):
        scripted_model([say("Never.")])
        assert False, "of its own"

    def test_skipped_already(scripted_model):
        import pytest
        scripted_model([say("Never.")])
        pytest.skip("of its own")

    def test_two(scripted_model):
        for model in (scripted_model([say("a")]), scripted_model([say("b")], max_calls=1)):
            loop(model, [user("Go.")])
    """
    )
    result = ran(pytester, args, text, passed=1, failed=3, skipped=1)
    result.stdout.fnmatch_lines([
        "1 of 2 steps of the script was not played; the next would have been assistant -> \"Never.\"",
        "the script has 0 steps, and one more answer was asked for: *",
    ])  # fmt: skip


def test_a_model_of_another_target(pytester: pytest.Pytester, args: list[str]) -> None:
    text = """
    from transcript_doctor.testing import user, tool_result, call, reply

    def test_it(scripted_model):
        asked = call("read", id="aaaaaaaa1")
        messages = [user("Go."), reply(asked), tool_result(asked, "x"), user("Well?")]
        model = scripted_model([], target="mistral", refusals=True)
        assert model.complete("", messages)["error_message"].startswith("400 ")
    """
    ran(pytester, args, text, passed=1)


SICK = [user("Go."), reply(call("read", id="c1")), user("Well?")]


def test_the_failure_of_assert_healthy_is_the_report() -> None:
    with pytest.raises(AssertionError) as fault:
        assert_healthy(SICK, target="lab")
    assert str(fault.value) == str(check(SICK, target="lab"))
    assert "U A[c1] U" in str(fault.value)
    assert "P001 unanswered-call" in str(fault.value)
    assert_healthy(SICK[:1])
    assert_healthy(SICK, target="lab", ignore=["P001"])
    assert_healthy(SICK[:2], as_="record")
    with pytest.raises(AssertionError):
        assert_healthy(SICK[:2], as_="request")


def test_assert_healthy_as_a_fixture_shows_the_test_and_the_report(
    pytester: pytest.Pytester, args: list[str]
) -> None:
    text = f"""
    SICK = {SICK!r}

    def test_it(assert_healthy):
        assert_healthy(SICK)

    def test_the_target(assert_healthy):
        assert_healthy([SICK[0], SICK[0]], target="openai")
        assert_healthy([SICK[0], SICK[0]])
    """
    result = ran(pytester, args, text, failed=1, passed=1)
    result.stdout.fnmatch_lines(
        [">       assert_healthy(SICK)", "*U A?c1? U", "*P001 unanswered-call*"]
    )
    assert "__tracebackhide__" not in said(result)


@pytest.mark.parametrize("how", ["option", "ini"])
def test_the_target_may_be_named_once_for_all(
    pytester: pytest.Pytester, args: list[str], how: str
) -> None:
    text = """
    def test_it(assert_healthy, parallel_calls):
        del parallel_calls[4]  # Mistral takes no user's message after a result
        assert_healthy(parallel_calls)
    """
    ran(pytester, args, text, passed=1)
    if how == "ini":
        pytester.makeini("[pytest]\ntranscript_target = mistral\n")
    more = ["--transcript-target=mistral"] if how == "option" else []
    result = ran(pytester, [*args, *more], text, failed=1)
    assert "R008 user-after-tool" in said(result)


@pytest.mark.parametrize("format", [*FORMATS, "mistral", "lab"])
def test_the_sample_is_healthy_in_every_format(format: str) -> None:
    history = parallel_calls(format)
    report = check(history, target=None if format in FORMATS else format, as_="request")
    assert report.findings == ()
    marks = shape(history)
    assert marks.count("A[") + marks.count("R(") >= 2 or format == "oracle"


def test_the_sample_in_the_format_of_the_test(pytester: pytest.Pytester, args: list[str]) -> None:
    text = """
    import pytest
    from transcript_doctor import shape

    def test_default(parallel_calls):
        assert parallel_calls[1]["tool_calls"]

    @pytest.mark.parametrize("parallel_calls", ["anthropic", "gemini", "pi"], indirect=True)
    def test_others(parallel_calls):
        assert shape(parallel_calls).startswith("U A[c1,c2] R(c1")

    def test_mine(parallel_calls):
        parallel_calls.clear()
    """
    ran(pytester, args, text, passed=5)
    pytester.makeini("[pytest]\ntranscript_format = anthropic\n")
    ran(pytester, args, text, passed=4, failed=1)


PROVIDER = """
    import json, urllib.error, urllib.request
    import pytest
    from transcript_doctor.testing import say

    def ask(url, messages):
        body = json.dumps({"model": "gpt-5", "messages": messages}).encode()
        headers = {"content-type": "application/json", "authorization": "Bearer any"}
        request = urllib.request.Request(url + "/v1/chat/completions", data=body, headers=headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["choices"][0]["message"]["content"]

    HELLO = {"role": "user", "content": "Hello."}
    ORPHAN = {"role": "tool", "tool_call_id": "c1", "content": "x"}

    @pytest.mark.strict_provider([say("Hi.")])
    def test_right(strict_provider):
        assert ask(strict_provider.url, [HELLO]) == "Hi."
        assert not strict_provider.refused

    @pytest.mark.strict_provider(steps=[say("Hi.")])
    def test_left_over(strict_provider):
        with pytest.raises(urllib.error.HTTPError) as fault:
            ask(strict_provider.url, [HELLO, ORPHAN])
        fault.value.close()
        assert [record.where[:4] for record in strict_provider.refused] == ["P002"]

    def test_wrong(strict_provider):
        ask(strict_provider.url, [HELLO, ORPHAN])

    def test_of_a_target(strict_provider):
        strict_provider.reset([say("Bonjour.")])
        assert ask(strict_provider.url + "/mistral", [HELLO]) == "Bonjour."
        assert strict_provider.requests[0].target == "mistral"

    def test_of_the_option(strict_provider):
        assert ask(strict_provider.url, [HELLO])
        assert strict_provider.requests[0].target == "deepseek"
"""


def test_a_provider_over_http(pytester: pytest.Pytester, args: list[str]) -> None:
    pytester.makepyfile(PROVIDER)
    strict = ["--strict-markers", "-W", "error", "--transcript-target=deepseek"]
    result = pytester.runpytest_subprocess(*args, *strict)
    result.assert_outcomes(passed=3, failed=2)
    result.stdout.fnmatch_lines(
        [
            "*no step of the script was played*",
            "*strict provider*",
            "*POST*/v1/chat/completions*refused*P002 messages?1?*",
            "    Messages with role 'tool' must be a response to a preceding message with 'tool_calls'*",
        ]
    )


BESIDE = (
    PROVIDER.split("    @pytest.mark")[0]
    + """
    @pytest.mark.strict_provider(script="steps.yaml")
    def test_beside(strict_provider):
        assert ask(strict_provider.url, [HELLO]) == "Beside the test."

    @pytest.mark.strict_provider(script="others.yaml")
    def test_where_pytest_runs(strict_provider):
        assert ask(strict_provider.url, [HELLO]) == "Where pytest runs."
"""
)


def test_a_script_lies_beside_the_test_or_where_pytest_runs(
    pytester: pytest.Pytester, args: list[str]
) -> None:
    here = pytester.mkdir("inner")
    text = textwrap.dedent(BESIDE)
    (here / "test_it.py").write_text(text, encoding="utf-8")
    (here / "steps.yaml").write_text("- say: Beside the test.\n", encoding="utf-8")
    pytester.makefile(".yaml", others="- say: Where pytest runs.\n", steps="- say: Not this.\n")
    pytester.runpytest_subprocess(*args, "-W", "error").assert_outcomes(passed=2)


SWALLOWED = (
    PROVIDER.split("    @pytest.mark")[0]
    + """
    def swallow(url):
        try:
            ask(url, [HELLO, ORPHAN])
        except urllib.error.HTTPError as fault:
            fault.close()
        return ask(url, [HELLO])

    @pytest.mark.strict_provider([say("Hi.")])
    def test_swallowed(strict_provider):
        assert swallow(strict_provider.url) == "Hi."

    @pytest.mark.strict_provider([say("Hi.")])
    def test_swallowed_before_a_reset(strict_provider):
        swallow(strict_provider.url)
        strict_provider.reset()
        ask(strict_provider.url, [HELLO])

    @pytest.mark.strict_provider([say("Hi.")])
    def test_looked_at_too_early(strict_provider):
        assert not strict_provider.refused
        swallow(strict_provider.url)

    @pytest.mark.strict_provider([say("Hi.")], refusals=True)
    def test_expected(strict_provider):
        swallow(strict_provider.url)

    @pytest.mark.strict_provider([say("Hi.")])
    def test_looked_at(strict_provider):
        swallow(strict_provider.url)
        assert len(strict_provider.refused) == 1

    @pytest.mark.strict_provider([say("Hi."), say("Never.")])
    def test_left(strict_provider):
        ask(strict_provider.url, [HELLO])

    @pytest.mark.strict_provider(script="steps.yaml")
    def test_from_a_file(strict_provider):
        assert ask(strict_provider.url, [HELLO]) == "From the file."

    @pytest.mark.strict_provider(script="gone.yaml")
    def test_no_file(strict_provider):
        pass

    @pytest.mark.strict_provider(target="nobody")
    def test_no_target(strict_provider):
        pass

    @pytest.mark.strict_provider(speed=3)
    def test_no_argument(strict_provider):
        pass

    @pytest.mark.strict_provider([say("Hi.")], refusal=True)
    def test_mistyped(strict_provider):
        pass

    @pytest.mark.strict_provider(say("Hi."), say("Ho."))
    def test_no_list(strict_provider):
        pass

    @pytest.mark.strict_provider([{"call": "read"}])
    def test_no_step(strict_provider):
        pass
"""
)


def test_what_an_agent_swallowed_fails_a_test_that_passed(
    pytester: pytest.Pytester, args: list[str]
) -> None:
    pytester.makefile(".yaml", steps="- say: From the file.\n")
    pytester.makepyfile(SWALLOWED)
    result = pytester.runpytest_subprocess(*args, "-W", "error")
    result.assert_outcomes(passed=3, failed=4, errors=6)
    shown = said(result)
    line = "<POST  /v1/chat/completions  openai  U R(c1)  400 refused  P002 messages[1]>"
    sentence = (
        "    Invalid parameter: messages with role 'tool' must be a response to a preceeding message "
        "with 'tool_calls'."
    )
    head = "the test passed, and yet requests were refused for their history:"
    hint = (
        "a test that allows this says @pytest.mark.strict_provider(..., refusals=True), "
        "or looks at .refused"
    )
    assert shown.count(f"{head}\n{line}\n{sentence}\n{hint}\n") == 3
    assert shown.count(" strict provider -") == 4
    assert "1 of 2 steps of the script was not played" in shown
    assert shown.count("Never.") == 1
    assert "During handling" not in shown
    assert "strict_provider: unknown target 'nobody'" in shown
    assert "gone.yaml" in shown
    assert "there is no argument 'speed'; known: steps, " in shown
    assert "there is no argument 'refusal'; did you mean refusals?" in shown
    assert "its steps are one list: strict_provider([say('One.'), say('Two.')])" in shown
    assert "in Python a step is say('Done.') or reply(call('read'))" in shown
    assert "Traceback" not in shown
    assert "raise " not in shown


def test_what_a_loop_swallowed_of_a_model(pytester: pytest.Pytester, args: list[str]) -> None:
    text = """
    from transcript_doctor.testing import call, reply, user

    SICK = [user("Go."), reply(call("read", id="c1"))]

    def test_swallowed(scripted_model):
        scripted_model([]).complete("", SICK)

    def test_expected(scripted_model):
        scripted_model([], refusals=True).complete("", SICK)

    def test_looked_at(scripted_model):
        model = scripted_model([])
        model.complete("", SICK)
        assert [len(request.messages) for request in model.refused] == [2]
    """
    result = ran(pytester, args, text, passed=2, failed=1)
    assert (
        "request 1: U A[c1]  400 invalid_request: messages[1]: toolCall c1 has no toolResult"
        in said(result)
    )
    assert "a test that allows this says refusals=True, or looks at .refused" in said(result)


def test_what_fixtures_complain_of_is_the_tests_own_failure(
    pytester: pytest.Pytester, args: list[str]
) -> None:
    text = """
    import pytest
    from transcript_doctor.testing import say

    @pytest.mark.xfail(strict=True)
    def test_it(scripted_model):
        scripted_model([say("Never.")])
    """
    ran(pytester, args, text, xfailed=1)


def test_a_test_that_is_run_again_is_looked_at_again(
    pytester: pytest.Pytester, args: list[str]
) -> None:
    pytester.makeconftest(
        """
        import pytest
        from _pytest.runner import runtestprotocol

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtest_protocol(item, nextitem):
            for _ in range(2):
                item._initrequest()
                reports = runtestprotocol(item, nextitem=nextitem, log=False)
            for report in reports:
                item.ihook.pytest_runtest_logreport(report=report)
            return True
        """
    )
    text = """
    from transcript_doctor.testing import say

    RUNS = []

    def test_it(scripted_model):
        scripted_model([say("Never.")])
        RUNS.append(1)
        assert len(RUNS) > 1, "the first time of its own"
    """
    shown = said(ran(pytester, args, text, failed=1))
    assert "1 of 1 step of the script was not played" in shown
    assert "of its own" not in shown


def test_names_that_are_none_are_told_in_a_line(pytester: pytest.Pytester, args: list[str]) -> None:
    text = """
    import pytest

    def test_target(assert_healthy):
        pass

    @pytest.mark.parametrize("parallel_calls", ["antropic"], indirect=True)
    def test_format(parallel_calls):
        pass
    """
    shown = said(ran(pytester, [*args, "--transcript-target=antropic"], text, errors=2))
    assert "transcript_target: unknown target 'antropic'; did you mean anthropic" in shown
    assert "parallel_calls: unknown" in shown
    assert "Traceback" not in shown
    assert "raise " not in shown


def test_who_asks_for_nothing_pays_nothing(pytester: pytest.Pytester, args: list[str]) -> None:
    pytester.makepyfile(
        mine="def double(n):\n    return 2 * n\n",
        test_mine="""
        import json, sys
        from pathlib import Path
        from mine import double

        def test_it():
            assert double(2) == 4
            ours = sorted(name for name in sys.modules if name.startswith("transcript_doctor"))
            Path("loaded.json").write_text(json.dumps(ours))
        """,
    )
    result = pytester.runpytest_subprocess(*args, "-p", "no:hypothesispytest")
    result.assert_outcomes(passed=1)
    loaded = json.loads((pytester.path / "loaded.json").read_text(encoding="utf-8"))
    assert loaded == ["transcript_doctor", NAME]
    assert "starlette" not in loaded


def test_the_fixtures_and_settings_are_told_by_pytest(
    pytester: pytest.Pytester, args: list[str]
) -> None:
    shown = said(pytester.runpytest_inprocess(*args, "--fixtures"))
    for name in ("scripted_model", "strict_provider", "parallel_calls", "assert_healthy"):
        assert f"\n{name} --" in shown
    shown = said(pytester.runpytest_inprocess(*args, "--help"))
    for name in ("--transcript-target=NAME", "transcript_target", "transcript_format"):
        assert name in shown
    shown = said(pytester.runpytest_inprocess(*args, "--markers"))
    assert "@pytest.mark.strict_provider(" in shown
    assert sys.modules["transcript_doctor.testing"] is transcript_doctor.testing


def test_the_tests_of_the_page_fail_as_it_says(pytester: pytest.Pytester, args: list[str]) -> None:
    page = list(blocks(ROOT / "docs" / "testing.md"))
    tests = [
        block.text for block in page if block.language == "python" and "def test_" in block.text
    ]
    pytester.makepyfile(**{f"test_page_{number}": text for number, text in enumerate(tests)})
    result = pytester.runpytest_subprocess(*args)
    result.assert_outcomes(failed=4, passed=1)
    [told] = [block.text for block in page if block.text.startswith("-----")]
    shown = said(result)
    for line in told.splitlines():
        assert line in shown
    assert "openai.BadRequestError" in shown
    assert shown.count("P002 orphan-result") == 3
