"""A conversation begins with the turns of another, copied as they stand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, insert, select

from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.event import ConversationCreated, TurnsRestored
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.used_key import UsedKey
from antiphon.store.dialect import in_parts
from antiphon.store.reads.turns import read_turns_by_id
from antiphon.store.tables import (
    context_marks,
    conversations,
    dividers,
    open_turns,
    participation,
    replies,
    turn_tags,
    turns,
)
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.facts import append_fact, lock_conversation
from antiphon.store.writes.keys import claim_key

# The first fact says that there is a conversation, the second which turns it holds.
_CREATED, _HELD = 1, 2
# Parts of a choice that name turns, and what belongs to the conversation that was left.
_NAME_TURNS = ("leave_out", "take_in")
_LEFT_BEHIND = ("synthesis", "split")


@dataclass(frozen=True, slots=True)
class NewBranch:
    """A conversation about to begin with everything up to a turn; `new_id` makes the ids of what is copied."""

    id: ConversationId
    turn_id: TurnId
    at: datetime
    new_id: Callable[[str], str]
    key: UsedKey | None = None


class _Copied(NamedTuple):
    """Which turn became which, and where it stands now, by the id it had."""

    ids: Mapping[str, str]
    positions: Mapping[str, int]


def branch_conversation(unit: Unit, new: NewBranch) -> ConversationCreated:
    """Write the branch with copies of every standing turn up to this one; the conversation it leaves stays as it is.

    Answers that stand are copied with their words, marks and figures; their receipts stay where they are and are found
    from the copies. `NotFound` for a turn that is not there, `CommandRefused` while one of them is being answered.
    """
    claim_key(unit, new.key, new.id)
    source, rows = _read_source(unit, new.turn_id)
    copied = _Copied(
        {row.id: new.new_id("t") for row in rows}, {row.id: place for place, row in enumerate(rows, start=1)}
    )
    created = _insert_conversation(unit, new, source, len(rows))
    for some in in_parts(rows):
        unit.connection.execute(insert(turns), [_copy_turn(new, row, copied) for row in some])
        _copy_replies(unit, new, some, copied)
        _copy_marks(unit, new, some, copied)
    _copy_dividers(unit, new, rows, copied)
    append_fact(unit, created)
    held = [
        turn
        for some in in_parts([TurnId(each) for each in copied.ids.values()])
        for turn in read_turns_by_id(unit, some)
    ]
    append_fact(unit, TurnsRestored(new.id, _HELD, tuple(sorted(held, key=lambda turn: turn.position))))
    return created


def _read_source(unit: Unit, turn_id: TurnId) -> tuple[Row[Any], Sequence[Row[Any]]]:
    """The conversation that is left, locked, and its standing turns up to this one."""
    place = select(turns.c.conversation_id, turns.c.position).where(
        turns.c.id == turn_id, visible(unit, turns), turns.c.deleted_at.is_(None)
    )
    last = unit.connection.execute(place).one_or_none()
    if last is None:
        raise NotFound("turn", turn_id)
    lock_conversation(unit, ConversationId(last.conversation_id))
    source = unit.connection.execute(
        select(conversations).where(conversations.c.id == last.conversation_id, conversations.c.removed_at.is_(None))
    ).one_or_none()
    if source is None:
        raise NotFound("turn", turn_id)
    rows = unit.connection.execute(
        select(turns)
        .where(
            turns.c.conversation_id == last.conversation_id,
            turns.c.position <= last.position,
            turns.c.deleted_at.is_(None),
        )
        .order_by(turns.c.position)
    ).all()
    _check_settled(unit, last.conversation_id, rows)
    return source, rows


def _check_settled(unit: Unit, conversation_id: str, rows: Sequence[Row[Any]]) -> None:
    still_open = select(open_turns.c.turn_id).where(
        open_turns.c.conversation_id == conversation_id, visible(unit, open_turns)
    )
    if not {row.id for row in rows}.isdisjoint(unit.connection.execute(still_open).scalars()):
        raise CommandRefused("branch", "a turn is still being answered; stop it or wait")


def _insert_conversation(unit: Unit, new: NewBranch, source: Row[Any], count: int) -> ConversationCreated:
    unit.connection.execute(
        insert(conversations),
        {
            "id": new.id,
            "workspace_id": unit.workspace_id,
            "owner_id": unit.principal.id,
            "panel_id": source.panel_id,
            "title": source.title,
            "titled_by": source.titled_by,
            "topic_id": source.topic_id,
            "folder_id": source.folder_id,
            "created_at": new.at,
            "updated_at": new.at,
            "last_seq": _HELD,
            "turn_count": count,
            "open_replies": 0,
            "branched_from": new.turn_id,
            # What is begun from one that is not kept is not kept either.
            "kept_until": source.kept_until,
        },
    )
    return ConversationCreated(new.id, _CREATED, source.title, new.at)


def _copy_turn(new: NewBranch, row: Row[Any], copied: _Copied) -> dict[str, Any]:
    return {
        **row._mapping,
        "id": copied.ids[row.id],
        "conversation_id": new.id,
        "position": copied.positions[row.id],
        "accepted_seq": _HELD,
        "choice": _copy_choice(row.choice, copied),
        "first_wording": None,
    }


def _copy_choice(choice: Mapping[str, Any], copied: _Copied) -> dict[str, Any]:
    kept = {name: value for name, value in choice.items() if name not in _LEFT_BEHIND}
    return kept | {name: [copied.ids.get(each, each) for each in kept[name]] for name in _NAME_TURNS if kept.get(name)}


def _copy_replies(unit: Unit, new: NewBranch, rows: Sequence[Row[Any]], copied: _Copied) -> None:
    """The answers that stand, one for each advisor, and how often each advisor took part."""
    query = select(replies).where(replies.c.turn_id.in_([row.id for row in rows]), replies.c.chosen)
    found = unit.connection.execute(query.order_by(replies.c.turn_id, replies.c.slot)).all()
    if not found:
        return
    unit.connection.execute(
        insert(replies),
        [
            {
                **row._mapping,
                "id": new.new_id("r"),
                "conversation_id": new.id,
                "turn_id": copied.ids[row.turn_id],
                "variant": 0,
                "changes": _keep_model(row.changes),
                "copied_from": row.copied_from or row.id,
                "token_id": None,
            }
            for row in found
        ],
    )
    unphased = {row.id for row in rows if row.choice.get("phase") == "last"}
    past_phases = [row.advisor_id for row in found if row.turn_id in unphased]
    _count_participation(unit, new, [row.advisor_id for row in found], past_phases)


def _keep_model(changes: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Of what was different about an answer, its model alone: it is the only answer of its advisor here."""
    model = (changes or {}).get("model")
    return None if model is None else {"model": model}


