"""Which nodes may be gone, and what they left open. Asked by the system across all workspaces."""

from typing import NamedTuple

from sqlalchemy import BigInteger, or_, select, type_coerce

from antiphon.conversation.ids import NodeId, TurnId, WorkspaceId
from antiphon.store.clock import now_ms
from antiphon.store.tables import nodes, open_turns
from antiphon.store.unit import Unit


class Suspect(NamedTuple):
    """A node with open turns, and how many milliseconds ago its lease was last renewed."""

    node_id: NodeId
    silent_ms: int


class OpenTurn(NamedTuple):
    """A turn that is not finished; `round` counts how often its advisors were asked again."""

    turn_id: TurnId
    workspace_id: WorkspaceId
    round: int


def read_suspects(unit: Unit, me: NodeId, lease_ms: int) -> list[Suspect]:
    """Other nodes that answer for open turns and have not been declared gone."""
    renewed = type_coerce(nodes.c.lease_until, BigInteger) - lease_ms
    query = (
        select(nodes.c.id, now_ms(unit.dialect) - renewed)
        .where(nodes.c.id != me, nodes.c.id.in_(select(open_turns.c.node_id).distinct()))
        .distinct()
    )
    return [Suspect(NodeId(row[0]), int(row[1])) for row in unit.connection.execute(query)]


def read_orphans(unit: Unit, waiting_ms: int, limit: int) -> list[OpenTurn]:
    """Turns nobody answers for: never offered, or offered a while ago and not taken up."""
    query = (
        select(open_turns.c.turn_id, open_turns.c.workspace_id, open_turns.c.round)
        .where(
            open_turns.c.node_id.is_(None),
            or_(
                open_turns.c.handed_over_at.is_(None),
                open_turns.c.handed_over_at <= now_ms(unit.dialect) - waiting_ms,
            ),
        )
        .limit(limit)
    )
    return [OpenTurn(TurnId(row[0]), WorkspaceId(row[1]), row[2]) for row in unit.connection.execute(query)]


def read_own_turns(unit: Unit, node_id: NodeId) -> list[OpenTurn]:
    """The turns a node answers for."""
    query = select(open_turns.c.turn_id, open_turns.c.workspace_id, open_turns.c.round).where(
        open_turns.c.node_id == node_id
    )
    return [OpenTurn(TurnId(row[0]), WorkspaceId(row[1]), row[2]) for row in unit.connection.execute(query)]
