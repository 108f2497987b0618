"""A whole conversation in a few words per turn: what a ribbon shows, however long it is."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Row, bindparam, func, literal, select, type_coerce

from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.past import Mark
from antiphon.conversation.state import ReplyState
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.marks import read_marked
from antiphon.store.tables import dividers, replies, topics, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible, visible_then

_OPENING = 60
NOT_ASKED = "."
STATE_CODES: dict[str, str] = {
    ReplyState.WAITING: "w",
    ReplyState.SENDING: "s",
    ReplyState.STREAMING: "t",
    ReplyState.COMPLETE: "c",
    ReplyState.EMPTY: "e",
    ReplyState.FILTERED: "f",
    ReplyState.ERROR: "x",
    ReplyState.INCOMPLETE: "i",
    ReplyState.INTERRUPTED: "n",
    ReplyState.STOPPED: "h",
    ReplyState.RATE_LIMITED: "r",
}


class Outline(NamedTuple):
    """A conversation as of fact number `seq`: rows of living turns, oldest first, and what they share.

    `states` has a letter per advisor for every row, in the order of `advisors`; `topics` are the paths of the topics
    the rows name, by id.
    """

    conversation_id: ConversationId
    seq: int
    rows: Sequence[Row[Any]]
    advisors: tuple[AdvisorId, ...]
    states: tuple[str, ...]
    topics: Mapping[str, str]
    marks: Mapping[int, Mapping[AdvisorId, Mark]]
    dividers: tuple[int, ...]


# One text for the replies of a turn: sixty thousand rows would take longer to fetch than to look at.
_STATES = (
    select(func.aggregate_strings(replies.c.advisor_id + literal(" ") + replies.c.state, ","))
    .where(replies.c.turn_id == turns.c.id, replies.c.chosen)
    .correlate(turns)
    .scalar_subquery()
)
_ROWS = (
    select(
        turns.c.position,
        turns.c.id,
        # Milliseconds, as they are kept and as they are told.
        type_coerce(turns.c.created_at, BigInteger).label("created_at"),
        turns.c.stars,
        turns.c.colour_flag,
        turns.c.pinned,
        turns.c.topic_id,
        func.substr(turns.c.text, 1, _OPENING).label("opening"),
        _STATES.label("states"),
    )
    .where(
        turns.c.conversation_id == bindparam("conversation"),
        visible_then(turns, bindparam("conversation")),
        turns.c.deleted_at.is_(None),
    )
    .order_by(turns.c.position)
)
_DIVIDERS = (
    select(dividers.c.position)
    .where(dividers.c.conversation_id == bindparam("conversation"), visible_then(dividers, bindparam("conversation")))
    .order_by(dividers.c.position)
)


def read_outline(unit: Unit, conversation_id: ConversationId) -> Outline:
    """Every turn in one snapshot, or `NotFound`."""
    line = read_conversation(unit, conversation_id)
    here = name_reader(unit) | {"conversation": conversation_id}
    rows = unit.connection.execute(_ROWS, here).all()
    advisors, states = _encode_states([row[-1] or "" for row in rows])
    living = {row[0] for row in rows}
    return Outline(
        conversation_id=conversation_id,
        seq=line.seq,
        rows=rows,
        advisors=advisors,
        states=states,
        topics=_read_paths(unit, {row.topic_id for row in rows} - {None}),
        marks={each: marks for each, marks in read_marked(unit, conversation_id).items() if each in living},
        dividers=tuple(unit.connection.execute(_DIVIDERS, here).scalars()),
    )


def _encode_states(told: Sequence[str]) -> tuple[tuple[AdvisorId, ...], tuple[str, ...]]:
    """Everybody who was ever asked, by id, and a letter for each in every turn.

    Few turns differ in who was asked and how it ended, so each text is taken apart once.
    """
    apart = {text: dict(_split(each) for each in text.split(",")) if text else {} for text in dict.fromkeys(told)}
    advisors = sorted({advisor for states in apart.values() for advisor in states})
    encoded = {text: "".join(states.get(each, NOT_ASKED) for each in advisors) for text, states in apart.items()}
    return tuple(AdvisorId(each) for each in advisors), tuple(encoded[text] for text in told)


def _split(told: str) -> tuple[str, str]:
    advisor_id, _, state = told.rpartition(" ")
    return advisor_id, STATE_CODES[state]


def _read_paths(unit: Unit, topic_ids: set[str]) -> dict[str, str]:
    if not topic_ids:
        return {}
    query = select(topics.c.id, topics.c.path).where(visible(unit, topics))
    return {row.id: row.path for row in unit.connection.execute(query) if row.id in topic_ids}