def _count_participation(unit: Unit, new: NewBranch, advisor_ids: Sequence[str], unphased: Sequence[str]) -> None:
    here = participation.c.conversation_id == new.id
    query = select(participation.c.advisor_id, participation.c.turns, participation.c.unphased).where(here)
    known = {row.advisor_id: row for row in unit.connection.execute(query)}
    unit.connection.execute(participation.delete().where(here))
    rows = [
        {
            "workspace_id": unit.workspace_id,
            "conversation_id": new.id,
            "advisor_id": each,
            "turns": (known[each].turns if each in known else 0) + advisor_ids.count(each),
            "unphased": (known[each].unphased if each in known else 0) + unphased.count(each),
        }
        for each in {*known, *advisor_ids}
    ]
    unit.connection.execute(insert(participation), rows)


def _copy_marks(unit: Unit, new: NewBranch, rows: Sequence[Row[Any]], copied: _Copied) -> None:
    """Tags, and the person's words on whether a turn is sent."""
    here = [row.id for row in rows]
    tags = unit.connection.execute(select(turn_tags).where(turn_tags.c.turn_id.in_(here))).all()
    if tags:
        unit.connection.execute(
            insert(turn_tags), [{**row._mapping, "turn_id": copied.ids[row.turn_id]} for row in tags]
        )
    marks = unit.connection.execute(select(context_marks).where(context_marks.c.turn_id.in_(here))).all()
    if marks:
        unit.connection.execute(
            insert(context_marks),
            [{**row._mapping, "conversation_id": new.id, "turn_id": copied.ids[row.turn_id]} for row in marks],
        )


def _copy_dividers(unit: Unit, new: NewBranch, rows: Sequence[Row[Any]], copied: _Copied) -> None:
    """A line stays behind the turn it was drawn behind."""
    query = select(dividers).where(dividers.c.conversation_id == rows[0].conversation_id)
    found: dict[int, dict[str, Any]] = {}
    for row in unit.connection.execute(query):
        before = [each.id for each in rows if each.position <= row.position]
        if before and row.position <= rows[-1].position:
            place = copied.positions[before[-1]]
            found[place] = {**row._mapping, "conversation_id": new.id, "position": place}
    if found:
        unit.connection.execute(insert(dividers), list(found.values()))
