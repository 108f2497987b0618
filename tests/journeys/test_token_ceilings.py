"""What a token may spend in a day and in a month, whatever wire it comes by."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from openai import APIStatusError, AsyncOpenAI

from antiphon.providers.scripted.painter import paint
from antiphon.settings import ModelSettings, Settings, SpeechSettings, override_settings
from tests.fakes.accounts import Place, Somebody, open_place
from tests.fakes.model_server import answer, call_tool, done, draw, fail, finish, say, usage, wait
from tests.fakes.reader import wait_until
from tests.fakes.speech_server import SpeechServer
from tests.fakes.studio import MAKE, in_letters, orders
from tests.fakes.voices import Voices
from tests.journeys.program import connect
from tests.journeys.test_openai_wire import SKEPTIC, ask, facts_of

pytestmark = [pytest.mark.both_databases, pytest.mark.timeout(120)]

SCOPES = ["ask", "history:read", "history:write"]
# What the model server counts for an answer: ten tokens in, a quarter of its characters out, at 2 and 10 a million.
ANSWER = "I would wait a year."
COST = (10 * 2 + len(ANSWER) // 4 * 10) / 1e6
CHORE = {"X-Antiphon-Task": "title_generation"}


@dataclass
class Till:
    """Ada, who makes tokens, and the voices that are paid."""

    place: Place
    ada: Somebody
    voices: Voices

    async def make(self, **ceilings: float) -> "Spender":
        """A program with a token that may spend so much."""
        body = {"name": "a program", "scopes": SCOPES, **ceilings}
        status, made = await self.ada.ask("POST", "/v1/me/tokens", body)
        assert status == 201, made
        return Spender(self, made["id"], made["token"], self.place.open(made["token"]))

    @property
    def asked(self) -> int:
        """How often anybody was paid."""
        return len(self.voices.server.requests)


@dataclass
class Spender:
    """A program with a token."""

    till: Till
    id: str
    token: str
    native: Somebody

    def sdk(self) -> AsyncOpenAI:
        return AsyncOpenAI(base_url=f"{self.till.place.url}/openai/v1", api_key=self.token, max_retries=0)

    async def send(self, text: str = "Should I?", **headers: str) -> Any:
        """The skeptic's answer, over the wire that programs know."""
        async with self.sdk() as sdk:
            return await sdk.chat.completions.create(model=SKEPTIC, messages=ask(text), extra_headers=headers)

    async def refused(self, text: str = "Should I?", **headers: str) -> APIStatusError:
        with pytest.raises(APIStatusError) as told:
            await self.send(text, **headers)
        return told.value

    async def foresee(self, **headers: str) -> float:
        """What a send may cost: a ceiling that nothing fits under says so."""
        await self.limit(day_ceiling=1e-9)
        forecast: float = (await figures(await self.refused(**headers)))["forecast"]
        return forecast

    async def limit(self, **ceilings: float | None) -> dict[str, Any]:
        status, told = await self.till.ada.ask("PUT", f"/v1/me/tokens/{self.id}/ceilings", ceilings)
        assert status == 200, told
        # A node believes for two seconds what it knew of a token.
        await asyncio.sleep(2.1)
        return dict(told)

    async def spent(self) -> dict[str, float]:
        _, told = await self.till.ada.ask("GET", "/v1/me/tokens")
        return next(dict(each["spent"]) for each in told["items"] if each["id"] == self.id)


async def figures(refused: APIStatusError) -> dict[str, Any]:
    found: dict[str, Any] = refused.response.json()["antiphon"]
    return found


@pytest.fixture
async def till(settings: Settings, voices: Voices, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Till]:
    """A place that knows what its model costs, and where nobody looks at turns by themselves."""
    said = ModelSettings(context_window=20_000, input_price=2, output_price=10)
    fake = settings.providers["fake"].model_copy(update={"models": {"m": said}})
    known = settings.model_copy(update={"providers": {"fake": fake}, "max_tokens": 100, "timestamps": False})
    async with open_place(override_settings(known, accounts="on"), capsys) as place:
        yield Till(place, await place.own(), voices)


async def test_what_might_pass_the_ceiling_is_refused_before_anybody_is_paid(till: Till) -> None:
    program = await till.make(day_ceiling=0.000_001)

    told = await program.refused()
    status, natively = await program.native.ask(
        "POST", "/v1/turns", {"text": "Should I?", "surface": "bridge"}, **key(program, "one")
    )
    async with connect(till.place.url, ("http", "2026-07-28"), token=program.token) as other:
        by_mcp = await other.refusal("ask_advisor", question="Should I?", advisor="skeptic")

    assert (told.status_code, told.code, told.type) == (402, "insufficient_quota", "insufficient_quota")
    assert (await figures(told)) | {"forecast": 0} == {
        "ceiling": 0.000_001,
        "spent": 0.0,
        "forecast": 0,
        "per": "day",
    }
    assert (status, natively["code"], natively["facts"]["per"]) == (409, "ceiling_reached", "day")
    assert "that this token may spend in a day" in by_mcp
    assert till.asked == 0
    assert (await program.spent()) == {"day": 0.0, "month": 0.0}


