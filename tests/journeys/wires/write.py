"""A conversation's past, straight into the tables."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Engine, Table, insert

from antiphon.access.principal import LOCAL
from antiphon.conversation.size import measure
from antiphon.store import tables
from tests.journeys.wires.past import Answer, Asked, Talk, Voice

_HERE = {"workspace_id": LOCAL.workspace_id}
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


def write_talk(database: Engine, talk: Talk) -> None:
    """Write all of it in one transaction: advisors with their versions, panel, topic, turns, replies and marks."""
    with database.execution_options(writes=True).begin() as connection:
        _write_panel(connection, talk)
        _write_conversation(connection, talk)
        _insert(connection, tables.turns, [_as_turn(talk, each) for each in talk.turns])
        _insert(connection, tables.replies, [row for turn in talk.turns for row in _as_replies(talk, turn)])
        _insert(connection, tables.turn_tags, [row for turn in talk.turns for row in _as_tags(talk, turn)])
        _insert(connection, tables.context_marks, [row for turn in talk.turns for row in _as_marks(talk, turn)])
        _insert(connection, tables.dividers, [_as_divider(talk, each) for each in talk.turns if each.divided])
        _insert(connection, tables.participation, list(_as_parts(talk)))


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), [_HERE | row for row in rows])


def _write_panel(connection: Connection, talk: Talk) -> None:
    rows = [_as_advisor(talk, voice, version) for voice in talk.voices for version in (1, 2)]
    _insert(connection, tables.advisors, rows)
    panel = {
        "id": f"p_{talk.number:06d}",
        "name": "Panel",
        "advisor_ids": [talk.advisor_id(each.number) for each in talk.voices],
        "early_turns": talk.early_turns,
        "is_default": False,
        "created_at": _begun(talk),
    }
    _insert(connection, tables.panels, [panel])


def _as_advisor(talk: Talk, voice: Voice, version: int) -> dict[str, Any]:
    return {
        "id": talk.advisor_id(voice.number),
        "version": version,
        "current": version == 2,
        "name": voice.former if version == 1 else voice.name,
        "description": voice.description,
        "colour": "blue",
        "model": talk.model(voice),
        "parameters": {"temperature": 0.7, "max_tokens": voice.max_tokens},
        "created_at": _begun(talk),
    }


def _write_conversation(connection: Connection, talk: Talk) -> None:
    topic_id = f"o_{talk.number:06d}" if talk.prelude else None
    if topic_id is not None:
        topic = {"id": topic_id, "name": topic_id, "path": f"/{topic_id}", "prelude": talk.prelude}
        _insert(connection, tables.topics, [topic | {"created_at": _begun(talk)}])
    conversation = {
        "id": talk.id,
        "owner_id": LOCAL.id,
        "panel_id": f"p_{talk.number:06d}",
        "title": "",
        "created_at": _begun(talk),
        "updated_at": _begun(talk),
        "last_seq": len(talk.turns) + 1,
        "turn_count": len(talk.turns),
        "open_replies": 0,
        "topic_id": topic_id,
        "removed_turns": sum(each.deleted for each in talk.turns),
    }
    _insert(connection, tables.conversations, [conversation])


def _begun(talk: Talk) -> datetime:
    return talk.turns[0].at if talk.turns else _EPOCH


def _as_turn(talk: Talk, turn: Asked) -> dict[str, Any]:
    return {
        "id": talk.turn_id(turn),
        "conversation_id": talk.id,
        "position": turn.number,
        "accepted_seq": turn.number + 1,
        "text": turn.text,
        "parts": [],
        "created_at": turn.at,
        "stars": turn.stars,
        "colour_flag": turn.flag,
        "pinned": turn.pinned,
        "importance": turn.importance,
        "stamped_at": turn.at,
        "deleted_at": turn.at + timedelta(minutes=1) if turn.deleted else None,
        "choice": {},
    } | measure(turn.text)._asdict()


def _as_replies(talk: Talk, turn: Asked) -> Iterator[dict[str, Any]]:
    seen: dict[int, int] = {}
    for slot, answer in enumerate(turn.answers):
        variant = seen[answer.voice] = seen.get(answer.voice, -1) + 1
        yield _as_reply(talk, turn, answer) | {
            "id": f"r_{talk.number:06d}_{turn.number}_{slot}",
            "slot": slot,
            "variant": variant,
        }


def _as_reply(talk: Talk, turn: Asked, answer: Answer) -> dict[str, Any]:
    error = {"code": "unknown", "message": answer.error, "facts": {}} if answer.error is not None else None
    events = [
        {"id": call.id, "name": call.tool, "arguments": call.arguments, "result": call.result} for call in answer.calls
    ]
    return {
        "conversation_id": talk.id,
        "turn_id": talk.turn_id(turn),
        "advisor_id": talk.advisor_id(answer.voice),
        "advisor_version": 1,
        "name": answer.name,
        "colour": "blue",
        "model": talk.model(talk.voices[answer.voice]),
        "state": answer.state,
        "epoch": 1,
        "text": answer.text,
        "thinking": answer.thinking,
        "error": error,
        "settled_at": turn.at,
        "chosen": answer.chosen,
        "importance": answer.importance,
        "tool_events": events,
        "edited_text": answer.edited,
    } | measure(answer.words)._asdict()


def _as_tags(talk: Talk, turn: Asked) -> Iterator[dict[str, Any]]:
    return ({"turn_id": talk.turn_id(turn), "tag": tag} for tag in turn.tags)


def _as_marks(talk: Talk, turn: Asked) -> Iterator[dict[str, Any]]:
    for voice, mark in turn.marks.items():
        place = {"conversation_id": talk.id, "turn_id": talk.turn_id(turn)}
        yield place | {"advisor_id": talk.advisor_id(voice), "mark": mark}


def _as_divider(talk: Talk, turn: Asked) -> dict[str, Any]:
    return {"conversation_id": talk.id, "position": turn.number, "created_at": turn.at}


def _as_parts(talk: Talk) -> Iterator[dict[str, Any]]:
    for voice in talk.voices:
        if taken := talk.count_taken(voice.number):
            place = {"conversation_id": talk.id, "advisor_id": talk.advisor_id(voice.number)}
            yield place | {"turns": taken}
