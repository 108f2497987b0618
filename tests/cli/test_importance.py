"""What turns are worth, and the rules for what goes first, from a terminal."""

import pytest

from antiphon.cli.previews.rules import format_policies
from antiphon.client.answers.previews import RuleComparison
from tests.cli.house import Person

NOTHING = {"cold": None, "warm": None, "output": None}


def kept(*inside: tuple[int, int], name: str = "The Skeptic") -> dict[str, object]:
    return {
        "advisor_id": name,
        "name": name,
        "included": sum(last - first + 1 for first, last in inside),
        "tokens": 1200,
        "cost": NOTHING,
        "inside": inside,
    }


def policies(*insides: tuple[tuple[int, int], ...], differs: tuple[tuple[int, int], ...]) -> RuleComparison:
    names = ("oldest", "importance", "sticky")
    told = [
        {"dropping": name, "included": 0, "cost": NOTHING, "advisors": [kept(*inside)]}
        for name, inside in zip(names, insides, strict=True)
    ]
    return RuleComparison.model_validate(
        {
            "conversation_id": "c_1",
            "chosen": "oldest",
            "visible": 9,
            "policies": told,
            "differences": {"The Skeptic": differs},
        }
    )


def test_worth_is_set_and_taken_back(person: Person) -> None:
    """D34: a filter by importance asks what the person said."""
    person.talks("Should I move?")

    def count(line: str) -> int:
        return int(person.types("preview", "--filter", line, "--json").json["visible"])

    set_ = person.types("mark", "1", "--worth", "1")
    raised = count("w>=0.95")
    taken = person.types("mark", "1", "--worth", "none")

    assert (set_.code, taken.code) == (0, 0)
    assert (raised, count("w>=0.95")) == (1, 0)


@pytest.mark.parametrize("worth", ["1.5", "-0.1", "much", "nan"])
def test_worth_lies_between_nothing_and_one(person: Person, worth: str) -> None:
    done = person.types("mark", "1", f"--worth={worth}")

    assert done.code == 2
    assert "from 0 to 1" in " ".join(done.err.split())


def test_compare_shows_every_rule_and_marks_the_one_in_force(person: Person) -> None:
    """D17."""
    person.talks("Should I move?", "And if I wait?")

    done = person.types("preview", "Now?", "--compare")

    lines = done.out.splitlines()
    assert lines[0].split() == ["advisor", "oldest*", "importance", "sticky"]
    assert lines[1].count("2 / 2") == 3
    assert "everybody: every rule sends the same turns" in done.out
    assert max(len(line) for line in lines) <= 80


def test_compare_is_whole_as_json(person: Person) -> None:
    person.talks("Should I move?")

    found = person.types("preview", "Now?", "--compare", "--advisor", "skeptic", "--json").json

    assert [each["dropping"] for each in found["policies"]] == ["oldest", "importance", "sticky"]
    assert found["policies"][0]["advisors"][0]["inside"] == [[1, 1]]


def test_compare_goes_with_no_single_rule(person: Person) -> None:
    assert person.types("preview", "Now?", "--compare", "--dropping", "sticky").code == 2


def test_where_the_rules_part_is_said_turn_by_turn() -> None:
    found = policies(((5, 9),), ((1, 2), (4, 4), (8, 9)), ((8, 9),), differs=((1, 2), (4, 7)))

    lines = list(format_policies(found))

    assert lines[0] == ("The Skeptic: of turns 1-2, 4-7, oldest keeps 5-7; importance keeps 1-2, 4; sticky keeps none")
    assert lines[-1] == "* in force; `--dropping importance` sends by another rule for once"
