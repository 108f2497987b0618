"""Cases, runs and attempts on disk: written once, read back whole, and nobody else's."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from antiphon.access.principal import LOCAL, Principal
from antiphon.advisors.starter import load_starter
from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.evals import (
    Attempt,
    CaseSource,
    EvalOutcome,
    EvalRun,
    EvalTally,
    Improvement,
    ModelUse,
    StoredCase,
)
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import ReplyError
from antiphon.store.reads.eval_runs import (
    read_eval_use,
    read_finished,
    read_latest,
    read_outcome,
    read_outcomes,
    read_run,
    read_runs,
)
from antiphon.store.reads.evals import (
    read_case,
    read_cases,
    read_cases_by_id,
    read_improvement,
    read_improvements,
)
from antiphon.store.unit import Store
from antiphon.store.writes.evals import (
    EvalEnding,
    accept_improvement,
    archive_case,
    begin_improvement,
    begin_run,
    change_case,
    end_improvement,
    end_run,
    resume_run,
    write_attempts,
    write_case,
    write_cases,
    write_outcome,
    write_unkept,
)
from antiphon.store.writes.seed import seed
from tests.store.deeds import NOON, OTHER, hold

SKEPTIC = AdvisorId("skeptic")
SOURCE = CaseSource(
    ReplyId("r_1"),
    TurnId("t_1"),
    ConversationId("c_1"),
    3,
    "You doubt.",
    "fake:m",
    400,
    0.7,
    "c_1:skeptic",
    ("system", "human"),
    "ab" * 32,
    ("clock",),
)
CASE = StoredCase("ec_1", SKEPTIC, "Asks", {"input": "Why?", "assert": ["kind"]}, NOON, NOON, "A note.", SOURCE)
RUN = EvalRun("er_1", SKEPTIC, 1, "fake:m", ("ec_1", "ec_2"), NOON, judge_model="fake:judge", repeat=2)
USE = ModelUse("fake:m", 1, 0, 100, 10, 5)
OUTCOME = EvalOutcome(
    "er_1", "ec_1", 1, "passed", 1.0, NOON, 110, 0.5, 1.5, (USE,), {"answer": "my secret"}, {"error": "my secret"}
)
IMPROVEMENT = Improvement("im_1", SKEPTIC, 1, "You doubt.", ("ec_1",), 3, "fake:m", NOON, "fake:j", "fake:w")


async def begin(store: Store, run: EvalRun = RUN) -> EvalRun:
    """A run that somebody is at."""
    await store.write(LOCAL, begin_run, run)
    await hold(store, run.id, "eval")
    return await store.read(LOCAL, read_run, run.id)


async def test_a_case_comes_back_as_it_was_kept(store: Store) -> None:
    """D40: with everything its request was made of."""
    kept = await store.write(LOCAL, write_case, CASE)

    assert kept == CASE == await store.read(LOCAL, read_case, "ec_1")


async def test_cases_are_kept_all_or_none(store: Store) -> None:
    stranger = replace(CASE, id="ec_2", advisor_id=AdvisorId("nobody"))

    with pytest.raises(NotFound):
        await store.write(LOCAL, write_cases, [CASE, stranger])

    assert await store.read(LOCAL, read_cases) == ()


async def test_a_case_put_away_is_listed_only_when_asked_for(store: Store) -> None:
    await store.write(LOCAL, write_case, CASE)
    await store.write(LOCAL, archive_case, "ec_1", NOON)

    assert await store.read(LOCAL, read_cases, SKEPTIC) == ()
    assert [each.archived for each in await store.read(LOCAL, read_cases, SKEPTIC, archived=True)] == [True]
    assert (await store.write(LOCAL, archive_case, "ec_1", None)) == CASE


async def test_a_change_leaves_the_rest_alone(store: Store) -> None:
    await store.write(LOCAL, write_case, CASE)
    later = NOON + timedelta(minutes=1)

    changed = await store.write(LOCAL, change_case, "ec_1", {"name": "Doubts"}, later)

    assert changed == replace(CASE, name="Doubts", updated_at=later)


async def test_a_result_is_written_once(store: Store) -> None:
    """What has ended is never asked again, so a second result of the same case cannot replace the first."""
    await begin(store)

    assert await store.write(LOCAL, write_outcome, OUTCOME, 1)
    assert await store.write(LOCAL, write_outcome, replace(OUTCOME, status="failed", score=0.0), 1)

    assert await store.read(LOCAL, read_outcomes, "er_1") == (replace(OUTCOME, body={}),)
    assert await store.read(LOCAL, read_finished, "er_1") == {("ec_1", 1)}
    assert await store.read(LOCAL, read_outcome, "er_1", "ec_1", 1) == OUTCOME


async def test_a_run_tallies_what_has_come(store: Store) -> None:
    """D40: what was not graded is in no mean; a price that is not known makes the sum unknown."""
    await begin(store)
    for outcome in (
        OUTCOME,
        replace(OUTCOME, repeat=2, status="failed", score=0.5),
        replace(OUTCOME, case_id="ec_2", status="not_graded", score=None),
    ):
        await store.write(LOCAL, write_outcome, outcome, 1)

    run = await store.read(LOCAL, read_run, "er_1")
    assert run.tally == EvalTally({"passed": 1, "failed": 1, "not_graded": 1}, 0.75, 330, 1.5)
    assert (run.tally.finished, run.planned) == (3, 4)
    await store.write(LOCAL, write_outcome, replace(OUTCOME, case_id="ec_2", repeat=2, dollars=None), 1)
    assert (await store.read(LOCAL, read_run, "er_1")).tally.dollars is None


async def test_a_run_that_nobody_goes_on_with_was_interrupted(store: Store) -> None:
    """And anybody may go on with it."""
    await store.write(LOCAL, begin_run, RUN)

    cut_off = await store.read(LOCAL, read_run, "er_1")
    await store.write(LOCAL, resume_run, "er_1")
    await hold(store, "er_1", "eval")
    resumed = await store.read(LOCAL, read_run, "er_1")

    assert (cut_off.status, cut_off.error and cut_off.error.code) == ("interrupted", "interrupted")
    assert (resumed.status, resumed.error) == ("running", None)


async def test_whoever_played_a_run_before_somebody_else_went_on_says_nothing_more(store: Store) -> None:
    """Two nodes never play one run: neither a result nor an end of the first counts, only what it used."""
    first = await begin(store)
    await store.write(LOCAL, end_run, "er_1", EvalEnding("stopped", NOON))
    second = await store.write(LOCAL, resume_run, "er_1")

    late = await store.write(LOCAL, write_outcome, OUTCOME, first.epoch)
    await store.write(LOCAL, end_run, "er_1", EvalEnding("interrupted", NOON), first.epoch)
    theirs = await store.write(LOCAL, write_outcome, replace(OUTCOME, status="failed", score=0.0), second.epoch)

    assert (late, theirs) == (False, True)
    run = await store.read(LOCAL, read_run, "er_1")
    assert (run.status, run.tally) == ("running", EvalTally({"failed": 1}, 0.0, 220, 1.0))


async def test_what_a_case_without_a_result_used_counts_once(store: Store) -> None:
    """In what the run has used, and in what the day cost; an answer to a commit may be lost, so it may come twice."""
    await begin(store)
    for _ in range(2):
        await store.write(LOCAL, write_unkept, OUTCOME, 1)

    run = await store.read(LOCAL, read_run, "er_1")
    assert run.tally == EvalTally({}, None, 110, 0.5)
    assert await store.read(LOCAL, read_eval_use, NOON) == (USE,)
    assert await store.read(LOCAL, read_eval_use, NOON + timedelta(seconds=1)) == ()


async def test_an_advisor_has_only_so_many_cases(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more would be in no run, so it is refused by name; those put away are not counted."""
    monkeypatch.setattr("antiphon.store.writes.evals.MOST_CASES", 2)
    for number in range(2):
        await store.write(LOCAL, write_case, replace(CASE, id=f"ec_{number}"))

    with pytest.raises(CommandRefused, match="at most 2 cases"):
        await store.write(LOCAL, write_case, replace(CASE, id="ec_2"))
    await store.write(LOCAL, archive_case, "ec_0", NOON)
    await store.write(LOCAL, write_case, replace(CASE, id="ec_2"))
    with pytest.raises(CommandRefused, match="at most 2 cases"):
        await store.write(LOCAL, archive_case, "ec_0", None)
    await store.write(LOCAL, write_case, replace(CASE, id="ec_3", advisor_id=AdvisorId("builder")))


