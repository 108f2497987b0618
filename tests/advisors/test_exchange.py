"""What a file of advisors would do to those that are here."""

import pytest

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.changes import Changes, tidy
from antiphon.advisors.exchange import ImportPlan, Known, Mode, plan_import
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId

ANN = Advisor(AdvisorId("ann"), 3, "Ann", "You ask.", "lapis", "echo:small", tagline="questions")
BEN = Advisor(AdvisorId("ben"), 1, "Ben", "You count.", "umber")
OLD = Advisor(AdvisorId("old"), 2, "Old", "You remember.", "rose")
HERE = (Known(ANN, archived=False), Known(BEN, archived=False), Known(OLD, archived=True))
NEW_IDS = tuple(AdvisorId(f"a_{number}") for number in range(5))


def plan(*rows: Changes, mode: Mode = "add", known: tuple[Known, ...] = HERE) -> ImportPlan:
    return plan_import(known, rows, NEW_IDS, mode)


def test_a_row_is_new_the_same_or_a_change() -> None:
    done = plan(
        {"name": "Cleo", "description": "You sing."},
        {"name": "ben", "description": "You count."},
        {"name": "Ann", "description": "You ask."},
        {"name": "Ben", "description": "You count."},
    )

    assert [step.outcome for step in done.steps] == ["new", "changed", "same", "new"]
    assert [step.advisor.id for step in done.steps] == ["a_0", "ben", "ann", "a_1"], "nobody is meant twice"
    assert done.archived == ()


def test_what_a_row_leaves_out_stays() -> None:
    (step,) = plan({"name": "Ann", "description": "You ask less."}).steps

    assert (step.advisor.model, step.advisor.tagline, step.advisor.colour) == ("echo:small", "questions", "lapis")
    assert step.advisor.description == "You ask less."


def test_a_model_of_none_is_said_and_not_left_out() -> None:
    (step,) = plan({"name": "Ann", "description": "You ask.", "model": None}).steps

    assert (step.outcome, step.advisor.model) == ("changed", None)


def test_replacing_puts_away_those_nobody_named() -> None:
    done = plan({"name": "Ann", "description": "You ask."}, mode="replace")

    assert done.archived == (BEN,), "who was put away already is not put away again"


def test_somebody_put_away_is_brought_back_instead_of_made_twice() -> None:
    (step,) = plan({"name": "Old", "description": "You remember."}).steps

    assert (step.outcome, step.advisor.id, step.unarchived) == ("same", "old", True)


def test_those_in_use_are_meant_before_those_put_away() -> None:
    twins = (Known(OLD, archived=True), Known(Advisor(AdvisorId("two"), 1, "Old", "", "iris"), archived=False))

    first, second = plan({"name": "Old", "description": ""}, {"name": "Old", "description": ""}, known=twins).steps

    assert (first.advisor.id, second.advisor.id) == ("two", "old")


def test_a_colour_nobody_knows_becomes_the_next_one() -> None:
    done = plan(
        {"name": "A", "description": "", "colour": "#ff0000"},
        {"name": "B", "description": "", "colour": "rose"},
        {"name": "C", "description": ""},
        {"name": "Ben", "description": "", "colour": "beige"},
    )

    assert [step.advisor.colour for step in done.steps] == ["iris", "rose", "olive", "umber"]


def test_when_all_are_replaced_their_colours_are_free() -> None:
    (step,) = plan({"name": "A", "description": ""}, mode="replace").steps

    assert step.advisor.colour == "lapis"


def test_words_are_tidied_before_they_are_kept() -> None:
    tidied = tidy(
        {"name": " The\n Quiet\x00 one ", "description": "\n You wait.\n\nLong. ", "tagline": "a\tb", "model": " "}
    )

    assert tidied == {"name": "The Quiet one", "description": "You wait.\n\nLong.", "tagline": "a b", "model": None}


@pytest.mark.parametrize("name", ["", " \n", "\x00"])
def test_a_blank_name_is_none(name: str) -> None:
    with pytest.raises(Malformed):
        tidy({"name": name})
