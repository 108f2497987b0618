"""Panels read by hand, asked and mapped through the HTTP door, with a model that answers the truth about them."""

import json
from typing import Any

import pytest

from antiphon.conversation.turn import Turn
from tests.analysis.planted import Panel, read_panels
from tests.analysis.scoring import LETTERS
from tests.analysis.truth import Seen, write_grouping, write_map, write_readings
from tests.fakes.model_server import answer
from tests.fakes.voices import VOICES
from tests.journeys.cartographer import Cartographer
from tests.journeys.conftest import House

# A quote of another, code, German, Japanese, words that stand twice, five voices.
CHOSEN = ("business-06", "engineering-06", "business-10", "life-07", "business-17", "business-11")
PANELS = tuple(panel for panel in read_panels() if panel.id in CHOSEN)


@pytest.fixture
def cartographer(house: House) -> Cartographer:
    """The same model server, which now draws maps too."""
    made = Cartographer(house)
    house.voices.server.handler = made.choose
    return made


async def ask(house: House, cartographer: Cartographer, panel: Panel) -> Turn:
    """The panel's question, answered as it is written; the reader is told what there is to find."""
    for voice, text, found in zip(VOICES, panel.answers, write_readings(panel), strict=False):
        house.voices.script(voice, answer(text, pieces=3))
        shown = "\n".join(f"| {line}" for line in text.splitlines())
        cartographer.finds(shown, found)
    turn = await house.ask(panel.question, advisor_ids=list(VOICES[: len(panel.answers)]))
    assert [reply.text for reply in turn.replies] == list(panel.answers)
    return turn


def see(map_: dict[str, Any]) -> set[Seen]:
    """What the map says, with the panel's letters for the advisors."""
    letters = dict(zip(VOICES, LETTERS.lower(), strict=True))

    def stance(each: dict[str, Any]) -> tuple[str, str, int, int, str]:
        return letters[each["advisor_id"]], each["stand"], each["start"], each["end"], each["quote"]

    return {Seen(each["text"], each["label"], frozenset(map(stance, each["stances"]))) for each in map_["claims"]}


@pytest.mark.both_databases
@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)
async def test_a_panel_becomes_the_map_that_was_planted(house: House, cartographer: Cartographer, panel: Panel) -> None:
    """D43, U-06: over the wire, through the store and back, character for character."""
    turn = await ask(house, cartographer, panel)
    cartographer.sorts.append(write_grouping(panel))

    map_ = await cartographer.draw(turn)

    assert see(map_) == write_map(panel)
    assert (map_["status"], map_["dropped"]) == ("done", {})
    texts = {reply.id: reply.text for reply in turn.replies}
    stances = [each for claim in map_["claims"] for each in claim["stances"]]
    assert all(texts[each["reply_id"]][each["start"] : each["end"]] == each["quote"] for each in stances)


async def test_a_damaged_answer_costs_its_own_claim_and_nothing_else(house: House, cartographer: Cartographer) -> None:
    """D43: one quote made up on the wire; the map is the truth without it, and says so."""
    panel = PANELS[0]
    gone = panel.instances[-1]
    turn = await ask(house, cartographer, panel)
    shown = next(words for words in cartographer.read if gone.quote in words)
    found = json.loads(json.dumps(cartographer.read[shown][0]))
    found[-1]["quote"] = "I never said anything like it"
    cartographer.read[shown][0] = found
    number = len(panel.instances)
    grouping = [
        each | {"members": [one for one in each["members"] if one["claim"] != number]} for each in write_grouping(panel)
    ]
    cartographer.sorts.append([each for each in grouping if each["members"]])

    map_ = await cartographer.draw(turn)

    assert see(map_) == write_map(panel, without=[gone])
    assert map_["dropped"] == {"quote": 1}
