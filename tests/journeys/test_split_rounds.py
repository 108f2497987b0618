"""Rounds between those whom the map shows split, on the points where they are, until nobody moves."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from antiphon.advisors.prompt import load_prompts, load_round_prompts
from antiphon.app import run_in_process
from antiphon.conversation.turn import Turn
from antiphon.settings import ModelSettings, Settings
from tests.fakes.model_server import answer, fail
from tests.fakes.reader import Api, wait_until
from tests.fakes.voices import VOICES, Voices, voice_of
from tests.journeys.cartographer import RENTS, Cartographer, entries, step_of
from tests.journeys.conftest import House

pytestmark = pytest.mark.timeout(180)

PROMPTS = load_prompts()
NO, YES, OLD = "Do not sign. Rents will fall, I think.", "Sign it today! Rents **never** fall here.", "1908 went well."
CLAIMS = {
    NO: [("Do not sign.", "Do not sign."), ("Rents will fall.", "Rents will fall")],
    YES: [("Sign today.", "Sign it today!"), ("Rents do not fall.", "Rents never fall here.")],
    OLD: [("It was done before.", "1908 went well.")],
    "I stay. Do not sign.": [("Do not sign.", "Do not sign.")],
    "I stay. Sign it today!": [("Sign today.", "Sign it today!")],
    "Convinced. Sign it.": [("Sign.", "Sign it.")],
}


@pytest.fixture
async def priced(settings: Settings, voices: Voices) -> AsyncIterator[House]:
    """A house that knows what its model costs."""
    said = ModelSettings(context_window=20_000, input_price=2, output_price=10)
    fake = settings.providers["fake"].model_copy(update={"models": {"m": said}})
    known = settings.model_copy(update={"providers": {"fake": fake}, "max_tokens": 100, "timestamps": False})
    timeout = aiohttp.ClientTimeout(total=60)
    async with run_in_process(known) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), known.data_dir)


@pytest.fixture
def cartographer(priced: House) -> Cartographer:
    """The same model server, which also draws maps."""
    made = Cartographer(priced)
    priced.voices.server.handler = made.choose
    for text, claims in CLAIMS.items():
        made.finds(text, entries(*claims))
    return made


async def ask(cartographer: Cartographer) -> Turn:
    """Everybody answers; the skeptic and the builder are split on two points, and nobody else claims a side."""
    for voice in VOICES:
        text = {"skeptic": NO, "builder": YES}.get(voice, OLD)
        cartographer.voices.script(voice, answer(text))
    return await cartographer.house.ask("Shall I sign?")


def then(cartographer: Cartographer, *rounds: tuple[str, str]) -> None:
    """What the skeptic and the builder say in each round."""
    for skeptic, builder in rounds:
        cartographer.voices.script("skeptic", answer(skeptic))
        cartographer.voices.script("builder", answer(builder))


def asked(cartographer: Cartographer, voice: str) -> list[dict[str, Any]]:
    """Every request to this advisor, in order."""
    return [each for each in cartographer.requests(None) if voice_of(each) == voice]


async def foresee(house: House, turn: Turn) -> dict[str, Any]:
    status, found = await house.post(f"/v1/conversations/{turn.conversation_id}/rounds/forecast", {"only_split": True})
    assert status == 200, found
    return found


async def hold(house: House, turn: Turn, **body: Any) -> dict[str, Any]:
    """Begin a run between those who are split, and wait for its end."""
    wish = {"count": 5, "only_split": True} | body
    status, run = await house.post(f"/v1/conversations/{turn.conversation_id}/rounds", wish)
    assert status == 201, run
    found: dict[str, Any] = {}

    async def has_ended() -> bool:
        found.update(await house.get(f"/v1/rounds/{run['id']}"))
        return bool(found["status"] == "ended")

    await wait_until(has_ended, seconds=90)
    return found


@pytest.mark.both_databases
async def test_only_those_who_are_split_answer_until_nobody_moves(cartographer: Cartographer) -> None:
    house = cartographer.house
    await cartographer.check()
    turn = await ask(cartographer)
    await cartographer.draw(turn)
    then(cartographer, *[("I stay. Do not sign.", "I stay. Sign it today!")] * 2)
    before = {voice: len(asked(cartographer, voice)) for voice in VOICES}
    foreseen = await foresee(house, turn)

    run = await hold(house, turn, ceiling=5)

    assert (run["reason"], run["only_split"]) == ("unmoved", True)
    assert [(each["points"], each["moved"]) for each in run["rounds"]] == [(2, 1), (1, 0)]
    more = {voice: len(asked(cartographer, voice)) - before[voice] for voice in VOICES}
    assert more == {voice: 2 if voice in ("skeptic", "builder") else 0 for voice in VOICES}
    assert [each["text"] for each in foreseen["split"]["points"]] == ["Do not sign.", RENTS]
    for voice in ("skeptic", "builder"):
        first = asked(cartographer, voice)[before[voice]]["messages"]
        [block] = [each for each in first if each["content"].startswith(f"[{PROMPTS.split}")]
        assert block["role"] == "user"
        assert block["content"].startswith(foreseen["split"]["sent"][voice] + "\n\n[Your turn 2")
        assert OLD not in str(first)
        assert first[-1]["content"].endswith(load_round_prompts().split)
        said = [each["content"] for each in first if each["role"] == "assistant"]
        assert said == [{"skeptic": NO, "builder": YES}[voice]]
    told = foreseen["split"]["sent"]["skeptic"]
    assert "Point 1: Do not sign.\nYou, for it: Do not sign.\nThe Builder, against it: Sign it today!" in told


async def test_in_a_branch_a_round_is_asked_again_with_what_the_others_said(cartographer: Cartographer) -> None:
    """The map it was about stays where it was drawn, so its points cannot be told there."""
    house = cartographer.house
    await cartographer.check()
    turn = await ask(cartographer)
    await cartographer.draw(turn)
    then(cartographer, *[("I stay. Do not sign.", "I stay. Sign it today!")] * 2)
    run = await hold(house, turn, ceiling=5, count=1)
    _, branch = await house.post(f"/v1/turns/{run['rounds'][0]['turn_id']}/branch")
    view = await house.get(f"/v1/conversations/{branch['id']}")
    reply = next(each for each in view["turns"][-1]["replies"] if each["advisor_id"] == "skeptic")

    cartographer.voices.script("skeptic", answer("Still no."))
    before = len(asked(cartographer, "skeptic"))

    async def is_asked() -> bool:
        return len(asked(cartographer, "skeptic")) > before

    status, told = await house.post(f"/v1/replies/{reply['id']}/replay", {})
    assert status == 202, told
    await wait_until(is_asked)

    sent = str(asked(cartographer, "skeptic")[-1]["messages"])
    assert PROMPTS.split not in sent
    assert "Sign it today!" in sent


@pytest.mark.both_databases
async def test_it_ends_when_nobody_is_split_any_more(cartographer: Cartographer) -> None:
    await cartographer.check()
    turn = await ask(cartographer)
    await cartographer.draw(turn)
    then(cartographer, ("Convinced. Sign it.", "I stay. Sign it today!"))

    run = await hold(cartographer.house, turn)

    assert (run["reason"], [each["moved"] for each in run["rounds"]]) == ("settled", [2])


async def test_the_forecast_says_what_is_saved(cartographer: Cartographer) -> None:
    """By the same reckoning as a whole round in the same words."""
    house = cartographer.house
    await cartographer.check()
    turn = await ask(cartographer)
    await cartographer.draw(turn)
    words = {"text": load_round_prompts().split}
    _, whole = await house.post(f"/v1/conversations/{turn.conversation_id}/rounds/forecast", words)

    foreseen = await foresee(house, turn)

    split = foreseen["split"]
    assert set(foreseen["forecast"]["per_advisor"]) == {"skeptic", "builder"}
    assert (split["calls"], split["saved_calls"]) == (2, len(VOICES) - 2)
    assert split["whole"] == whole["forecast"]
    assert split["saved_tokens"] == whole["forecast"]["tokens"] - foreseen["forecast"]["tokens"] > 0
    assert split["saved_cost"] == pytest.approx(whole["forecast"]["cost"] - foreseen["forecast"]["cost"])
    assert split["reading_cost"] > 0


async def test_nobodys_side_is_guessed(cartographer: Cartographer) -> None:
    """Without a map, and with one whose sides were not read, it is refused with what can be done."""
    house = cartographer.house
    turn = await ask(cartographer)
    unmapped = await foresee(house, turn)
    drawn = await cartographer.draw(turn)

    unread = await foresee(house, turn)
    status, refused = await house.post(
        f"/v1/conversations/{turn.conversation_id}/rounds", {"count": 2, "only_split": True}
    )

    assert drawn["sides_read"] is False
    assert (unmapped["forecast"], unmapped["split"]) == (None, None)
    assert "the last turn has no map" in unmapped["refusal"]["message"]
    assert "without reading sides" in unread["refusal"]["message"]
    assert (status, refused["code"]) == (409, "command_refused")
    status, _ = await house.post(
        f"/v1/conversations/{turn.conversation_id}/rounds", {"count": 2, "only_split": True, "until_quiet": True}
    )
    assert status == 422


async def test_what_the_next_map_cannot_tell_ends_it(cartographer: Cartographer) -> None:
    """A reader that fails: it is not known whether anybody moved, so nobody is asked again."""
    house = cartographer.house
    await cartographer.check()
    turn = await ask(cartographer)
    await cartographer.draw(turn)
    then(cartographer, ("I stay. Do not sign.", "I stay. Sign it today!"))
    house.voices.server.handler = lambda body: fail(400) if step_of(body) else cartographer.choose(body)

    run = await hold(house, turn)

    assert (run["reason"], [each["moved"] for each in run["rounds"]]) == ("unread", [None])


async def test_at_a_terminal_the_points_come_first_and_the_end_says_that_nobody_moved(
    cartographer: Cartographer,
) -> None:
    """The forecast names the points and what is saved; everybody else is silent."""
    await cartographer.check()
    turn = await ask(cartographer)
    await cartographer.draw(turn)
    then(cartographer, *[("I stay. Do not sign.", "I stay. Sign it today!")] * 2)

    typed = ("rounds", "--split", "--count", "5", "--yes", "--plain", turn.conversation_id)
    terminal = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "antiphon", *typed,
        env=os.environ | {"ANTIPHON_SERVER": cartographer.house.url},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    out, err = (each.decode() for each in await terminal.communicate())

    assert terminal.returncode == 0, err
    assert "They are split on:\n  1. " in err
    assert "3 of 5 calls" in err
    assert err.rstrip().endswith("nobody moved")
    assert "The Skeptic: I stay. Do not sign." in out
    assert "The Historian: " not in out
