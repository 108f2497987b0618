"""What a person hands over, and where it is to go."""

import io
import sys
from pathlib import Path

import pytest

from antiphon.cli.documents.files import check_target, read_words, writing_to
from antiphon.conversation.errors import Malformed


def test_a_dash_reads_what_is_piped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("Should I move?"))

    assert [read_words("-"), read_words("now")] == ["Should I move?", "now"]


def test_what_is_no_text_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"caf\xe9"), encoding="utf-8"))

    for said in ("-", "caf\udce9"):
        with pytest.raises(Malformed, match="not UTF-8"):
            read_words(said)


def test_a_place_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine")

    with pytest.raises(Malformed, match="there is no folder"):
        check_target(tmp_path / "gone" / "file")
    with pytest.raises(Malformed, match="is there already"), writing_to(taken):
        taken.open("xb")
    with pytest.raises(Malformed, match="cannot be written: is a directory"), writing_to(tmp_path):
        tmp_path.write_bytes(b"")
    assert taken.read_text() == "mine"
