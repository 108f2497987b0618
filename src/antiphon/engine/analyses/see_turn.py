"""Seeing what the answers of a turn have in common, and remembering it by their words.

An answer is taken apart when it is first looked at. One that is asked again or edited is taken apart anew, and the
others of its turn are not.
"""

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from antiphon.analysis.claims import SaidClaim
from antiphon.analysis.glance import build_glance, choose_statements, is_plain_latin, limit_statements
from antiphon.analysis.voices import LetteredAnswer
from antiphon.conversation.errors import ProtocolError
from antiphon.conversation.glance import Glance
from antiphon.retrieval.word_vectors import WordVectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

logger = logging.getLogger(__name__)

T = TypeVar("T")

# An answer's statements and vectors are some 8 KB, a glance less than that.
_MOST_ANSWERS: Final = 1_000
_MOST_GLANCES: Final = 500


class SeenAnswer(NamedTuple):
    """The statements of one answer, and a row for each of them where there are vectors."""

    said: tuple[SaidClaim, ...]
    rows: "NDArray[np.float32] | None"


class TurnViewer:
    """Looks at answers beside each other. May be asked by several threads."""

    def __init__(self, vectors: WordVectors | None = None) -> None:
        self._vectors = vectors
        self._answers: _Remembered[SeenAnswer] = _Remembered(_MOST_ANSWERS)
        self._glances: _Remembered[Glance] = _Remembered(_MOST_GLANCES)

    def see(self, voices: Sequence[LetteredAnswer], question: str = "") -> Glance:
        """The glance at these answers to a question."""
        mark = _name(question, *(part for each in voices for part in (each.reply_id, each.text)))
        if (known := self._glances.get(mark)) is None:
            known = self._glances.keep(mark, self._build(voices, question))
        return known

    def _build(self, voices: Sequence[LetteredAnswer], question: str) -> Glance:
        seen = [self._take_apart(voice, question) for voice in voices]
        said = limit_statements([each.said for each in seen])
        return build_glance(voices, said, self._multiply(said, seen))

    def _take_apart(self, voice: LetteredAnswer, question: str) -> SeenAnswer:
        mark = _name(question, voice.text)
        if (known := self._answers.get(mark)) is None:
            said = choose_statements(voice, question)
            known = self._answers.keep(mark, SeenAnswer(said, self._embed(said)))
        # The same words may be somebody else's.
        return known._replace(said=tuple(replace(each, voice=voice) for each in known.said))

    def _embed(self, said: Sequence[SaidClaim]) -> "NDArray[np.float32] | None":
        if self._vectors is None or not said:
            return None
        try:
            return self._vectors.embed([each.text for each in said])
        except ProtocolError as error:
            logger.warning("glances_without_vectors", extra={"code": error.code})
            self._vectors = None
            return None

    def _multiply(self, said: Sequence[SaidClaim], seen: Sequence[SeenAnswer]) -> list[list[float]] | None:
        """The products of every two vectors; none where meanings cannot be compared."""
        known = {
            (one.voice.reply_id, one.start): row
            for each in seen
            if each.rows is not None
            for one, row in zip(each.said, each.rows, strict=True)
        }
        their_rows = [known.get((each.voice.reply_id, each.start)) for each in said]
        found = [row for row in their_rows if row is not None]
        if not found or len(found) < len(said) or not is_plain_latin(said):
            return None
        import numpy as np

        rows = np.stack(found)
        products: list[list[float]] = (rows @ rows.T).astype(np.float64).tolist()
        return products


class _Remembered(Generic[T]):
    """The last so many values, by what they were made of."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[str, T] = OrderedDict()

    def get(self, mark: str) -> T | None:
        with self._lock:
            if mark in self._kept:
                self._kept.move_to_end(mark)
            return self._kept.get(mark)

    def keep(self, mark: str, value: T) -> T:
        with self._lock:
            self._kept[mark] = value
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return value


def _name(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
