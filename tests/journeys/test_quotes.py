"""How the others are quoted, from the preview to the receipt."""

import json
from typing import Any

import pytest

from antiphon.conversation.turn import Turn
from tests.journeys.cartographer import CLAIMS, SAID, Cartographer, entries
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_maps import change as dispute
from tests.journeys.test_settings import change

LONG = (
    f"It depends.\n\nLet me go on for a while. {SAID['builder']} So much for that.\n\n"
    "Ask somebody else, and take your time over it, whatever they say. Goodbye."
)
WHOLE, ENDS = ["whole", "whole"], ["ends", "whole"]


async def quote_rules(house: House, conversation: str) -> list[str]:
    """How the skeptic would be told what the builder and the historian said."""
    body = {"text": "And now?", "advisor_ids": ["skeptic"]}
    _, preview = await house.post(f"/v1/conversations/{conversation}/preview", body)
    return [each["rule"] for each in preview["advisors"][0]["quotes"]]


async def answer_at_length(house: House) -> tuple[Cartographer, Turn]:
    """A turn in which the builder said more than has to be quoted, and who can draw a map of it."""
    cartographer = Cartographer(house)
    house.voices.server.handler = cartographer.choose
    cartographer.finds(SAID["builder"], entries(*CLAIMS["builder"]))
    return cartographer, await cartographer.three_answer(conversation=await house.converse(), builder=LONG)


@pytest.mark.both_databases
async def test_what_is_previewed_is_quoted_and_the_receipt_says_by_which_rule(house: House) -> None:
    """Whole at first; by its ends when the person wants it shorter; by its claims as soon as there is a map."""
    cartographer, turn = await answer_at_length(house)
    conversation = turn.conversation_id
    assert await quote_rules(house, conversation) == WHOLE

    await change(house, "quotes", "claims")
    assert await quote_rules(house, conversation) == ENDS
    await cartographer.draw(turn)
    assert await quote_rules(house, conversation) == ["claims", "whole"]

    asked = await house.ask("And now?", conversation=conversation, advisor_ids=["skeptic"])

    receipt = (await house.get(f"/v1/replies/{reply_of(asked, 'skeptic').id}/receipts"))["items"][0]
    told = next(each for each in _messages(receipt) if each.startswith("[For reference"))
    assert [each["rule"] for each in receipt["telemetry"]["quotes"]] == ["claims", "whole"]
    assert "… Sign it today! Rents **never** fall here. …" in told
    assert "Goodbye" not in told
    assert SAID["historian"] in told


async def test_what_was_disputed_a_moment_ago_is_quoted_no_more(house: House) -> None:
    """Between two looks nothing else happened: only the map says other things now."""
    cartographer, turn = await answer_at_length(house)
    conversation = turn.conversation_id
    map_ = await cartographer.draw(turn)
    await change(house, "quotes", "claims")
    assert await quote_rules(house, conversation) == ["claims", "whole"]

    for claim in map_["claims"]:
        if any(each["advisor_id"] == "builder" for each in claim["stances"]):
            await dispute(house, map_, claim["number"], advisor_id="builder", disputed=True)

    assert await quote_rules(house, conversation) == ENDS


def _messages(receipt: dict[str, Any]) -> list[str]:
    return [str(each["content"]) for each in json.loads(receipt["body"])["messages"]]
