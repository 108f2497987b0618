"""Many cases: in order, under ceilings, and without doing anything twice."""

import asyncio
import itertools
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from antiphon.advisors.prompt import load_prompts
from antiphon.context.estimate import fixed
from antiphon.conversation.errors import RequestRejected
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.model import ModelFacts
from antiphon.egress.session import Session
from antiphon.egress.tape import Tape
from antiphon.evals.asking import Asking
from antiphon.evals.case import Assertion, Case, CaseMessage, CaseText, CaseTurn, Ceiling, Suite
from antiphon.evals.ledger import Ledger, build_fingerprint
from antiphon.evals.result import CaseResult, Verdict
from antiphon.evals.results import format_line
from antiphon.evals.run import Job
from antiphon.evals.stage import Stage
from antiphon.providers.provider import WireRequest
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.scripted.steps import fail
from tests.evals.playing import SKEPTIC, build_chat, build_stage, hurry
from tests.evals.runs import run_suite
from tests.fakes.model_server import Handler, ModelServer, Script, answer

ANYTHING = Assertion("length", options={"at_least": 1})


def build_suite(count: int, **options: object) -> Suite:
    cases = tuple(
        Case(f"c{number}", advisors=("skeptic",), messages=(say(f"Question {number}?"),), asserts=(ANYTHING,))
        for number in range(count)
    )
    return Suite("suite", Path("suite.yaml"), Path(), cases, **options)  # type: ignore[arg-type]  # fields by name


def say(text: str) -> CaseMessage:
    return CaseMessage("user", (CaseText(text),))


class Uneven(Scripted):
    """Takes longer for the first cases than for the last."""

    async def stream(self, request: WireRequest):  # type: ignore[no-untyped-def]  # as its parent's
        """Answer late or early."""
        await asyncio.sleep(0.03 if b"Question 0?" in request.body else 0)
        async for outputs in super().stream(request):
            yield outputs


