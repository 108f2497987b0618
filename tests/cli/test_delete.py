"""`antiphon delete` in front of the whole application."""

from tests.cli.house import Person


def test_a_conversation_is_deleted_for_good_and_the_branch_is_named(person: Person) -> None:
    [turn] = person.talks("Do I hire a second engineer?")
    person.types("branch", turn["id"])

    done = person.types("delete", turn["conversation_id"], "--yes")

    assert done.out == f"deleted for good: {turn['conversation_id']}\n"
    assert "deleted: 1 turns" in done.err
    assert "the branch Do I hire a second engineer?" in done.err
    assert turn["conversation_id"] not in person.types("conversations").out
    assert person.types("show", turn["conversation_id"]).code != 0


def test_nothing_is_deleted_where_nobody_can_be_asked(person: Person) -> None:
    [turn] = person.talks("Do I hire a second engineer?")

    done = person.types("delete", turn["conversation_id"])

    assert done.code != 0
    assert "--yes" in done.err
    assert turn["conversation_id"] in person.types("conversations").out
