"""Files that were written out a moment ago."""

import pytest

from antiphon.conversation.ids import DocumentId
from antiphon.engine.payloads import rendered_files
from antiphon.engine.payloads.rendered_files import RenderedFiles

NOTES = DocumentId("d_notes")


def test_a_file_is_read_once_for_each_name() -> None:
    """A preview asks with every keystroke; a new name stands in the text."""
    kept, texts = RenderedFiles(), ["Hello", "Hello"]

    first = [kept.write(NOTES, "a.txt", texts.pop) for _ in range(3)]
    renamed = kept.write(NOTES, "b.txt", texts.pop)

    assert first == ["=== a.txt ===\nHello"] * 3
    assert renamed == "=== b.txt ===\nHello"
    assert texts == []


def test_what_was_not_asked_for_the_longest_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendered_files, "_MOST_CHARACTERS", 50)
    kept = RenderedFiles()
    read: list[str] = []

    def ask(name: str) -> None:
        def read_text() -> str:
            read.append(name)
            return "x" * 10

        kept.write(DocumentId(name), name, read_text)

    for name in ("a", "b", "a", "c", "a", "b"):
        ask(name)

    assert read == ["a", "b", "c", "b"]


def test_a_file_too_long_to_keep_is_written_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendered_files, "_MOST_CHARACTERS", 5)

    assert RenderedFiles().write(NOTES, "a.txt", lambda: "Hello") == "=== a.txt ===\nHello"
