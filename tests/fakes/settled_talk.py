"""Conversations in which one known passage decides the answer, or none does, with a voice whose words always change.

The voice is the weathervane that comes with the house: it takes its view from a sentence `What settles it: …`.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from antiphon.client import AsyncClient
from antiphon.client.message import Message
from antiphon.conversation.turn import Turn

Place = Literal["turn", "memory", "file", "instructions"]
PLACES: Final[tuple[Place, ...]] = ("turn", "memory", "file", "instructions")
MODEL: Final = "scripted:weathervane"
ADVISOR: Final = "skeptic"
_TOPICS: Final = (
    "the rent on the square", "my sister in Turin", "the second offer", "the bakery lease", "our savings",
    "the train at six", "the letter from the bank", "the garden", "my knee", "the school year",
    "the old piano", "the harvest", "the new manager", "the roof", "the winter",
)  # fmt: skip
_SAID: Final = (
    "I keep thinking about {topic}.",
    "Yesterday somebody spoke of {topic} again.",
    "There is also {topic}, I should say.",
    "You asked about {topic}: nothing has changed.",
)


@dataclass(frozen=True, slots=True)
class SettledTalk:
    """A reply to ask about, and which part decided it: its kind and some of its words; none if nothing did."""

    reply_id: str
    turn: Turn
    place: Place | None
    words: str


async def hold_talk(client: AsyncClient, seed: int, place: Place | None, turns: int = 4, also: str = "") -> SettledTalk:
    """A conversation of a few turns with memories, an instruction and a file, and the sentence in this place.

    `also` is said in the first turn.
    """
    drawn = random.Random(seed)
    topics = drawn.sample(_TOPICS, turns + 6)
    settles = f"What settles it: {topics.pop()} in the year {1900 + seed}."
    decided = drawn.randrange(turns) if place == "turn" else -1
    kept = [f"Once wrote about {topics.pop()}.", f"Knows {topics.pop()} well."]
    if place == "memory":
        kept.insert(drawn.randrange(3), settles)
    for text in kept:
        await client.memory.add("fact", text)
    wish = settles if place == "instructions" else f"Leave {topics.pop()} out of it."
    instruction = await client.instructions.add({"name": f"wish {seed}", "text": wish})
    note = f"A page about {topics.pop()}.\n{settles if place == 'file' else 'Nothing more.'}\n"
    file = await client.documents.add(f"note-{seed}.txt", note.encode(), "inline")
    here = await client.conversations.create()
    for number in range(turns):
        said = drawn.choice(_SAID).format(topic=topics.pop())
        text = f"{said} {settles}" if number == decided else said
        text = f"{text} {also}" if also and not number else text
        await _ask(client, here.id, Message(text=text, advisor_ids=(ADVISOR,)))
    turn = await _ask(
        client, here.id, Message(text="So what should I do?", advisor_ids=(ADVISOR,), attachments=(file.id,))
    )
    await _tidy(client, [instruction.id])
    return SettledTalk(turn.replies[0].id, turn, place, settles)


async def forget_all(client: AsyncClient) -> None:
    """What one talk has left for the next."""
    for each in await client.memory.list():
        await client.memory.forget(each.id)


async def _ask(client: AsyncClient, conversation_id: str, message: Message) -> Turn:
    turn = await client.turns.send(conversation_id, message)
    async for progress in client.turns.stream(turn):
        turn = progress.turn
    return turn


async def _tidy(client: AsyncClient, instruction_ids: Sequence[str]) -> None:
    for each in instruction_ids:
        await client.instructions.remove(each)
