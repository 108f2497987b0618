"""Nodes: who is alive, and who takes over from whom."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import BigInteger, delete, insert, select, text, type_coerce, update

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import NodeId, PrincipalId, TurnId, WorkspaceId
from antiphon.store.clock import now_ms
from antiphon.store.dialect import lock_key
from antiphon.store.migrate import wanted_revision
from antiphon.store.reads.recovery import OpenTurn, is_alive, is_orphan
from antiphon.store.tables import nodes, open_turns, turns, work
from antiphon.store.unit import Unit


def join(unit: Unit, node_id: NodeId, lease_ms: int, version: str | None = None) -> None:
    """Enter this node, which runs this version, with its first lease."""
    now = now_ms(unit.dialect)
    unit.connection.execute(
        insert(nodes).values(
            id=node_id,
            started_at=now,
            lease_until=now + lease_ms,
            reaped_at=None,
            revision=wanted_revision(),
            version=version,
        )
    )


def renew_lease(unit: Unit, node_id: NodeId, lease_ms: int) -> bool:
    """Push the lease out; False when the others have already declared this node gone."""
    statement = (
        update(nodes)
        .where(nodes.c.id == node_id, nodes.c.reaped_at.is_(None))
        .values(lease_until=now_ms(unit.dialect) + lease_ms)
    )
    return (unit.connection.execute(statement)).rowcount == 1


def leave(unit: Unit, node_id: NodeId) -> None:
    """Take the node off the list and leave what it has not finished for the others to find."""
    unit.connection.execute(
        update(open_turns).where(open_turns.c.node_id == node_id).values(node_id=None, handed_over_at=None)
    )
    unit.connection.execute(
        update(work).where(work.c.node_id == node_id).values(node_id=None, starts=work.c.starts - 1)
    )
    unit.connection.execute(delete(nodes).where(nodes.c.id == node_id))


def reap(unit: Unit, node_id: NodeId, lease: int, *, needs_free_lock: bool) -> int | None:
    """Declare a node gone whose lease is still this one; returns how many turns it leaves for whoever takes them.

    Nothing happens, and nothing is returned, when it has renewed its lease since, when another node was quicker, or
    when `needs_free_lock` and its liveness lock is held.
    """
    if unit.dialect == "postgresql" and needs_free_lock and not _try_lock(unit, "alive", node_id):
        return None
    mark = update(nodes).where(
        nodes.c.id == node_id, nodes.c.reaped_at.is_(None), type_coerce(nodes.c.lease_until, BigInteger) == lease
    )
    if unit.connection.execute(mark.values(reaped_at=now_ms(unit.dialect))).rowcount != 1:
        return None
    left = update(open_turns).where(open_turns.c.node_id == node_id).values(node_id=None, handed_over_at=None)
    return unit.connection.execute(left).rowcount


def reap_all_but(unit: Unit, node_id: NodeId) -> None:
    """SQLite has one process: whoever else is listed is gone. Called once at start."""
    unit.connection.execute(delete(nodes).where(nodes.c.id != node_id))


def take_orphans(unit: Unit, node_id: NodeId, waiting_ms: int, most: int) -> list[OpenTurn]:
    """This node answers for some of the turns that nobody answers for; of two nodes that take, each gets others.

    Nobody takes anything who was declared gone.
    """
    found = select(open_turns.c.turn_id).where(is_orphan(unit.dialect, waiting_ms)).limit(most)
    if unit.dialect == "postgresql":
        found = found.with_for_update(skip_locked=True)
    asked_with = select(turns.c.token_id).where(turns.c.id == open_turns.c.turn_id).scalar_subquery()
    statement = (
        update(open_turns)
        .where(open_turns.c.turn_id.in_(found), is_alive(node_id))
        .values(node_id=node_id, handed_over_at=None)
        .returning(
            open_turns.c.turn_id, open_turns.c.workspace_id, open_turns.c.author_id, asked_with.label("token_id")
        )
    )
    return [
        OpenTurn(TurnId(row.turn_id), WorkspaceId(row.workspace_id), PrincipalId(row.author_id), row.token_id)
        for row in unit.connection.execute(statement)
    ]


def seize_turn(unit: Unit, node_id: NodeId, turn_id: TurnId) -> OpenTurn:
    """This node answers for an open turn, whoever did before; `NotFound` for one that has ended or never was.

    The one before writes no more once the replies are claimed anew.
    """
    asked_with = select(turns.c.token_id).where(turns.c.id == open_turns.c.turn_id).scalar_subquery()
    statement = (
        update(open_turns)
        .where(open_turns.c.turn_id == turn_id, is_alive(node_id))
        .values(node_id=node_id, handed_over_at=None)
        .returning(open_turns.c.workspace_id, open_turns.c.author_id, asked_with.label("token_id"))
    )
    row = unit.connection.execute(statement).one_or_none()
    if row is None:
        raise NotFound("open turn", turn_id)
    return OpenTurn(turn_id, WorkspaceId(row.workspace_id), PrincipalId(row.author_id), row.token_id)


def give_up(unit: Unit, node_id: NodeId, turn_ids: Sequence[TurnId]) -> int:
    """Turns this node answers for and could not run are anybody's, after a while; returns how many."""
    statement = (
        update(open_turns)
        .where(open_turns.c.turn_id.in_(turn_ids), open_turns.c.node_id == node_id)
        .values(node_id=None, handed_over_at=now_ms(unit.dialect))
    )
    return unit.connection.execute(statement).rowcount


def forget_nodes(unit: Unit, before: datetime) -> None:
    """Drop nodes that were declared gone before this moment. Turns of a node that is not listed are nobody's."""
    unit.connection.execute(delete(nodes).where(nodes.c.reaped_at < before))


def _try_lock(unit: Unit, purpose: str, node_id: NodeId) -> bool:
    query = text("SELECT pg_try_advisory_xact_lock(:key)")
    return bool((unit.connection.execute(query, {"key": lock_key(purpose, node_id)})).scalar_one())
