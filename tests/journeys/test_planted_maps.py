"""Panels read by hand, asked and mapped through the HTTP door, with a model that answers the truth about them."""

import json
from typing import Any

import pytest

from antiphon.conversation.turn import Turn
from tests.analysis.planted import Panel, read_panels
from tests.analysis.scoring import LETTERS
from tests.analysis.truth import Seen, Words, word, write_map, write_readings
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
    for each in panel.instances:
        cartographer.points[word(panel, each)] = (each.claim, each.stand)
    await cartographer.check()
    turn = await house.ask(panel.question, advisor_ids=list(VOICES[: len(panel.answers)]))
    assert [reply.text for reply in turn.replies] == list(panel.answers)
    return turn


def see(map_: dict[str, Any]) -> set[Seen]:
    """What the map says, with the panel's letters for the advisors."""
    letters = dict(zip(VOICES, LETTERS.lower(), strict=True))

    def side(claim: dict[str, Any], stand: str) -> frozenset[Words]:
        stances = (each for each in claim["stances"] if each["stand"] == stand)
        return frozenset((letters[each["advisor_id"]], each["start"], each["end"], each["quote"]) for each in stances)

    seen = set()
    for claim in map_["claims"]:
        sides = (side(claim, stand) for stand in ("agrees", "contradicts"))
        seen.add(Seen(claim["label"], frozenset(each for each in sides if each)))
    return seen


@pytest.mark.both_databases
@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)
async def test_a_panel_becomes_the_map_that_was_planted(house: House, cartographer: Cartographer, panel: Panel) -> None:
    """D43, U-06: over the wire, through the store and back, character for character."""
    turn = await ask(house, cartographer, panel)

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

    map_ = await cartographer.draw(turn)

    assert see(map_) == write_map(panel, without=[gone])
    assert map_["dropped"] == {"quote": 1}
