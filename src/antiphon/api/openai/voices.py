"""The answers of a turn as choices of this wire, piece by piece or whole.

Programs read one choice, and many of them put several together as they come. So several voices stand in one message,
one after the other and never mixed, unless a program asks for a choice each.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from typing_extensions import override

from antiphon.analysis.spoken import escape_name, explain_waiting, write_failure
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.text import on_one_line
from antiphon.conversation.turn import Turn

Json = dict[str, Any]

ANEW: Final = "\n\n> Begun anew after an interruption.\n\n"
# The first piece of every choice; some programs refuse one without a role.
OPENING: Final[Json] = {"role": "assistant", "content": ""}
# Why a voice ended where the error does not say it.
_ENDINGS: Final = {
    ReplyState.EMPTY: "there was nothing in it",
    ReplyState.FILTERED: "the provider held it back",
    ReplyState.STOPPED: "it was stopped",
    ReplyState.INTERRUPTED: "it was interrupted",
    ReplyState.INCOMPLETE: "it was cut off",
    ReplyState.RATE_LIMITED: "the provider is asked too often",
    ReplyState.ERROR: "something went wrong",
}


class Writer(ABC):
    """Writes the answers of one turn. Each is asked for either the pieces or the whole; both say the same."""

    # Whether every voice has a choice of its own.
    one_each = False

    @abstractmethod
    def open(self, turn: Turn) -> list[Json]:
        """The choices of the first piece."""

    @abstractmethod
    def advance(self, turn: Turn) -> list[Json]:
        """The choices of the next piece, now that the turn has come this far; often none."""

    @abstractmethod
    def write(self, turn: Turn) -> list[Json]:
        """The choices of the whole answer to a turn that has ended."""

    @abstractmethod
    def list_answers(self, turn: Turn) -> list[str]:
        """What a program may say was answered when it tells the history the next time."""


class Voice:
    """The words of one reply as they come; a reply that is begun anew says so, for nothing can be taken back."""

    def __init__(self) -> None:
        self._epoch = 0
        self._said = 0
        self._thought = 0
        self._is_anew = False

    @property
    def has_begun(self) -> bool:
        """Whether anything of it was given."""
        return bool(self._said)

    def hear(self, reply: Reply) -> str:
        """What it has said since the last time."""
        self._notice(reply)
        piece = reply.text[self._said :]
        self._said = max(self._said, len(reply.text))
        if piece and self._is_anew:
            self._is_anew = False
            return ANEW + piece
        return piece

    def hear_thoughts(self, reply: Reply) -> str:
        """What it has thought since the last time."""
        self._notice(reply)
        piece = reply.thinking[self._thought :]
        self._thought = max(self._thought, len(reply.thinking))
        return piece

    def _notice(self, reply: Reply) -> None:
        if reply.epoch != self._epoch:
            self._is_anew = self._is_anew or bool(self._said)
            self._epoch, self._said, self._thought = reply.epoch, 0, 0


class Waits:
    """Who says nothing more until a person allows a call, each call told once.

    It is told as thinking: it is no part of the answer, and no program sends it back as what was said.
    """

    def __init__(self) -> None:
        self._told: set[tuple[str, str]] = set()

    def advance(self, turn: Turn, *, one_each: bool) -> list[Json]:
        """The choices that say it, where there is anything new to say."""
        return [
            make_choice(index if one_each else 0, {"reasoning_content": f"{on_one_line(reply.name)}: {waits}.\n"})
            for index, reply in enumerate(turn.replies)
            if self._is_new(reply) and (waits := explain_waiting(reply)) is not None
        ]

    def _is_new(self, reply: Reply) -> bool:
        asked = {(reply.id, use.id) for use in reply.tools if use.status == "asking"} - self._told
        self._told |= asked
        return bool(asked)


class Transcript:
    """Every voice under its name in the panel's order, as far as it can be told in that order."""

    def __init__(self, *, thinking: bool = False) -> None:
        self._thinking = thinking
        self._at = 0
        self._voice = Voice()
        self._is_open = False

    def advance(self, turn: Turn) -> str:
        """What can be told now: the first voice that has not ended as it speaks, those behind it when it has."""
        told = ""
        while self._at < len(turn.replies):
            reply = turn.replies[self._at]
            told += self._tell(reply)
            if not reply.completed:
                break
            told += write_ending(reply, has_words=self._voice.has_begun)
            self._at, self._voice, self._is_open = self._at + 1, Voice(), False
        return told

    def _tell(self, reply: Reply) -> str:
        if not (reply.text or reply.completed):
            return ""
        head = "" if self._is_open else f"## {escape_name(reply.name)}\n\n{self._write_thoughts(reply)}"
        self._is_open = True
        return head + self._voice.hear(reply)

    def _write_thoughts(self, reply: Reply) -> str:
        thought = reply.thinking.strip() if self._thinking else ""
        return "".join(f"> {line}\n" for line in thought.splitlines()) + "\n" if thought else ""


def write_ending(reply: Reply, *, has_words: bool) -> str:
    """What is said after the last word of a voice, if it is not the end of an answer."""
    if reply.state is ReplyState.COMPLETE and reply.finish_reason != "length":
        return "\n\n"
    said = write_failure(f"{explain(reply)}.", has_words=has_words)
    return f"\n\n{said}\n\n" if has_words else f"{said}\n\n"


def explain(reply: Reply) -> str:
    """Why a voice ended as it did, without a full stop."""
    said = reply.error.message if reply.error is not None else _ENDINGS.get(reply.state, "it had reached its length")
    return on_one_line(said).rstrip(".")


def is_unanswered(turn: Turn) -> bool:
    """Whether everybody has ended and nobody said a word."""
    return turn.all_completed and not any(reply.text for reply in turn.replies)