async def test_exactly_the_forecast_is_enough_and_what_it_cost_is_what_counts(till: Till) -> None:
    program = await till.make()
    forecast = await program.foresee()
    till.voices.script("skeptic", answer(ANSWER), answer(ANSWER))

    await program.limit(month_ceiling=forecast - 2e-9)
    assert (await figures(await program.refused()))["per"] == "month"
    await program.limit(month_ceiling=forecast)
    await program.send()
    told = await program.refused("And now?")

    assert (await figures(told))["spent"] == pytest.approx(COST)
    assert await program.spent() == pytest.approx({"day": COST, "month": COST})
    assert forecast > COST

    listed = await program.limit()
    await program.send("And now?")
    assert (listed["day_ceiling"], listed["month_ceiling"]) == (None, None)
    assert await program.spent() == pytest.approx({"day": 2 * COST, "month": 2 * COST})


async def test_what_is_asked_at_once_does_not_pass_together_what_it_could_not_pass_alone(till: Till) -> None:
    program = await till.make()
    forecast = await program.foresee()
    gate = threading.Event()
    till.voices.script("skeptic", *(wait(gate) + answer(ANSWER) for _ in range(8)))
    await program.limit(day_ceiling=2.5 * forecast)

    sending = [asyncio.create_task(program.send(f"Should {each}?")) for each in "ABCDEFGH"]

    async def are_refused() -> bool:
        return sum(each.done() for each in sending) == 6

    await wait_until(are_refused)
    meanwhile = await program.spent()
    gate.set()
    ended = await asyncio.gather(*sending, return_exceptions=True)

    assert sum(isinstance(each, APIStatusError) for each in ended) == 6
    assert till.asked == 2
    assert meanwhile["day"] == pytest.approx(2 * forecast)
    assert (await program.spent())["day"] == pytest.approx(2 * COST)


async def test_money_does_not_come_back_with_a_deletion_and_earlier_sends_count(till: Till) -> None:
    program = await till.make()
    till.voices.script("skeptic", answer(ANSWER))
    sent = await program.send()
    before = await program.spent()

    status, _ = await till.ada.ask("DELETE", f"/v1/conversations/{facts_of(sent)['conversation_id']}/everything")
    await program.limit(day_ceiling=1e-9)

    assert status == 204
    assert before == pytest.approx({"day": COST, "month": COST})
    assert await program.spent() == before
    assert (await figures(await program.refused()))["spent"] == pytest.approx(COST)


async def test_chores_are_counted_and_refused_like_everything(till: Till) -> None:
    program = await till.make()
    forecast = await program.foresee(**CHORE)
    till.voices.server.handler = lambda _body: answer(ANSWER)

    await program.limit(day_ceiling=forecast)
    await program.send("Name this.", **CHORE)
    told = await program.refused("Name this too.", **CHORE)
    _, day = await till.ada.ask("GET", "/v1/spending")

    assert (told.status_code, told.code) == (402, "insufficient_quota")
    assert till.asked == 1
    assert await program.spent() == pytest.approx({"day": COST, "month": COST})
    assert day["today"]["cost"] == pytest.approx(COST)


async def test_looks_are_counted_and_refused(till: Till) -> None:
    program = await till.make()
    sent = await program.send()
    said = await program.spent()
    turn_id = facts_of(sent)["turn_id"]
    path = f"/v1/turns/{turn_id}/map"

    await program.limit(day_ceiling=said["day"] + 1e-6)
    status, refused = await program.native.ask("POST", path, {}, **key(program, "map"))
    assert (status, refused["code"]) == (409, "ceiling_reached"), refused
    await program.limit(day_ceiling=5.0)
    till.voices.server.handler = lambda _body: answer('{"claims": []}')
    status, begun = await program.native.ask("POST", path, {}, **key(program, "map again"))
    assert status in (200, 201, 202), begun

    async def has_cost() -> bool:
        found = await program.spent()
        return said["day"] < found["day"] < refused["facts"]["forecast"]

    await wait_until(has_cost)


