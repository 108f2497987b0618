"""Write turns out: to keep, to hand on, to print. Nothing that is sent changes by it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from antiphon.access.principal import Principal
from antiphon.analysis.decision_page import DecisionSheet, DrawnMap, write_sheet
from antiphon.analysis.export import export_turns
from antiphon.conversation.errors import Malformed, NotFound
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.engine.analyses.quorums import read_quorum_of
from antiphon.engine.engine import Engine
from antiphon.engine.exports.document import StoreDocument, reading_pictures
from antiphon.exporters.formats.sharegpt import exporter as sharegpt
from antiphon.exporters.formats.training import openai_chat, preferences
from antiphon.exporters.protocol import Exporter, ExportOptions
from antiphon.store.reads.archive_scope import Scope
from antiphon.store.reads.claims import read_map
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.journal import read_decisions_of
from antiphon.store.reads.syntheses import read_synthesis
from antiphon.store.reads.turns import read_places, read_turn, read_turns_by_id
from antiphon.store.unit import Unit

DECISION = "decision"
TRAINING: Final[Mapping[str, Exporter]] = {each.name: each for each in (openai_chat, preferences, sharegpt)}


@dataclass(frozen=True, slots=True)
class Export:
    """Which turns, by number and both ends of each span included, and how; no spans means all of them.

    `decision` is a page about one turn; `answers` puts the answers in full on it.
    """

    conversation_id: ConversationId
    form: str
    spans: tuple[tuple[int, int], ...] = ()
    answers: bool = False


async def export(engine: Engine, principal: Principal, wanted: Export) -> str:
    """The text; `NotFound` when there is no such turn, `Malformed` for a decision page of several turns."""
    return await engine.store.read(principal, _export, wanted)


def write_turns(unit: Unit, conversation_id: ConversationId, turn_ids: Sequence[TurnId], form: str) -> str:
    """These turns of the conversation, oldest first."""
    line = read_conversation(unit, conversation_id)
    turns = sorted(read_turns_by_id(unit, turn_ids), key=lambda turn: turn.position)
    return export_turns(turns, form, line.title or line.opening, reading_pictures(unit))


def _export(unit: Unit, wanted: Export) -> str:
    read_conversation(unit, wanted.conversation_id)
    found = [
        turn_id
        for position, turn_id in read_places(unit, wanted.conversation_id)
        if not wanted.spans or any(first <= position <= last for first, last in wanted.spans)
    ]
    if wanted.form in TRAINING:
        return _write_whole(unit, wanted)
    if wanted.spans and not found:
        raise NotFound("turn", str(wanted.spans[0][0]))
    if wanted.form != DECISION:
        return write_turns(unit, wanted.conversation_id, found, wanted.form)
    if len(found) != 1:
        raise Malformed("a decision page is about one turn; say which")
    return write_sheet(_read_sheet(unit, found[0], answers=wanted.answers))


def _write_whole(unit: Unit, wanted: Export) -> str:
    """Every voice by itself, as a model is trained on; `Malformed` for some turns only."""
    if wanted.spans:
        raise Malformed("training data is written of whole conversations")
    several = [wanted.conversation_id]
    document = StoreDocument(unit, several, Scope(unit, several, is_everything=False), None, lambda: None)
    return b"".join(TRAINING[wanted.form].write(document, ExportOptions())).decode()


def _read_sheet(unit: Unit, turn_id: TurnId, *, answers: bool) -> DecisionSheet:
    turn = read_turn(unit, turn_id)
    drawn, kept = read_map(unit, turn_id), read_synthesis(unit, turn_id)
    return DecisionSheet(
        turn=turn,
        quorum=read_quorum_of(unit, turn),
        drawn=None if drawn is None else DrawnMap(drawn.claims, drawn.model, drawn.read),
        synthesis=None if kept is None else kept.synthesis,
        decisions=tuple(each.decision for each in read_decisions_of(unit, [turn_id])),
        answers=answers,
        read_picture=reading_pictures(unit),
    )
