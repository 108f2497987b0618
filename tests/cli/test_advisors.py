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


def test_how_much_somebody_thinks_is_set_for_one_for_a_panel_and_for_one_message(person: Person) -> None:
    """Each makes the preview say so; what was set can be taken back, and what is no measure is named."""
    before = person.types("advisors", "thinking", "skeptic").out
    own = person.types("advisors", "thinking", "skeptic", "high").out
    shared = person.types("panels", "thinking", "starter", "2000").out
    person.asks("Should I move?")
    seen = person.types("preview", "Shall I?")
    once = person.types("preview", "Shall I?", "--thinking", "off")
    back = person.types("advisors", "thinking", "skeptic", "none").out
    refused = person.types("send", "Shall I?", "--thinking", "a lot")

    assert (before, own, shared, back) == ("as its panel does\n", "high\n", "2,000 tokens\n", "as its panel does\n")
    told = " ".join(seen.out.split())
    assert "The Skeptic: thinking high (its own setting), at most 16,384 tokens" in told
    assert "thinking 2,000 tokens (the panel's setting) is not asked for: it takes off, low, medium or high" in told
    assert "thinking off (chosen for this message)" in " ".join(once.out.split())
    assert (refused.code, "thinking is off, low, medium, high" in refused.err) == (1, True)


def test_a_receipt_says_how_much_was_asked_for(person: Person) -> None:
    done = person.types("send", "Shall I?", "--advisor", "skeptic", "--thinking", "low", "--json")

    [reply] = done.json["replies"]
    receipt = person.types("receipt", reply["id"]).out
    assert "thinking  low" in receipt
    assert '"reasoning_effort": "low"' in receipt
