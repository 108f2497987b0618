"""What things are worth: reckoned, explained, overruled, and what it does to what is sent."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.settings import ModelSettings, Settings
from tests.fakes.model_server import answer
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.journeys.conftest import House

ONE: dict[str, Any] = {"advisor_ids": ["skeptic"]}


@pytest.fixture
async def narrow(settings: Settings, voices: Voices) -> AsyncIterator[House]:
    """A house whose model has room for a few turns."""
    provider = settings.providers["fake"].model_copy(update={"models": {"m": ModelSettings(context_window=2000)}})
    small = settings.model_copy(update={"providers": {"fake": provider}, "max_tokens": 200})
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(small) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), settings.data_dir)


async def weigh(house: House, reply_id: str, worth: float | None) -> dict[str, Any]:
    """Say what a reply is worth."""
    status, fact = await house.api.put(f"{house.url}/v1/replies/{reply_id}/importance", {"worth": worth})
    assert status == 200, fact
    return fact


async def mark(house: House, conversation: str, turn_ids: list[str], **marks: Any) -> tuple[int, dict[str, Any]]:
    return await house.post(f"/v1/conversations/{conversation}/marks", {"turn_ids": turn_ids, **marks})


async def talk_at_length(house: House, turns: int) -> tuple[str, list[str]]:
    """A conversation that is too long for the window, with nothing pinned; and its turns."""
    conversation = await house.converse()
    ids: list[str] = [
        (await house.ask(f"question {number + 1} " + "x" * 900, conversation=conversation, **ONE)).id
        for number in range(turns)
    ]
    await mark(house, conversation, ids, pinned=False)
    return conversation, ids


@pytest.mark.both_databases
async def test_scores_are_told_with_their_reasons(house: House) -> None:
    """M30-M34: base, each rule with the words it was found in, and the sum."""
    house.voices.script("skeptic", answer("It rains. Which one do you mean?"))
    turn = await house.ask("It must be done by May.", **ONE)

    message = await house.get(f"/v1/turns/{turn.id}/importance")
    reply = await house.get(f"/v1/replies/{turn.replies[0].id}/importance")

    assert (message["reckoned"], message["counts"], message["worth"]) == (0.9, 0.9, None)
    assert [(each["rule"], each["words"]) for each in message["reasons"]] == [("human", None), ("constraint", "must")]
    assert [(each["rule"], each["words"]) for each in reply["reasons"]] == [
        ("reply", None),
        ("question", "Which one do you mean?"),
    ]
    assert (turn.importance, turn.replies[0].importance) == (message["reckoned"], reply["reckoned"]) == (0.9, 0.85)


async def test_who_pinned_a_turn_is_told(house: House) -> None:
    """M39, D31: the first three by rule, until somebody says otherwise."""
    conversation = await house.converse()
    turns = [await house.ask(f"question {n}", conversation=conversation, **ONE) for n in range(4)]

    async def told() -> list[str | None]:
        return [(await house.get(f"/v1/turns/{turn.id}/importance"))["pinned_by"] for turn in turns]

    before = await told()
    await mark(house, conversation, [turns[0].id], pinned=False)
    await mark(house, conversation, [turns[1].id, turns[3].id], pinned=True)

    assert before == ["rule", "rule", "rule", None]
    assert await told() == [None, "person", "rule", "person"]


@pytest.mark.both_databases
async def test_an_edit_is_weighed_anew(house: House) -> None:
    """D27: what is reckoned is reckoned from the words that count, there and back."""
    house.voices.script("skeptic", answer("Hello there"))
    turn = await house.ask("Should I?", **ONE)
    address = f"{house.url}/v1/replies/{turn.replies[0].id}"

    _, edited = await house.api.patch(address, {"text": "The deadline is Friday."})
    _, undone = await house.api.patch(address, {"text": None})

    assert (turn.replies[0].importance, edited["importance"], undone["importance"]) == (0.3, 0.9, 0.3)


async def test_worth_decides_what_stays(narrow: House) -> None:
    """D17, D34, W41: a prediction made before is dirty; what is sent follows the person's word, and back again."""
    conversation, ids = await talk_at_length(narrow, 6)
    draft = {"text": "Now?", "choice": {"dropping": "importance"}, **ONE}

    async def inside() -> list[int]:
        _, found = await narrow.post(f"/v1/conversations/{conversation}/preview", draft)
        spans = [span for span in found["advisors"][0]["spans"] if span["inside"]]
        return [position for span in spans for position in range(span["first"], span["last"] + 1)]

    usual = await inside()
    await mark(narrow, conversation, ids[:1], worth=1)
    raised = await inside()
    turn = await narrow.ask("Now?", conversation=conversation, choice={"dropping": "importance"}, **ONE)
    sent = narrow.voices.requests("skeptic")[-1].body.decode()
    await mark(narrow, conversation, ids[:1], worth="none")
    await weigh(narrow, turn.replies[0].id, 1)

    assert 1 not in usual
    assert 1 in raised
    assert "question 1 " in sent
    assert 1 not in await inside()


