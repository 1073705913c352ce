"""Seeded OpenAI-style histories for the comparison with mistral-common.

About half are written to be sound for the version and the mode that they aim at, the library's
oddities included; the rest are broken copies of sound ones, or free strings of roles.
"""

import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tests.differential.mistral_moves import free
from tests.differential.mistral_mutations import MUTATIONS
from tests.differential.mistral_values import ARGUMENTS, NAMES, TEXTS, any_id, nine, part

VERSIONS = ("v1", "v3", "v7", "v11", "v13", "v15")
Message = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One history, what it is aimed at, and how it was made: `sound`, `free`, or a mutation."""

    messages: list[Any]
    version: str
    finetuning: bool
    made: str


def histories(seed: int, count: int) -> Iterator[Case]:
    """`count` cases; versions and modes take turns, so that each pair has its equal share."""
    rng = random.Random(seed)
    for index in range(count):
        number = int(VERSIONS[index % 6][1:])
        finetuning = index // 6 % 2 == 1
        messages: list[Any] = Author(rng, number, finetuning).history()
        made = "sound"
        dice = rng.random()
        if dice > 0.92:
            messages, made = free(rng), "free"
        elif dice > 0.3:  # and a third of the mutants stay sound
            fitting = [mutation for mutation in MUTATIONS if number in mutation.versions]
            chosen = rng.choices(fitting, [mutation.weight for mutation in fitting])[0]
            messages, made = deepcopy(messages), chosen.name
            chosen.apply(rng, messages)
        yield Case(messages, f"v{number}", finetuning, made)


class Author:
    """Writes histories that one validator takes: `number` is the tokenizer's version."""

    def __init__(self, rng: random.Random, number: int, finetuning: bool) -> None:
        self.rng = rng
        self.number = number
        self.finetuning = finetuning
        self.used: list[str] = []
        # The v7 validator refuses audio beside a system message: one of the two, then.
        self.with_system = self.chance(0.6)
        self.with_audio = number >= 7 and not (number == 7 and self.with_system)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def history(self) -> list[Message]:
        messages = self.head()
        for _ in range(self.rng.choice((0, 0, 1, 1, 1, 2, 3))):
            messages += self.users() + self.turns()
        if not messages or self.chance(0.7):
            messages += self.users()
        if self.finetuning:
            return [*messages, self.last_answer()]
        if len(messages) == 1 and messages[0]["role"] in ("assistant", "tool"):  # never alone
            messages += self.users()
        if messages[-1]["role"] == "assistant" or self.chance(0.4):
            tail = self.exchange() if self.chance(0.6) else [self.prefix()]
            messages += tail
        return messages

    def head(self) -> list[Message]:
        messages: list[Message] = []
        if self.chance(0.06):  # the pairing never looks at the first message
            messages = [self.result(self.id()) if self.chance(0.5) else self.calling()]
        elif self.chance(0.08):
            messages = [self.answer()]
        elif self.with_system and self.chance(0.8):
            messages = [self.system() for _ in range(self.rng.choice((1, 1, 2)))]
        return messages

    def users(self) -> list[Message]:
        messages = [self.user() for _ in range(self.rng.choice((1, 1, 1, 2)))]
        if self.with_system and self.chance(0.1):
            messages.append(self.system())
        return messages

    def turns(self) -> list[Message]:
        messages: list[Message] = []
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            messages += self.exchange() if self.chance(0.6) else [self.answer()]
        return messages

    def exchange(self) -> list[Message]:
        message = self.calling()
        ids = [call.get("id", "null") for call in message["tool_calls"]]
        if self.number < 11 and self.chance(0.15):  # only counted
            ids = [self.id() for _ in ids]
        if self.chance(0.25):
            self.rng.shuffle(ids)
        return [message, *(self.result(id_) for id_ in ids)]

    def calling(self) -> Message:
        ids: list[str] = []
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            again = self.used if self.chance(0.1) else []
            id_ = self.rng.choice(again or [self.id()])
            ids.append(nine(self.rng) if id_ in ids else id_)
        self.used += ids
        if self.number < 11 and self.chance(0.05):
            ids += ids[:1]
        message = self.shell([self.call(id_) for id_ in ids])
        if self.number >= 7 and self.chance(0.4):
            message["content"] = self.content("assistant")
        return self.reasoned(message)

    def shell(self, calls: list[Message] | None) -> Message:
        """An assistant message without words: content absent, null, empty or an empty list."""
        message: Message = {"role": "assistant"}
        if self.chance(0.8):
            message["content"] = self.rng.choice((None, None, "", []))
        if calls is not None:
            message["tool_calls"] = calls
        return message

    def answer(self) -> Message:
        calls = self.rng.choice((None, None, None, []))
        message = self.shell(calls)
        if self.number < 7 or self.chance(0.85):
            message["content"] = self.content("assistant", filled=True)
        if self.chance(0.1):
            message |= self.rng.choice(({"tool_calls": None}, {"prefix": False}, {"refusal": None}))
        return self.reasoned(message)

    def reasoned(self, message: Message) -> Message:
        content = message.get("content")
        kinds = [part["type"] for part in content] if isinstance(content, list) else []
        if self.number >= 11 and self.chance(0.2) and "thinking" not in kinds:
            keys = self.rng.choice((["reasoning"], ["reasoning_content"], None))
            text = self.rng.choice(("", "so", "first this, then that"))
            message |= dict.fromkeys(keys or ["reasoning", "reasoning_content"], text)
        elif self.chance(0.05):
            message["reasoning_content"] = None
        if self.finetuning and self.chance(0.3):
            message["weight"] = self.rng.choice((0, 1, 0.0, 1.0, None))
        return message

    def prefix(self) -> Message:
        return self.answer() | {"prefix": self.rng.choice((True, True, True, 1, "yes"))}

    def last_answer(self) -> Message:
        if self.chance(0.6):
            return self.answer()
        message = self.calling()
        if 3 <= self.number < 11 and self.chance(0.5):  # here, and only here, an id may be absent
            for call in message["tool_calls"]:
                call |= {"id": "null"} if self.chance(0.5) else {}
                if call["id"] == "null" and self.chance(0.5):
                    del call["id"]
        return message

    def call(self, id_: str) -> Message:
        function = {"name": self.rng.choice(NAMES), "arguments": self.rng.choice(ARGUMENTS)}
        call: Message = {"id": id_, "type": "function", "function": function}
        if self.number == 1 and self.chance(0.05):
            del call["id"]
        if self.chance(0.1):
            call |= self.rng.choice(({"index": 0}, {"extra_content": {"a": 1}}))
        if self.chance(0.05):
            del call["type"]
        return call

    def result(self, id_: str) -> Message:
        message: Message = {"role": "tool", "tool_call_id": id_, "content": self.content("tool")}
        if self.number == 1 and self.chance(0.1):
            message["tool_call_id"] = None
        if self.chance(0.3):
            message["name"] = self.rng.choice((*NAMES, None))
        return self.noted(message)

    def user(self) -> Message:
        return self.noted({"role": "user", "content": self.content("user")})

    def system(self) -> Message:
        role = "developer" if self.chance(0.15) else "system"
        return self.noted({"role": role, "content": self.content("system")})

    def noted(self, message: Message) -> Message:
        """Now and then a key that the conversion does not look at."""
        keys = ("cache_control", "is_error", "timestamp", "prefix", "weight", "tool_calls")
        return message | ({self.rng.choice(keys): 7} if self.chance(0.08) else {})

    def content(self, role: str, filled: bool = False) -> Any:
        if self.chance(0.6):
            return self.rng.choice(TEXTS[1:] if filled else TEXTS)
        kinds = [kind for kind in self.kinds(role) for _ in range(3 if kind == "text" else 1)]
        least = 1 if filled else 0
        return [part(self.rng, self.rng.choice(kinds)) for _ in range(self.rng.randint(least, 3))]

    def kinds(self, role: str) -> tuple[str, ...]:
        """The kinds of part that a message of the role may carry for this version."""
        version = self.number
        media = ("input_audio", "audio_url") if self.with_audio else ()
        if role == "user":
            return ("text", *(("image_url",) if version >= 3 else ()), *media)
        if role == "tool":
            return ("text", "image_url", *media) if version >= 15 else ("text",)
        if role == "assistant":
            return ("text", "thinking") if version >= 11 else ("text",)
        thinking = ("thinking",) if version < 15 else ()
        return ("text", "input_audio", *thinking) if version >= 7 else ("text",)

    def id(self) -> str:
        if self.number in (3, 7, 11):
            return nine(self.rng) + ("\n" if self.chance(0.02) else "")
        odd = ("", "null") if self.number == 1 else ()
        return any_id(self.rng, odd)
