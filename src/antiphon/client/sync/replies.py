# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about single answers."""

from collections.abc import Mapping
from typing import Any

from antiphon.client.answers.replies import PlacedReply, Receipt, ReplyDiff, Variant, read_placed_reply
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class Replies(Noun):
    """Single answers: receipts, variants, differences."""

    def read(self, reply_id: str) -> PlacedReply:
        """One reply and where it stands."""
        return read_placed_reply(self._wire.get(_path(reply_id)))

    def receipts(self, reply_id: str, *, exact: bool = False) -> tuple[Receipt, ...]:
        """What was sent for a reply, one receipt per attempt; the bytes of images only if they are wanted exactly."""
        answer = self._wire.get(f"{_path(reply_id)}/receipts", exact=exact or None)
        return read_items(answer, Receipt.read)

    def replay(self, reply_id: str, wanted: Mapping[str, Any], *, key: str | None = None) -> Variant:
        """Ask again with another context; the answer stands beside the first. The same key twice asks once."""
        return _variant(self._ask_once(f"{_path(reply_id)}/replay", wanted, key))

    def retry(self, reply_id: str, *, model: str | None = None, key: str | None = None) -> Variant:
        """Ask again in place of an answer that failed, another model if one is named. The same key twice asks once."""
        return _variant(self._ask_once(f"{_path(reply_id)}/retry", {} if model is None else {"model": model}, key))

    def choose(self, reply_id: str) -> None:
        """Let this variant stand for its advisor."""
        self._wire.ask("POST", f"{_path(reply_id)}/choose", {})

    def edit(self, reply_id: str, text: str | None) -> None:
        """Put other words in place of an advisor's; none bring its own back."""
        self._wire.ask("PATCH", _path(reply_id), {"text": text})

    def stop(self, reply_id: str) -> None:
        """Stop one answer; what it has said is kept."""
        self._wire.ask("POST", f"{_path(reply_id)}/stop", {})

    def compare(self, a: str, b: str) -> ReplyDiff:
        """How two replies differ, in what was sent and in what came back."""
        return ReplyDiff.read(self._wire.get("/v1/diff", a=a, b=b))


def _variant(fact: Mapping[str, Any]) -> Variant:
    return Variant(fact["turn_id"], fact["reply"]["id"])


def _path(reply_id: str) -> str:
    return build_path("/v1/replies/{}", reply_id)
