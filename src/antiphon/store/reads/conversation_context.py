"""What a conversation's payloads stand on besides its turns, in one snapshot."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, case, func, select

from antiphon.advisors.panel import Panel
from antiphon.advisors.phase import Phase, decode_phases, usual_phases
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.thinking import Thinking, decode_thinking
from antiphon.store.tables import conversations, facts, panels, participation, replies, topics, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible_then

# No conversation has this id: under it there is nothing to read.
NOWHERE = ConversationId("")


class ConversationContext(NamedTuple):
    """The conversation's last fact, its panel's phases, its topic, if it has one, and how many turns it has.

    `last_position` is the newest position that was given out, whether or not the turn there still stands. `thinking`
    is the panel's. `newest_model` is what the newest turn was sent with where nobody's own model held.
    """

    conversation_id: ConversationId
    seq: int
    phases: tuple[Phase, ...]
    topic_path: str | None
    prelude: str
    topic_model: str | None
    turns: int
    last_position: int
    newest_model: str | None = None
    thinking: Thinking | None = None

    def in_last_phase(self) -> "ConversationContext":
        """The ground of a round, and of a program's question: nobody is there to be asked for facts."""
        return self._replace(phases=self.phases[-1:])

    def without_counts(self) -> "ConversationContext":
        """What of it shapes a payload: the same, whatever has been said meanwhile."""
        return self._replace(seq=0, turns=0, last_position=0, newest_model=None)


class Participation(NamedTuple):
    """How often an advisor took part, and where its sticky history begins under which conditions.

    `unphased` of these turns led past the panel's phases, and count for none of them.
    """

    turns: int
    kept_from: int | None
    kept_under: str | None
    unphased: int = 0


# What was picked for everybody when the conversation was last asked, or was held to then already.
_NEWEST_MODEL = (
    select(turns.c.choice["newest_model"].as_string())
    .where(
        turns.c.conversation_id == conversations.c.id,
        turns.c.deleted_at.is_(None),
        turns.c.origin.in_(("person", "round")),
    )
    .order_by(turns.c.position.desc())
    .limit(1)
    .scalar_subquery()
)
_GROUND = (
    select(
        conversations.c.last_seq,
        panels.c.phases,
        topics.c.path,
        func.coalesce(topics.c.prelude, "").label("prelude"),
        topics.c.model,
        (conversations.c.turn_count - conversations.c.removed_turns).label("turns"),
        conversations.c.turn_count,
        _NEWEST_MODEL,
        panels.c.thinking,
        panels.c.early_turns,
    )
    .join(panels, (panels.c.workspace_id == conversations.c.workspace_id) & (panels.c.id == conversations.c.panel_id))
    .outerjoin(topics, topics.c.id == conversations.c.topic_id)
    .where(conversations.c.id == bindparam("conversation"), visible_then(conversations))
)
_PARTS = select(
    participation.c.advisor_id,
    participation.c.turns,
    participation.c.kept_from,
    participation.c.kept_under,
    participation.c.unphased,
).where(
    participation.c.conversation_id == bindparam("conversation"),
    visible_then(participation, bindparam("conversation")),
    participation.c.advisor_id.in_(bindparam("asked", expanding=True)),
)
# One for each turn that a program sent past the phases; nothing for the others.
_UNPHASED = case((turns.c.choice["phase"].as_string() == "last", 1))
_PARTS_BEFORE = (
    select(replies.c.advisor_id, func.count().label("turns"), func.count(_UNPHASED).label("unphased"))
    .join(turns, turns.c.id == replies.c.turn_id)
    .where(
        turns.c.conversation_id == bindparam("conversation"),
        visible_then(turns, bindparam("conversation")),
        turns.c.position < bindparam("before"),
        replies.c.variant == 0,
        replies.c.advisor_id.in_(bindparam("asked", expanding=True)),
    )
    .group_by(replies.c.advisor_id)
)
_KINDS = (
    select(facts.c.kind, facts.c.body)
    .where(
        facts.c.conversation_id == bindparam("conversation"),
        visible_then(facts, bindparam("conversation")),
        facts.c.seq > bindparam("after"),
    )
    .order_by(facts.c.seq)
    .limit(bindparam("most"))
)


def read_conversation_context(unit: Unit, conversation_id: ConversationId) -> ConversationContext:
    """The ground of this conversation, or `NotFound`."""
    row = unit.connection.execute(_GROUND, _here(unit, conversation_id)).one_or_none()
    if row is None:
        raise NotFound("conversation", conversation_id)
    seq, phases, *rest, thinking, early_turns = row
    course = decode_phases(phases) or usual_phases(early_turns)
    return ConversationContext(conversation_id, seq, course, *rest)._replace(thinking=decode_thinking(thinking))


def build_new_context(panel: Panel) -> ConversationContext:
    """The ground of a conversation that would begin now with this panel."""
    return ConversationContext(
        conversation_id=NOWHERE,
        seq=0,
        phases=panel.course,
        topic_path=None,
        prelude="",
        topic_model=None,
        turns=0,
        last_position=0,
        thinking=panel.thinking,
    )


def read_parts(
    unit: Unit, conversation_id: ConversationId, asked: Sequence[AdvisorId]
) -> dict[AdvisorId, Participation]:
    """How often each of these advisors was asked so far."""
    rows = unit.connection.execute(_PARTS, _here(unit, conversation_id) | {"asked": list(asked)})
    return {AdvisorId(row[0]): Participation(*row[1:]) for row in rows}


def read_parts_before(
    unit: Unit, conversation_id: ConversationId, asked: Sequence[AdvisorId], before: int
) -> dict[AdvisorId, Participation]:
    """How often each was asked before a position: for a turn that is asked again."""
    place = _here(unit, conversation_id) | {"asked": list(asked), "before": before}
    return {
        AdvisorId(row[0]): Participation(row[1], None, None, row[2])
        for row in unit.connection.execute(_PARTS_BEFORE, place)
    }


def read_kinds_after(
    unit: Unit, conversation_id: ConversationId, after: int, most: int
) -> list[tuple[str, dict[str, object]]]:
    """The kinds and bodies of the facts after a number, oldest first."""
    place = _here(unit, conversation_id) | {"after": after, "most": most}
    return [(row.kind, row.body) for row in unit.connection.execute(_KINDS, place)]


def _here(unit: Unit, conversation_id: ConversationId) -> dict[str, Any]:
    return name_reader(unit) | {"conversation": conversation_id}
