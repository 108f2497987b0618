"""How a payload of a test reaches a model, and what it finds there."""

import asyncio
from pathlib import Path

import pytest

from antiphon.conversation.errors import ProviderTimeout, RateLimited, StreamBroken
from antiphon.conversation.model import ModelFacts, Prices
from antiphon.egress.session import Session
from antiphon.egress.tape import Tape
from antiphon.engine.runtime.limits import Limit, Limits
from antiphon.evals.asking import Asking, in_lane
from antiphon.evals.cache import AnswerCache
from antiphon.providers.provider import WireRequest
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.scripted.steps import fail, finish, hang, say
from tests.evals.playing import build_chat, build_payload, hurry
from tests.fakes import model_server as wire
from tests.fakes.model_server import ModelServer, answer


async def at_once(seconds: float) -> None:
    return None


def ask_scripted(*scripts: object, **options: object) -> tuple[Asking, Scripted]:
    provider = hurry()
    for steps in scripts:
        provider.script("skeptic", *steps)  # type: ignore[misc]  # tuples of steps
    return Asking({"fake": provider}, pause=at_once, **options), provider  # type: ignore[arg-type]  # named by the test


async def test_an_answer_comes_with_all_that_is_known_about_it(server: ModelServer, session: Session) -> None:
    server.default = answer("What is the evidence?", pieces=4)
    priced = ModelFacts(prices=Prices(3.0, 15.0))

    exchange = await Asking({"fake": build_chat(server.base_url, session)}, lambda _: priced).ask(build_payload())

    assert (exchange.answer, exchange.finish, exchange.attempts) == ("What is the evidence?", "stop", 1)
    assert exchange.usage == {"input_tokens": 10, "output_tokens": 5, "cached_tokens": 0, "reasoning_tokens": 0}
    assert exchange.dollars == pytest.approx(0.000105)
    assert exchange.body.encode() == server.bodies[0]
    assert exchange.error is None


async def test_an_answer_is_the_text_a_reader_would_see() -> None:
    asking, _ = ask_scripted((say("\n  Yes\x00.  \n"),))

    assert (await asking.ask(build_payload())).answer == "Yes."


async def test_what_is_over_soon_is_tried_again() -> None:
    """D21."""
    asking, _ = ask_scripted((fail(RateLimited("fake", retry_after=1)),), (say("Now."),))

    exchange = await asking.ask(build_payload())

    assert (exchange.answer, exchange.attempts, exchange.error) == ("Now.", 2, None)


async def test_nothing_is_tried_again_once_something_was_said() -> None:
    """D21."""
    asking, provider = ask_scripted((say("Half of"), fail(StreamBroken("fake"))))

    exchange = await asking.ask(build_payload())

    assert exchange.answer == "Half of"
    assert exchange.error is not None
    assert exchange.error["code"] == StreamBroken.code
    assert len(provider.requests) == 1


async def test_a_failure_keeps_its_facts_but_no_hour() -> None:
    asking, _ = ask_scripted((fail(RateLimited("fake", status=429, retry_after=3600.5)),))

    error = (await asking.ask(build_payload())).error

    assert error == {
        "code": "rate_limited",
        "message": "fake: too many requests (HTTP 429)",
        "provider": "fake",
        "status": 429,
    }


async def test_silence_ends_in_time() -> None:
    asking, _ = ask_scripted((hang(),), answer_seconds=0.05)

    error = (await asking.ask(build_payload())).error

    assert error is not None
    assert error["message"] == str(ProviderTimeout("scripted"))


async def test_a_filtered_answer_is_no_answer() -> None:
    asking, _ = ask_scripted((say("I"), finish("filtered")))

    error = (await asking.ask(build_payload())).error

    assert error is not None
    assert error["code"] == "filtered"


async def test_a_model_nobody_serves_is_an_error() -> None:
    asking, provider = ask_scripted()

    exchange = await asking.ask(build_payload(model="nobody:m"))

    assert exchange.error is not None
    assert exchange.error["code"] == "model"
    assert provider.requests == []


async def test_a_refused_schema_is_called_that(server: ModelServer, session: Session) -> None:
    server.default = wire.fail(400, {"error": {"message": "response_format json_schema is not supported"}})
    payload = build_payload()
    asked = type(payload)(payload.advisor_id, payload.model, payload.messages, 200, schema={"type": "object"})

    error = (await Asking({"fake": build_chat(server.base_url, session)}).ask(asked)).error

    assert error is not None
    assert error["code"] == "schema_refused"


class Crowded(Scripted):
    """Notices how many are asked at a time."""

    now = most = 0

    async def stream(self, request: WireRequest):  # type: ignore[no-untyped-def]  # as its parent's
        """Wait a moment, among the others."""
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.01)
        async for outputs in super().stream(request):
            yield outputs
        self.now -= 1


async def test_a_provider_is_asked_no_more_at_a_time_than_it_allows() -> None:
    provider = Crowded("fake", words_per_second=100_000)
    asking = Asking({"fake": provider}, places=Limits({"fake": Limit(concurrency=2)}).place)

    await asyncio.gather(*(asking.ask(build_payload(f"Question {number}")) for number in range(8)))

    assert provider.most == 2


async def test_a_replayed_answer_takes_as_long_as_it_took(
    server: ModelServer, session: Session, tmp_path: Path
) -> None:
    """I-62."""
    tape = Tape()
    chat = build_chat(server.base_url, session, tape.post)
    server.default = answer("Slowly.", pieces=2, pause=0.05)
    recorded = await Asking({"fake": chat}, tape=tape).ask(build_payload())
    tape.save(tmp_path / "t")
    replaying = Tape.load(tmp_path / "t")
    chat = build_chat(server.base_url, session, replaying.post)

    replayed = await Asking({"fake": chat}, tape=replaying).ask(build_payload())

    assert replayed == recorded
    assert replayed.seconds > 0.05


async def test_what_is_not_on_the_tape_is_an_error_of_its_own(server: ModelServer, session: Session) -> None:
    tape = Tape({}, {})
    asking = Asking({"fake": build_chat(server.base_url, session, tape.post)}, tape=tape)

    error = (await asking.ask(build_payload())).error

    assert error is not None
    assert error["code"] == "not_on_tape"
    assert server.requests == []


async def test_the_same_question_is_paid_for_once(server: ModelServer, session: Session, tmp_path: Path) -> None:
    asking = Asking({"fake": build_chat(server.base_url, session)}, cache=AnswerCache(tmp_path))

    first, second = await asking.ask(build_payload()), await asking.ask(build_payload())

    assert (first.is_cached, second.is_cached) == (False, True)
    assert second.answer == first.answer
    assert len(server.requests) == 1


async def test_another_run_of_a_case_is_another_question(server: ModelServer, session: Session, tmp_path: Path) -> None:
    asking = Asking({"fake": build_chat(server.base_url, session)}, cache=AnswerCache(tmp_path))

    for repeat in (1, 2, 1):
        with in_lane(f"suite/case#{repeat}", repeat):
            await asking.ask(build_payload())

    assert len(server.requests) == 2


async def test_a_failure_is_never_remembered(server: ModelServer, session: Session, tmp_path: Path) -> None:
    asking = Asking({"fake": build_chat(server.base_url, session)}, cache=AnswerCache(tmp_path))
    server.enqueue("m", wire.fail(400), answer("Better now."))

    failed, answered = await asking.ask(build_payload()), await asking.ask(build_payload())

    assert failed.error is not None
    assert (answered.answer, answered.is_cached) == ("Better now.", False)
