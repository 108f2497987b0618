"""`antiphon advisors`: who can be asked."""

from tests.cli.house import Person


def test_advisors_are_listed_and_one_is_shown(person: Person) -> None:
    listed = person.types("advisors")
    shown = person.types("advisors", "show", "the skeptic")
    as_json = person.types("advisors", "show", "skeptic", "--json")

    rows = [line.split("\t") for line in listed.out.splitlines()]
    assert [row[1] for row in rows][:2] == ["The Builder", "The Confidant"]
    assert {row[3] for row in rows} == {"the default model"}
    assert shown.out.startswith("The Skeptic · ")
    assert as_json.json["description"].strip() in shown.out


def test_an_advisor_nobody_knows_is_named(person: Person) -> None:
    refused = person.types("advisors", "show", "nobody")

    assert refused.code == 1
    assert "there is no advisor nobody; there are: The Builder" in refused.err