async def test_an_advisor_that_is_asked_again_is_counted_and_refused(till: Till) -> None:
    program = await till.make()
    till.voices.script("skeptic", answer(ANSWER), answer(ANSWER))
    reply_id = facts_of(await program.send())["voices"][0]["reply_id"]
    path = f"/v1/replies/{reply_id}/replay"

    await program.limit(day_ceiling=COST + 1e-6)
    status, refused = await program.native.ask("POST", path, {}, **key(program, "again"))
    asked = till.asked
    await program.limit(day_ceiling=1.0)
    again, _ = await program.native.ask("POST", path, {}, **key(program, "and again"))

    assert (status, refused["code"], asked) == (409, "ceiling_reached", 1)
    assert again == 202

    async def is_counted() -> bool:
        return (await program.spent())["day"] == pytest.approx(2 * COST)

    await wait_until(is_counted)


async def test_rounds_end_at_the_ceiling_of_the_token_they_were_begun_with(till: Till) -> None:
    program = await till.make()
    sent = await program.send()
    here = facts_of(sent)["conversation_id"]
    path = f"/v1/conversations/{here}/rounds"
    body = {"count": 3, "advisor_ids": ["skeptic", "builder"]}
    _, shown = await program.native.ask("POST", f"{path}/forecast", {"advisor_ids": body["advisor_ids"]})
    await program.limit(day_ceiling=(await program.spent())["day"] + 1.1 * shown["forecast"]["cost"])

    status, run = await program.native.ask("POST", path, body, **key(program, "rounds"))
    assert status == 201, run

    async def has_ended() -> bool:
        run.update((await program.native.ask("GET", f"/v1/rounds/{run['id']}"))[1])
        return bool(run["status"] == "ended")

    await wait_until(has_ended)
    assert (run["reason"], run["facts"]["per"]) == ("ceiling", "day")
    assert 1 <= len(run["rounds"]) < 3


async def test_what_nobody_would_count_is_refused_to_a_token_with_a_ceiling(till: Till) -> None:
    """Leave to speak later and test runs are paid for by nobody's token; a token without a ceiling may begin them."""
    program = await till.make(day_ceiling=1.0)
    till.voices.script("skeptic", answer(ANSWER))
    conversation = facts_of(await program.send())["conversation_id"]
    leave = f"/v1/conversations/{conversation}/heartbeats/skeptic"

    refused = [
        await program.native.ask("PUT", leave, {"every_minutes": 120}),
        await program.native.ask("POST", "/v1/evals/runs", {"advisor_id": "skeptic"}, **key(program, "run")),
    ]
    await program.limit()
    status, _ = await program.native.ask("PUT", leave, {"every_minutes": 120})

    assert [(each[0], each[1]["code"], "nobody would count it" in each[1]["detail"]) for each in refused] == [
        (409, "command_refused", True)
    ] * 2
    assert (status, till.asked) == (200, 1)


async def test_models_are_not_tried_with_a_token_that_has_a_ceiling(till: Till) -> None:
    body = {"name": "a program", "scopes": ["admin"], "day_ceiling": 1.0}
    _, made = await till.ada.ask("POST", "/v1/me/tokens", body)
    program = till.place.open(made["token"])

    refused = [
        await program.ask("POST", "/v1/providers/hear", {"name": "fake", "models": ["m"]}),
        await program.ask("PUT", "/v1/providers/fake/advisors", {"advisors": {"skeptic": "m"}}),
    ]

    assert [(each[0], each[1]["code"]) for each in refused] == [(409, "command_refused")] * 2
    assert till.asked == 0


async def test_a_voice_elsewhere_does_not_speak_for_a_token_that_has_a_ceiling(
    settings: Settings, voices: Voices, capsys: pytest.CaptureFixture[str]
) -> None:
    with SpeechServer() as speaker:
        speech = SpeechSettings(base_url=speaker.base_url, model="tts", voices=("low",), espeak=False)
        async with open_place(override_settings(settings, accounts="on", speech=speech), capsys) as place:
            till = Till(place, await place.own(), voices)
            limited, free = await till.make(day_ceiling=1.0), await till.make()
            _, known = await till.ada.ask("GET", "/v1/voices")
            body = {"text": "Good day.", "voice": known["items"][0]["id"]}
            status, refused = await limited.native.ask("POST", "/v1/speech", body)
            async with place.open().session.post(
                f"{place.url}/v1/speech", json=body, headers={"Authorization": f"Bearer {free.token}"}
            ) as spoken:
                assert spoken.status == 200, await spoken.text()

    assert (status, refused["code"]) == (409, "command_refused")
    assert len(speaker.asked) == 1