def list_reasons(turn: Turn) -> list[str]:
    """Why nobody answered."""
    return [explain(reply) for reply in turn.replies]


def find_finish(replies: Sequence[Reply]) -> str:
    """One of the words this wire has for how it ended; for several voices only what is true of all that spoke."""
    spoke = [reply for reply in replies if reply.text] or list(replies)
    if all(reply.state is ReplyState.FILTERED for reply in spoke):
        return "content_filter"
    if all(reply.state is ReplyState.INCOMPLETE or reply.finish_reason == "length" for reply in spoke):
        return "length"
    return "stop"


def describe_voice(reply: Reply, slug: str | None = None) -> Json:
    """Who speaks in a choice."""
    return {
        "advisor_id": reply.advisor_id,
        "name": reply.name,
        "slug": slug,
        "reply_id": reply.id,
        "state": str(reply.state),
    }


def make_choice(index: int, delta: Json, finish: str | None = None) -> Json:
    """One choice of a piece."""
    return {"index": index, "delta": delta, "logprobs": None, "finish_reason": finish}


def make_message(index: int, message: Json, finish: str) -> Json:
    """One choice of a whole answer."""
    return {
        "index": index,
        "message": {"role": "assistant", "refusal": None, **message},
        "logprobs": None,
        "finish_reason": finish,
    }


class AdvisorWriter(Writer):
    """One voice, and what it thought where it said so."""

    def __init__(self) -> None:
        self._voice = Voice()

    @override
    def open(self, turn: Turn) -> list[Json]:
        return [make_choice(0, dict(OPENING))]

    @override
    def advance(self, turn: Turn) -> list[Json]:
        [reply] = turn.replies[:1]
        thought, said = self._voice.hear_thoughts(reply), self._voice.hear(reply)
        pieces = [make_choice(0, {"reasoning_content": thought})] if thought else []
        pieces += [make_choice(0, {"content": said})] if said else []
        return [*pieces, make_choice(0, {}, find_finish([reply]))] if reply.completed else pieces

    @override
    def write(self, turn: Turn) -> list[Json]:
        [reply] = turn.replies[:1]
        thought = {"reasoning_content": reply.thinking} if reply.thinking else {}
        return [make_message(0, {"content": reply.text, **thought}, find_finish([reply]))]

    @override
    def list_answers(self, turn: Turn) -> list[str]:
        return [reply.text for reply in turn.replies[:1]]


class TranscriptWriter(Writer):
    """Every voice in one message."""

    def __init__(self, *, thinking: bool) -> None:
        self._thinking = thinking
        self._transcript = Transcript(thinking=thinking)

    @override
    def open(self, turn: Turn) -> list[Json]:
        return [make_choice(0, dict(OPENING))]

    @override
    def advance(self, turn: Turn) -> list[Json]:
        said = self._transcript.advance(turn)
        pieces = [make_choice(0, {"content": said})] if said else []
        return [*pieces, make_choice(0, {}, find_finish(turn.replies))] if turn.all_completed else pieces

    @override
    def write(self, turn: Turn) -> list[Json]:
        return [make_message(0, {"content": self._write_whole(turn)}, find_finish(turn.replies))]

    @override
    def list_answers(self, turn: Turn) -> list[str]:
        return [self._write_whole(turn)]

    def _write_whole(self, turn: Turn) -> str:
        return Transcript(thinking=self._thinking).advance(turn)


class ChoicesWriter(Writer):
    """One choice for every voice. All are announced in the first piece, for some programs count them there."""

    one_each = True

    def __init__(self) -> None:
        self._voices: dict[int, Voice] = {}
        self._ended: set[int] = set()

    @override
    def open(self, turn: Turn) -> list[Json]:
        self._voices = {index: Voice() for index, _ in enumerate(turn.replies)}
        return [
            make_choice(index, {**OPENING, "antiphon": describe_voice(reply)})
            for index, reply in enumerate(turn.replies)
        ]

    @override
    def advance(self, turn: Turn) -> list[Json]:
        pieces: list[Json] = []
        for index, reply in enumerate(turn.replies):
            if index in self._ended:
                continue
            if said := self._voices[index].hear(reply):
                pieces.append(make_choice(index, {"content": said}))
            if reply.completed:
                self._ended.add(index)
                pieces.append(make_choice(index, {}, find_finish([reply])))
        return pieces

    @override
    def write(self, turn: Turn) -> list[Json]:
        return [
            make_message(index, {"content": reply.text, "antiphon": describe_voice(reply)}, find_finish([reply]))
            for index, reply in enumerate(turn.replies)
        ]

    @override
    def list_answers(self, turn: Turn) -> list[str]:
        return [reply.text for reply in turn.replies if reply.text]


class JsonWriter(Writer):
    """One message that a program parses; there is nothing of it before everybody has ended."""

    @override
    def open(self, turn: Turn) -> list[Json]:
        return [make_choice(0, dict(OPENING))]

    @override
    def advance(self, turn: Turn) -> list[Json]:
        if not turn.all_completed:
            return []
        return [make_choice(0, {"content": self._dump(turn)}), make_choice(0, {}, find_finish(turn.replies))]

    @override
    def write(self, turn: Turn) -> list[Json]:
        return [make_message(0, {"content": self._dump(turn)}, find_finish(turn.replies))]

    @override
    def list_answers(self, turn: Turn) -> list[str]:
        return [self._dump(turn)]

    def _dump(self, turn: Turn) -> str:
        voices = [
            {
                "advisor_id": reply.advisor_id,
                "name": reply.name,
                "state": str(reply.state),
                "text": reply.text,
                "error": None if reply.error is None else reply.error.message,
            }
            for reply in turn.replies
        ]
        return json.dumps({"turn_id": turn.id, "voices": voices}, ensure_ascii=False)
