"""What generated conversations have found wrong, each in its smallest form."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.fakes.model_server import Script, chunk, frame, sse
from tests.fakes.wires import WIRES, Format
from tests.journeys.wires.checks import Tally
from tests.journeys.wires.filters import Filter
from tests.journeys.wires.house import FORMAT_OF, House
from tests.journeys.wires.journey import travel
from tests.journeys.wires.past import SPOT, Answer, Asked, Provider, Talk, Voice
from tests.journeys.wires.sending import Fate, Sending, Usage
from tests.journeys.wires.talks import ANCHOR, Example
from tests.journeys.wires.texts import canary
from tests.journeys.wires.write import write_talk

PANEL: tuple[tuple[str, Provider], ...] = (("Ada", "oai"), ("Bo", "ant"), ("Cy", "goo"))
VOICES = tuple(
    Voice(number, name, name, f"Looks closely. {SPOT}", provider) for number, (name, provider) in enumerate(PANEL)
)
# Half an answer with the count so far, as each wire brings it: with a chunk, at the start of the message, with a chunk.
_CHAT_COUNT = {"prompt_tokens": 321, "completion_tokens": 7, "total_tokens": 328}
_CHAT = sse(frame({"content": "Half of it"}) | {"usage": _CHAT_COUNT})
_MESSAGE = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude", "content": []}
_START = _MESSAGE | {"stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 321, "output_tokens": 7}}
_ANTHROPIC = sse({"type": "message_start", "message": _START}, name="message_start")
_GOOGLE = chunk(
    b'data: {"candidates": [{"content": {"parts": [{"text": "Half of it"}], "role": "model"}, "index": 0}], '
    b'"usageMetadata": {"promptTokenCount": 321, "candidatesTokenCount": 7, "totalTokenCount": 328}}\r\n\r\n'
)
HALVES: dict[Format, Script] = {
    "openai_chat": _CHAT,
    "anthropic": _ANTHROPIC + WIRES["anthropic"].say("Half of it"),
    "google": _GOOGLE,
}
FATE = Fate((), "answers", f"Yes. {SPOT}", "", Usage(100, 20, 10))


def turn(number: int, *answers: Answer, text: str = SPOT, **more: object) -> Asked:
    """A turn so many hours before the last."""
    return Asked(number, text, ANCHOR - timedelta(hours=9 - number), answers, importance=0.5, **more)  # type: ignore[arg-type]


def says(voice: int, text: str = f"I think so. {SPOT}", **more: object) -> Answer:
    """A complete answer."""
    return Answer(voice, VOICES[voice].name, "complete", text, importance=0.5, **more)  # type: ignore[arg-type]


def go(house: House, turns: tuple[Asked, ...], sending: Sending, window: str = "") -> None:
    """Send it in a conversation with this past, and check all that arrives."""
    travel(house, Example("plain", Talk(0, VOICES, turns, window=window), (sending,)), Tally())


def test_the_smallest_conversation_is_sent_as_is_due(wires: House) -> None:
    """The ground the others stand on: without their one peculiarity, nothing is wrong."""
    past = (turn(1, says(0), says(1), says(2)), turn(2, says(0), says(1), says(2)))

    go(wires, past, Sending(f"And now? {SPOT}", (0, 1, 2), (FATE,) * 3))


def test_a_filter_by_words_looks_at_the_words_the_person_sees(wires: House) -> None:
    """I-27, D27, W1: the edited turn shows the word, so the filter shows the turn."""
    past = (turn(1, says(0, edited=f"An apple. {SPOT}"), says(1)), turn(2, says(0)))
    wanted = Filter("c'apple'", lambda each, looked: any("apple" in answer.words for answer in each.answers))

    go(wires, past, Sending(f"And now? {SPOT}", (0, 1, 2), (FATE,) * 3, filter=wanted))


def test_a_turn_hidden_by_the_boundary_is_not_quoted(wires: House) -> None:
    """I-21, I-27, W3: everything is inside, so `!o` shows nothing, and nothing of it is sent."""
    past = (turn(1, says(0), says(1), says(2)), turn(2, says(0), says(1), says(2)))

    go(wires, past, Sending(f"And now? {SPOT}", (0, 1, 2), (FATE,) * 3, filter=Filter(boundary="!o")))


def test_a_blank_edit_takes_no_room(wires: House) -> None:
    """I-34, W34: what is not sent is not counted, so the older turn still fits."""
    past = (turn(1, says(0), text=f"{SPOT} {'on and on ' * 40}"), turn(2, says(0, edited="\n" * 2500)))

    go(wires, past, Sending(f"And now? {SPOT}", (0,), (FATE,) * 3), window="narrow")


def ask(house: House, provider: Provider, script: Script) -> list[dict[str, Any]]:
    """The receipts of one answer that goes so."""
    number = next(house.numbers)
    talk = Talk(number, (Voice(0, "Ada", "Ada", canary(number, "d", 0), provider),), ())
    write_talk(house.database, talk)
    house.scripts[number, 0].append(script)
    body, key = {"text": f"At {datetime.now(UTC)}?"}, {"Idempotency-Key": talk.id}
    status, accepted = house.post(f"/v1/conversations/{talk.id}/turns", body, **key)
    assert status == 202, accepted
    turn = house.settled(accepted["turn"]["id"])
    assert turn["replies"][0]["state"] == "incomplete", turn
    house.received(talk)
    return list(house.get(f"/v1/replies/{turn['replies'][0]['id']}/receipts")["items"])


@pytest.mark.parametrize("provider", ["oai", "ant", "goo"])
def test_what_a_broken_answer_reported_stands_on_its_receipt(wires: House, provider: Provider) -> None:
    """I-35: usage once per attempt, failed attempts included."""
    wire = FORMAT_OF[provider]

    receipts = ask(wires, provider, HALVES[wire] + WIRES[wire].break_down(500, "it broke"))

    used = [each["usage"] or {} for each in receipts]
    assert [(each.get("input_tokens"), each.get("output_tokens")) for each in used] == [(321, 7)]
