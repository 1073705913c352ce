"""The outline: what one walk over the raw messages writes down, and the only thing that rules read.

Nothing is copied: rows point at their raw node. Everything is positional, so that the rows of message 7
can be found without a search. Words of places are made only when a finding needs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from transcript_doctor.core.facts import Facts
from transcript_doctor.core.target import Pairing
from transcript_doctor.place import Steps

# One letter a message, in `Outline.letters`.
SYSTEM, USER, ASSISTANT, CALLS, RESULTS, MIXED = "S", "U", "A", "C", "R", "M"
REASONING, OTHER, UNKNOWN, UNREADABLE = "T", "O", "?", "!"
PLAIN = {"s": SYSTEM, "u": USER, "a": ASSISTANT, "?": UNKNOWN}
"""The letter of a message that neither calls nor answers, by the letter of its role."""


class Call:
    """A tool call: `part` is its place inside the message, `raw` the very node.

    `arguments` are those of the type that the format wants; None stands for any other, which is noted.
    """

    __slots__ = (
        "arguments",
        "arguments_at",
        "id",
        "item",
        "kind",
        "message",
        "name",
        "part",
        "raw",
    )

    def __init__(
        self,
        id: str | None,
        name: str | None,
        message: int,
        part: Steps,
        raw: object,
        arguments: object = None,
        kind: str = "function",
        item: str | None = None,
        arguments_at: Steps = (),
    ) -> None:
        self.id, self.name, self.message, self.part, self.raw = id, name, message, part, raw
        self.arguments, self.kind, self.item = arguments, kind, item
        self.arguments_at = arguments_at
        """Where the arguments stand, below the message."""

    @property
    def place(self) -> Steps:
        """Where the call stands, below the list of messages."""
        return (self.message, *self.part)

    @property
    def index(self) -> int:
        """The last index in its place, such as 2 in `tool_calls[2]`."""
        for step in reversed(self.part):
            if isinstance(step, int):
                return step
        return 0


class Result:
    """A tool result; `lead` tells whether only results stand before it in its message."""

    __slots__ = ("error", "id", "kind", "lead", "message", "name", "part", "raw")

    def __init__(
        self,
        id: str | None,
        name: str | None,
        message: int,
        part: Steps,
        raw: object,
        lead: bool = True,
        kind: str = "function",
        error: bool = False,
    ) -> None:
        self.id, self.name, self.message, self.part, self.raw = id, name, message, part, raw
        self.lead, self.kind, self.error = lead, kind, error

    @property
    def place(self) -> Steps:
        """Where the result stands, below the list of messages."""
        return (self.message, *self.part)


class Reasoning(NamedTuple):
    """A piece of reasoning: its text, its seal (signature or encrypted payload), and its neighbours.

    `first` and `last` say whether it opens or closes its message; `kind` is `thinking`, `redacted`,
    `field` (a key beside the content), `item` or `signature` (a seal on another part).
    """

    message: int
    part: Steps
    kind: str
    text: str | None
    seal: object
    first: bool
    last: bool
    raw: object
    item: str | None = None


class Media(NamedTuple):
    """An image, document, audio or video: its label, its data as base64 text or bytes, or its address."""

    message: int
    part: Steps
    kind: str
    label: str | None
    data: object
    url: str | None
    in_result: bool = False


class Note(NamedTuple):
    """What the walk saw that some target may refuse: the rule that speaks of it, and which case of it."""

    code: str
    case: str
    message: int
    part: Steps
    values: dict[str, Any]


class Kind(NamedTuple):
    """The type of a part (or a call) that is neither plain text nor a plain call."""

    message: int
    part: Steps
    type: str


class Item(NamedTuple):
    """An entry of a list of items: its type, and the id that the server gave it."""

    message: int
    kind: str
    id: str | None


_SPEAKERS = {"s": "system", "u": "user", "a": "assistant", "t": "tool"}


class Outline:
    """One reading of one list of messages; see the module's docstring."""

    always = True
    """What a rule names in `needs` when it must look at every outline."""

    __slots__ = (
        "_noted",
        "calls",
        "declared",
        "directives",
        "empty",
        "ends_hosted",
        "facts",
        "failed",
        "first_other",
        "format",
        "hollow",
        "hosted_calls",
        "hosted_results",
        "items",
        "kinds",
        "letters",
        "markers",
        "media",
        "messages",
        "notes",
        "numbered",
        "opens",
        "pairs",
        "participants",
        "prefills",
        "reasoning",
        "request",
        "results",
        "roles",
        "root",
        "turn_starts",
        "untidy",
        "wide",
    )

    def __init__(
        self,
        format: str,
        messages: list[Any],
        request: dict[str, Any],
        facts: Facts,
        root: Steps = ("messages",),
    ) -> None:
        self.format, self.messages, self.request, self.facts = format, messages, request, facts
        self.root = root
        """Where the list of messages stands in the request."""
        self.letters: str = ""
        """One letter a message: S system, U user, A assistant, C assistant with calls, R results only,
        M results beside other content, T reasoning item, O other item, ? unknown role, ! unreadable."""
        self.roles: str = ""
        """One letter a message: s system, u user, a assistant, t tool, ? unknown."""
        self.calls: list[Call] = []
        self.results: list[Result] = []
        self.hosted_calls: list[Call] = []
        """Calls that the provider itself runs (web search, code execution, MCP)."""
        self.hosted_results: list[Result] = []
        self.items: list[Item] = []
        """Every entry of a list of items; there, what the model made in a row is one turn."""
        self.kinds: list[Kind] = []
        """The types of parts beside text, for targets that take only some of them, or only on some roles."""
        self.prefills: set[int] = set()
        """Assistant messages marked as the beginning of an answer that the model shall go on with."""
        self.reasoning: list[Reasoning] = []
        self.media: list[Media] = []
        self.markers: list[Steps] = []
        """Places of cache markers, below the list of messages."""
        self.wide: list[tuple[int, Steps, str]] = []
        """Texts with characters outside ASCII: message, part, text."""
        self.notes: list[Note] = []
        self.empty: set[int] = set()
        """Messages without any content."""
        self.hollow: set[int] = set()
        """Assistant messages of empty text alone, as a stream of Gemini's ends: they part nothing."""
        self.failed: set[int] = set()
        """Messages that their agent marked as failed."""
        self.untidy = False
        """True unless each exchange is plainly whole: results first, in call order, right behind."""
        self.first_other: dict[int, Steps] = {}
        """In a message where a result does not lead: the first part that is no result."""
        self.opens: dict[int, str] = {}
        """By what type of part an assistant message opens, in the words of its format."""
        self.ends_hosted: dict[int, Literal["call", "result"]] = {}
        """Assistant messages whose last part the provider made: a call that it runs, or its result."""
        self.directives: set[int] = set()
        """System messages that hold settings and no text."""
        self.participants: list[tuple[int, Steps, str]] = []
        """Names of speakers: message, part, name."""
        self.declared: set[str] | None = None
        """Names of the tools that the request declares up to here; None where nobody knows them all."""
        self.pairs: dict[Pairing, Any] = {}
        """Who answers whom, by pairing law: `core.pairing` works it out once and keeps it here."""
        self.turn_starts: dict[bool, list[int]] = {}
        """The first message of each one's turn, joined or not, kept here by `core.turns`."""
        self.numbered: dict[Steps, Any] | None = None
        """Calls and results by place, with their numbers in their message, kept here by `core.naming`."""
        self._noted: dict[str, list[Note]] | None = None

    def note(self, code: str, case: str, message: int, part: Steps = (), **values: Any) -> None:
        """Write down what a rule may want to speak of; `message` is -1 where none is at fault."""
        self.notes.append(Note(code, case, message, part, values))
        self._noted = None

    @property
    def noted(self) -> Mapping[str, list[Note]]:
        """The notes by the code of their rule, each list in the order of the walk."""
        if self._noted is None:
            self._noted = {}
            for note in self.notes:
                self._noted.setdefault(note.code, []).append(note)
        return self._noted

    def speaker(self, message: int) -> str:
        """Return who speaks in a message: system, user, assistant or tool; `?` where that is not known."""
        return _SPEAKERS.get(self.roles[message], "?")

    def role_of(self, message: int) -> str:
        """Return the role word of a message as its format writes it, or `?`."""
        raw = self.messages[message]
        role = raw.get("role") if isinstance(raw, dict) else None
        return role if isinstance(role, str) else "?"

    def role_spot(self, message: int) -> Steps:
        """Return where a message's role stands: the message itself where that is a bare text."""
        return ("role",) if isinstance(self.messages[message], dict) else ()
