"""`antiphon revisit` in front of the whole application."""

from antiphon.cli.conversations.revisit import describe_end, describe_forecast
from antiphon.client.answers.revisits import Revisit, RevisitForecast
from tests.cli.house import Person


def test_the_questions_of_a_conversation_are_asked_of_a_panel_after_one_has_agreed(person: Person) -> None:
    person.talks("Should I go?")
    source = person.types("conversations").out.split("\t")[0]

    unasked = person.types("revisit", source)
    done = person.types("revisit", source, "--panel", "First five", "--yes", "--wait")

    assert unasked.code == 1
    assert done.code == 0, done.err
    assert done.err.startswith("1 question to 5 advisors: nobody knows what it would cost\n")
    assert done.err.endswith("1 of 1 question asked: all were answered\n")
    asked = done.out.strip()
    assert asked != source
    assert "Should I go?" in person.types("show", asked).out


def test_a_conversation_that_is_not_there_is_refused(person: Person) -> None:
    refused = person.types("revisit", "c_none", "--yes")

    assert refused.code == 1
    assert "c_none" in refused.err


def test_what_is_said_before_and_after() -> None:
    foreseen = RevisitForecast(questions=2, with_files=1, voices=5, cost=0.25)
    ended = Revisit(
        id="rv",
        source_id="c_1",
        conversation_id="c_2",
        panel_id="p",
        planned=2,
        asked=1,
        status="failed",
        facts={"code": "nobody_answered", "message": "nobody answered"},
    )

    assert describe_forecast(foreseen) == (
        "2 questions to 5 advisors: at most $0.2500\n1 question had files, which are not sent again"
    )
    assert describe_end(ended) == "1 of 2 questions asked: nobody answered"
