"""What a person means when they write a decision down: which turn, which advisor, which day."""

import re
from datetime import datetime, timedelta
from typing import Final

import typer

from antiphon.cli.naming import choose_conversation_of, find_turns
from antiphon.client import AsyncClient
from antiphon.conversation.errors import Malformed
from antiphon.conversation.turn import Turn

# Nobody looks back at midnight.
_MORNING: Final = 9
# What a stance on a claim says about the decision.
_ATTITUDES: Final = {"agrees": "for", "contradicts": "against"}
_DAYS = re.compile(r"(\d{1,4})d")


def read_day(words: str, now: datetime) -> str:
    """Nine in the morning of that day where the person is; `Malformed` for what is no day."""
    if found := _DAYS.fullmatch(words.strip()):
        day = now + timedelta(days=int(found[1]))
    else:
        try:
            day = datetime.fromisoformat(words.strip())
        except ValueError:
            raise Malformed(f"{words} is no day; write 2027-01-15, or 30d for thirty days from now") from None
    return day.replace(hour=_MORNING, minute=0, second=0, microsecond=0, tzinfo=None).astimezone().isoformat()


async def find_turn(client: AsyncClient, conversation: str | None, turn: str | None) -> Turn:
    """The turn that was named by number or id, else the newest of the conversation."""
    here = await choose_conversation_of(client, conversation, [turn] if turn else [])
    if turn is not None:
        [found] = await find_turns(client, here, [turn])
        return await client.turns.read(found)
    view = await client.conversations.read(here, 1)
    if not view.turns:
        raise Malformed("nothing was asked in this conversation yet")
    return view.turns[-1]


async def read_claim(client: AsyncClient, turn_id: str, claim: int | None) -> dict[str, str]:
    """The stances on one claim of the turn's map, by advisor; none when no claim was named."""
    if claim is None:
        return {}
    found = next((each for each in (await client.maps.read(turn_id)).claims if each.number == claim), None)
    if found is None:
        raise Malformed(f"the map of this turn has no claim {claim}")
    read = (each for each in found.stances if not each.disputed and each.stand in _ATTITUDES)
    return {each.advisor_id: _ATTITUDES[each.stand] for each in read}


def find_advisor(turn: Turn, name: str) -> str:
    """The id of an advisor of this turn, by name or id; `Malformed` for anybody else."""
    for reply in turn.replies:
        if name.casefold() in (reply.advisor_id.casefold(), reply.name.casefold()):
            return reply.advisor_id
    raise Malformed(f"{name} was not asked in this turn")


def read_stance(words: str) -> tuple[str, str]:
    """`Skeptic=against` as the two things it says."""
    name, _, stand = words.rpartition("=")
    if not name or stand not in ("for", "against", "open"):
        raise typer.BadParameter(f"{words} should look like Skeptic=against; a stance is for, against or open")
    return name, stand
