"""What was found out about a reply is thrown away."""

from sqlalchemy import delete, insert, literal, select

from antiphon.conversation.ids import ReplyId
from antiphon.conversation.why import KIND
from antiphon.store.tables import analyses, analysis_calls, idempotency_keys, past_usage
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def delete_whys(unit: Unit, reply_id: ReplyId) -> int:
    """Delete every search about this reply that has ended, with all that was sent for it; what it used stays counted.

    How many there were.
    """
    mine = (visible(unit, analyses), analyses.c.reply_id == reply_id, analyses.c.kind == KIND)
    ended = select(analyses.c.id).where(*mine, analyses.c.status != "running")
    used = select(
        analyses.c.workspace_id,
        literal(unit.principal.id),
        analyses.c.token_id,
        literal("analysis"),
        analyses.c.id,
        analyses.c.model,
        analyses.c.usage,
        analyses.c.created_at,
    ).where(analyses.c.id.in_(ended))
    names = ["workspace_id", "owner_id", "token_id", "kind", "thing_id", "model", "usage", "used_at"]
    unit.connection.execute(insert(past_usage).from_select(names, used))
    unit.connection.execute(delete(analysis_calls).where(analysis_calls.c.analysis_id.in_(ended)))
    unit.connection.execute(delete(idempotency_keys).where(idempotency_keys.c.turn_id.in_(ended)))
    return unit.connection.execute(delete(analyses).where(*mine, analyses.c.status != "running")).rowcount
