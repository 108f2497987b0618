"""Files from a terminal."""

import hashlib
from pathlib import Path

from tests.cli.house import Person
from tests.documents.samples import write_picture


def bring(person: Person, path: Path, *options: str) -> str:
    """The id of a document that was added."""
    done = person.types("document", "add", str(path), *options)
    assert done.code == 0, done.err
    return done.out.split("\t")[0]


def test_a_file_is_added_listed_read_used_otherwise_and_removed(person: Person, tmp_path: Path) -> None:
    """D36: every kind from the command line."""
    path = tmp_path / "handbook.md"
    path.write_text("Ask twice.\n\nDecide once.", encoding="utf-8")

    document_id = bring(person, path)
    listed = person.types("document", "list").out
    shown = person.types("document", "show", document_id).out
    changed = person.types("document", "kind", document_id, "guideline").out
    removed = person.types("document", "remove", document_id)
    gone = person.types("document", "show", document_id)

    assert f"{document_id}\tlibrary\thandbook.md\t24 bytes\t1 page" in listed
    assert shown == "Ask twice.\n\nDecide once.\n"
    assert changed == "handbook.md is guideline now\n"
    assert removed.code == 0
    assert (gone.code, gone.out) == (1, "")


def test_a_file_that_is_not_there_or_cannot_be_taken_is_one_sentence(person: Person, tmp_path: Path) -> None:
    program = tmp_path / "run"
    program.write_bytes(b"\x7fELF" + bytes(64))

    missing = person.types("document", "add", str(tmp_path / "nothing.txt"))
    refused = person.types("document", "add", str(program))

    assert (missing.code, refused.code) == (1, 1)
    assert "no such file" in missing.err
    assert "it is a program" in refused.err


def test_files_go_along_with_a_message(person: Person, tmp_path: Path) -> None:
    """I-26: what `preview --body` prints is what is sent, pictures included."""
    notes, picture = tmp_path / "notes.txt", tmp_path / "dot.png"
    notes.write_text("The bridge closes.", encoding="utf-8")
    picture.write_bytes(write_picture("PNG", (4, 4)))

    sent = person.types("send", "Look.", "--attach", str(notes), "--attach", str(picture), "-a", "skeptic", "--json")

    assert sent.code == 0, sent.err
    assert [part["kind"] for part in sent.json["parts"]] == ["file", "image"]
    body = person.voices.requests("skeptic")[-1].body
    assert b"=== notes.txt ===" in body
    receipt = person.types("receipt", sent.json["replies"][0]["id"], "--body")
    assert hashlib.sha256(receipt.raw).hexdigest() == hashlib.sha256(body).hexdigest()
