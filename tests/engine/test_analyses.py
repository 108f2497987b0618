"""Asking a model about a conversation: many questions at once, each with its own receipt."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime

import pytest
from sqlalchemy import event
from typing_extensions import override

from antiphon.access.principal import LOCAL
from antiphon.analysis.strict import Many, Words, parse_answer
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import AnalysisBudget, AnswerUnreadable
from antiphon.conversation.payload import Message
from antiphon.engine.analyses.allowance import Allowance
from antiphon.engine.analyses.ask_model import AnalysisRun, ModelQuestion
from antiphon.engine.runtime.limits import Limits
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.engine.runtime.options import EngineOptions
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.providers.catalog import Catalog
from antiphon.providers.provider import AnswerText, Finished, Outputs, Used, WireRequest
from antiphon.providers.scripted.provider import Scripted
from antiphon.store.reads.analyses import read_analysis
from antiphon.store.unit import Store
from antiphon.store.writes.analyses import begin_analysis
from tests.store.deeds import begin

SHAPE = Many(Words())


class Echo(Scripted):
    """Answers with what it was asked, whoever asked last first. Asked once more, it says so."""

    def __init__(self, at_once: int) -> None:
        super().__init__("echo")
        self._gates = [asyncio.Event() for _ in range(at_once + 1)]
        self._gates[at_once].set()

    @override
    async def stream(self, request: WireRequest) -> AsyncGenerator[Outputs, None]:
        body = json.loads(request.body)
        asked = str(body["messages"][-1]["content"])
        number = int(asked.split()[-1])
        await self._gates[number + 1].wait()
        self._gates[number].set()
        again = "could not be read" in body["messages"][0]["content"]
        said = asked if asked.startswith("refuse") and not again else json.dumps([asked, *(["again"] if again else [])])
        yield (AnswerText(said), Finished("stop", "stop"), Used(100, 10))


async def start(store: Store, provider: Scripted, allowance: Allowance) -> AnalysisRun:
    """A look that is on disk and has asked nothing."""
    analysis = Analysis("an_a", await begin(store), "map", "echo:m", "running", 1, 1, datetime.now(UTC))
    await store.write(LOCAL, begin_analysis, analysis, analysis.id)
    live_options = LiveOptions(lambda rows: EngineOptions(default_model="echo:m"))
    calibration = TokenCalibration(Catalog({}), live_options)
    return AnalysisRun(store, Limits({}), calibration, LOCAL, analysis.id, provider, "echo:m", allowance)


def question(words: str) -> ModelQuestion:
    """Something to be answered with a list."""
    return ModelQuestion(
        "claims", (Message("system", "Repeat it.", "system"), Message("user", words, "human")), shape=SHAPE
    )


def parse(text: str) -> Sequence[str]:
    """A list of words."""
    return [str(each) for each in parse_answer(text, SHAPE)]


async def test_questions_asked_at_once_keep_their_own_answers_and_receipts(store: Store) -> None:
    """R1: answers come in the opposite order, one is unreadable, and none is written to another's call."""
    asked = [f"say {number}" for number in range(5)] + ["refuse 5"]
    analysing = await start(store, Echo(len(asked)), Allowance(most_calls=9))

    answers = await asyncio.gather(*(analysing.ask(question(each), parse) for each in asked))

    assert answers == [[each] for each in asked[:5]] + [["refuse 5", "again"]]
    kept = (await store.read(LOCAL, read_analysis, "an_a")).calls
    assert len(kept) == 7
    for call in kept:
        words = json.loads(call.body or "")["messages"][-1]["content"]
        assert words in (call.answer or "")
        assert call.outcome == ("answer_unreadable" if call.answer == "refuse 5" else "complete")
    used = analysing.usage()
    assert (used["calls"], used["unreported"], used["input_tokens"], used["output_tokens"]) == (7, 0, 700, 70)


async def test_the_last_call_is_the_last_call(store: Store) -> None:
    """Not even an unreadable answer is asked for once more, and the refusal has a name."""
    analysing = await start(store, Echo(9), Allowance(most_calls=1))

    with pytest.raises(AnswerUnreadable):
        await analysing.ask(question("refuse 8"), parse)
    with pytest.raises(AnalysisBudget) as refused:
        await analysing.ask(question("say 7"), parse)

    assert (refused.value.unit, refused.value.used) == ("calls", 1)
    assert len((await store.read(LOCAL, read_analysis, "an_a")).calls) == 1


async def test_the_budget_counts_what_was_reported_and_not_what_was_feared(store: Store) -> None:
    """U-09: each call sets aside its longest answer, and gives back what it did not use."""
    analysing = await start(store, Echo(9), Allowance(most_calls=9, most_tokens=2500))

    for number in (8, 7, 6):
        await analysing.ask(question(f"say {number}"), parse)

    assert (analysing.allowance.used, analysing.allowance.aside) == (330, 0)


async def test_what_was_sent_is_written_when_it_leaves_and_when_it_has_ended(store: Store) -> None:
    """R1: a look of many calls writes each of them twice, and not all of them with every other."""
    asked = [f"say {number}" for number in range(6)]
    analysing = await start(store, Echo(len(asked)), Allowance(most_calls=9))
    written: list[str] = []

    def note(_c: object, _s: object, statement: str, parameters: object, _x: object, _m: object) -> None:
        if statement.startswith("INSERT INTO analysis_calls"):
            written.extend(each for each in asked for words in words_in(parameters) if each in words)

    event.listen(store.engine, "before_cursor_execute", note)
    await asyncio.gather(*(analysing.ask(question(each), parse) for each in asked))

    assert sorted(written) == sorted(asked * 2)
    assert analysing.find_unwritten() == {}


def words_in(parameters: object) -> list[str]:
    """Everything a statement is given, as text; one of the drivers wraps JSON."""
    if isinstance(parameters, dict):
        return words_in(list(parameters.values()))
    if isinstance(parameters, list | tuple):
        return [words for each in parameters for words in words_in(each)]
    return [str(getattr(parameters, "obj", parameters))]
