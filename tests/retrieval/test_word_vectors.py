"""What the packaged model knows of single words, read out of its file."""

from pathlib import Path

import pytest

from antiphon.analysis.voices import LetteredAnswer
from antiphon.conversation.errors import ProtocolError
from antiphon.conversation.ids import AdvisorId, ReplyId
from antiphon.engine.analyses.see_turn import TurnViewer
from antiphon.retrieval.onnx import open_packaged_words
from antiphon.retrieval.onnx_tensors import find_tensors
from antiphon.retrieval.word_vectors import WordVectors


class Counted(WordVectors):
    """The same, and what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._real = open_packaged_words()

    def embed(self, texts):  # type: ignore[no-untyped-def]
        self.asked += texts
        return self._real.embed(texts)


def speak(letter: str, text: str) -> LetteredAnswer:
    """One voice."""
    return LetteredAnswer(letter, AdvisorId(letter), ReplyId(f"r_{letter}"), text)


def test_words_that_mean_alike_are_near_each_other() -> None:
    rent, price, bread = open_packaged_words().embed(["the monthly rent", "the yearly price", "fresh bread rolls"])

    assert rent @ price > rent @ bread
    assert rent @ rent == pytest.approx(1.0, abs=1e-5)


def test_another_file_than_the_one_that_was_looked_at_is_not_used(tmp_path: Path) -> None:
    other = tmp_path / "model.onnx"
    other.write_bytes(b"something else")
    vectors = WordVectors("other", other, tmp_path / "tokenizer.json", "0" * 64)

    with pytest.raises(ProtocolError):
        vectors.embed(["words"])
    voices = [speak("a", "The lease in Bergstrasse is late."), speak("b", "The lease in Bergstrasse is early.")]
    assert TurnViewer(vectors).see(voices).way == "words"


def test_what_is_no_model_has_no_tensors() -> None:
    assert find_tensors(b"", frozenset({"a"})) == {}
    with pytest.raises(ValueError, match="not an ONNX file"):
        find_tensors(b"\xff\xff\xff", frozenset({"a"}))


def test_an_answer_that_is_asked_again_is_taken_apart_anew_and_the_others_are_not() -> None:
    vectors = Counted()
    viewer = TurnViewer(vectors)
    first, second = speak("a", "The lease in Bergstrasse is late."), speak("b", "The lease in Bergstrasse is early.")
    before = viewer.see([first, second])
    vectors.asked.clear()

    again = viewer.see([first, speak("b", "Bread rolls sell best before noon.")])
    asked = list(vectors.asked)
    back = viewer.see([first, second])

    assert asked == ["Bread rolls sell best before noon."]
    assert again != before
    assert back == before
    assert vectors.asked == asked
