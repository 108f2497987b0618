"""Which nodes may be gone, and what they left open. Asked by the system across all workspaces."""

from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    CompoundSelect,
    and_,
    bindparam,
    exists,
    func,
    literal,
    not_,
    or_,
    select,
    type_coerce,
    union_all,
)

from antiphon.access.policy import Verb
from antiphon.conversation.ids import NodeId, PrincipalId, TurnId, WorkspaceId
from antiphon.conversation.work import ASKING_NOBODY, MOST_STARTS
from antiphon.store.clock import now_ms
from antiphon.store.reads.people import is_active
from antiphon.store.tables import nodes, open_turns, work
from antiphon.store.unit import Unit


class NodeLease(NamedTuple):
    """A node that counts as alive, and its lease. Only whether that changes says anything: clocks can be set."""

    node_id: NodeId
    value: int


class OpenTurn(NamedTuple):
    """A turn that is not finished, whose it is, and the token it was asked with."""

    turn_id: TurnId
    workspace_id: WorkspaceId
    author_id: PrincipalId
    token_id: str | None = None


class Look(NamedTuple):
    """What a node sees when it looks around: the other leases, the turns it answers for, how many nobody does, and
    how much work waits for somebody.
    """

    leases: list[NodeLease]
    own: list[TurnId]
    orphans: int
    work: int


def read_look(unit: Unit, me: NodeId, waiting_ms: int) -> Look:
    """Everything a node must see to know whether there is something to take over, in one snapshot."""
    leases: list[NodeLease] = []
    own: list[TurnId] = []
    counts = {"orphans": 0, "work": 0}
    for what, name, value in unit.connection.execute(_build_look(unit.dialect), {"me": me, "waiting": waiting_ms}):
        if what == "lease":
            leases.append(NodeLease(NodeId(name), int(value)))
        elif what == "own":
            own.append(TurnId(name))
        else:
            counts[what] = int(value)
    return Look(leases, own, **counts)


@cache
def _build_look(dialect: str) -> CompoundSelect[Any]:
    """One statement, built once: every node asks it several times a second, whether or not anything happens."""
    own = select(literal("own"), open_turns.c.turn_id, literal(0)).where(open_turns.c.node_id == bindparam("me"))
    count = select(literal("orphans"), literal(""), func.count()).select_from(open_turns)
    orphans = count.where(is_orphan(dialect, bindparam("waiting", type_=BigInteger)))
    waiting = select(literal("work"), literal(""), func.count()).select_from(work).where(may_be_taken(dialect))
    lease = select(literal("lease"), nodes.c.id, type_coerce(nodes.c.lease_until, BigInteger))
    return union_all(own, orphans, waiting, lease.where(nodes.c.id != bindparam("me"), nodes.c.reaped_at.is_(None)))


def is_alive(node_id: "ColumnElement[Any] | str") -> ColumnElement[bool]:
    """Whether this node is listed and was not declared gone."""
    return exists(select(nodes.c.id).where(nodes.c.id == node_id, nodes.c.reaped_at.is_(None)))


def may_be_taken(dialect: str) -> ColumnElement[bool]:
    """Whether nobody who lives is at a piece of work, its moment has come, and its person may have it done.

    What was begun so often that it is only ended waits for nobody.
    """
    due = type_coerce(work.c.due_at, BigInteger)
    return and_(
        or_(work.c.node_id.is_(None), not_(is_alive(work.c.node_id))),
        or_(due.is_(None), due <= now_ms(dialect)),
        or_(work.c.starts >= MOST_STARTS, may_be_done()),
    )


def may_be_done() -> ColumnElement[bool]:
    """Whether the person of a piece of work may have it done: what asks models is for those who may ask them."""
    asks_nobody = and_(work.c.kind.in_(ASKING_NOBODY), is_active(work.c.owner_id, work.c.workspace_id))
    return or_(asks_nobody, is_active(work.c.owner_id, work.c.workspace_id, Verb.WRITE))


def is_orphan(dialect: str, waiting_ms: "ColumnElement[int] | int") -> ColumnElement[bool]:
    """Whether nobody answers for a turn, and nobody has tried to within this time.

    A turn whose node is not among the living is nobody's. One that was given up in the future was given up before the
    clock was set back, nobody knows when.
    """
    now, given_up = now_ms(dialect), type_coerce(open_turns.c.handed_over_at, BigInteger)
    return and_(
        or_(open_turns.c.node_id.is_(None), not_(is_alive(open_turns.c.node_id))),
        or_(given_up.is_(None), given_up <= now - waiting_ms, given_up > now),
    )