@pytest.mark.both_databases
async def test_a_filter_by_worth_asks_what_the_person_said(house: House) -> None:
    """D34."""
    turn = await house.ask("Plain words", **ONE)
    here = turn.conversation_id
    draft = {"text": "Now?", "choice": {"filter": "w>=0.95"}}

    async def visible() -> int:
        _, found = await house.post(f"/v1/conversations/{here}/preview", draft)
        return int(found["visible"])

    before = await visible()
    fact = await weigh(house, turn.replies[0].id, 0.95)
    after = await visible()
    await weigh(house, turn.replies[0].id, None)

    assert (before, after, await visible()) == (0, 1, 0)
    assert (fact["kind"], fact["worth"]) == ("reply_weighed", 0.95)


@pytest.mark.parametrize("worth", [-0.05, 1.05, "much"])
async def test_a_worth_lies_between_nothing_and_everything(house: House, worth: object) -> None:
    turn = await house.ask("Plain words", **ONE)

    marked, _ = await mark(house, turn.conversation_id, [turn.id], worth=worth)
    status, _ = await house.api.put(f"{house.url}/v1/replies/{turn.replies[0].id}/importance", {"worth": worth})

    assert (marked, status) == (422, 422)


async def test_rules_side_by_side_are_what_each_would_send(narrow: House) -> None:
    """D17, R1: the same turns, tokens and prices as the preview under each rule, and where they part."""
    conversation, ids = await talk_at_length(narrow, 6)
    await mark(narrow, conversation, ids[:2], worth=0.95)
    path = f"/v1/conversations/{conversation}/preview"

    status, found = await narrow.post(f"{path}/compare", {"text": "Now?"})
    previews = [
        (await narrow.post(path, {"text": "Now?", "choice": {"dropping": each}}))[1]
        for each in ("oldest", "importance", "sticky")
    ]

    assert status == 200, found
    assert [each["dropping"] for each in found["policies"]] == ["oldest", "importance", "sticky"]
    for policy, preview in zip(found["policies"], previews, strict=True):
        assert (policy["included"], policy["cost"]) == (preview["included"], preview["cost"])
        for kept, told in zip(policy["advisors"], preview["advisors"], strict=True):
            spans = {n for span in told["spans"] if span["inside"] for n in range(span["first"], span["last"] + 1)}
            assert {n for first, last in kept["inside"] for n in range(first, last + 1)} == spans
            assert (kept["tokens"], kept["cost"]) == (told["tokens"], told["cost"])
    oldest, important, _ = (policy["advisors"][0]["inside"] for policy in found["policies"])
    assert oldest[-1][1] == 6
    assert important[0] == [1, 2]
    assert found["differences"]["skeptic"][0][0] == 1
    assert (found["chosen"], found["visible"]) == ("oldest", 6)
