"""`antiphon folders`, `antiphon move` and `antiphon conversations --folder` in front of the whole application."""

from tests.cli.house import Person


def test_a_conversation_is_moved_listed_and_taken_out(person: Person) -> None:
    [turn] = person.talks("Do I hire?")
    here = turn["conversation_id"]

    made = person.types("folders", "add", "Work")
    moved = person.types("move", here, "work")
    listed = person.types("conversations", "--folder", "WORK")
    counted = person.types("folders")
    out = person.types("move", here, "--out")

    folder_id, name = made.out.split()
    assert (folder_id[:2], name) == ("f_", "Work")
    assert moved.out == "it lies in Work now\n"
    assert listed.out.startswith(f"{here}\t")
    assert counted.out == f"{folder_id}\tWork\t1 conversation\n"
    assert out.out == "it lies in no folder now\n"
    assert person.types("conversations", "--folder", "Work").out == ""


def test_a_folder_is_renamed_removed_and_brought_back(person: Person) -> None:
    folder_id = person.types("folders", "add", "Harbour").out.split()[0]

    renamed = person.types("folders", "rename", "Harbour", "Sea")
    removed = person.types("folders", "remove", "sea")
    restored = person.types("folders", "restore", folder_id)

    assert renamed.out == "Harbour is called Sea now\n"
    assert removed.out == f"Sea is gone, what lay in it stays; back: antiphon folders restore {folder_id}\n"
    assert restored.out == "Sea is back, with 0 conversations\n"


def test_what_is_not_there_or_not_said_is_named(person: Person) -> None:
    person.types("folders", "add", "Land")

    assert "there is no folder Moon; there are: Land" in person.types("conversations", "--folder", "Moon").err
    assert "there is a folder called land already" in person.types("folders", "add", "land").err
    assert "name a folder, or say --out" in person.types("move", "c_1").err
