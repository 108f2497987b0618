"""Questions that are asked of a panel once more, and where they stand."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, PanelId, TurnId
from antiphon.conversation.part import FilePart, ImagePart, decode_part
from antiphon.conversation.revisit import MOST_QUESTIONS, Revisit
from antiphon.store.tables import revisits, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

_MOST: Final = 20
# Whose turns hold the person's own words.
_ASKED: Final = ("person", "imported")


class OldQuestions(NamedTuple):
    """What somebody asked in a conversation, oldest first; and how many questions had files, which stay where they are.

    Questions that were nothing but files are not among them.
    """

    texts: tuple[str, ...]
    with_files: int


def read_questions(unit: Unit, conversation_id: ConversationId, since: datetime | None = None) -> OldQuestions:
    """Every standing question of a person there, so many at most; one that was deleted `since` is empty."""
    is_standing = turns.c.deleted_at.is_(None)
    query = select(turns.c.text, turns.c.parts, turns.c.deleted_at).where(
        turns.c.conversation_id == conversation_id,
        visible(unit, turns),
        is_standing if since is None else is_standing | (turns.c.deleted_at > since),
        turns.c.origin.in_(_ASKED),
    )
    rows = unit.connection.execute(query.order_by(turns.c.position)).all()
    worded = [row for row in rows if row.text.strip()][:MOST_QUESTIONS]
    with_files = sum(any(isinstance(decode_part(each), FilePart | ImagePart) for each in row.parts) for row in rows)
    return OldQuestions(tuple(row.text if row.deleted_at is None else "" for row in worded), with_files)


def read_revisit(unit: Unit, revisit_id: str) -> Revisit:
    """One of them, or `NotFound`."""
    row = unit.connection.execute(select(revisits).where(revisits.c.id == revisit_id, visible(unit, revisits))).first()
    if row is None:
        raise NotFound("revisit", revisit_id)
    return as_revisit(row)


def list_ended_revisits(unit: Unit) -> Sequence[Row[Any]]:
    """The newest that have ended."""
    query = select(revisits).where(visible(unit, revisits), revisits.c.status != "running")
    return unit.connection.execute(query.order_by(revisits.c.updated_at.desc()).limit(_MOST)).all()


def as_revisit(row: Row[Any]) -> Revisit:
    """What the row says."""
    return Revisit(
        id=row.id,
        source_id=ConversationId(row.source_id),
        conversation_id=ConversationId(row.conversation_id),
        panel_id=PanelId(row.panel_id),
        planned=row.planned,
        asked=row.asked,
        turn_id=TurnId(row.turn_id),
        created_at=row.created_at,
        status=row.status,
        facts=dict(row.facts),
    )
