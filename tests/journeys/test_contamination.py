"""The contamination light, seen through the front door."""

import pytest

from tests.fakes.model_server import answer
from tests.journeys.conftest import House
from tests.journeys.test_preview import talk


async def look(house: House, conversation: str) -> dict[str, object]:
    """What the light says."""
    found: dict[str, object] = await house.get(f"/v1/conversations/{conversation}/contamination")
    return found


@pytest.mark.both_databases
async def test_voices_that_keep_to_themselves_are_clear_and_the_curve_has_a_point_per_turn(house: House) -> None:
    """U-08."""
    conversation = await talk(house, 2)

    found = await look(house, conversation)

    assert found["light"] in ("clear", "converging")
    assert found["objections"] == []
    assert isinstance(found["curve"], list)
    assert [each["position"] for each in found["curve"]] == [1, 2]


async def test_a_voice_that_speaks_as_another_is_named_with_its_very_words(house: House) -> None:
    """U-08: the span is the reply's own: whoever follows it finds the words there."""
    house.voices.script("skeptic", answer("No.\n\n**Builder:** ship it."))
    conversation = await talk(house, 1)

    found = await look(house, conversation)

    assert found["light"] == "leaked"
    assert isinstance(found["objections"], list)
    [objection] = found["objections"]
    view = await house.get(f"/v1/conversations/{conversation}")
    [reply] = [each for each in view["turns"][0]["replies"] if each["id"] == objection["reply_id"]]
    assert reply["text"][objection["start"] : objection["end"]] == objection["words"] == "**Builder:**"
    assert (objection["sign"], objection["about"], objection["about_name"]) == ("speaker_tag", "builder", "The Builder")


async def test_an_empty_conversation_is_dark_and_an_unknown_one_is_not_found(house: House) -> None:
    _, begun = await house.post("/v1/conversations", {})

    assert (await look(house, begun["id"]))["light"] == "dark"
    async with house.api.session.get(f"{house.url}/v1/conversations/c_nobody/contamination") as response:
        assert response.status == 404
