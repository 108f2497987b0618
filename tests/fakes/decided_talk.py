"""Conversations for a real model in which the last answer rests on one sentence of the person's, or on none."""

from typing import Final, NamedTuple

from antiphon.client import AsyncClient
from antiphon.client.message import Message
from antiphon.conversation.turn import Turn
from tests.fakes.settled_talk import ADVISOR, SettledTalk

LONGEST: Final = 40


class Fact(NamedTuple):
    """A sentence, and a question that is answered by it; without it a model makes something up."""

    sentence: str
    question: str


# Plain enough for a model of 1.5B: a sentence that speaks against something it does not heed (no swimmer by the lake).
FACTS: Final = (
    Fact("Our boat is called Heron.", "What is our boat called?"),
    Fact("The party is on the ninth of May.", "On which day is the party?"),
    Fact("We agreed on the blue door.", "Which colour did we agree on for the door?"),
    Fact("I moved to Lisbon in the spring.", "In which city do I live?"),
    Fact("The train leaves at 6:40.", "When does the train leave?"),
    Fact("The meeting is in room 19.", "In which room is the meeting?"),
)
_ELSE: Final = (
    "The weather has been mild this week.",
    "Yesterday I tidied the kitchen.",
    "My neighbour has a new bicycle.",
)


async def hold_decided_talk(client: AsyncClient, seed: int, *, planted: bool) -> SettledTalk:
    """Three turns of small talk, in one of them the sentence, and then the question."""
    fact = FACTS[seed % len(FACTS)]
    here = await client.conversations.create()
    for number, said in enumerate(_ELSE):
        text = f"{said} {fact.sentence}" if planted and number == seed % len(_ELSE) else said
        await _ask(client, here.id, text)
    turn = await _ask(client, here.id, f"{fact.question} Answer with one short sentence.")
    return SettledTalk(turn.replies[0].id, turn, "turn" if planted else None, fact.sentence)


async def _ask(client: AsyncClient, conversation_id: str, text: str) -> Turn:
    message = Message(text=text, advisor_ids=(ADVISOR,), choice={"max_tokens": LONGEST, "phase": "last"})
    turn = await client.turns.send(conversation_id, message)
    async for progress in client.turns.stream(turn):
        turn = progress.turn
    return turn