class Clerk:
    """Writes down what it sees."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.ended: list[str] = []

    def begin(self, job: Job) -> None:
        """See `Watcher`."""
        self.began.append(job.key)

    def end(self, job: Job, result: CaseResult) -> None:
        """See `Watcher`."""
        self.ended.append(result.key)


@pytest.fixture
def voices() -> Scripted:
    return hurry()


@pytest.fixture
def stage(voices: Scripted) -> Stage:
    return build_stage({"scripted": voices})


async def test_results_stand_in_the_order_of_the_suite() -> None:
    stage, clerk = build_stage({"scripted": Uneven(words_per_second=100_000)}), Clerk()

    results = await run_suite(build_suite(6), stage, workers=6, watcher=clerk)

    assert [each.case_id for each in results] == [f"c{number}" for number in range(6)]
    assert clerk.ended[-1] == "suite/c0#1"
    assert sorted(clerk.began) == sorted(clerk.ended)


async def test_every_case_is_asked_as_often_as_it_says(voices: Scripted, stage: Stage) -> None:
    suite = build_suite(2)
    suite = replace(suite, cases=(replace(suite.cases[0], repeat=3), suite.cases[1]))

    results = await run_suite(suite, stage)
    overruled = await run_suite(suite, stage, repeat=2)

    assert [each.key for each in results] == ["suite/c0#1", "suite/c0#2", "suite/c0#3", "suite/c1#1"]
    assert [each.repeat for each in overruled] == [1, 2, 1, 2]


async def test_no_case_begins_beyond_a_ceiling(voices: Scripted, stage: Stage) -> None:
    results = await run_suite(build_suite(5, ceiling=Ceiling(tokens=1)), stage, workers=1)

    assert [each.status for each in results] == ["passed", *["skipped"] * 4]
    assert len(voices.requests) == 1
    assert (results[1].score, results[1].error) == (None, "a ceiling was reached before it began")


async def test_no_time_at_all_skips_everything(voices: Scripted, stage: Stage) -> None:
    results = await run_suite(build_suite(3), stage, ceiling=Ceiling(seconds=0))

    assert {each.status for each in results} == {"skipped"}
    assert voices.requests == []


async def test_what_is_finished_is_not_asked_again(voices: Scripted, stage: Stage, tmp_path: Path) -> None:
    first = await run_suite(build_suite(2), stage, ledger=Ledger(tmp_path / "ledger.jsonl"))

    again = await run_suite(build_suite(4), stage, ledger=Ledger(tmp_path / "ledger.jsonl"))

    assert again[:2] == first
    assert len(voices.requests) == 4


async def test_what_had_no_answer_is_tried_again(voices: Scripted, stage: Stage, tmp_path: Path) -> None:
    voices.script("skeptic", fail(RequestRejected("scripted")))

    first = await run_suite(build_suite(1), stage, ledger=Ledger(tmp_path / "ledger.jsonl"))
    second = await run_suite(build_suite(1), stage, ledger=Ledger(tmp_path / "ledger.jsonl"))

    assert [each.status for each in (*first, *second)] == ["error", "passed"]


def test_a_result_whose_judge_broke_down_is_not_kept(tmp_path: Path) -> None:
    ledger, broken = Ledger(tmp_path / "ledger.jsonl"), Verdict("v", "llm-rubric", "not_graded", None, is_broken=True)

    ledger.keep("print", CaseResult("s", "c", 1, "not_graded", None, (broken,)))

    assert ledger.find("print") is None


async def test_half_a_line_in_the_ledger_costs_one_case(voices: Scripted, stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    await run_suite(build_suite(3), stage, workers=1, ledger=Ledger(path))
    path.write_bytes(path.read_bytes()[:-200])

    results = await run_suite(build_suite(3), stage, workers=1, ledger=Ledger(path))

    assert [each.status for each in results] == ["passed"] * 3
    assert len(voices.requests) == 4
    assert Ledger(path).count == 3


async def test_the_ceiling_of_a_case_is_for_each_of_its_runs(stage: Stage) -> None:
    suite = build_suite(1)
    case = replace(suite.cases[0], ceiling=Ceiling(tokens=1), repeat=3)

    results = await run_suite(replace(suite, cases=(case,)), stage, workers=1)

    assert [each.status for each in results] == ["passed"] * 3


async def test_without_a_ledger_no_fingerprint_is_taken(stage: Stage) -> None:
    """A number that JSON cannot hold matters to nobody who keeps nothing."""
    suite = build_suite(1)
    huge = Assertion("length", options={"at_least": 1, "at_most": 2**80})

    [result] = await run_suite(replace(suite, cases=(replace(suite.cases[0], asserts=(huge,)),)), stage)

    assert result.status == "passed"


def test_a_change_in_a_prompt_or_a_program_plays_the_case_anew(stage: Stage, tmp_path: Path) -> None:
    stage = replace(stage, root=tmp_path)
    wanted = (
        Assertion("llm-rubric", "Kind.", {"prompt": "judge.md"}),
        Assertion("code", options={"script": "python figures.py", "cwd": "checks"}),
    )
    case = replace(build_suite(1).cases[0], asserts=wanted)
    (tmp_path / "checks").mkdir()
    prints = []
    for name, text in (
        ("judge.md", "One."),
        ("judge.md", "Two."),
        ("checks/figures.py", "1"),
        ("checks/figures.py", "2"),
    ):
        (tmp_path / name).write_text(text)
        prints.append(build_fingerprint("suite", case, 1, stage))

    assert len(set(prints)) == 4
    assert build_fingerprint("suite", case, 1, stage) == prints[-1]


def test_other_limits_of_a_model_play_a_conversation_anew(stage: Stage) -> None:
    """They decide what is left out. Messages are sent whole."""
    held, sent = Case("c", advisors=("skeptic",), turns=(CaseTurn("Shall I?"),)), build_suite(1).cases[0]
    smaller = replace(stage, facts=lambda model: ModelFacts(window=4096))
    counting = replace(stage, rates=lambda model: fixed(2.0))

    prints = {build_fingerprint("suite", held, 1, each) for each in (stage, smaller, counting)}

    assert len(prints) == 3
    assert build_fingerprint("suite", sent, 1, smaller) == build_fingerprint("suite", sent, 1, stage)


def test_a_result_is_found_by_all_it_depends_on(stage: Stage) -> None:
    case = build_suite(1).cases[0]
    worded = replace(stage, advisors={"skeptic": replace(SKEPTIC, description="Doubt everything.")})

    prints = {
        build_fingerprint("suite", case, 1, stage),
        build_fingerprint("suite", case, 2, stage),
        build_fingerprint("other", case, 1, stage),
        build_fingerprint("suite", replace(case, messages=(say("Another?"),)), 1, stage),
        build_fingerprint("suite", case, 1, replace(stage, model="scripted:other")),
        build_fingerprint("suite", case, 1, replace(stage, judge_model="scripted:judge")),
        build_fingerprint("suite", case, 1, worded),
    }

    assert len(prints) == 7
    assert build_fingerprint("suite", case, 1, stage) in prints


async def test_a_tape_tells_requests_apart_that_are_the_same(
    server: ModelServer, session: Session, tmp_path: Path
) -> None:
    """I-62: three cases ask twins the same three times over, every answer and every judgement is another."""
    server.handler = answer_anew(itertools.count())
    twins = {name: replace(SKEPTIC, id=AdvisorId(name)) for name in ("left", "right")}
    turns = (CaseTurn("Shall I?", (Assertion("llm-rubric", "It is kind."),)), CaseTurn("Why?"))
    cases = tuple(Case(f"c{number}", advisors=("left", "right"), turns=turns, repeat=3) for number in range(3))
    suite = Suite("suite", Path("suite.yaml"), Path(), cases)

    async def hear(tape: Tape, workers: int) -> bytes:
        asking = Asking({"fake": build_chat(server.base_url, session, tape.post)}, tape=tape)
        stage = Stage(asking.ask, load_prompts(), "fake:m", advisors=twins, judge_model="fake:judge")
        return b"".join(map(format_line, await run_suite(suite, stage, workers=workers)))

    tape = Tape()
    recorded = await hear(tape, 8)
    tape.save(tmp_path / "t")
    asked = len(server.requests)
    replayed = [await hear(Tape.load(tmp_path / "t"), workers) for workers in (1, 3, 8)]

    assert replayed == [recorded] * 3
    assert len(server.requests) == asked == 3 * 3 * (2 * 2 + 2)


def answer_anew(counting: Iterator[int]) -> Handler:
    """Never the same twice, whether it speaks or judges, and never at the same pace."""

    def choose(body: dict[str, Any]) -> Script:
        number = next(counting)
        judged = json.dumps({"score": number % 7 / 7, "hits": [], "misses": [], "reasoning": f"Look {number}."})
        said = judged if body["model"] == "judge" else f"Perhaps {number // 4}."
        return answer(said, pieces=1 + number % 3, pause=number % 5 / 500)

    return choose
