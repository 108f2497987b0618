"""The calls about speaking unasked."""

from datetime import datetime
from typing import Any
from urllib.parse import quote

from antiphon.cli.answers import Answer
from antiphon.cli.client import Client


class Heartbeat(Answer):
    """One advisor of a conversation, and whether it may speak unasked."""

    advisor_id: str
    name: str
    enabled: bool
    every_minutes: int
    quiet_from: str | None = None
    quiet_until: str | None = None
    model: str | None = None
    next_at: datetime | None = None
    unread: int = 0
    unanswered: int = 0


class Heartbeats(Answer):
    """All of them, and whether the settings let any of them speak."""

    heartbeats: tuple[Heartbeat, ...]
    time_zone: str = "UTC"
    running: bool = True


class Beat(Answer):
    """One occasion, or several in a row."""

    id: str
    advisor_id: str
    name: str
    kind: str
    status: str
    due_at: datetime
    reason: str | None = None
    times: int = 1
    why: str = ""
    turn_id: str | None = None
    unread: bool = False


class Beats(Answer):
    """The newest of them."""

    beats: tuple[Beat, ...]


async def read_heartbeats(client: Client, conversation_id: str) -> Heartbeats:
    """Every advisor on the panel."""
    return Heartbeats.model_validate(await client.get(f"{_at(conversation_id)}/heartbeats"))


async def set_heartbeat(client: Client, conversation_id: str, advisor_id: str, **body: Any) -> Heartbeat:
    """Give leave, or change it."""
    path = f"{_at(conversation_id)}/heartbeats/{quote(advisor_id, safe='')}"
    return Heartbeat.model_validate(await client.ask("PUT", path, body))


async def end_heartbeat(client: Client, conversation_id: str, advisor_id: str) -> None:
    """Take the leave back."""
    await client.ask("DELETE", f"{_at(conversation_id)}/heartbeats/{quote(advisor_id, safe='')}")


async def read_beats(client: Client, conversation_id: str) -> tuple[Beat, ...]:
    """What became of each occasion, newest first."""
    return Beats.model_validate(await client.get(f"{_at(conversation_id)}/beats")).beats


async def mark_read(client: Client, beat_id: str) -> None:
    """Say that a message was seen."""
    await client.ask("POST", f"/v1/beats/{quote(beat_id, safe='')}/read")


def _at(conversation_id: str) -> str:
    return f"/v1/conversations/{quote(conversation_id, safe='')}"
