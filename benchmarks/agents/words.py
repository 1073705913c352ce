"""The prose of the page."""

HEAD = """# What real agents send

Agents from the registries, each with its ordinary way of keeping a history, run against the
[strict provider](serve.md) ({day}). One command makes this page; it installs them in environments of
their own, at exact versions:

```text
$ make agents
```

Each conversation is the same: the user says "Read the notes.", the model calls tools, something goes
wrong, and the user says "Go on." on the same thread, session or history. Settings are the defaults,
unless *option* names a documented one. What is refused here breaks a law of the provider's API, for
which [the target](targets/index.md) names the source.
"""

COUNTS = """Of the {all} rows with default settings, {refused} send a history that is refused after an
interruption, and {stuck} keep one that the framework itself then refuses: each of these conversations is
dead until somebody mends its history. The others keep a legal one, or forget the turn.
"""

LEGEND = """*ok*: all that was sent was taken, and the conversation went on. *ends, ok*: the run ended with an
error for the caller, and the next prompt was taken. A rule such as **P001** ([what it
means](rules/P001.md)): what was sent next was refused, and so was the prompt after it; *once*: only one
was. **refused**: the same, before a history was judged (an earlier response that it builds on is not
known). **stuck**: the framework raises at each further prompt, and sends nothing.
"""

SHAPES = """How a history is kept matters most. Who keeps only the histories of runs that ended, as with
`result.all_messages()` of pydantic-ai or `responseMessages` of `ai`, cannot keep half a turn; in return
the model does not know of the turn that was interrupted. Who leaves the history with the Responses API and
sends `previous_response_id` cannot take half a turn back: there the call stands unanswered. With LiteLLM
the loop, and so its faults, are those of the example in its documentation and not of the library.
Anthropic's API carries arguments as an object: what is cut off can come in a stream alone, and in one
piece comes as an object that fits no tool.
Gemini's API does not hand such a call over; the candidate says that it was malformed.

Not in the table: smolagents, which tells the model of its calls and results in plain text
("Calling tools:", "Observation:"), so that no rule about calls can be broken. AutoGen has a client for
Anthropic's API, but its newest version (0.7.5) does not fit the newest `anthropic` package.

## Scenario by scenario

*The last request* is the one that was refused, or else the last one that was sent: `U` the user, `A[c1]`
the model with a call, `R(c1)` a result ([all letters](words.md)).
"""

MOCKS = """## Fake servers

Servers from the registries that stand in for a provider, each started with its own command and asked the
same. Cells are statuses, OpenAI chat / Anthropic; `-`: the form cannot say it. A server that takes a
broken history (200) hides the bug that the provider will show.
"""

SENTENCES = """What `transcript-doctor serve` answers to each:
"""
