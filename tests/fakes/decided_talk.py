"""Conversations for a real model in which one sentence of the person's decides between two things, or none does."""

from typing import Final, NamedTuple

from antiphon.client import AsyncClient
from antiphon.client.message import Message
from antiphon.conversation.turn import Turn
from tests.fakes.settled_talk import ADVISOR, SettledTalk

LONGEST: Final = 40


class Fork(NamedTuple):
    """A sentence that decides, and the question it decides."""

    decides: str
    question: str


FORKS: Final = (
    Fork("My daughter cannot eat nuts, they send her to hospital.", "the almond cake or the lemon cake for her party"),
    Fork("There are five of us, and the car has two seats.", "the car or the train for our trip together"),
    Fork("I am blind since last year.", "the printed novel or the audiobook for my holidays"),
    Fork("I have only twelve euros left until Friday.", "the restaurant or cooking at home tonight"),
    Fork("The doctor forbids me to carry anything for six weeks.", "the heavy suitcase or no luggage at all"),
    Fork("I faint whenever I stand high up.", "the lookout tower or the walk along the harbour"),
)
_ELSE: Final = (
    "The weather has been mild this week.",
    "Yesterday I tidied the kitchen.",
    "My neighbour has a new bicycle.",
)


async def hold_decided_talk(client: AsyncClient, seed: int, *, planted: bool) -> SettledTalk:
    """Three turns of small talk, in one of them the sentence, and then the question."""
    fork = FORKS[seed % len(FORKS)]
    here = await client.conversations.create()
    for number, said in enumerate(_ELSE):
        text = f"{said} {fork.decides}" if planted and number == seed % len(_ELSE) else said
        await _ask(client, here.id, text)
    asked = f"Shall it be {fork.question}? Name one of the two first, then one short sentence why."
    turn = await _ask(client, here.id, asked)
    return SettledTalk(turn.replies[0].id, turn, "turn" if planted else None, fork.decides)


async def _ask(client: AsyncClient, conversation_id: str, text: str) -> Turn:
    message = Message(text=text, advisor_ids=(ADVISOR,), choice={"max_tokens": LONGEST, "phase": "last"})
    turn = await client.turns.send(conversation_id, message)
    async for progress in client.turns.stream(turn):
        turn = progress.turn
    return turn
