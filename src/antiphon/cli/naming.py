"""Which conversation, which turns and which advisors a person means."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.client import AsyncClient, ServerRefused
from antiphon.client.answers.folders import Folder
from antiphon.client.naming import match_advisor, match_advisors
from antiphon.conversation.errors import Malformed

NONE_YET = 'there is no conversation yet; begin one: antiphon send "What should I do first?"'


async def choose_conversation(client: AsyncClient, conversation_id: str | None) -> str:
    """The one that was named, else the one that changed last; `Malformed` when there is none."""
    if conversation_id is not None:
        return conversation_id
    newest = await client.conversations.list(limit=1)
    if not newest:
        raise Malformed(NONE_YET)
    return newest.items[0].id


async def choose_conversation_of(client: AsyncClient, conversation_id: str | None, turns: Sequence[str]) -> str:
    """As `choose_conversation`, but a turn named by its id brings its conversation along."""
    if conversation_id is None and turns and not _is_number(turns[0]):
        return (await client.turns.read(turns[0])).conversation_id
    return await choose_conversation(client, conversation_id)


async def choose_conversation_of_reply(client: AsyncClient, conversation_id: str | None, reply_id: str) -> str:
    """As `choose_conversation`, but the turns a reply was sent tell which conversation it is in."""
    if conversation_id is not None:
        return conversation_id
    receipts = await client.replies.receipts(reply_id)
    sent = receipts[-1].telemetry.selection if receipts and receipts[-1].telemetry else ()
    for each in sent:
        try:
            return (await client.turns.read(each.turn_id)).conversation_id
        except ServerRefused:
            # Deleted since; another of them will do.
            continue
    return await choose_conversation(client, None)


async def choose_turn(client: AsyncClient, conversation_id: str | None, turn: str | None) -> str:
    """The turn that was named by number or id, else the last of the conversation; `Malformed` when there is none."""
    conversation = await choose_conversation(client, conversation_id)
    if turn is not None:
        return (await find_turns(client, conversation, [turn]))[0]
    view = await client.conversations.read(conversation, 1)
    if not view.turns:
        raise Malformed(NONE_YET)
    return view.turns[-1].id


async def find_turns(client: AsyncClient, conversation_id: str, wanted: Sequence[str]) -> tuple[str, ...]:
    """Ids for ids or for numbers as `antiphon show` prints them, each once; `Malformed` for a number nobody has."""
    found = [await _find_turn(client, conversation_id, each) for each in wanted]
    return tuple(dict.fromkeys(found))


async def _find_turn(client: AsyncClient, conversation_id: str, wanted: str) -> str:
    if not _is_number(wanted):
        return wanted
    turns = await client.turns.list(conversation_id, before=int(wanted) + 1, limit=1)
    if not turns or turns[-1].position != int(wanted):
        raise Malformed(f"there is no turn {wanted} in this conversation")
    return turns[-1].id


def _is_number(wanted: str) -> bool:
    return wanted.isascii() and wanted.isdigit()


async def find_folder(client: AsyncClient, wanted: str) -> Folder:
    """The folder of this name or id; `Malformed` when there is none, with the names of those there are."""
    known = await client.folders.list()
    name = " ".join(wanted.split()).casefold()
    for each in known:
        if wanted == each.id or name == each.name.casefold():
            return each
    names = ", ".join(each.name for each in known)
    raise Malformed(f"there is no folder {wanted}; there are: {names or 'none'}")


async def find_advisors(client: AsyncClient, wanted: Sequence[str]) -> tuple[str, ...]:
    """Ids for ids or names; asks the server only when somebody was named."""
    return match_advisors(await client.advisors.list(), wanted) if wanted else ()


async def name_models(client: AsyncClient, choice: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was chosen, with the models of single advisors under their ids instead of the names that were typed."""
    if "models" not in choice:
        return choice
    known = await client.advisors.list()
    return {**choice, "models": {match_advisor(known, each): model for each, model in choice["models"].items()}}
