"""Begin a conversation, branch from one, give it another title, archive it and bring it back, delete it."""

from datetime import UTC, datetime, timedelta
from functools import partial

from antiphon.access.principal import Principal
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.ids import ConversationId, PanelId, TurnId
from antiphon.conversation.text import clean_text
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.analyses.titles import Titles
from antiphon.engine.engine import Engine
from antiphon.engine.recovery.deletions import Deletions
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.once import do_once
from antiphon.store.reads.conversations import ConversationLine, read_conversation
from antiphon.store.unit import Unit
from antiphon.store.writes.branches import NewBranch
from antiphon.store.writes.branches import branch_conversation as write_branch
from antiphon.store.writes.conversations import create_conversation as write_conversation
from antiphon.store.writes.conversations import keep_conversation as write_kept
from antiphon.store.writes.conversations import keep_until
from antiphon.store.writes.conversations import remove_conversation as write_removal
from antiphon.store.writes.conversations import rename_conversation as write_title
from antiphon.store.writes.conversations import restore_conversation as write_return
from antiphon.store.writes.request_stop import StopRequest

# A page that is loaded anew leaves too, and a hand may slip.
_COMING_BACK = timedelta(minutes=1)


async def create_conversation(
    engine: Engine, principal: Principal, title: str, panel_id: PanelId | None, *, kept: bool = True
) -> ConversationLine:
    """A new conversation with this panel, or with the default one."""
    engine.check_open()
    conversation_id, at = ConversationId(new_id("c")), datetime.now(UTC)
    until = None if kept else at + timedelta(seconds=engine.options_of(principal).unkept_seconds)
    fact = await engine.store.write(
        principal, write_conversation, conversation_id, clean_text(title).strip(), panel_id, at, until
    )
    engine.live.publish(fact)
    return await engine.store.read(principal, read_conversation, conversation_id)


async def branch_conversation(
    engine: Engine, principal: Principal, turn_id: TurnId, key: UsedKey | None = None
) -> ConversationLine:
    """A new conversation with everything up to this turn, which stands there too; one for one key."""
    return await do_once(engine.store, principal, key, partial(_branch, engine, principal, turn_id, key), _read_branch)


async def _branch(engine: Engine, principal: Principal, turn_id: TurnId, key: UsedKey | None) -> ConversationLine:
    engine.check_open()
    new = NewBranch(ConversationId(new_id("c")), turn_id, datetime.now(UTC), new_id, key)
    engine.live.publish(await engine.store.write(principal, write_branch, new))
    return await engine.store.read(principal, read_conversation, new.id)


def _read_branch(unit: Unit, conversation_id: str) -> ConversationLine:
    return read_conversation(unit, ConversationId(conversation_id))


async def rename_conversation(
    engine: Engine, principal: Principal, conversation_id: ConversationId, title: str
) -> ConversationLine:
    """The conversation under its new title; `NotFound` when it is not the principal's."""
    fact = await engine.store.write(principal, write_title, conversation_id, clean_text(title).strip())
    engine.live.publish(fact)
    return await engine.store.read(principal, read_conversation, conversation_id)


async def name_conversation(
    engine: Engine,
    titles: Titles,
    principal: Principal,
    conversation_id: ConversationId,
    model: str | None = None,
    key: UsedKey | None = None,
) -> Analysis:
    """The look that found it, ended. Its title replaces whatever stood there: the person has asked for it."""
    engine.check_open()
    return await titles.perform(principal, conversation_id, model, key)


async def remove_conversation(engine: Engine, principal: Principal, conversation_id: ConversationId) -> StopRequest:
    """Archive it and stop what runs there; `restore_conversation` brings it back."""
    request = await engine.store.write(principal, write_removal, conversation_id, datetime.now(UTC))
    if request.reply_ids:
        engine.live.ask_stop(request.reply_ids)
    engine.live.tell_list_changed()
    return request


async def restore_conversation(
    engine: Engine, principal: Principal, conversation_id: ConversationId
) -> ConversationLine:
    """The conversation as it was."""
    await engine.store.write(principal, write_return, conversation_id)
    engine.live.tell_list_changed()
    return await engine.store.read(principal, read_conversation, conversation_id)


async def keep_conversation(
    engine: Engine, principal: Principal, conversation_id: ConversationId, *, kept: bool
) -> None:
    """Keep it from now on. Otherwise somebody is back: one that is not kept has its whole time before it again."""
    engine.check_open()
    if kept:
        await engine.store.write(principal, write_kept, conversation_id)
        return
    until = datetime.now(UTC) + timedelta(seconds=engine.options_of(principal).unkept_seconds)
    await engine.store.write(principal, keep_until, conversation_id, until)


async def leave_conversation(engine: Engine, principal: Principal, conversation_id: ConversationId) -> None:
    """Nobody looks at it any more: one that is not kept is deleted in a minute. A page may come back until then."""
    await engine.store.write(principal, keep_until, conversation_id, datetime.now(UTC) + _COMING_BACK)


async def delete_conversation(
    engine: Engine, deletions: Deletions, principal: Principal, conversation_id: ConversationId
) -> None:
    """Delete it for good, with all that is only there; nothing brings it back. Asking twice is harmless."""
    engine.check_open()
    await deletions.delete(principal, conversation_id)
