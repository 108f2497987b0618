"""Filters, commands on what they show, and marks."""

import pytest

from antiphon.client import AsyncClient
from tests.cli.house import Person, typing_at_a_terminal
from tests.cli.stage import Stage


def count_turns(person: Person) -> int:
    return int(person.types("preview", "--json").json["visible"])


def test_filter_is_read_in_letters_and_in_words(person: Person) -> None:
    done = person.types("filter", "star>=2 & !b :delete")

    assert done.code == 0
    assert [line.split(maxsplit=1)[0] for line in done.out.splitlines()] == ["short", "in", "looks", "command"]
    assert "s>=2 !b" in done.out
    assert "flag, stars" in done.out


def test_filter_that_moves_says_so(person: Person) -> None:
    assert "can change although nobody changes a turn" in person.types("filter", "r10").out


@pytest.mark.parametrize(
    ("line", "column"), [("s9", 2), ("c'open", 2), ("s2 d2026-02-30", 5), ("(s2", 4)], ids=["s9", "quote", "day", "end"]
)
def test_unreadable_filter_points_at_the_place(person: Person, line: str, column: int) -> None:
    """reg-21, seen from a terminal."""
    done = person.types("filter", line)

    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines()[1] == line
    assert done.err.splitlines()[2].index("^") == column - 1


def test_saved_filter_can_be_used_and_forgotten(person: Person) -> None:
    person.talks("Should I move?")
    person.types("filters", "save", "good", "s>=2")

    listed = person.types("filters")
    used = person.types("preview", "--filter", "@good", "--json")
    person.types("filters", "remove", "good")

    assert "@good\ts>=2" in listed.out
    assert used.json["visible"] == 0
    assert person.types("preview", "--filter", "@good").code == 1
    assert "@good" not in person.types("filters").out


def test_deleting_asks_and_restore_brings_back(person: Person) -> None:
    """The count is shown first, no is the default, and the printed command undoes it."""
    person.talks("Should I move?", "And if I wait?")
    person.types("mark", "2", "--stars", "1")

    with typing_at_a_terminal("") as stdin:
        declined = person.types("run", "s1 :delete", stdin=stdin)
    kept = count_turns(person)
    with typing_at_a_terminal("y") as stdin:
        deleted = person.types("run", "s1 :delete", stdin=stdin)
    gone = count_turns(person)
    undo = deleted.out.splitlines()[-1].split()

    assert "1 turn to delete:\n  turn 2: And if I wait?\n" in declined.err
    assert (declined.code, kept) == (1, 2)
    assert (deleted.code, gone) == (0, 1)
    assert undo[:2] == ["antiphon", "restore"]
    assert person.types(*undo[1:]).code == 0
    assert count_turns(person) == 2


def test_deleting_without_a_terminal_wants_a_word(person: Person) -> None:
    person.talks("Should I move?")

    refused = person.types("run", "* :delete")
    kept = count_turns(person)
    done = person.types("run", "* :delete", "--yes")

    assert (refused.code, kept) == (1, 1)
    assert "--yes" in refused.err
    assert (done.code, count_turns(person)) == (0, 0)


def test_moving_filter_deletes_nothing(person: Person) -> None:
    person.talks("Should I move?")

    done = person.types("run", "r1 :delete", "--yes")

    assert done.code == 1
    assert "delete was not carried out" in done.err
    assert count_turns(person) == 1


def test_commands_say_what_they_did(person: Person) -> None:
    """D50: a divider is drawn where everybody sees it."""
    person.talks("Should I move?", "And if I wait?")

    starred = person.types("run", "c'wait' :star 2")
    exported = person.types("run", "s2 :export md")
    divided = person.types("run", ":new")
    nothing = person.types("run", "s3 :pin")

    assert starred.out == ":star done for 1 turn\n"
    assert "And if I wait?" in exported.out
    assert "Should I move?" not in exported.out
    assert "a divider stands behind turn 2 now" in divided.out
    assert "no turn fits the filter" in nothing.err
    assert "─── divider ───" in person.types("show").out


def test_marks_are_shown_and_shape_what_is_sent(person: Person) -> None:
    person.talks("Should I move?", "And if I wait?")

    person.types("mark", "2", "--stars", "3", "--tag", "cost", "--flag", "blue", "--topic", "Home", "--out", "skeptic")
    shown = person.types("show").out
    without = person.types("preview", "Now?", "--body", "skeptic").out
    person.types("mark", "2", "--usual", "skeptic")

    assert "blue flag · topic /Home · #cost · out for skeptic" in " ".join(shown.split())
    assert "you · turn 2 · ★★★" in shown
    assert "And if I wait?" not in without
    assert "And if I wait?" in person.types("preview", "Now?", "--body", "skeptic").out


def test_turn_named_by_id_brings_its_conversation_along(person: Person) -> None:
    (older,) = person.talks("Should I move?")
    person.talks("Another matter")

    person.types("mark", older["id"], "--out", "everybody")

    here = person.types("preview", "--conversation", older["conversation_id"], "--advisor", "skeptic", "--json").json
    assert here["included"] == 0


def test_mark_wants_something_to_set_and_turns_that_are_there(person: Person) -> None:
    person.talks("Should I move?")

    assert person.types("mark", "1").code == 2
    missing = person.types("mark", "7", "--pin")
    assert (missing.code, "there is no turn 7" in missing.err) == (1, True)


async def test_more_turns_than_one_call_takes_are_several_calls(stage: Stage, client: AsyncClient) -> None:
    stage.answer("POST", "/v1/conversations/c-1/turns/remove", {})

    await client.turns.remove("c-1", [f"t-{number}" for number in range(10_001)])

    sent = [each.body["turn_ids"] for each in stage.seen("POST", "/v1/conversations/c-1/turns/remove")]
    assert [len(each) for each in sent] == [10_000, 1]
    assert sent[1] == ["t-10000"]
