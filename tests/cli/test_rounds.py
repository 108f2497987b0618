"""`antiphon rounds` and `antiphon panels` in front of the whole application."""

import asyncio

from antiphon.cli.interrupts import Interrupts
from antiphon.cli.rounds import describe_end, format_forecast, unless_stopped
from antiphon.client.answers.rounds import Round, RoundForecast, RoundsRun
from tests.cli.house import Person


def test_they_answer_each_other_and_the_answers_are_shown(person: Person) -> None:
    """P62: what it may cost comes first, on standard error; every round follows; the end says why."""
    person.talks("Should I go?")

    done = person.types("rounds", "--count", "2", "--plain", "-a", "skeptic", "-a", "builder")

    assert done.code == 0, done.err
    assert done.err.startswith("One round may cost at most not known:\n  The Skeptic: not known (")
    assert done.err.count("\nRound ") == 2
    assert done.err.endswith("2 rounds, $0 spent: all rounds were held\n")
    assert len([line for line in done.out.splitlines() if line.startswith("The Skeptic: ")]) == 2


def test_a_ceiling_without_prices_is_refused_in_a_sentence(person: Person) -> None:
    """P62."""
    person.talks("Should I go?")

    done = person.types("rounds", "--ceiling", "0.10")

    assert done.code == 1
    assert "what fake:m costs is not known" in done.err


def test_nothing_to_answer_and_nothing_to_stop(person: Person) -> None:
    """P62."""
    person.talks("Should I go?")

    alone = person.types("rounds", "-a", "skeptic", "--count", "1")
    stopped = person.types("rounds", "--stop")

    assert (alone.code, "nobody has said anything yet that another could answer" in alone.err) == (1, True)
    assert stopped.out == "nobody is answering the others in this conversation\n"


def test_asking_needs_somebody_to_ask(person: Person) -> None:
    """P62."""
    person.talks("Should I go?")

    assert person.types("rounds", "--ask").code == 1
    assert person.types("rounds", "--ask", "--yes", "--count", "1").code == 0


async def test_ctrl_c_is_an_answer_to_the_question_before_a_round() -> None:
    interrupts = Interrupts()
    question = asyncio.get_running_loop().create_future()

    async def ask() -> bool:
        return bool(await question)

    asking = asyncio.create_task(unless_stopped(ask(), interrupts))
    await asyncio.sleep(0)
    interrupts.press()

    assert await asking is False
    question.cancel()


def test_phases_are_laid_out_and_taken_back(person: Person) -> None:
    """P61."""
    laid = person.types("panels", "phases", "starter", "--phase", "facts:2:early", "--phase", "view::ongoing")
    longer = person.types("panels", "phases", "First five", "--early", "4")
    endless = person.types("panels", "phases", "starter", "--phase", "facts:2:early")
    usual = person.types("panels", "phases", "starter", "--usual")
    listed = person.types("panels", "list")

    assert laid.out == "facts (2 turns), then view\n"
    assert longer.out == "facts (4 turns), then view\n"
    assert (endless.code, "the last phase has no end" in endless.err) == (1, True)
    assert usual.out == "early (4 turns), then ongoing\n"
    assert listed.out == "* starter\tFirst five\t5 advisors\tearly (4 turns), then ongoing\n"


def test_money_has_as_many_digits_as_it_needs() -> None:
    """P62."""
    forecast = RoundForecast(cost=0.0123, tokens=10, per_advisor={})
    over = {"message": "the next round may cost up to $0.0200"}
    run = RoundsRun(
        id="r",
        conversation_id="c",
        planned=2,
        status="ended",
        reason="ceiling",
        facts=over,
        spent=0.01,
        rounds=(Round(number=1, turn_id="t"),),
    )

    assert format_forecast(forecast, ()) == "One round may cost at most $0.0123:"
    assert describe_end(run) == "1 round, $0.0100 spent: the next round may cost up to $0.0200"
