"""`antiphon export`: the same text as the browser's, to a pipe or a file."""

import hashlib
from pathlib import Path

from tests.cli.house import Person


def test_a_conversation_goes_to_a_pipe_or_a_file(person: Person, tmp_path: Path) -> None:
    person.talks("Should I move?", "And if I wait?")
    page = tmp_path / "talk.html"

    whole = person.types("export")
    filtered = person.types("export", "--filter", "c'wait'", "--as", "txt")
    saved = person.types("export", "--as", "html", "--turns", "1", "--out", str(page))

    assert whole.out.index("Should I move?") < whole.out.index("And if I wait?")
    assert whole.out == person.types("run", ":export md").out.removesuffix("\n")
    assert "Should I move?" not in filtered.out
    assert (saved.code, saved.out) == (0, "")
    assert "And if I wait?" not in page.read_text(encoding="utf-8")


def test_the_page_of_a_decision_is_about_the_last_turn_and_can_be_checked(person: Person) -> None:
    person.talks("Should I move?", "And if I wait?")

    sheet = person.types("export", "--as", "decision")

    assert '<h1 dir="auto">And if I wait?</h1>' in sheet.out
    assert hashlib.sha256(person.types("export", "--turns", "2").out.encode()).hexdigest() in sheet.out


def test_what_cannot_be_exported_is_said(person: Person) -> None:
    person.talks("Should I move?")

    assert person.types("export", "--turns", "1", "--filter", "s2").code == 2
    assert "no turn fits the filter" in person.types("export", "--filter", "s3").err
    assert person.types("export", "--turns", "9").code == 1


def test_a_place_where_nothing_can_be_written_is_said_before_anything_is(person: Person, tmp_path: Path) -> None:
    person.talks("Should I move?")
    gone = tmp_path / "gone" / "talk.md"

    one, all_of_it = (person.types("export", *more, "--out", str(gone)) for more in ((), ("--everything",)))
    folder = person.types("export", "--out", str(tmp_path))

    assert (one.code, one.err) == (1, f"antiphon: {gone} cannot be written: there is no folder {gone.parent}\n")
    assert all_of_it.err == one.err
    assert (folder.code, folder.err) == (1, f"antiphon: {tmp_path} cannot be written: is a directory\n")


def test_everything_goes_to_a_file_with_its_signature_and_comes_back(person: Person, tmp_path: Path) -> None:
    person.talks("Should I move?", "And if I wait?")
    archive = tmp_path / "all.zip"

    saved = person.types("export", "--everything", "--out", str(archive))
    again = person.types("export", "--everything", "--out", str(archive))
    lines = person.types("export", "--everything", "--as", "openai-chat", "--out", str(tmp_path / "all.jsonl"))
    brought = person.types("import", "add", str(archive), "--preview")

    assert saved.code == 0, saved.err
    assert f"SHA-256 {hashlib.sha256(archive.read_bytes()).hexdigest()}" in saved.out
    assert archive.with_name("all.zip.sig").exists()
    assert "is there already" in again.err
    assert lines.code == 0, lines.err
    assert (tmp_path / "all.jsonl").read_text(encoding="utf-8").startswith('{"messages":[{"role":"system"')
    assert "0 are new" in brought.out


def test_one_conversation_can_be_an_archive(person: Person, tmp_path: Path) -> None:
    person.talks("Should I move?")

    saved = person.types("export", "--as", "archive", "--out", str(tmp_path / "one.zip"))
    odd = person.types("export", "--everything", "--as", "decision")

    assert (saved.code, odd.code) == (0, 2)
    assert "1 conversation." in saved.out
