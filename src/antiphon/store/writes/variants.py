"""An advisor is asked about a turn again, and one of its answers is chosen; its words are changed, or weighed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select, update

from antiphon.conversation.errors import CommandRefused, NotFound, TurnInFlight
from antiphon.conversation.event import ReplyAdded, ReplyChosen, ReplyEdited, ReplyWeighed
from antiphon.conversation.ids import AdvisorId, ConversationId, NodeId, ReplyId, TurnId
from antiphon.conversation.reply import Reply
from antiphon.conversation.size import TextSize
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.conversation.used_key import UsedKey
from antiphon.store.reads.advisors import read_advisor
from antiphon.store.tables import replies, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.facts import Head, append_fact, take_seq
from antiphon.store.writes.keys import claim_key
from antiphon.store.writes.open_turn import open_turn
from antiphon.store.writes.reply_rows import ReplySlot, as_reply_row


@dataclass(frozen=True, slots=True)
class NewVariant:
    """Another answer to ask for; `changes` is what differs from the first asking, `chosen` puts it in its place."""

    id: ReplyId
    of: ReplyId
    node_id: NodeId
    at: datetime
    changes: Mapping[str, Any]
    model: str | None = None
    advisor_version: int | None = None
    chosen: bool = False
    key: UsedKey | None = None


def add_variant(unit: Unit, new: NewVariant) -> ReplyAdded:
    """Write an empty reply beside the one it varies; `TurnInFlight` while the conversation is being answered."""
    claim_key(unit, new.key, new.id)
    conversation_id, head, found = _lock(unit, new.of, at=new.at, new_open=1)
    if head.open_replies > 1:
        raise TurnInFlight(conversation_id)
    reply = _build(unit, new, found)
    _insert(unit, new, found, reply)
    if new.chosen:
        _choose(unit, found.turn_id, found.advisor_id, new.id)
    fact = ReplyAdded(conversation_id, head.seq, TurnId(found.turn_id), reply)
    append_fact(unit, fact)
    return fact


def choose_reply(unit: Unit, reply_id: ReplyId) -> ReplyChosen:
    """From now on this variant stands for its advisor; `CommandRefused` while it is not finished."""
    conversation_id, head, found = _lock(unit, reply_id)
    if found.state != ReplyState.COMPLETE:
        raise CommandRefused("choose", "only a complete answer can be chosen")
    _choose(unit, found.turn_id, found.advisor_id, reply_id)
    fact = ReplyChosen(conversation_id, head.seq, TurnId(found.turn_id), reply_id)
    append_fact(unit, fact)
    return fact


def edit_reply(
    unit: Unit, reply_id: ReplyId, text: str | None, size: TextSize, importance: float | None
) -> ReplyEdited:
    """Show and send these words instead; the advisor's own are kept, and no words bring them back."""
    conversation_id, head, found = _lock(unit, reply_id)
    if found.state in OPEN:
        raise CommandRefused("edit", "this reply is still being written")
    unit.connection.execute(
        update(replies)
        .where(replies.c.id == reply_id)
        .values(edited_text=text, chars=size.chars, wide=size.wide, marks=size.marks, importance=importance)
    )
    fact = ReplyEdited(conversation_id, head.seq, TurnId(found.turn_id), reply_id, text, importance)
    append_fact(unit, fact)
    return fact


def set_importance(unit: Unit, reply_id: ReplyId, worth: float | None) -> ReplyWeighed:
    """Let this count instead of what was reckoned; nothing brings what was reckoned back."""
    conversation_id, head, found = _lock(unit, reply_id)
    if found.state in OPEN:
        raise CommandRefused("weigh", "this reply is still being written")
    unit.connection.execute(update(replies).where(replies.c.id == reply_id).values(worth=worth))
    fact = ReplyWeighed(conversation_id, head.seq, TurnId(found.turn_id), reply_id, worth)
    append_fact(unit, fact)
    return fact


def _lock(
    unit: Unit, reply_id: ReplyId, *, at: datetime | None = None, new_open: int = 0
) -> tuple[ConversationId, Head, Any]:
    """The reply as it is once nobody else can change its conversation; looked up before, believed only after."""
    conversation_id = ConversationId(_read(unit, reply_id).conversation_id)
    head = take_seq(unit, conversation_id, at=at, new_open=new_open)
    return conversation_id, head, _read(unit, reply_id)


def _read(unit: Unit, reply_id: ReplyId) -> Any:
    query = (
        select(replies)
        .join(turns, turns.c.id == replies.c.turn_id)
        .where(replies.c.id == reply_id, visible(unit, replies), turns.c.deleted_at.is_(None))
    )
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("reply", reply_id)
    return row


def _build(unit: Unit, new: NewVariant, found: Any) -> Reply:
    version = new.advisor_version or found.advisor_version
    advisor = read_advisor(unit, AdvisorId(found.advisor_id), version)
    counted = select(func.max(replies.c.variant)).where(
        replies.c.turn_id == found.turn_id, replies.c.advisor_id == found.advisor_id
    )
    return Reply(
        id=new.id,
        advisor_id=advisor.id,
        advisor_version=advisor.version,
        name=advisor.name,
        colour=advisor.colour,
        model=new.model or found.model,
        variant=unit.connection.execute(counted).scalar_one() + 1,
        chosen=new.chosen,
        changes=_list_changes(new, found),
    )


def _list_changes(new: NewVariant, found: Any) -> dict[str, Any]:
    """What differs this time; a model that was picked for the first asking still is one."""
    picked = new.model or (found.changes or {}).get("model")
    return dict(new.changes) | ({} if picked is None else {"model": picked})


def _insert(unit: Unit, new: NewVariant, found: Any, reply: Reply) -> None:
    last = select(func.max(replies.c.slot)).where(replies.c.turn_id == found.turn_id)
    slot = unit.connection.execute(last).scalar_one() + 1
    place = ReplySlot(ConversationId(found.conversation_id), TurnId(found.turn_id), slot)
    unit.connection.execute(insert(replies), as_reply_row(unit, place, reply))
    open_turn(unit, TurnId(found.turn_id), ConversationId(found.conversation_id), new.node_id)


def _choose(unit: Unit, turn_id: str, advisor_id: str, chosen: ReplyId) -> None:
    unit.connection.execute(
        update(replies)
        .where(replies.c.turn_id == turn_id, replies.c.advisor_id == advisor_id)
        .values(chosen=replies.c.id == chosen)
    )
