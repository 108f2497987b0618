"""Which turns are marked, and by whom."""

from collections.abc import Collection

from sqlalchemy import String, bindparam, cast, func, select

from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.conversation.past import Mark
from antiphon.store.reads.shown import Shown, condition_of
from antiphon.store.tables import context_marks, facts, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible, visible_then

_MARKED = (
    select(turns.c.position, context_marks.c.advisor_id, context_marks.c.mark)
    .join(turns, turns.c.id == context_marks.c.turn_id)
    .where(
        context_marks.c.conversation_id == bindparam("conversation"),
        visible_then(context_marks, bindparam("conversation")),
    )
)


def read_marked(unit: Unit, conversation_id: ConversationId) -> dict[int, dict[AdvisorId, Mark]]:
    """The person's marks by the position of their turn."""
    found: dict[int, dict[AdvisorId, Mark]] = {}
    here = name_reader(unit) | {"conversation": conversation_id}
    for position, advisor_id, mark in unit.connection.execute(_MARKED, here):
        found.setdefault(position, {})[AdvisorId(advisor_id)] = mark
    return found


def read_places(unit: Unit, conversation_id: ConversationId, turn_ids: Collection[TurnId]) -> dict[TurnId, int]:
    """The positions of those of these turns that belong to the conversation."""
    if not turn_ids:
        return {}
    query = select(turns.c.id, turns.c.position).where(
        turns.c.id.in_(turn_ids),
        turns.c.conversation_id == conversation_id,
        visible(unit, turns),
    )
    return {TurnId(row.id): row.position for row in unit.connection.execute(query)}


def count_hidden_pins(unit: Unit, conversation_id: ConversationId, shown: Shown) -> int:
    """How many pinned turns the filter hides: a pin does not overrule it, but the person should know."""
    condition = condition_of(unit, shown)
    if condition is None:
        return 0
    query = select(func.count()).where(
        turns.c.conversation_id == conversation_id,
        visible(unit, turns),
        turns.c.deleted_at.is_(None),
        turns.c.pinned,
        ~condition,
    )
    return int(unit.connection.execute(query).scalar_one())


def has_said_pin(unit: Unit, conversation_id: ConversationId, turn_id: TurnId) -> bool:
    """Whether somebody has pinned or unpinned this turn since it came; if not, its pin is as it came."""
    query = select(facts.c.body).where(
        facts.c.conversation_id == conversation_id,
        visible(unit, facts),
        facts.c.kind == "turns_marked",
        cast(facts.c.body, String).contains(turn_id, autoescape=True),
    )
    bodies = unit.connection.execute(query).scalars()
    return any("pinned" in body["marks"] and turn_id in body["turn_ids"] for body in bodies)
