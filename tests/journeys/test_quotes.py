"""How the others are quoted, from the preview to the receipt."""

import json
from typing import Any

import pytest

from tests.journeys.cartographer import CLAIMS, SAID, Cartographer, entries
from tests.journeys.conftest import House, reply_of
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


@pytest.mark.both_databases
async def test_what_is_previewed_is_quoted_and_the_receipt_says_by_which_rule(house: House) -> None:
    """Whole at first; by its ends when the person wants it shorter; by its claims as soon as there is a map."""
    cartographer = Cartographer(house)
    house.voices.server.handler = cartographer.choose
    cartographer.finds(SAID["builder"], entries(*CLAIMS["builder"]))
    conversation = await house.converse()
    turn = await cartographer.three_answer(conversation=conversation, builder=LONG)
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


def _messages(receipt: dict[str, Any]) -> list[str]:
    return [str(each["content"]) for each in json.loads(receipt["body"])["messages"]]