async def test_what_a_node_let_begin_before_it_knew_of_a_ceiling_counts(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.engine.accounts.recognise._BELIEVED_SECONDS", 5)
    program = await till.make()
    till.voices.script("skeptic", answer(ANSWER), answer(ANSWER))
    await program.send()
    path, ceiling = f"/v1/me/tokens/{program.id}/ceilings", {"day_ceiling": 1.5 * COST}
    assert (await till.ada.ask("PUT", path, ceiling))[0] == 200
    await program.send("And now?")
    await asyncio.sleep(5)

    told = await program.refused("And then?")

    assert (await figures(told))["spent"] == pytest.approx(2 * COST)


async def test_what_nobody_reported_counts_as_it_was_forecast(till: Till) -> None:
    program = await till.make()
    forecast = await program.foresee()
    till.voices.script("skeptic", say(ANSWER) + finish() + done())
    await program.limit(day_ceiling=1.5 * forecast)

    await program.send()
    told = await program.refused("And now?")

    assert (await figures(told))["spent"] == pytest.approx(forecast)


async def test_an_answer_with_a_picture_counts_as_it_was_forecast(till: Till) -> None:
    """Its tokens are told, and are dearer than those of words by nobody knows how much."""
    program = await till.make()
    forecast = await program.foresee()
    till.voices.script("skeptic", say("Look: ") + draw(paint("a")) + finish() + usage(1, 1) + done())
    await program.limit(day_ceiling=100 * forecast)

    await program.send()

    assert (await program.spent())["day"] == pytest.approx(forecast)


async def test_what_failed_costs_nothing(till: Till) -> None:
    program = await till.make(day_ceiling=1.0)
    till.voices.script("skeptic", fail(401))

    await program.refused()

    assert till.asked == 1
    assert await program.spent() == {"day": 0.0, "month": 0.0}


async def test_without_a_price_nothing_begins_under_a_ceiling(
    settings: Settings, voices: Voices, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_place(override_settings(settings, accounts="on"), capsys) as place:
        program = await Till(place, await place.own(), voices).make(day_ceiling=1.0)
        told = await program.refused()

    assert told.response.json()["code"] == "price_unknown"
    assert "fake:m" in told.message
    assert voices.server.requests == []


async def test_nobody_limits_the_token_of_another_nor_a_program_its_own(till: Till) -> None:
    program = await till.make(day_ceiling=1.0)
    bob = await till.place.join(till.ada, "Bob")
    path = f"/v1/me/tokens/{program.id}/ceilings"

    his, _ = await bob.ask("PUT", path, {"day_ceiling": 100})
    its, _ = await program.native.ask("PUT", path, {"day_ceiling": 100})
    wrong, _ = await till.ada.ask("PUT", path, {"day_ceiling": -1})
    _, told = await till.ada.ask("GET", "/v1/audit")

    assert (his, its, wrong) == (404, 403, 422)
    assert [each["after"] for each in told["items"] if each["action"] == "token.limited"] == []


def key(program: Spender, name: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {program.token}", "Idempotency-Key": name}


async def test_pictures_made_to_order_are_counted_and_refused_before_they_are_paid(till: Till) -> None:
    """The first fits under the ceiling, the second does not; what was made counts beside what was said."""
    program, server = await till.make(), till.voices.server
    server.pages[MAKE] = in_letters(paint("a"))
    for name, value in (("picture_model", "fake:brush-1"), ("picture_price", 0.04)):
        status, told = await till.ada.ask("PUT", f"/v1/settings/{name}", {"value": value})
        assert status == 200, told
    await till.ada.ask("PATCH", "/v1/advisors/skeptic", {"tools": ["drawing"]})
    wish = call_tool("drawing__picture", json.dumps({"description": "a hill"}))
    wants = say("Look. ") + wish + finish("tool_calls") + usage(10, 5) + done()
    till.voices.script("skeptic", wants, answer(ANSWER), wants, answer(ANSWER))
    await program.limit(day_ceiling=0.06)

    sending = asyncio.create_task(program.send())
    found: dict[str, Any] = {}

    async def is_asked() -> bool:
        found.update((await till.ada.ask("GET", "/v1/approvals"))[1])
        return bool(found["items"])

    await wait_until(is_asked)
    leave = {"decision": "allow", "always": True}
    assert (await till.ada.ask("POST", f"/v1/approvals/{found['items'][0]['id']}", leave))[0] == 200
    first, second = await sending, await program.send("And another?")

    uses = [await read_uses(till, each) for each in (first, second)]
    assert [(use["status"], len(use["pictures"])) for use in uses] == [("success", 1), ("error", 0)]
    assert "that this token may spend in a day" in uses[1]["result"]
    assert len(orders(server)) == 1
    assert (await program.spent())["day"] == pytest.approx(0.04 + 2 * COST + 2 * (10 * 2 + 5 * 10) / 1e6)


async def read_uses(till: Till, sent: Any) -> dict[str, Any]:
    """The one call that was made for an answer."""
    _, turn = await till.ada.ask("GET", f"/v1/turns/{facts_of(sent)['turn_id']}")
    (use,) = [each for reply in turn["replies"] for each in reply["tools"]]
    return dict(use)