async def test_cases_of_a_reply_are_found_however_many_there_are(store: Store) -> None:
    newest = replace(CASE, id="ec_2", source=replace(SOURCE, reply_id=ReplyId("r_2")), created_at=NOON)
    await store.write(LOCAL, write_cases, [CASE, newest, replace(CASE, id="ec_3", source=None)])

    found = await store.read(LOCAL, read_cases, None, "r_2", limit=1)

    assert [each.id for each in found] == ["ec_2"]


async def test_an_advisor_is_tested_once_at_a_time(store: Store) -> None:
    await begin(store)

    with pytest.raises(CommandRefused, match="being tested already"):
        await store.write(LOCAL, begin_run, replace(RUN, id="er_2"))
    with pytest.raises(CommandRefused, match="on its way"):
        await store.write(LOCAL, resume_run, "er_1")
    await store.write(LOCAL, begin_run, replace(RUN, id="er_3", improvement_id="im_1"))

    await store.write(LOCAL, end_run, "er_1", EvalEnding("done", NOON))
    with pytest.raises(CommandRefused, match="every case has ended"):
        await store.write(LOCAL, resume_run, "er_1")
    with pytest.raises(CommandRefused, match="better words"):
        await store.write(LOCAL, resume_run, "er_3")


async def test_the_first_word_on_how_a_run_ended_stands(store: Store) -> None:
    """Whoever is stopped may still be writing that it was cut off."""
    await begin(store)
    await store.write(LOCAL, end_run, "er_1", EvalEnding("stopped", NOON))

    ended = await store.write(LOCAL, end_run, "er_1", EvalEnding("failed", NOON, ReplyError("x", "x")))

    assert (ended.status, ended.error) == ("stopped", None)
    assert not await store.write(LOCAL, write_outcome, OUTCOME, 1)


