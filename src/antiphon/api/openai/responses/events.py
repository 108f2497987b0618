"""The events of an answer, made of its items as they grow, from any place on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import orjson

from antiphon.api.openai.responses.items import Item, write_part
from antiphon.api.openai.responses.places import (
    ANNOUNCED,
    ITEM_DONE,
    OPENED,
    PART_DONE,
    SPEAKING,
    TEXT_DONE,
    Place,
    after_chars,
    number_of,
)
from antiphon.api.openai.voices import ANEW, Json

_WORDS = {"message": "output_text", "reasoning": "reasoning_text"}


def write_event(kind: str, number: int, /, **more: object) -> bytes:
    """One event as it goes over the wire."""
    body = {"type": kind, "sequence_number": number, **more}
    return b"event: %b\ndata: %b\n\n" % (kind.encode(), orjson.dumps(body))


@dataclass(slots=True)
class _Telling:
    """How far an item was told: the last step, how many characters, and of which start of its reply."""

    start: int
    step: int = ANNOUNCED - 1
    said: int = 0
    is_anew: bool = False


class EventWriter:
    """Tells items one after the other, and each character once; `have` is the last place that a program has."""

    def __init__(self, have: Place | None = None) -> None:
        self._have = have
        self._at = 0
        self._telling: _Telling | None = None

    @property
    def began_alone(self) -> bool | None:
        """Whether the program has the beginning of a text without thoughts before it, or with; none if it has none."""
        return None if self._have is None or self._have.voice else self._have.stage == SPEAKING

    def advance(self, items: Sequence[Item]) -> Iterator[bytes]:
        """What is new, now that the items have come this far."""
        while self._at < len(items):
            item = items[self._at]
            if not self._has(item):
                yield from self._tell(item)
                if not item.is_ended:
                    return
            self._at, self._telling = self._at + 1, None

    def _has(self, item: Item) -> bool:
        """Whether the program has all of it."""
        if self._have is None:
            return False
        have = self._have
        return (item.voice, item.stage) < (have.voice, have.stage) or (
            (item.voice, item.stage) == (have.voice, have.stage) and have.step == ITEM_DONE
        )

    def _begin(self, item: Item) -> _Telling:
        have = self._have
        if have is None or (item.voice, item.stage) != (have.voice, have.stage):
            return _Telling(item.start)
        if have.start == item.start or have.is_told:
            return _Telling(item.start, have.step, len(item.text) if have.is_told else have.chars)
        # What it has is of a start that did not last.
        return _Telling(have.start, min(have.step, OPENED), have.chars)

    def _tell(self, item: Item) -> Iterator[bytes]:
        telling = self._telling = self._telling or self._begin(item)
        if telling.start != item.start:
            self._begin_anew(item, telling)
        yield from self._open(item, telling)
        yield from self._add(item, telling)
        if item.is_ended:
            yield from self._close(item, telling)

    def _begin_anew(self, item: Item, telling: _Telling) -> None:
        """Nothing can be taken back, so it is said that the words begin once more."""
        telling.is_anew = telling.is_anew or telling.said > len(item.head)
        telling.start, telling.said = item.start, min(telling.said, len(item.head))

    def _open(self, item: Item, telling: _Telling) -> Iterator[bytes]:
        if telling.step < ANNOUNCED:
            added = item.describe("in_progress", "")
            yield self._event(item, "response.output_item.added", ANNOUNCED, item=added)
        if telling.step < OPENED:
            part = write_part(item.kind, "")
            yield self._event(item, "response.content_part.added", OPENED, item_id=item.id, content_index=0, part=part)
        telling.step = max(telling.step, OPENED)

    def _add(self, item: Item, telling: _Telling) -> Iterator[bytes]:
        piece = item.text[telling.said :]
        if not piece or telling.step >= TEXT_DONE:
            return
        telling.said = len(item.text)
        telling.step = after_chars(telling.said)
        words = ANEW + piece if telling.is_anew else piece
        telling.is_anew = False
        more: Json = {"logprobs": []} if item.kind == "message" else {}
        kind = f"response.{_WORDS[item.kind]}.delta"
        yield self._event(item, kind, telling.step, item_id=item.id, content_index=0, delta=words, **more)

    def _close(self, item: Item, telling: _Telling) -> Iterator[bytes]:
        more: Json = {"logprobs": []} if item.kind == "message" else {}
        here: Json = {"item_id": item.id, "content_index": 0}
        if telling.step < TEXT_DONE:
            kind = f"response.{_WORDS[item.kind]}.done"
            yield self._event(item, kind, TEXT_DONE, **here, text=item.text, **more)
        if telling.step < PART_DONE:
            part = write_part(item.kind, item.text)
            yield self._event(item, "response.content_part.done", PART_DONE, **here, part=part)
        yield self._event(item, "response.output_item.done", ITEM_DONE, item=item.describe())

    def _event(self, item: Item, kind: str, step: int, /, **more: object) -> bytes:
        number = number_of(Place(item.voice, item.start, item.stage, step))
        return write_event(kind, number, output_index=self._at, **more)
