"""A model that was picked for everybody serves the next turns too, until another is picked."""

from typing import Any

import pytest

from antiphon.settings import Settings
from tests.fakes.voices import Voices
from tests.journeys.conftest import House
from tests.journeys.test_preview import look
from tests.journeys.test_settings import change, run

pytestmark = pytest.mark.both_databases

ONE: dict[str, Any] = {"advisor_ids": ["skeptic"]}
OTHER: dict[str, Any] = {"choice": {"model": "fake:other"}, **ONE}


async def models_of(house: House, conversation: str, **said: Any) -> dict[str, str]:
    """The model of every advisor in a preview."""
    preview = await look(house, conversation, **said)
    return {each["advisor_id"]: each["model"] for each in preview["advisors"]}


async def test_what_was_picked_for_the_newest_turn_serves_on(house: House) -> None:
    """W6, D47, H6: shown before, sent, and kept with the turn; the one after it holds to it as well."""
    conversation = await house.converse()
    await house.ask("Should I take it?", conversation=conversation, **OTHER)

    preview = await look(house, conversation, **ONE)
    await house.ask("And now?", conversation=conversation, **ONE)
    third = await house.ask("And then?", conversation=conversation, **ONE)

    assert preview["choice"] == {"newest_model": "fake:other"}
    assert [each.json["model"] for each in house.voices.requests("skeptic")] == ["other"] * 3
    assert third.replies[0].model == "fake:other"
    assert third.replies[0].changes == {"model": "fake:other"}, "and says that it is not as usual"


async def test_an_advisors_own_model_and_the_topics_come_first(house: House) -> None:
    """D47: the advisor's, then the topic's, then the newest turn's, then the default."""
    await house.api.patch(f"{house.url}/v1/advisors/builder", {"model": "fake:own"})
    conversation = await house.converse()
    await house.ask("Should I take it?", conversation=conversation, choice={"model": "fake:other"})

    alone = await models_of(house, conversation)
    _, topic = await house.post("/v1/topics", {"path": "/Work"})
    await house.api.patch(f"{house.url}/v1/topics/{topic['id']}", {"model": "fake:topic"})
    await house.api.patch(f"{house.url}/v1/conversations/{conversation}", {"topic": "/Work"})
    with_topic = await models_of(house, conversation)

    assert (alone["builder"], alone["skeptic"]) == ("fake:own", "fake:other")
    assert (with_topic["builder"], with_topic["skeptic"]) == ("fake:own", "fake:topic")


async def test_as_usual_ends_it(house: House) -> None:
    conversation = await house.converse()
    default = await models_of(house, conversation, **ONE)
    await house.ask("Should I take it?", conversation=conversation, **OTHER)

    await house.ask("As always?", conversation=conversation, choice={"usual_models": True}, **ONE)

    assert await models_of(house, conversation, **ONE) == default


async def test_the_default_that_was_picked_is_the_default_and_no_more(settings: Settings, voices: Voices) -> None:
    """What was picked is let go as soon as it is the default: so the next default holds here as well."""
    free = settings.model_copy(update={"default_model": None})
    free.model_fields_set.discard("default_model")
    async with run(free, voices) as house:
        await change(house, "default_model", "fake:one")
        conversation = await house.converse()
        await house.ask("Should I take it?", conversation=conversation, choice={"model": "fake:one"}, **ONE)
        await house.ask("And now?", conversation=conversation, **ONE)

        await change(house, "default_model", "fake:other")

        assert await models_of(house, conversation, **ONE) == {"skeptic": "fake:other"}


async def test_one_picked_for_a_single_advisor_is_for_that_message(house: House) -> None:
    conversation = await house.converse()
    default = await models_of(house, conversation)

    await house.ask("Should I take it?", conversation=conversation, choice={"models": {"skeptic": "fake:other"}})

    assert await models_of(house, conversation) == default


async def test_a_turn_that_is_gone_is_not_the_newest(house: House) -> None:
    conversation = await house.converse()
    default = await models_of(house, conversation, **ONE)
    await house.ask("As always?", conversation=conversation, **ONE)
    picked = await house.ask("Should I take it?", conversation=conversation, **OTHER)

    await house.post(f"/v1/conversations/{conversation}/turns/remove", {"turn_ids": [picked.id]})

    assert await models_of(house, conversation, **ONE) == default


async def test_what_nobody_offers_any_more_is_not_asked(settings: Settings, voices: Voices) -> None:
    """The default answers again where the provider of the newest turn's model has been taken away."""
    second = settings.model_copy(update={"providers": settings.providers | {"gone": settings.providers["fake"]}})
    async with run(second, voices) as house:
        conversation = await house.converse()
        await house.ask("Should I take it?", conversation=conversation, choice={"model": "gone:voice"}, **ONE)

    async with run(settings, voices) as house:
        preview = await look(house, conversation, **ONE)

    assert preview["advisors"][0]["model"] == settings.default_model
    assert (preview["advisors"][0]["problem"], preview["choice"]) == (None, {})
