"""Advisors answer each other, round after round, until something ends it."""

import threading
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from antiphon.advisors.prompt import load_prompts, load_round_prompts
from antiphon.app import run_in_process
from antiphon.settings import ModelSettings, Settings
from tests.fakes.model_server import answer, done, fail, finish, say, usage, wait
from tests.fakes.reader import Api, wait_until
from tests.fakes.voices import VOICES, Voices
from tests.journeys.cartographer import Cartographer, entries
from tests.journeys.conftest import House

pytestmark = pytest.mark.timeout(120)

WORDING = load_round_prompts().answer
PAIR = ["skeptic", "builder"]


@pytest.fixture
async def priced(settings: Settings, voices: Voices) -> AsyncIterator[House]:
    """A house that knows what its model costs. Words without the time: a minute that ends would make them dearer."""
    said = ModelSettings(context_window=20_000, input_price=2, output_price=10)
    fake = settings.providers["fake"].model_copy(update={"models": {"m": said}})
    known = settings.model_copy(update={"providers": {"fake": fake}, "max_tokens": 100, "timestamps": False})
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(known) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), known.data_dir)


async def start(house: House, conversation: str, **body: Any) -> tuple[int, dict[str, Any]]:
    return await house.post(f"/v1/conversations/{conversation}/rounds", {"count": 2} | body)


async def begun(house: House, conversation: str, **body: Any) -> dict[str, Any]:
    status, run = await start(house, conversation, **body)
    assert status == 201, run
    return run


async def until(house: House, run: dict[str, Any], *statuses: str) -> dict[str, Any]:
    """The run, once it has this status."""
    found: dict[str, Any] = {}

    async def has_it() -> bool:
        found.update(await house.get(f"/v1/rounds/{run['id']}"))
        return found["status"] in statuses

    await wait_until(has_it, seconds=60)
    return found


async def texts(house: House, conversation: str) -> list[tuple[str, str]]:
    """Who set each turn going, and what was said in it."""
    view = await house.get(f"/v1/conversations/{conversation}")
    return [(turn["origin"], turn["text"]) for turn in view["turns"]]


@pytest.mark.both_databases
async def test_they_answer_each_other_as_often_as_was_said(house: House) -> None:
    """P62, D44: each round is a turn of its own, and the next begins by itself."""
    turn = await house.ask("Should I go?")

    run = await begun(house, turn.conversation_id)
    ended = await until(house, run, "ended")

    assert (ended["reason"], [each["number"] for each in ended["rounds"]]) == ("done", [1, 2])
    said = await texts(house, turn.conversation_id)
    assert said == [("person", "Should I go?"), ("round", WORDING), ("round", WORDING)]


async def test_another_voice_is_quoted_and_never_an_assistant(house: House) -> None:
    """D44, I-20, I-21, U-01: the same isolation rule as always; only the reference block holds the others."""
    turn = await house.ask("Should I go?")
    await until(house, await begun(house, turn.conversation_id, count=1), "ended")

    for voice in VOICES:
        messages = house.voices.requests(voice)[-1].json["messages"]
        own = [message["content"] for message in messages if message["role"] == "assistant"]
        assert own == [f"{voice} answers 1"]
        quoted = [message["content"] for message in messages if "For reference, what the other" in message["content"]]
        assert all(f"{other} answers 1" in quoted[-1] for other in VOICES if other != voice)
        assert messages[-1]["content"].endswith(WORDING)


async def test_whoever_answers_the_others_is_past_asking_for_facts(house: House) -> None:
    """P61, P62: in a round the last phase holds, also for an advisor that was still asking questions."""
    prompts = load_prompts()
    turn = await house.ask("Should I go?")
    await until(house, await begun(house, turn.conversation_id, count=1), "ended")

    first, second = [request.json["messages"][0]["content"] for request in house.voices.requests("skeptic")]
    assert (prompts.early in first, prompts.ongoing in second, prompts.early in second) == (True, True, False)


async def test_reference_blocks_are_on_whatever_was_chosen(house: House) -> None:
    """D44."""
    turn = await house.ask("Should I go?")
    await until(house, await begun(house, turn.conversation_id, count=1, choice={"off": ["reference"]}), "ended")

    assert "For reference" in str(house.voices.requests("skeptic")[-1].json["messages"])


