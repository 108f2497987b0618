"""Which nodes may be gone, and what they left open. Asked by the system across all workspaces."""

from typing import Any, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, and_, exists, not_, or_, select, type_coerce

from antiphon.conversation.ids import NodeId, TurnId, WorkspaceId
from antiphon.store.clock import now_ms
from antiphon.store.tables import nodes, open_turns
from antiphon.store.unit import Unit


class NodeLease(NamedTuple):
    """A node that counts as alive, and its lease. Only whether that changes says anything: clocks can be set."""

    node_id: NodeId
    value: int


class OpenTurn(NamedTuple):
    """A turn that is not finished; `round` counts how often its advisors were asked again."""

    turn_id: TurnId
    workspace_id: WorkspaceId
    round: int


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
    """Whether nobody answers for a turn: never offered, or offered a while ago and not taken up.

    A turn whose node is not among the living is nobody's. One that was offered in the future was offered before the
    clock was set back, nobody knows when.
    """
    now, offered = now_ms(unit.dialect), type_coerce(open_turns.c.handed_over_at, BigInteger)
    return and_(
        or_(open_turns.c.node_id.is_(None), not_(is_alive(open_turns.c.node_id))),
        or_(offered.is_(None), offered <= now - waiting_ms, offered > now),
    )


def read_orphans(unit: Unit, waiting_ms: int, limit: int) -> list[TurnId]:
    """Turns nobody answers for."""
    query = select(open_turns.c.turn_id).where(is_orphan(unit, waiting_ms)).limit(limit)
    return [TurnId(each) for each in unit.connection.execute(query).scalars()]


def read_own_turns(unit: Unit, node_id: NodeId) -> list[OpenTurn]:
    """The turns a node answers for."""
    query = select(open_turns.c.turn_id, open_turns.c.workspace_id, open_turns.c.round).where(
        open_turns.c.node_id == node_id
    )
    return [OpenTurn(TurnId(row[0]), WorkspaceId(row[1]), row[2]) for row in unit.connection.execute(query)]
