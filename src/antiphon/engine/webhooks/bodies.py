"""What another program is told: ids, states and where to look; words only where that was asked for."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

import orjson

from antiphon.conversation.webhook import PING, Happening, WebhookEvent, WebhookShape
from antiphon.conversation.wire import format_time

_JSON: Final = "application/json"
_PLAIN: Final = "text/plain; charset=utf-8"
# More than this Discord refuses.
_DISCORD_CHARS: Final = 2_000
# What stands between the line for people and the words; the line itself is one.
_BREAK: Final = "\n\n"
_LINES: Final[Mapping[str, str]] = {
    "turn.completed": "{answered} of {asked} voices have answered.",
    "turn.failed": "None of {asked} voices has answered.",
    "reply.settled": "A voice has ended: {state}.",
    "synthesis.completed": "The synthesis is ready.",
    "map.completed": "The map is ready.",
    "approval.requested": "An advisor asks whether it may use a tool.",
    "beat.spoke": "An advisor has spoken unasked.",
    "decision.review_due": "A decision is due to be looked back on.",
    "import.completed": "The import has ended: {status}.",
    "export.completed": "The export has ended: {status}.",
    "eval.completed": "The test run has ended: {status}.",
    PING: "This is a test.",
}


class Written(NamedTuple):
    """A body, and what kind of text it is."""

    body: str
    media_type: str


def write_happening(shape: WebhookShape, base_url: str, happening: Happening) -> Written:
    """The event as this shape has it."""
    url = base_url + _find_path(happening.event, happening.data)
    return _write(shape, happening.event, happening.at, {**happening.data, "url": url})


def write_ping(shape: WebhookShape, base_url: str, webhook_id: str, at: datetime) -> Written:
    """A test, as this shape has it."""
    return _write(shape, PING, at, {"webhook_id": webhook_id, "url": f"{base_url}/settings"})


def has_words(body: str) -> bool:
    """Whether words of a conversation stand in it, whatever shape it was written in."""
    try:
        said = orjson.loads(body)
    except orjson.JSONDecodeError:
        return _BREAK in body
    data = said.get("data")
    if isinstance(data, dict):
        return bool(_list_texts(data))
    return any(_BREAK in each for each in said.values() if isinstance(each, str))


def find_media_type(shape: WebhookShape) -> str:
    """What kind of text bodies of this shape are."""
    return _PLAIN if shape == "ntfy" else _JSON


def _write(shape: WebhookShape, event: str, at: datetime, data: Mapping[str, Any]) -> Written:
    media_type = find_media_type(shape)
    if shape == "standard":
        said: dict[str, Any] = {"type": event, "timestamp": format_time(at), "data": data}
        return Written(orjson.dumps(said).decode(), media_type)
    line = _write_line(event, data)
    match shape:
        case "ntfy":
            return Written(line, media_type)
        case "discord":
            # Nobody is called by words that a model wrote.
            said = {"content": line[:_DISCORD_CHARS], "allowed_mentions": {"parse": []}}
        case "gotify":
            said = {"title": "Antiphon", "message": line}
        case _:
            said = {"text": line}
    return Written(orjson.dumps(said).decode(), media_type)


def _write_line(event: str, data: Mapping[str, Any]) -> str:
    """One line for people, where it is, and the words that were asked for."""
    return _BREAK.join([f"{_LINES[event].format(**data)} {data['url']}", *_list_texts(data)])


def _list_texts(data: Mapping[str, Any]) -> list[str]:
    return [str(each["text"]) for each in (data, *data.get("replies", ())) if each.get("text")]


def _find_path(event: WebhookEvent, data: Mapping[str, Any]) -> str:
    match event:
        case "map.completed":
            return f"/c/{data['conversation_id']}/t/{data['turn_id']}/map"
        case "decision.review_due":
            return f"/journal/{data['decision_id']}"
        case "eval.completed":
            return f"/advisors/{data['advisor_id']}/evals"
        case "import.completed" | "export.completed":
            return "/settings"
        case _:
            return f"/c/{data['conversation_id']}/t/{data['turn_id']}"
