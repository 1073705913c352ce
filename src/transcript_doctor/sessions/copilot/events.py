"""What the events of a file come to: the conversation, those of its subagents, and how it rests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from transcript_doctor.core.transcript import Damage, Origin, State, Transcript
from transcript_doctor.sessions.copilot.building import Said, Talk
from transcript_doctor.sessions.shared.chat import model_facts
from transcript_doctor.sessions.shared.rows import Row

_STOPPED = ("abort", "session.error")
_ASKS = ("permission.requested", "user_input.requested", "elicitation.requested")
_ANSWERED = ("permission.completed", "user_input.completed", "elicitation.completed")


class Session:
    """What the events of a file come to."""

    def __init__(self) -> None:
        self.main = Talk()
        self.subagents: dict[str, Talk] = {}
        self._tasks: dict[str, Any] = {}
        """What each call of the session was given: a subagent begins with it."""
        self._by_user: set[str] = set()
        """The tool runs that a person asked for; they answer no call of the model."""
        self.state: State | None = None
        self.version: str | None = None
        self.ident: str | None = None
        self.when: str | None = None
        self.model: str | None = None

    def take(self, row: Row) -> None:
        """Take an event."""
        value, origin = row
        kind, data = value["type"], value["data"]
        ident = value.get("id")
        event = ident if isinstance(ident, str) else None
        self._note(kind, data)
        agent = data.get("parentToolCallId") or value.get("agentId")
        if isinstance(agent, str) and agent:
            talk = self._talk_of(agent, origin)
        elif kind == "user.message" and data.get("parentAgentTaskId"):
            return
        else:
            talk = self.main
            if isinstance(value.get("timestamp"), str):
                self.when = value["timestamp"]
        self._say(talk, kind, data, origin, event)

    def _say(
        self, talk: Talk, kind: str, data: Mapping[str, Any], origin: Origin, event: str | None
    ) -> None:
        ident = data.get("toolCallId")
        if kind == "user.message":
            talk.user(data, origin, event)
        elif kind == "assistant.message":
            talk.answer(data, origin, event)
            if talk is self.main:
                self._remember(data)
        elif kind == "tool.user_requested" and isinstance(ident, str):
            self._by_user.add(ident)
        elif kind == "tool.execution_complete":
            by_user = isinstance(ident, str) and ident in self._by_user
            if not by_user and data.get("isUserRequested") is not True:
                talk.result(data, origin, event)
        else:
            self._turn(talk, kind, data, origin)

    def _turn(self, talk: Talk, kind: str, data: Mapping[str, Any], origin: Origin) -> None:
        """Take what changes the list as a whole."""
        if kind == "system.message":
            talk.system(data.get("content"), origin)
        elif kind == "session.compaction_start":
            talk.compaction_begins()
        elif kind == "session.compaction_complete":
            talk.compaction_ends(data, origin)
        elif kind == "session.context_cleared":
            talk.clear(data, origin)
        elif kind == "session.snapshot_rewind":
            talk.rewind(data.get("upToEventId"))

    def _remember(self, data: Mapping[str, Any]) -> None:
        asked = data.get("toolRequests")
        for one in asked if isinstance(asked, list) else []:
            if isinstance(one, dict) and isinstance(one.get("toolCallId"), str):
                self._tasks[one["toolCallId"]] = one.get("arguments")

    def _talk_of(self, agent: str, origin: Origin) -> Talk:
        """Return the list of a subagent; it begins with its task, where its call says it."""
        if agent not in self.subagents:
            self.subagents[agent] = talk = Talk()
            task = self._tasks.get(agent)
            prompt = task.get("prompt") if isinstance(task, dict) else None
            if isinstance(prompt, str):
                talk.user({"content": prompt}, origin, None)
        return self.subagents[agent]

    def _note(self, kind: str, data: Mapping[str, Any]) -> None:
        """Note what an event says of the session, and how it rests after it."""
        if kind in _STOPPED:
            self.state = "interrupted"
        elif kind in _ASKS:
            self.state = "paused"
        elif kind in _ANSWERED or kind.endswith(".message") or kind == "assistant.turn_start":
            self.state = None
        for key in ("copilotVersion", "sessionId", "selectedModel", "newModel"):
            word = data.get(key)
            if not isinstance(word, str) or not kind.startswith("session."):
                continue
            if key == "copilotVersion":
                self.version = word
            elif key == "sessionId":
                self.ident = self.ident or word
            else:
                self.model = word

    def transcript(
        self, talk: Talk, said: Sequence[Said], why: str, damage: tuple[Damage, ...]
    ) -> Transcript:
        """Return the transcript of a list."""
        state = self.state if talk is self.main else None
        return Transcript(
            [message for message, _ in said],
            "openai-chat",
            "GitHub Copilot CLI",
            why,
            tuple(origin for _, origin in said),
            damage=damage,
            strays=tuple(talk.strays),
            state=state or ("running" if talk.waits else "whole"),
            version=self.version,
            session=self.ident,
            when=self.when,
            facts=model_facts(self.model),
        )
