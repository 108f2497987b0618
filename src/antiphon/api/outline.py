"""Outlines as JSON."""

from typing import Any

from antiphon.conversation.ids import ConversationId
from antiphon.store.reads.outline import STATE_CODES, Outline, read_outline
from antiphon.store.unit import Unit

_FLAGS = {"blue": "b", "grey": "g"}


def read_described_outline(unit: Unit, conversation_id: ConversationId) -> dict[str, Any]:
    """Read and described in one go, off the event loop: ten thousand turns keep nobody waiting."""
    return describe_outline(read_outline(unit, conversation_id))


def describe_outline(outline: Outline) -> dict[str, Any]:
    """The outline in columns; `OutlineAnswer` says what each means."""
    positions, ids, created_at, stars, flags, pins, topics, openings = _turn_round(outline)
    paths = sorted(set(outline.topics.values()))
    places = {topic_id: paths.index(path) for topic_id, path in outline.topics.items()}
    return {
        "conversation_id": outline.conversation_id,
        "seq": outline.seq,
        "advisors": outline.advisors,
        "topics": paths,
        "codes": {code: state for state, code in STATE_CODES.items()},
        "positions": positions,
        "ids": ids,
        "created_at": created_at,
        "stars": "".join(map(str, stars)),
        "flags": "".join([_FLAGS.get(flag, ".") for flag in flags]),
        "pins": "".join(["p" if pinned else "." for pinned in pins]),
        "states": outline.states,
        "topic": [places.get(topic_id, -1) for topic_id in topics],
        "openings": openings,
        "marks": {str(position): marks for position, marks in outline.marks.items()},
        "dividers": outline.dividers,
    }


def _turn_round(outline: Outline) -> list[tuple[Any, ...]]:
    """Rows as columns, without the states, which are told by letters."""
    return list(zip(*outline.rows, strict=True))[:-1] if outline.rows else [()] * 8
