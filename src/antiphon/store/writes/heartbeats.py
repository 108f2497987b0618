"""Leave to speak unasked is given, taken back, and put off by every message of the person."""

from datetime import datetime
from functools import cache

from sqlalchemy import BigInteger, Update, bindparam, case, null, type_coerce, update

from antiphon.conversation.heartbeat import Heartbeat, format_clock
from antiphon.conversation.ids import ConversationId
from antiphon.store.clock import now_ms
from antiphon.store.dialect import insert_into
from antiphon.store.tables import beats, heartbeats
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible, visible_then


def save_heartbeat(unit: Unit, heartbeat: Heartbeat, at: datetime) -> None:
    """Write it down as it is now; the generation of one that exists is not touched."""
    quiet = heartbeat.quiet
    values = {
        "owner_id": heartbeat.owner_id,
        "enabled": heartbeat.enabled,
        "every_minutes": heartbeat.every_minutes,
        "quiet_from": None if quiet is None else format_clock(quiet.start),
        "quiet_until": None if quiet is None else format_clock(quiet.end),
        "model": heartbeat.model,
        "jitter": heartbeat.jitter,
        "next_at": heartbeat.next_at,
        "updated_at": at,
    }
    place = {
        "workspace_id": unit.workspace_id,
        "conversation_id": heartbeat.conversation_id,
        "advisor_id": heartbeat.advisor_id,
    }
    statement = insert_into(heartbeats, unit.dialect).values(**place, **values)
    statement = statement.on_conflict_do_update(
        index_elements=["conversation_id", "advisor_id"],
        set_=values,
        where=visible(unit, heartbeats),
    )
    unit.connection.execute(statement)


def advance_heartbeat(unit: Unit, heartbeat: Heartbeat, next_at: datetime) -> bool:
    """Move it to its next occasion; False when somebody else was quicker, and then nothing has changed."""
    statement = (
        update(heartbeats)
        .where(
            visible(unit, heartbeats),
            heartbeats.c.conversation_id == heartbeat.conversation_id,
            heartbeats.c.advisor_id == heartbeat.advisor_id,
            heartbeats.c.enabled,
            heartbeats.c.generation == heartbeat.generation,
            heartbeats.c.next_at == heartbeat.next_at,
        )
        .values(next_at=next_at)
    )
    return unit.connection.execute(statement).rowcount == 1


def void_heartbeats(unit: Unit, conversation_id: ConversationId) -> None:
    """The person has spoken: whatever was on its way is void, everybody waits anew, and nothing is unread."""
    here = name_reader(unit) | {"here": conversation_id}
    for statement in _void(unit.dialect):
        unit.connection.execute(statement, here)


@cache
def _void(dialect: str) -> tuple[Update, Update]:
    """Every message of every person runs these: they are built once."""
    now = now_ms(dialect)
    milliseconds = type_coerce(heartbeats.c.every_minutes * 60 * (1000 + heartbeats.c.jitter), BigInteger)
    put_off = (
        update(heartbeats)
        .where(visible_then(heartbeats, bindparam("here")), heartbeats.c.conversation_id == bindparam("here"))
        .values(
            generation=heartbeats.c.generation + 1,
            next_at=case((heartbeats.c.enabled, type_coerce(now + milliseconds, BigInteger)), else_=null()),
        )
    )
    seen = (
        update(beats)
        .where(
            visible_then(beats, bindparam("here")),
            beats.c.conversation_id == bindparam("here"),
            beats.c.status == "fired",
            beats.c.read_at.is_(None),
        )
        .values(read_at=now)
    )
    return put_off, seen
