"""The calls about looks at a conversation."""

from collections.abc import Mapping
from datetime import datetime
from urllib.parse import quote

from antiphon.cli.answers import Answer
from antiphon.cli.client import Client


class Problem(Answer):
    """Why a look failed."""

    code: str
    message: str


class LookCall(Answer):
    """One request of a look, and what came of it."""

    step: str
    provider: str
    model: str
    url: str
    sha256: str
    sent_at: datetime
    body: str | None
    bytes: int | None
    outcome: str | None
    answer: str | None
    usage: Mapping[str, int] | None
    cost: float | None
    erased: bool


class Look(Answer):
    """A look at a conversation; its calls are there when one look was asked for."""

    id: str
    conversation_id: str
    kind: str
    model: str
    status: str
    first_position: int
    last_position: int
    created_at: datetime
    error: Problem | None
    usage: Mapping[str, int]
    cost: float | None
    calls: tuple[LookCall, ...] = ()


class Looks(Answer):
    """A page of them, newest first."""

    analyses: tuple[Look, ...]
    has_older: bool


async def list_looks(client: Client, conversation_id: str, kind: str | None, before: str | None) -> Looks:
    """The newest looks at a conversation, or those before one of them."""
    query = {name: value for name, value in (("kind", kind), ("before", before)) if value is not None}
    path = f"/v1/conversations/{quote(conversation_id, safe='')}/analyses"
    return Looks.model_validate(await client.get(path, **query))


async def read_look(client: Client, look_id: str) -> Look:
    """One look with every call."""
    return Look.model_validate(await client.get(f"/v1/analyses/{quote(look_id, safe='')}"))
