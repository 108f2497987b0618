"""A turn that is to be answered: which of its replies are open, and what it asks of whom."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.part import Part, decode_part
from antiphon.conversation.picture import Picture, decode_pictures
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.conversation.thinking import KeptThoughts, decode_thoughts
from antiphon.conversation.tool_use import ToolUse, decode_use
from antiphon.conversation.turn import Origin
from antiphon.store.reads.advisors import read_asked_advisors
from antiphon.store.tables import replies, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible_then


class Slot(NamedTuple):
    """One reply of the turn, as far as deciding about it needs. `changes` is what a variant does differently.

    `uses` are the tools it has called so far, and `kept_text` what it had said when it last did.
    """

    reply_id: ReplyId
    slot: int
    advisor_id: AdvisorId
    advisor_version: int
    model: str
    state: ReplyState
    epoch: int
    stop_requested: bool
    variant: int
    changes: Mapping[str, Any] | None
    uses: tuple[ToolUse, ...] = ()
    kept_text: str = ""
    kept_thinking: str = ""
    kept_thoughts: KeptThoughts = ()
    pictures: tuple[Picture, ...] = ()

    @property
    def next_epoch(self) -> int:
        """The epoch under which it is claimed next; whoever claims it first has it alone."""
        return self.epoch + 1

    @property
    def is_asking(self) -> bool:
        """True while it waits for nothing but its person's word about a call."""
        open_ = [use.status for use in self.uses if use.is_open]
        return bool(open_) and set(open_) == {"asking"}

    @property
    def fruitless_starts(self) -> int:
        """How often it was started without getting any further."""
        return self.epoch - max((use.epoch for use in self.uses), default=0)


def build_slot(place: int, reply: Reply) -> Slot:
    """A reply that is about to be written, as it would be read."""
    return Slot(
        reply_id=reply.id,
        slot=place,
        advisor_id=reply.advisor_id,
        advisor_version=reply.advisor_version,
        model=reply.model,
        state=reply.state,
        epoch=reply.epoch,
        stop_requested=False,
        variant=reply.variant,
        changes=reply.changes,
    )


class OpenSlots(NamedTuple):
    """The replies of a turn that have not ended."""

    turn_id: TurnId
    conversation_id: ConversationId
    open_slots: tuple[Slot, ...]


class TurnSnapshot(NamedTuple):
    """The turn, what the person chose for it, and the very versions of the advisors asked.

    `attached` is the text of its files as it was written when the turn was accepted.
    """

    turn_id: TurnId
    conversation_id: ConversationId
    position: int
    human_text: str
    stamped_at: datetime
    choice: Mapping[str, Any]
    attached: str
    parts: tuple[Part, ...]
    advisors: Mapping[tuple[AdvisorId, int], Advisor]
    origin: Origin = "person"

    def advisor_of(self, slot: Slot) -> Advisor:
        """The advisor this slot was addressed to."""
        return self.advisors[slot.advisor_id, slot.advisor_version]


_TURN = select(
    turns.c.conversation_id,
    turns.c.position,
    turns.c.text,
    func.coalesce(turns.c.stamped_at, turns.c.created_at, type_=turns.c.created_at.type).label("stamped_at"),
    turns.c.choice,
    turns.c.attached,
    turns.c.parts,
    turns.c.origin,
).where(turns.c.id == bindparam("turn"), visible_then(turns))
_SLOTS = (
    select(
        replies.c.conversation_id,
        replies.c.id.label("reply_id"),
        replies.c.slot,
        replies.c.advisor_id,
        replies.c.advisor_version,
        replies.c.model,
        replies.c.state,
        replies.c.epoch,
        replies.c.stop_requested,
        replies.c.variant,
        replies.c.changes,
        replies.c.tool_events.label("uses"),
        replies.c.kept_text,
        replies.c.kept_thinking,
        replies.c.kept_thoughts,
        replies.c.pictures,
    )
    .where(replies.c.turn_id == bindparam("turn"), visible_then(replies))
    .order_by(replies.c.slot)
)


def read_open_slots(unit: Unit, turn_id: TurnId) -> OpenSlots:
    """The replies as they stand, or `NotFound`: no turn is without any."""
    rows = unit.connection.execute(_SLOTS, name_reader(unit) | {"turn": turn_id}).all()
    if not rows:
        raise NotFound("turn", turn_id)
    slots = tuple(_as_slot(each) for each in rows)
    open_ = tuple(slot for slot in slots if slot.state in OPEN)
    return OpenSlots(turn_id, ConversationId(rows[0].conversation_id), open_)


def read_turn_snapshot(unit: Unit, turn_id: TurnId) -> TurnSnapshot:
    """The turn as it was accepted, or `NotFound`."""
    row = unit.connection.execute(_TURN, name_reader(unit) | {"turn": turn_id}).one_or_none()
    if row is None:
        raise NotFound("turn", turn_id)
    return TurnSnapshot(
        turn_id=turn_id,
        conversation_id=ConversationId(row.conversation_id),
        position=row.position,
        human_text=row.text,
        stamped_at=row.stamped_at,
        choice=row.choice,
        attached=row.attached,
        parts=tuple(decode_part(part) for part in row.parts),
        advisors=read_asked_advisors(unit, turn_id),
        origin=row.origin,
    )


def _as_slot(row: Any) -> Slot:
    uses = tuple(decode_use(each) for each in row.uses)
    known = {name: value for name, value in row._mapping.items() if name in Slot._fields}
    thoughts = decode_thoughts(row.kept_thoughts)
    pictures = decode_pictures(row.pictures)
    return Slot(**known)._replace(state=ReplyState(row.state), uses=uses, kept_thoughts=thoughts, pictures=pictures)
