"""What goes on in the whole installation. Asked by the system across all workspaces, for whoever runs it.

Figures, names of providers and codes of errors: no statement here selects a word, a title or a name of anybody's.
"""

from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    and_,
    case,
    exists,
    func,
    literal,
    not_,
    select,
    text,
    type_coerce,
    union_all,
)

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import NodeId, PrincipalId, WorkspaceId
from antiphon.conversation.work import MOST_STARTS
from antiphon.store.clock import now_ms
from antiphon.store.reads.recovery import is_alive, is_orphan, may_be_done, may_be_taken
from antiphon.store.reads.stuck import open_since
from antiphon.store.tables import (
    Moment,
    approvals,
    documents,
    nodes,
    open_turns,
    replies,
    turns,
    webhook_deliveries,
    work,
)
from antiphon.store.unit import Unit

TURN: Final = "turn"
# As much as a page shows of each.
_MOST: Final = 200


class SeenNode(NamedTuple):
    """A process that has joined, and how much it answers for; `reaped_at` once the others have declared it gone."""

    id: NodeId
    version: str | None
    started_at: datetime
    lease_until: datetime
    reaped_at: datetime | None
    turns: int
    work: int


class OpenThing(NamedTuple):
    """A turn or a piece of work that has not ended, and the living node that is at it.

    `since` is when a turn last sent something, and else when it was created. `waits` is said of a turn that waits for
    its person's leave, and of work that rests because its person may not have it done.
    """

    id: str
    kind: str
    node_id: NodeId | None
    created_at: datetime
    since: datetime
    starts: int
    due_at: datetime | None
    waits: bool


class Waiting(NamedTuple):
    """How much of a kind nobody is at although its moment has come, and since when the oldest waits."""

    kind: str
    total: int
    oldest_at: datetime


class OpenCount(NamedTuple):
    """How much of a kind has not ended, and since when the oldest is open."""

    kind: str
    total: int
    oldest_at: datetime


class Kept(NamedTuple):
    """How many bytes the database takes up, and how many files people brought."""

    database_bytes: int
    documents: int
    document_bytes: int


class Whose(NamedTuple):
    """What an id stands for, and on whose behalf it is done."""

    kind: str
    workspace_id: WorkspaceId
    owner_id: PrincipalId


def read_nodes(unit: Unit) -> tuple[SeenNode, ...]:
    """Every node that is listed, the longest running first."""
    held = [
        select(func.count()).select_from(table).where(table.c.node_id == nodes.c.id).scalar_subquery()
        for table in (open_turns, work)
    ]
    columns = (nodes.c.id, nodes.c.version, nodes.c.started_at, nodes.c.lease_until, nodes.c.reaped_at)
    rows = unit.connection.execute(select(*columns, *held).order_by(nodes.c.started_at, nodes.c.id).limit(_MOST))
    return tuple(SeenNode(*row) for row in rows)


def list_open(unit: Unit) -> tuple[OpenThing, ...]:
    """Turns and lasting work that have not ended, the oldest first."""
    found = [OpenThing(*row) for query in (_open_turns(), _open_work()) for row in unit.connection.execute(query)]
    return tuple(sorted(found, key=lambda each: (each.created_at, each.id)))


def count_open(unit: Unit) -> tuple[OpenCount, ...]:
    """All of them by kind, however many there are."""
    asked = select(literal(TURN), func.count(), func.min(turns.c.created_at))
    of_turns = asked.select_from(open_turns.join(turns, turns.c.id == open_turns.c.turn_id))
    of_work = select(work.c.kind, func.count(), func.min(work.c.created_at)).group_by(work.c.kind)
    rows = [row for query in (of_turns, of_work) for row in unit.connection.execute(query)]
    return tuple(sorted(OpenCount(*row) for row in rows if row[1]))


def count_waiting(unit: Unit) -> tuple[Waiting, ...]:
    """What could be taken now and was not, by kind: turns, work, and messages for programs elsewhere."""
    orphans = (
        select(literal(TURN), func.count(), func.min(turns.c.created_at))
        .select_from(open_turns.join(turns, turns.c.id == open_turns.c.turn_id))
        .where(is_orphan(unit.dialect, 0))
    )
    free = select(work.c.kind, func.count(), func.min(work.c.created_at)).where(may_be_taken(unit.dialect))
    due = type_coerce(webhook_deliveries.c.next_at, BigInteger) <= now_ms(unit.dialect)
    unsent = select(literal("webhook"), func.count(), func.min(webhook_deliveries.c.next_at)).where(
        webhook_deliveries.c.status == "waiting", due
    )
    queries = (orphans, free.group_by(work.c.kind), unsent)
    rows = [row for query in queries for row in unit.connection.execute(query)]
    return tuple(sorted(Waiting(*row) for row in rows if row[1]))


def read_kept(unit: Unit) -> Kept:
    """What is kept, in bytes."""
    sizes = {
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        "postgresql": "SELECT pg_database_size(current_database())",
    }
    taken = unit.connection.execute(text(sizes[unit.dialect])).scalar_one()
    brought = select(func.count(), func.coalesce(func.sum(documents.c.bytes), 0)).where(
        documents.c.removed_at.is_(None)
    )
    count, size = unit.connection.execute(brought).one()
    return Kept(int(taken), int(count), int(size))


def find_whose(unit: Unit, thing_id: str) -> Whose:
    """The open turn or piece of work with this id, or `NotFound` when it has ended or never was."""
    of_work = select(work.c.kind, work.c.workspace_id, work.c.owner_id).where(work.c.id == thing_id)
    of_turn = select(literal(TURN), open_turns.c.workspace_id, open_turns.c.author_id).where(
        open_turns.c.turn_id == thing_id
    )
    row = unit.connection.execute(union_all(of_work, of_turn)).first()
    if row is None:
        raise NotFound("work", thing_id)
    return Whose(row[0], WorkspaceId(row[1]), PrincipalId(row[2]))


def _open_turns() -> Select[Any]:
    waits = exists(select(approvals.c.id).where(approvals.c.turn_id == turns.c.id, approvals.c.status == "pending"))
    starts = select(func.coalesce(func.max(replies.c.epoch), 0)).where(
        replies.c.turn_id == turns.c.id, replies.c.settled_at.is_(None)
    )
    return (
        select(
            turns.c.id,
            literal(TURN),
            _living(open_turns.c.node_id),
            turns.c.created_at,
            open_since(),
            starts.scalar_subquery(),
            type_coerce(literal(None), Moment),
            waits,
        )
        .join(open_turns, open_turns.c.turn_id == turns.c.id)
        .order_by(turns.c.created_at, turns.c.id)
        .limit(_MOST)
    )


def _open_work() -> Select[Any]:
    begun_at = work.c.created_at
    columns = (work.c.id, work.c.kind, _living(work.c.node_id), begun_at, begun_at, work.c.starts, work.c.due_at)
    rests = and_(work.c.starts < MOST_STARTS, not_(may_be_done()))
    return select(*columns, rests).order_by(work.c.created_at, work.c.id).limit(_MOST)


def _living(node_id: "ColumnElement[str | None]") -> "ColumnElement[str | None]":
    return case((is_alive(node_id), node_id))
