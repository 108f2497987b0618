"""A past from a terminal."""

from pathlib import Path

from tests.cli.house import Person
from tests.importers.samples import dump, gpt_rich, gpt_small


def test_an_export_is_looked_at_imported_once_listed_and_taken_back(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_bytes(dump([gpt_small("c-1"), gpt_rich()]))

    looked = person.types("import", "add", str(path), "--preview")
    done = person.types("import", "add", str(path), "--yes")
    again = person.types("import", "add", str(path), "--yes")
    listed = person.types("import", "list").out
    import_id = listed.split("\t")[0]
    shown = person.types("import", "show", import_id).out
    undone = person.types("import", "undo", import_id, "--yes").out

    assert "conversations.json: ChatGPT, 2 conversations and 1 branches, 4 turns, 5 answers." in looked.out
    assert "3 conversations were imported." in done.out
    assert "0 are new, 0 have grown, 3 are here already." in again.out
    assert listed == f"{import_id}\tdone\tChatGPT\tconversations.json\t3 imported\n"
    assert "1\timported\tMoving north\t1 turns\tc_" in shown
    assert undone == "Everything it brought is gone.\n"
    assert person.types("conversations").out == ""


def test_what_is_no_export_is_one_sentence(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "soup.json"
    path.write_bytes(b'{"chef": "me"}')

    refused = person.types("import", "add", str(path), "--yes")
    missing = person.types("import", "add", str(tmp_path / "nothing"), "--yes")

    assert (refused.code, refused.out) == (
        1,
        "soup.json cannot be read: its format is not one we know; at its top stand chef\n",
    )
    assert (missing.code, missing.out) == (1, "") or missing.code == 2
    assert "is not a file" in missing.err
