"""`antiphon journal` in front of the whole application."""

import time
from datetime import datetime, timedelta, timezone

import pytest

from antiphon.cli.journal.arguments import read_day
from antiphon.cli.journal.words import describe_calibration, describe_day
from antiphon.client.answers.journal import Calibration, ConfidenceBin, Share
from antiphon.conversation.errors import Malformed
from tests.cli.house import Person
from tests.fakes.model_server import answer

CHOSEN = ("--option", "Drop it", "--option", "Keep it", "--choice", "Drop it", "--confidence", "70")


def write(person: Person, *more: str) -> str:
    """A decision about the newest turn; its id."""
    done = person.types("journal", "add", *CHOSEN, *more)
    assert done.code == 0, done.err
    return done.out.splitlines()[0]


def test_a_decision_is_written_looked_back_on_and_taken_out(person: Person) -> None:
    person.voices.script("skeptic", answer("Keep it,\nand wait."))
    person.asks("Drop the free tier?")

    decision = write(person, "--stance", "the skeptic=against", "--stance", "builder=for", "--review", "30d")

    shown = person.types("journal", "show", decision).out
    assert "  [x] Drop it\n  [ ] Keep it\n" in shown
    assert "The Skeptic (fake:m): against\n  Keep it,\n  and wait.\n" in shown
    assert "The Skeptic asks\nWhat happened: not known yet\n" in shown
    known = person.types("journal", "outcome", decision, "wrong", "--text", "They left.")
    assert "What happened: wrong: They left.\n" in known.out
    [row] = [line.split("\t") for line in person.types("journal").out.splitlines() if decision in line]
    assert row[2:] == ["wrong", "70 %", "Drop it", "Drop the free tier?"]
    assert person.types("journal", "outcome", decision, "none", "--json").json["outcome"] is None
    assert f"antiphon journal restore {decision}" in person.types("journal", "remove", decision).out
    assert person.types("journal", "show", decision).code == 1
    assert person.types("journal", "restore", decision).code == 0
    person.types("journal", "remove", decision)


def test_the_journal_is_taken_along(person: Person) -> None:
    person.asks("Drop the free tier?")
    decision = write(person)

    page = person.types("journal", "export", decision).out

    assert page.startswith("# Drop the free tier?\n")
    made = person.types("journal", "show", decision, "--json").json
    assert all(each["reply_sha256"] in page for each in made["stances"])
    assert f"## {'Drop the free tier?'}" in person.types("journal", "export").out
    assert person.types("journal", "--json").json["items"][0]["id"] == decision
    person.types("journal", "remove", decision)


def test_numbers_are_told_in_words(person: Person) -> None:
    person.asks("Drop the free tier?")
    decision = write(person, "--stance", "skeptic=against", "--stance", "builder=for")
    person.types("journal", "outcome", decision, "wrong")

    told = person.types("journal", "calibration").out
    card = person.types("journal", "scorecard").out.splitlines()

    assert told.startswith("1 decision with an outcome; 0 wait for their outcome, 0 cannot be told.\n")
    assert "Too few to tell; 10 are enough.\n" in told
    assert "  70-79 %: 0% of 1, which may mean 0% to 79%\n" in told
    assert person.types("journal", "calibration", "--json").json["brier"] == pytest.approx(0.49)
    assert card[0].split("\t") == [
        "The Skeptic",
        "followed 0 of 1",
        "for: 0 right, 0 wrong",
        "against: 1 right, 0 wrong",
        "alone and right 1 of 1",
    ]
    person.types("journal", "remove", decision)


def test_a_preview_says_what_came_of_each_voices_stances(person: Person) -> None:
    person.asks("Drop the free tier?")
    before = person.types("preview", "Shall we?").out
    decision = write(person, "--stance", "skeptic=against", "--stance", "builder=for")
    person.types("journal", "outcome", decision, "wrong")

    after = person.types("preview", "Shall we?").out

    assert "journal" not in before
    assert after.splitlines()[-3:] == [
        "In your journal (`antiphon journal scorecard`):",
        "  The Skeptic: stood against 1, 1 of them rightly",
        "  The Builder: stood for 1, 0 went well",
    ]
    person.types("journal", "remove", decision)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (("--stance", "skeptic=maybe"), "a stance is for, against or open"),
        (("--stance", "nobody=for"), "nobody was not asked in this turn"),
        (("--review", "soon"), "soon is no day"),
        (("--choice", "Sell it"), "the choice is none of the options"),
        (("--claim", "7"), "has no claim 7"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(person: Person, more: tuple[str, ...], reason: str) -> None:
    person.asks("Drop the free tier?")

    done = person.types("journal", "add", *CHOSEN, *more)

    assert done.code != 0
    assert reason in " ".join(done.err.split())


def test_a_day_is_the_morning_where_the_person_is() -> None:
    now = datetime(2026, 3, 1, 22, 30, tzinfo=timezone(timedelta(hours=2)))

    for words, day in (("2027-01-15", "2027-01-15"), ("30d", "2026-03-31")):
        moment = datetime.fromisoformat(read_day(words, now))
        assert moment.tzinfo is not None
        assert moment.isoformat().startswith(f"{day}T09:00:00")
    with pytest.raises(Malformed):
        read_day("next week", now)


@pytest.mark.parametrize(("zone", "day"), [("Australia/Sydney", "2027-01-15"), ("America/Lima", "2027-01-14")])
def test_a_day_is_told_as_it_was_where_the_person_is(zone: str, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert describe_day("2027-01-14T22:00:00Z") == day
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_verdict_is_said_only_where_there_is_one() -> None:
    share = Share(count=12, share=0.25, low=0.09, high=0.53)
    found = Calibration(
        verdict="too_sure",
        enough=10,
        turned_out=share,
        confidence=80.0,
        brier=0.4,
        unknown=1,
        waiting=2,
        bins=(ConfidenceBin(first=80, last=89, turned_out=share),),
    )

    assert list(describe_calibration(found)) == [
        "12 decisions with an outcome; 2 wait for their outcome, 1 cannot be told.",
        "You said 80 % on average; right: 25% of 12, which may mean 9% to 53%.",
        "Brier score 0.400: 0 is perfect, always saying 50 % gets 0.250.",
        "You were surer than events allow: what you said lies above the range.",
        "  80-89 %: 25% of 12, which may mean 9% to 53%",
    ]