async def test_runs_come_newest_first_page_by_page(store: Store) -> None:
    for number in range(5):
        at = NOON + timedelta(minutes=number // 2)
        await store.write(LOCAL, begin_run, replace(RUN, id=f"er_{number}", created_at=at))
        await store.write(LOCAL, end_run, f"er_{number}", EvalEnding("done", at))

    first = await store.read(LOCAL, read_runs, SKEPTIC, limit=3)
    rest = await store.read(LOCAL, read_runs, SKEPTIC, first.runs[-1].id, limit=3)

    assert [each.id for each in (*first.runs, *rest.runs)] == ["er_4", "er_3", "er_2", "er_1", "er_0"]
    assert (first.has_older, rest.has_older) == (True, False)


async def test_the_latest_result_is_that_of_the_advisors_own_words(store: Store) -> None:
    await begin(store)
    await store.write(LOCAL, write_outcome, OUTCOME, 1)
    await store.write(LOCAL, end_run, "er_1", EvalEnding("done", NOON))
    await store.write(LOCAL, begin_run, replace(RUN, id="er_2", description="You agree."))
    draft = replace(OUTCOME, run_id="er_2", status="failed", ended_at=NOON + timedelta(minutes=1))
    await store.write(LOCAL, write_outcome, draft, 1)

    latest = await store.read(LOCAL, read_latest, ["ec_1", "ec_2"])

    assert {case_id: (each.run_id, each.told, each.body) for case_id, each in latest.items()} == {
        "ec_1": ("er_1", {}, {})
    }


async def test_what_was_used_since_a_moment_is_found_again(store: Store) -> None:
    await begin(store)
    await store.write(LOCAL, write_outcome, OUTCOME, 1)

    assert await store.read(LOCAL, read_eval_use, NOON) == (USE,)
    assert await store.read(LOCAL, read_eval_use, NOON + timedelta(seconds=1)) == ()


async def test_a_search_for_better_words_keeps_every_attempt(store: Store) -> None:
    await store.write(LOCAL, begin_improvement, IMPROVEMENT)
    await hold(store, "im_1", "improvement")
    attempts = (Attempt(0, "You doubt."), Attempt(1, "You ask.", "It asks.", "er_1", "an_1", 0.5, 1))

    assert await store.write(LOCAL, write_attempts, "im_1", attempts, 1)
    with pytest.raises(CommandRefused):
        await store.write(LOCAL, begin_improvement, replace(IMPROVEMENT, id="im_2"))
    ended = await store.write(LOCAL, end_improvement, "im_1", EvalEnding("done", NOON))
    accepted = await store.write(LOCAL, accept_improvement, "im_1", 2)

    assert ended == replace(IMPROVEMENT, status="done", attempts=attempts, best=1, ended_at=NOON)
    assert (accepted.accepted_version, accepted.best_attempt) == (2, attempts[1])
    assert not await store.write(LOCAL, write_attempts, "im_1", attempts, 1)


Call = Callable[[Store, Principal, str], Awaitable[object]]

READS: dict[str, Call] = {
    "case": lambda store, who, at: store.read(who, read_case, f"ec_{at}"),
    "cases": lambda store, who, at: store.read(who, read_cases),
    "cases by id": lambda store, who, at: store.read(who, read_cases_by_id, [f"ec_{at}"]),
    "run": lambda store, who, at: store.read(who, read_run, f"er_{at}"),
    "runs": lambda store, who, at: store.read(who, read_runs, SKEPTIC),
    "outcomes": lambda store, who, at: store.read(who, read_outcomes, f"er_{at}"),
    "outcome": lambda store, who, at: store.read(who, read_outcome, f"er_{at}", f"ec_{at}", 1),
    "finished": lambda store, who, at: store.read(who, read_finished, f"er_{at}"),
    "latest": lambda store, who, at: store.read(who, read_latest, [f"ec_{at}"]),
    "use": lambda store, who, at: store.read(who, read_eval_use, NOON),
    "improvement": lambda store, who, at: store.read(who, read_improvement, f"im_{at}"),
    "improvements": lambda store, who, at: store.read(who, read_improvements, SKEPTIC),
}
WRITES: dict[str, Call] = {
    "change": lambda store, who, at: store.write(who, change_case, f"ec_{at}", {"name": "mine now"}, NOON),
    "archive": lambda store, who, at: store.write(who, archive_case, f"ec_{at}", NOON),
    "outcome": lambda store, who, at: store.write(who, write_outcome, replace(OUTCOME, run_id=f"er_{at}", repeat=2), 1),
    "unkept": lambda store, who, at: store.write(who, write_unkept, replace(OUTCOME, run_id=f"er_{at}", repeat=2), 1),
    "end": lambda store, who, at: store.write(who, end_run, f"er_{at}", EvalEnding("done", NOON)),
    "resume": lambda store, who, at: store.write(who, resume_run, f"er_{at}"),
    "attempts": lambda store, who, at: store.write(who, write_attempts, f"im_{at}", (), 7),
    "end improvement": lambda store, who, at: store.write(who, end_improvement, f"im_{at}", EvalEnding("done", NOON)),
    "accept": lambda store, who, at: store.write(who, accept_improvement, f"im_{at}", 9),
}


async def own_things(store: Store) -> None:
    """A case, a run with a result and an improvement of the local person; the other workspace exists too."""
    await store.write(OTHER, seed, load_starter(), NOON)
    await store.write(LOCAL, write_case, CASE)
    await begin(store)
    await store.write(LOCAL, write_outcome, OUTCOME, 1)
    await store.write(LOCAL, begin_improvement, IMPROVEMENT)


async def outcome(call: Call, store: Store, at: str) -> Any:
    """What the other principal is answered, without the ids it asked for."""
    try:
        return await call(store, OTHER, at)
    except NotFound as error:
        return NotFound, error.kind


@pytest.mark.parametrize("name", READS)
async def test_others_read_nothing(store: Store, name: str) -> None:
    """I-50: foreign and missing are told apart by nothing."""
    await own_things(store)

    foreign = await outcome(READS[name], store, "1")

    assert foreign == await outcome(READS[name], store, "none")
    assert "secret" not in repr(foreign)
    assert await READS[name](store, LOCAL, "1")


@pytest.mark.parametrize("name", WRITES)
async def test_others_write_nothing(store: Store, name: str) -> None:
    """I-50: the same refusal as for a missing thing, and no trace."""
    await own_things(store)
    before = [await READS[each](store, LOCAL, "1") for each in READS]

    foreign = await outcome(WRITES[name], store, "1")

    assert foreign == await outcome(WRITES[name], store, "none")
    assert foreign[0] is NotFound
    assert [await READS[each](store, LOCAL, "1") for each in READS] == before