async def test_words_of_ones_own_go_to_those_who_were_named(house: House) -> None:
    """P62: what is said in the person's place can be read and changed before."""
    turn = await house.ask("Should I go?")

    run = await begun(house, turn.conversation_id, count=1, text="Only the money.", advisor_ids=PAIR)
    await until(house, run, "ended")

    view = await house.get(f"/v1/conversations/{turn.conversation_id}")
    assert view["turns"][-1]["text"] == "Only the money."
    assert sorted(reply["advisor_id"] for reply in view["turns"][-1]["replies"]) == sorted(PAIR)
    assert view["turns"][-1]["pinned"] is False


async def test_nothing_to_answer_is_said_before_anything_is_sent(house: House) -> None:
    """D44: an empty conversation, and one voice alone."""
    empty = await house.converse()
    alone = await house.ask("Well?", advisor_ids=["skeptic"])

    nobody, _ = await start(house, empty)
    status, refused = await start(house, alone.conversation_id, advisor_ids=["skeptic"])
    shown = await house.get(f"/v1/conversations/{empty}/rounds")

    assert (nobody, status, refused["code"]) == (409, 409, "command_refused")
    assert (shown["forecast"], shown["refusal"]["code"], shown["items"]) == (None, "command_refused", [])
    assert await texts(house, alone.conversation_id) == [("person", "Well?")]


