"""Which nodes may be gone, and what they left open. Asked by the system across all workspaces."""

from typing import Any, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, and_, exists, func, not_, or_, select, type_coerce

from antiphon.conversation.ids import NodeId, TurnId, WorkspaceId
from antiphon.store.clock import now_ms
from antiphon.store.tables import nodes, open_turns
from antiphon.store.unit import Unit


class NodeLease(NamedTuple):
    """A node that counts as alive, and its lease. Only whether that changes says anything: clocks can be set."""

    node_id: NodeId
    value: int


class OpenTurn(NamedTuple):
    """A turn that is not finished."""

    turn_id: TurnId
    workspace_id: WorkspaceId


class Look(NamedTuple):
    """What a node sees when it looks around: the other leases, the turns it answers for, and how many nobody does."""

    leases: list[NodeLease]
    own: list[TurnId]
    orphans: int


def read_look(unit: Unit, me: NodeId, waiting_ms: int) -> Look:
    """Everything a node must see to know whether there is something to take over, in one snapshot.

    A process that is alone has nobody to watch.
    """
    leases = [] if unit.dialect == "sqlite" else read_leases(unit, me)
    own = unit.connection.execute(select(open_turns.c.turn_id).where(open_turns.c.node_id == me)).scalars()
    count = select(func.count()).select_from(open_turns).where(is_orphan(unit, waiting_ms))
    return Look(leases, [TurnId(each) for each in own], int(unit.connection.execute(count).scalar_one()))


def read_leases(unit: Unit, me: NodeId) -> list[NodeLease]:
    """All other nodes that have not been declared gone."""
    query = select(nodes.c.id, type_coerce(nodes.c.lease_until, BigInteger)).where(
        nodes.c.id != me, nodes.c.reaped_at.is_(None)
    )
    return [NodeLease(NodeId(row[0]), int(row[1])) for row in unit.connection.execute(query)]


def is_alive(node_id: "ColumnElement[Any] | str") -> ColumnElement[bool]:
    """Whether this node is listed and was not declared gone."""
    return exists(select(nodes.c.id).where(nodes.c.id == node_id, nodes.c.reaped_at.is_(None)))


def is_orphan(unit: Unit, waiting_ms: int) -> ColumnElement[bool]:
    """Whether nobody answers for a turn, and nobody has tried to within this time.

    A turn whose node is not among the living is nobody's. One that was given up in the future was given up before the
    clock was set back, nobody knows when.
    """
    now, given_up = now_ms(unit.dialect), type_coerce(open_turns.c.handed_over_at, BigInteger)
    return and_(
        or_(open_turns.c.node_id.is_(None), not_(is_alive(open_turns.c.node_id))),
        or_(given_up.is_(None), given_up <= now - waiting_ms, given_up > now),
    )
