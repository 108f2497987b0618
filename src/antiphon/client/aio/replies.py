"""The calls about single answers."""

from collections.abc import Mapping
from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.replies import PlacedReply, Receipt, ReplyDiff, Variant, read_placed_reply
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path


class Replies(Noun):
    """Single answers: receipts, variants, differences."""

    async def read(self, reply_id: str) -> PlacedReply:
        """One reply and where it stands."""
        return read_placed_reply(await self._wire.get(_path(reply_id)))

    async def receipts(self, reply_id: str, *, exact: bool = False) -> tuple[Receipt, ...]:
        """What was sent for a reply, one receipt per attempt; the bytes of images only if they are wanted exactly."""
        answer = await self._wire.get(f"{_path(reply_id)}/receipts", exact=exact or None)
        return read_items(answer, Receipt.read)

    async def replay(self, reply_id: str, wanted: Mapping[str, Any], *, key: str | None = None) -> Variant:
        """Ask again with another context; the answer stands beside the first. The same key twice asks once."""
        return _variant(await self._ask_once(f"{_path(reply_id)}/replay", wanted, key))

    async def retry(self, reply_id: str, *, model: str | None = None, key: str | None = None) -> Variant:
        """Ask again in place of an answer that failed, another model if one is named. The same key twice asks once."""
        return _variant(
            await self._ask_once(f"{_path(reply_id)}/retry", {} if model is None else {"model": model}, key)
        )

    async def choose(self, reply_id: str) -> None:
        """Let this variant stand for its advisor."""
        await self._wire.ask("POST", f"{_path(reply_id)}/choose", {})

    async def edit(self, reply_id: str, text: str | None) -> None:
        """Put other words in place of an advisor's; none bring its own back."""
        await self._wire.ask("PATCH", _path(reply_id), {"text": text})

    async def stop(self, reply_id: str) -> None:
        """Stop one answer; what it has said is kept."""
        await self._wire.ask("POST", f"{_path(reply_id)}/stop", {})

    async def compare(self, a: str, b: str) -> ReplyDiff:
        """How two replies differ, in what was sent and in what came back."""
        return ReplyDiff.read(await self._wire.get("/v1/diff", a=a, b=b))


def _variant(fact: Mapping[str, Any]) -> Variant:
    return Variant(fact["turn_id"], fact["reply"]["id"])


def _path(reply_id: str) -> str:
    return build_path("/v1/replies/{}", reply_id)