async def test_the_forecast_is_the_one_the_round_is_begun_with(priced: House) -> None:
    """P62: per advisor and in all, before anything is sent; the worst case, so that nothing comes on top."""
    turn = await priced.ask("Should I go?", advisor_ids=PAIR)
    path = f"/v1/conversations/{turn.conversation_id}/rounds/forecast"

    _, shown = await priced.post(path, {"advisor_ids": PAIR})
    ended = await until(priced, await begun(priced, turn.conversation_id, count=1, advisor_ids=PAIR), "ended")

    forecast = shown["forecast"]
    assert sorted(forecast["per_advisor"]) == sorted(PAIR)
    parts = [(each["tokens"] * 2 + 100 * 10) / 1_000_000 for each in forecast["per_advisor"].values()]
    assert forecast["cost"] == pytest.approx(sum(parts))
    [only] = ended["rounds"]
    assert only["forecast"] == forecast["cost"]
    # Each answered with 10 tokens in and a quarter of its characters out.
    said = await priced.api.settled(priced.url, only["turn_id"])
    assert only["cost"] == pytest.approx(sum(10 * 2 + len(each.text) // 4 * 10 for each in said.replies) / 1e6)
    assert ended["spent"] == only["cost"] < only["forecast"]


@pytest.mark.both_databases
async def test_a_round_that_might_pass_the_ceiling_is_never_begun(priced: House) -> None:
    """P62: to the cent and below: exactly the forecast is enough, the least bit less is not."""
    turn = await priced.ask("Should I go?", advisor_ids=PAIR)
    path = f"/v1/conversations/{turn.conversation_id}/rounds/forecast"
    _, shown = await priced.post(path, {"advisor_ids": PAIR})
    cost = shown["forecast"]["cost"]
    before = len(priced.voices.server.requests)

    status, refused = await start(priced, turn.conversation_id, advisor_ids=PAIR, ceiling=cost - 2e-9)
    assert (status, refused["code"]) == (409, "ceiling_reached")
    assert refused["facts"] == {"ceiling": cost - 2e-9, "spent": 0.0, "forecast": cost}
    assert len(priced.voices.server.requests) == before

    ended = await until(priced, await begun(priced, turn.conversation_id, advisor_ids=PAIR, ceiling=cost), "ended")
    assert (ended["reason"], len(ended["rounds"])) == ("ceiling", 1)
    assert ended["facts"]["spent"] + ended["facts"]["forecast"] > cost
    assert ended["facts"]["spent"] == ended["spent"]


async def test_a_ceiling_needs_prices(house: House) -> None:
    """P62: without a price nothing is promised, and nothing begins."""
    turn = await house.ask("Should I go?")

    status, refused = await start(house, turn.conversation_id, ceiling=5)

    assert (status, refused["code"]) == (409, "price_unknown")
    assert refused["facts"] == {"models": ["fake:m"]}


async def test_what_nobody_counted_is_counted_as_forecast(priced: House) -> None:
    """P62: a cost that is not known is never zero."""
    turn = await priced.ask("Should I go?", advisor_ids=PAIR)
    priced.voices.script("skeptic", say("I would not.") + finish() + done())

    ended = await until(priced, await begun(priced, turn.conversation_id, count=1, advisor_ids=PAIR), "ended")

    assert (ended["rounds"][0]["cost"], ended["spent"]) == (None, ended["rounds"][0]["forecast"])


async def test_every_round_waits_for_a_word_when_asked_to(priced: House) -> None:
    """P62: with what the next may cost in sight."""
    turn = await priced.ask("Should I go?", advisor_ids=PAIR)
    run = await begun(priced, turn.conversation_id, asks=True, advisor_ids=PAIR)

    waiting = await until(priced, run, "waiting")
    assert (len(waiting["rounds"]), waiting["next_forecast"]["cost"] > 0) == (1, True)
    status, going = await priced.post(f"/v1/rounds/{run['id']}/next")
    assert (status, len(going["rounds"])) == (200, 2)
    ended = await until(priced, run, "ended")

    assert (ended["reason"], len(ended["rounds"])) == ("done", 2)
    again, refused = await priced.post(f"/v1/rounds/{run['id']}/next")
    assert (again, refused["code"]) == (409, "command_refused")


@pytest.mark.both_databases
async def test_whoever_speaks_has_the_floor(house: House) -> None:
    """P62: a message of the person ends the run that waited."""
    turn = await house.ask("Should I go?")
    run = await begun(house, turn.conversation_id, asks=True)
    await until(house, run, "waiting")

    await house.ask("Enough of that.", conversation=turn.conversation_id)

    ended = await until(house, run, "ended")
    assert ended["reason"] == "person"
    assert [origin for origin, _ in await texts(house, turn.conversation_id)] == ["person", "round", "person"]


@pytest.mark.both_databases
async def test_one_run_at_a_time(house: House) -> None:
    """P62."""
    turn = await house.ask("Should I go?")
    run = await begun(house, turn.conversation_id, asks=True)
    await until(house, run, "waiting")

    status, refused = await start(house, turn.conversation_id)

    assert (status, refused["code"]) == (409, "command_refused")


@pytest.mark.both_databases
async def test_stopping_ends_the_run_and_its_replies(house: House) -> None:
    """P62: what was said is kept, no round follows, and a second word changes nothing."""
    turn = await house.ask("Should I go?")
    for voice in VOICES:
        house.voices.script(voice, say("Well, ") + wait_for_ever())
    run = await begun(house, turn.conversation_id)

    status, stopped = await house.post(f"/v1/rounds/{run['id']}/stop")
    last = await house.api.settled(house.url, stopped["rounds"][-1]["turn_id"])
    _, again = await house.post(f"/v1/rounds/{run['id']}/stop")

    assert (status, stopped["status"], stopped["reason"], again["reason"]) == (200, "ended", "stopped", "stopped")
    assert {str(reply.state) for reply in last.replies} == {"stopped"}
    assert len(await texts(house, turn.conversation_id)) == 2


async def test_stopping_the_turn_stops_the_rounds(house: House) -> None:
    """P62: whichever button is nearer."""
    turn = await house.ask("Should I go?")
    house.voices.script("skeptic", say("Well, ") + wait_for_ever())
    run = await begun(house, turn.conversation_id)

    await house.post(f"/v1/turns/{run['rounds'][0]['turn_id']}/stop")

    assert (await until(house, run, "ended"))["reason"] == "stopped"


@pytest.mark.both_databases
async def test_a_round_in_which_nobody_answers_is_the_last(house: House) -> None:
    """P62, D25: an error is no content, so there is nothing to go on with."""
    turn = await house.ask("Should I go?")
    for voice in VOICES:
        house.voices.script(voice, fail(401))

    ended = await until(house, await begun(house, turn.conversation_id, count=3), "ended")

    assert (ended["reason"], len(ended["rounds"])) == ("failed", 1)


async def test_some_who_fail_keep_nobody_else_from_going_on(house: House) -> None:
    """P62, I-08."""
    turn = await house.ask("Should I go?")
    house.voices.script("skeptic", fail(401))

    ended = await until(house, await begun(house, turn.conversation_id), "ended")

    assert (ended["reason"], len(ended["rounds"])) == ("done", 2)


async def test_a_round_that_brings_nothing_new_is_the_last(priced: House) -> None:
    """P62: new claims are counted by the map of each round, and what reading costs counts as spent."""
    reader = Cartographer(priced)
    priced.voices.server.handler = reader.choose
    rent, roof = "Rents will fall.", "The roof leaks."
    for said in (rent, roof):
        reader.finds(said, entries((said, said)))
    for first in (rent, roof, rent):
        priced.voices.script("skeptic", answer(first))
        priced.voices.script("builder", answer(rent))
    reader.compares.append([1])
    turn = await priced.ask("Shall I sign?", advisor_ids=PAIR)

    run = await begun(priced, turn.conversation_id, count=5, until_quiet=True, advisor_ids=PAIR, ceiling=1)
    ended = await until(priced, run, "ended")

    assert (ended["reason"], [each["new_claims"] for each in ended["rounds"]]) == ("quiet", [1, 0])
    replies = sum(10 * 2 + len(each) // 4 * 10 for each in (roof, rent)) / 1e6
    assert ended["rounds"][0]["cost"] > replies
    assert ended["spent"] == pytest.approx(sum(each["cost"] for each in ended["rounds"]))


async def test_what_could_not_be_told_is_not_called_quiet(priced: House) -> None:
    """P62: a reader that fails keeps nobody from going on."""
    reader = Cartographer(priced)
    priced.voices.server.handler = lambda body: fail(400) if is_look(body) else reader.choose(body)
    turn = await priced.ask("Shall I sign?", advisor_ids=PAIR)

    run = await begun(priced, turn.conversation_id, count=2, until_quiet=True, advisor_ids=PAIR)
    ended = await until(priced, run, "ended")

    assert (ended["reason"], [each["new_claims"] for each in ended["rounds"]]) == ("done", [None, None])


async def test_a_panel_has_habits_and_phases_of_its_own(house: House) -> None:
    """P61, P62: data of the panel, read back as it was written, and what an advisor is told."""
    phases = [
        {"name": "doubt", "turns": 1, "prompt": "Name the weakest point.", "note": "Doubt {{turn}} of {{of}}."},
        {"name": "view", "turns": None, "prompt": "ongoing", "note": ""},
    ]
    habits = {"count": 3, "ceiling": 0.5, "until_quiet": True}
    body = {"name": "Own", "advisor_ids": PAIR, "phases": phases, "rounds": habits}
    _, panel = await house.post("/v1/panels", body)
    assert (panel["phases"], panel["rounds"], panel["early_turns"]) == (phases, habits, 1)
    _, made = await house.post("/v1/conversations", {"panel_id": panel["id"]})

    await house.ask("First?", conversation=made["id"])
    await house.ask("Second?", conversation=made["id"])

    first, second = [request.json["messages"] for request in house.voices.requests("skeptic")]
    assert ("Name the weakest point." in first[0]["content"], "[Doubt 1 of 1.]" in str(first)) == (True, True)
    assert load_prompts().ongoing in second[0]["content"]
    assert (await house.get(f"/v1/conversations/{made['id']}/rounds"))["habits"] == habits
    url = f"{house.url}/v1/panels/{panel['id']}"
    assert (await house.api.patch(url, {"phases": phases[:1]}))[0] == 422
    assert (await house.api.patch(url, {"early_turns": 4}))[1]["phases"][0]["turns"] == 4
    assert (await house.api.patch(url, {"phases": []}))[1]["phases"] == []


def is_look(body: dict[str, Any]) -> bool:
    """Whether a request looks at a conversation instead of continuing it."""
    return "You are" not in body["messages"][0]["content"].splitlines()[0]


def wait_for_ever() -> tuple[Any, ...]:
    """Never says the rest."""
    return wait(threading.Event()) + finish() + usage(1, 1) + done()
