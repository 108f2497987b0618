"""The calls about what is sent: look, shape, compare, ask again."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from antiphon.cli.client import Client
from antiphon.cli.context_answers import (
    CommandOutcome,
    FilterReading,
    PayloadDiff,
    ReplyDiff,
    SavedFilter,
    SavedFilters,
)
from antiphon.cli.message import Message

# The API takes no more turns at once.
_MOST_TURNS = 10_000


class Variant(NamedTuple):
    """An answer that is on its way, and the turn it belongs to."""

    turn_id: str
    reply_id: str


async def read_preview(
    client: Client, conversation_id: str, message: Message, *, details: bool, exact: bool = False
) -> dict[str, Any]:
    """What each advisor would be sent, as the server says it; details are the messages and the bytes.

    Images are among the bytes only if those are wanted exactly.
    """
    body = message.encode() | {"details": details} | ({"exact": True} if exact else {})
    return await client.ask("POST", f"/v1/conversations/{conversation_id}/preview", body)


async def compare_policies(client: Client, conversation_id: str, message: Message) -> dict[str, Any]:
    """What each advisor would be sent under every rule for dropping, as the server says it."""
    return await client.ask("POST", f"/v1/conversations/{conversation_id}/preview/compare", message.encode())


async def compare_drafts(client: Client, conversation_id: str, message: Message, a: str, b: str) -> PayloadDiff:
    """How the payloads of two advisors for one draft differ."""
    body = message.encode() | {"a": a, "b": b, "details": False}
    return PayloadDiff.model_validate(
        await client.ask("POST", f"/v1/conversations/{conversation_id}/preview/diff", body)
    )


async def compare_replies(client: Client, a: str, b: str) -> ReplyDiff:
    """How two replies differ, in what was sent and in what came back."""
    return ReplyDiff.model_validate(await client.get("/v1/diff", a=a, b=b))


async def read_filter(client: Client, line: str) -> FilterReading:
    """What a filter line means, or what is wrong with it."""
    return FilterReading.model_validate(await client.ask("POST", "/v1/filters/read", {"line": line}))


async def read_saved_filters(client: Client) -> tuple[SavedFilter, ...]:
    """Every saved filter."""
    return SavedFilters.model_validate(await client.get("/v1/filters")).filters


async def save_filter(client: Client, name: str, line: str) -> SavedFilter:
    """Keep a line under a name."""
    return SavedFilter.model_validate(await client.ask("PUT", f"/v1/filters/{_escape(name)}", {"line": line}))


async def remove_filter(client: Client, name: str) -> None:
    """Forget a name."""
    await client.ask("DELETE", f"/v1/filters/{_escape(name)}")


async def run_line(client: Client, conversation_id: str, line: str) -> CommandOutcome:
    """Carry out a line with a colon command; deleting only names the turns."""
    answer = await client.ask("POST", f"/v1/conversations/{conversation_id}/command", {"line": line})
    return CommandOutcome.model_validate(answer)


async def mark_turns(client: Client, conversation_id: str, turn_ids: Sequence[str], marks: Mapping[str, Any]) -> None:
    """Set these marks on these turns."""
    body = {"turn_ids": list(turn_ids), **marks}
    await client.ask("POST", f"/v1/conversations/{conversation_id}/marks", body)


async def remove_turns(client: Client, conversation_id: str, turn_ids: Sequence[str]) -> None:
    """Delete exactly these turns; they can be restored."""
    await _change_turns(client, conversation_id, "remove", turn_ids)


async def restore_turns(client: Client, conversation_id: str, turn_ids: Sequence[str]) -> None:
    """Bring deleted turns back."""
    await _change_turns(client, conversation_id, "restore", turn_ids)


async def replay_reply(client: Client, reply_id: str, wanted: Mapping[str, Any]) -> Variant:
    """Ask again with another context; the answer stands beside the first."""
    return _variant(await client.ask("POST", f"/v1/replies/{_escape(reply_id)}/replay", wanted))


async def retry_reply(client: Client, reply_id: str) -> Variant:
    """Ask again in place of an answer that failed."""
    return _variant(await client.ask("POST", f"/v1/replies/{_escape(reply_id)}/retry", {}))


async def choose_reply(client: Client, reply_id: str) -> None:
    """Let this variant stand for its advisor."""
    await client.ask("POST", f"/v1/replies/{_escape(reply_id)}/choose", {})


async def edit_reply(client: Client, reply_id: str, text: str | None) -> None:
    """Put other words in place of an advisor's; none bring its own back."""
    await client.ask("PATCH", f"/v1/replies/{_escape(reply_id)}", {"text": text})


async def _change_turns(client: Client, conversation_id: str, deed: str, turn_ids: Sequence[str]) -> None:
    for start in range(0, len(turn_ids), _MOST_TURNS):
        body = {"turn_ids": list(turn_ids[start : start + _MOST_TURNS])}
        await client.ask("POST", f"/v1/conversations/{conversation_id}/{deed}", body)


def _variant(fact: Mapping[str, Any]) -> Variant:
    return Variant(fact["turn_id"], fact["reply"]["id"])


def _escape(name: str) -> str:
    return quote(name, safe="")
