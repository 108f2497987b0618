"""What a conversation is called: a title to find it by, and a few tags for its newest turn."""

import re
from dataclasses import dataclass
from typing import Final

from antiphon.analysis.strict import Many, Record, Words, parse_answer
from antiphon.analysis.transcript import Transcript
from antiphon.conversation.errors import AnswerUnreadable
from antiphon.conversation.payload import Message

MOST_CHARS: Final = 80
MOST_TAGS: Final = 3
SHAPE: Final = Record({"title": Words(), "tags": Many(Words())})
_MARKS: Final = " \t\"'“”„«»‘’.。"  # noqa: RUF001 - marks that people put around a title
_TAG = re.compile(r"[\w-]{1,40}")


@dataclass(frozen=True, slots=True)
class Naming:
    """The title, and the tags that are usable."""

    title: str
    tags: tuple[str, ...] = ()


def build_naming(prompt: str, transcript: Transcript) -> tuple[Message, ...]:
    """Instructions and one transcript."""
    return Message("system", prompt, "system"), Message("user", transcript.text, "human")


def parse_naming(answer: str) -> Naming:
    """The name; `AnswerUnreadable` when there is none or it is no title. Tags that are none are left out."""
    said = parse_answer(answer, SHAPE)
    title = " ".join(said["title"].split()).strip(_MARKS)
    if not 0 < len(title) <= MOST_CHARS:
        raise AnswerUnreadable(f"the title must have 1 to {MOST_CHARS} characters")
    tags = ("-".join(tag.casefold().lstrip("#").split()) for tag in said["tags"])
    return Naming(title, tuple(dict.fromkeys(tag for tag in tags if _TAG.fullmatch(tag)))[:MOST_TAGS])
