"""How a format reads what is said and writes it: what a conversion knows of it, and its desk.

A composer is a frozen record of functions, like the format itself; it is loaded when something is
converted. The desk is where writing happens: it answers what the target takes, gives ids of a form
that the target takes, hands out nodes that came from this very format, and collects every loss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

from transcript_doctor.core.speech import Piece, Speech, label_of
from transcript_doctor.core.target import Laws
from transcript_doctor.place import Steps


class Tool(NamedTuple):
    """A function that a request declares."""

    name: str
    description: str | None
    schema: Any
    """The JSON schema of its arguments; None where it takes none."""
    place: Steps = ()
    """Where the body declares it."""


class Around(NamedTuple):
    """What stands around the messages of a request, as far as several formats say it."""

    system: tuple[Piece, ...] = ()
    tools: tuple[Tool, ...] = ()
    choice: tuple[str, str | None] | None = None
    """How the model may use tools: `auto`, `any`, `none`, or `tool` with a name."""
    settings: Mapping[str, Any] = {}
    """`max_tokens`, `temperature`, `top_p` and `stop` (a list of texts)."""
    rest: tuple[tuple[Steps, Any], ...] = ()
    """What only this format, or only this provider, says."""
    spots: Mapping[str, Steps] = {}
    """Where the settings, and the `choice`, stand in the body, where their places have other names."""

    def spot(self, word: str) -> Steps:
        """Return where a setting, or the `choice`, stands in the body."""
        return self.spots.get(word, ("tool_choice",) if word == "choice" else (word,))

    def lose_setting(self, word: str, desk: Desk) -> None:
        """Write down a setting that the target does not have."""
        at = self.spot(word)
        desk.lose(at, f"the setting `{'.'.join(map(str, at))}`", None)


def _nowhere_else(result: Piece, part: Piece, desk: Desk) -> bool:
    return False


def _nothing_odd(message: Any, index: int, desk: Desk) -> Iterable[Steps]:
    return ()


def _alone(ident: str) -> str:
    return ident


class Composer(NamedTuple):
    """What a conversion needs to know of one format."""

    read: Callable[[Any, int], list[Speech]]
    """What one message says; an item without a speaker is a speech of its neighbours' turn."""
    write: Callable[[Speech, Desk], list[Any]]
    """The messages that say it; none where nothing of it can be said."""
    unpack: Callable[[Mapping[str, Any]], Around]
    """What stands around the messages of a body."""
    pack: Callable[[Around, Desk], dict[str, Any]]
    """The keys of a body that say what stands around the messages."""
    system: Literal["inside", "outside", "both"]
    """Where the system prompt stands: among the messages, beside them, or wherever one likes."""
    wrap: Callable[[list[Any]], dict[str, Any]]
    """The keys of a body that hold the messages."""
    leaves: Callable[[Piece, Piece, Desk], bool] = _nowhere_else
    """Whether a part may not stand in its result at the target, though it may in a user's message."""
    odd: Callable[[Any, int, Desk], Iterable[Steps]] = _nothing_odd
    """Where a message of this format says what another target of it does not know, though no law names it."""
    tie: Callable[[str, str], str] | None = None
    """The id of a call with the server's id of its item in it, where this format keeps both."""
    untie: Callable[[str], str] = _alone
    """The id of a call without the server's id of its item."""


class Desk:
    """Where one conversion writes; see the module's docstring."""

    def __init__(
        self, format: str, laws: Laws, ids: Mapping[str, str], names: Mapping[str, str]
    ) -> None:
        self.format, self.laws, self.ids, self.names = format, laws, ids, names
        self.losses: list[tuple[Steps, str, Any]] = []
        self.refused: set[Steps] = set()
        """Places of nodes of this very format that the target refuses as they are."""
        self.titles: dict[str, int] = {}
        """Titles that documents of this conversion already bear, and the last number put behind each."""
        self.made: dict[int, tuple[Any, Piece]] = {}
        """What was written for each piece, by the `id()` of the node, which is kept alive here."""

    def keep(self, node: Any, piece: Piece) -> Any:
        """Remember for what piece a node was written, so that the way back gives the very piece."""
        if node is not None and piece.raw is not None:
            self.made[id(node)] = (node, piece)
        return node

    def lose(self, place: Steps, what: str, raw: Any) -> None:
        """Write down what the target cannot say."""
        self.losses.append((place, what, raw))

    def lose_name(self, piece: Piece, title: str | None, *, by_address: bool = False) -> None:
        """Write down what a file is called, and of which type it is, where that could not be said.

        `title` is what it is called now; `by_address` that of an address nothing but itself was written.
        """
        file = piece.file
        if file is None:
            return
        if file.title and file.title != title:
            self.lose(piece.place, "its title", file.title)
        if (
            by_address
            and file.url
            and file.label
            and label_of(file._replace(label=None)) != file.label
        ):
            self.lose(piece.place, "its media type", file.label)

    def misplaced(self, piece: Piece, speaker: str) -> bool:
        """Tell whether a file stands where only the user may say one; it is lost then."""
        if (
            piece.file is None
            or speaker != "assistant"
            or not self.bites("R009", "media-outside-user")
        ):
            return False
        self.lose(piece.place, piece.file.kind, piece.raw)
        return True

    def shed(self, rows: tuple[tuple[Steps, Any], ...]) -> None:
        """Write down the keys that only the other format has."""
        for place, value in rows:
            self.lose(place, f"the key `{place[-1]}`", value)

    def ident(self, piece: Piece) -> str:
        """Return the id of a call or a result as the target takes it."""
        return self.ids.get(piece.id or "", piece.id or "")

    def name(self, name: Any) -> Any:
        """Return the name of a tool as the target takes it."""
        return self.names.get(name, name) if isinstance(name, str) else name

    def echo(self, piece: Piece) -> Any:
        """Return the very node of a part that came from this format, where it may stand as it is."""
        if piece.format != self.format or piece.raw is None or piece.place in self.refused:
            return None
        if piece.kind in ("call", "result"):
            same = self.ident(piece) == piece.id and self.name(piece.name) == piece.name
            return piece.raw if same else None
        return piece.raw

    def written(self, piece: Piece, write: Callable[[Piece, Desk], Any]) -> Any:
        """Return the node that says a piece: its own, or one that `write` makes; None where none can."""
        if (node := self.echo(piece)) is not None:
            return node
        made = write(piece, self)
        if made is not None:
            self.shed(piece.rest)
        return self.keep(made, piece)

    def bites(self, rule: str, case: str) -> bool:
        """Tell whether the target would speak of a case."""
        return self.laws.bites(rule, case)

    def refuses(self, rule: str, case: str) -> bool:
        """Tell whether the target surely, or for some models, refuses a case, or may do so."""
        return self.laws.ruling(rule, case).severity is not None

    def blank(self, piece: Piece) -> bool:
        """Tell whether a text says nothing and the target will not have it; it is lost then."""
        if piece.text and not piece.text.isspace():
            return False
        cases = ("blank", "all-blank") if piece.text else ("empty",)
        if not any(self.bites("C002", case) for case in cases):
            return False
        self.lose(piece.place, "a text that says nothing", piece.raw or piece.text)
        return True
