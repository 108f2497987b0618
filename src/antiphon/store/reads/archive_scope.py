"""What goes along with some conversations, when not everything does."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from sqlalchemy import ColumnElement, literal, or_, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.store.dialect import in_parts
from antiphon.store.reads.archive import list_archived
from antiphon.store.reads.own_files import find_own_files, find_shown_files
from antiphon.store.records import TABLES
from antiphon.store.tables import advisor_cards, advisors, conversations, panels, replies, topics, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

Condition = ColumnElement[bool]


class Scope:
    """Everything, or some conversations with the advisors, panels and topics they name."""

    def __init__(self, unit: Unit, wanted: Sequence[ConversationId], *, is_everything: bool) -> None:
        self.is_everything = is_everything
        self._wanted = wanted
        self._unit = unit

    def named(self, kind: str) -> tuple[Condition, ...]:
        """Records of a kind that names the conversation it belongs to."""
        return self._among(TABLES[kind].c.conversation_id, self._wanted)

    def advisors(self) -> tuple[Condition, ...]:
        """Whoever spoke there or sits on the panel."""
        return () if self.is_everything else self._among(advisors.c.id, self._advisors())

    def cards(self) -> tuple[Condition, ...]:
        """The cards they came by."""
        return () if self.is_everything else self._among(advisor_cards.c.advisor_id, self._advisors())

    def panels(self) -> tuple[Condition, ...]:
        """The panels that were asked."""
        return () if self.is_everything else self._among(panels.c.id, self._panels())

    def topics(self) -> tuple[Condition, ...]:
        """Topics that something there belongs to, and those above them."""
        if self.is_everything:
            return ()
        named = {
            *self._select(select(conversations.c.topic_id), conversations.c.id),
            *self._select(select(turns.c.topic_id).distinct(), turns.c.conversation_id),
        } - {None}
        paths = self._select(select(topics.c.path), topics.c.id, sorted(named))
        above = {"/".join(path.split("/")[:depth]) for path in paths for depth in range(2, path.count("/") + 2)}
        return self._among(topics.c.path, sorted(above))

    def _advisors(self) -> list[str]:
        spoke = self._select(select(replies.c.advisor_id).distinct(), replies.c.conversation_id)
        seats = self._select(select(panels.c.advisor_ids), panels.c.id, self._panels())
        return sorted({*spoke, *(each for ids in seats for each in ids)})

    def _panels(self) -> list[str]:
        return sorted(set(self._select(select(conversations.c.panel_id), conversations.c.id)))

    def _select(self, query: Any, column: "ColumnElement[str]", values: Sequence[str] | None = None) -> list[Any]:
        found: list[Any] = []
        for some in in_parts(self._wanted if values is None else values):
            found += self._unit.connection.execute(query.where(column.in_(some))).scalars()
        return found

    def _among(self, column: "ColumnElement[str]", values: Sequence[str]) -> tuple[Condition, ...]:
        if self.is_everything:
            return ()
        parts = [column.in_(some) for some in in_parts(values)]
        return (or_(*parts) if parts else literal(value=False),)


def find_wanted(unit: Unit, conversation_ids: Sequence[str]) -> list[ConversationId]:
    """The person's own of these, or all of theirs where none is named; `NotFound` for one that is not."""
    own = list_archived(unit)
    unknown = set(conversation_ids) - set(own)
    if unknown:
        raise NotFound("conversation", min(unknown))
    return [each for each in own if each in conversation_ids] if conversation_ids else own


def find_files(unit: Unit, wanted: Sequence[ConversationId]) -> list[str]:
    """Documents that were brought to these conversations, and those they show: a branch shows what its source has."""
    own = (find_own_files(unit, each) for each in wanted)
    shown = (find_shown_files(unit, each) for each in wanted)
    return sorted(set(chain.from_iterable((*own, *shown))))


def read_heading(unit: Unit, conversation_id: ConversationId) -> tuple[str, datetime]:
    """What a conversation is called, by its first words where nobody named it, and when it began."""
    query = select(conversations.c.title, conversations.c.created_at).where(
        conversations.c.id == conversation_id, visible(unit, conversations)
    )
    title, created_at = unit.connection.execute(query).one()
    if title:
        return title, created_at
    first = select(turns.c.text).where(turns.c.conversation_id == conversation_id, turns.c.deleted_at.is_(None))
    opening = unit.connection.execute(first.order_by(turns.c.position).limit(1)).scalar_one_or_none()
    return (opening or "")[:200], created_at


def read_descriptions(unit: Unit, conversation_id: ConversationId) -> Mapping[tuple[AdvisorId, int], str]:
    """The words every advisor that spoke there was described by, by id and version."""
    spoke = select(replies.c.advisor_id).where(replies.c.conversation_id == conversation_id)
    query = select(advisors.c.id, advisors.c.version, advisors.c.description).where(
        visible(unit, advisors), advisors.c.id.in_(spoke)
    )
    return {(AdvisorId(row.id), row.version): row.description for row in unit.connection.execute(query)}
