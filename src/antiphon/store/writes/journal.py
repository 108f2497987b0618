"""A decision is written down, looked back on, put off, taken out and put back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from sqlalchemy import Update, insert, select, update

from antiphon.conversation.decision import (
    Attitude,
    DecisionChanges,
    FrozenStance,
    choose_reviewer,
    encode_frozen,
    freeze_stance,
)
from antiphon.conversation.errors import Malformed, NotFound, TurnInFlight
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Reply
from antiphon.conversation.used_key import UsedKey
from antiphon.store.reads.conversations import check_kept, read_conversation
from antiphon.store.reads.journal import Placed, read_decision
from antiphon.store.reads.reviews import DueReview
from antiphon.store.reads.turns import read_turn
from antiphon.store.tables import decisions, receipts
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.keys import take_key

# A question or an option that is longer than this is a message.
MOST_CHARS: Final = 1_000


@dataclass(frozen=True, slots=True)
class NewDecision:
    """What the person says about a turn; without a question of their own it is the beginning of the turn's."""

    id: str
    turn_id: TurnId
    options: tuple[str, ...]
    choice: str
    confidence: int
    question: str = ""
    change_my_mind: str = ""
    attitudes: Mapping[AdvisorId, Attitude] = field(default_factory=dict)
    review_at: datetime | None = None
    reviewer_id: AdvisorId | None = None


def write_decision(unit: Unit, new: NewDecision, at: datetime, key: UsedKey | None = None) -> Placed:
    """The decision with every stance frozen as it is in this transaction; the same key again returns the same one.

    `NotFound` for a turn that is not there and for an advisor that was not asked in it, `TurnInFlight` while one of
    them is still answering, `NotKept` where nothing is kept, `Malformed` when neither the person nor the turn has a
    question, `KeyReused` for a key that came with another decision.
    """
    if key is not None and (known := take_key(unit, key, new.id)) is not None:
        return read_decision(unit, known)
    turn = read_turn(unit, new.turn_id)
    read_conversation(unit, turn.conversation_id)
    check_kept(unit, turn.conversation_id)
    if not turn.all_completed:
        raise TurnInFlight(turn.conversation_id)
    question = new.question or _shorten(" ".join(turn.text.split()))
    if not question:
        raise Malformed("nobody asked anything in that turn; say what the question was")
    stances = _freeze(unit, [reply for reply in turn.replies if reply.chosen], new.attitudes)
    if new.reviewer_id is not None:
        _check_asked(new.reviewer_id, stances)
    row = {
        "id": new.id,
        "workspace_id": unit.workspace_id,
        "owner_id": unit.principal.id,
        "conversation_id": turn.conversation_id,
        "turn_id": turn.id,
        "question": question,
        "options": list(new.options),
        "choice": new.choice,
        "confidence": new.confidence,
        "change_my_mind": new.change_my_mind,
        "stances": [encode_frozen(each) for each in stances],
        "review_at": new.review_at,
        "reviewer_id": new.reviewer_id or choose_reviewer(stances),
        "created_at": at,
        "updated_at": at,
    }
    unit.connection.execute(insert(decisions).values(row))
    return read_decision(unit, new.id)


def change_decision(unit: Unit, decision_id: str, changes: DecisionChanges, at: datetime) -> Placed:
    """The decision as it is then; `NotFound` when it is not there, or when the reviewer was not asked."""
    before = read_decision(unit, decision_id).decision
    values: dict[str, object] = dict(changes)
    reviewer = changes.get("reviewer_id")
    if reviewer is not None:
        _check_asked(reviewer, before.stances)
    if "review_at" in changes or "reviewer_id" in changes:
        # Another day, or somebody else whose quiet hours are others.
        values["waits_until"] = None
    if "outcome" in changes and changes["outcome"] != before.outcome:
        values["outcome_at"] = None if changes["outcome"] is None else at
    if changes.get("outcome", before.outcome) is None:
        # Words about what happened belong to an outcome.
        values["outcome_text"] = ""
    unit.connection.execute(_mine(unit, decision_id).values(**values, updated_at=at))
    return read_decision(unit, decision_id)


def remove_decision(unit: Unit, decision_id: str, at: datetime) -> None:
    """Take it out of the journal; `restore_decision` puts it back. `NotFound` when it is out already."""
    changed = _mine(unit, decision_id).where(decisions.c.removed_at.is_(None)).values(removed_at=at)
    if unit.connection.execute(changed).rowcount != 1:
        raise NotFound("decision", decision_id)


def restore_decision(unit: Unit, decision_id: str) -> Placed:
    """Put it back as it was; harmless for one that was not out."""
    unit.connection.execute(_mine(unit, decision_id).values(removed_at=None))
    return read_decision(unit, decision_id)


def _shorten(question: str) -> str:
    """As much of a message as a question may have."""
    return question if len(question) <= MOST_CHARS else f"{question[: MOST_CHARS - 2].rstrip()} …"


def _freeze(unit: Unit, replies: Sequence[Reply], attitudes: Mapping[AdvisorId, Attitude]) -> tuple[FrozenStance, ...]:
    sent = _read_sent(unit, [reply.id for reply in replies])
    stances = tuple(freeze_stance(reply, attitudes.get(reply.advisor_id), sent.get(reply.id)) for reply in replies)
    for advisor_id in attitudes:
        _check_asked(advisor_id, stances)
    return stances


def _read_sent(unit: Unit, reply_ids: Sequence[ReplyId]) -> dict[ReplyId, str]:
    """The fingerprint of the last request made for each reply."""
    query = (
        select(receipts.c.reply_id, receipts.c.sha256)
        .where(receipts.c.reply_id.in_(reply_ids), visible(unit, receipts))
        .order_by(receipts.c.epoch, receipts.c.attempt)
    )
    return {ReplyId(row.reply_id): row.sha256 for row in unit.connection.execute(query)}


def _check_asked(advisor_id: AdvisorId, stances: Sequence[FrozenStance]) -> None:
    if all(each.advisor_id != advisor_id for each in stances):
        raise NotFound("advisor", advisor_id)


def _mine(unit: Unit, decision_id: str) -> Update:
    return update(decisions).where(decisions.c.id == decision_id, visible(unit, decisions))


def put_off_review(unit: Unit, due: DueReview, until: datetime) -> None:
    """Nobody asks about it before this moment; the day it is due stays what it was."""
    mine = (decisions.c.id == due.decision_id) & (visible(unit, decisions))
    unit.connection.execute(update(decisions).where(mine).values(waits_until=until))


def release_reviews(unit: Unit, conversation_id: ConversationId, reviewer_id: AdvisorId) -> None:
    """What this advisor wants to ask about here waits no more: other quiet hours may hold now, or none."""
    statement = update(decisions).where(
        visible(unit, decisions),
        decisions.c.conversation_id == conversation_id,
        decisions.c.reviewer_id == reviewer_id,
        decisions.c.waits_until.is_not(None),
    )
    unit.connection.execute(statement.values(waits_until=None))
