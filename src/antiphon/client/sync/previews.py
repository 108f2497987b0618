# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about what would be sent."""

from typing import Any

from antiphon.client.answers.previews import Preview, RuleComparison
from antiphon.client.answers.replies import PayloadDiff
from antiphon.client.message import Message, as_message
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class Previews(Noun):
    """What each advisor would be sent."""

    def read(
        self, conversation_id: str, message: Message | str, *, details: bool = False, exact: bool = False
    ) -> Preview:
        """What each advisor would be sent; details are the messages and the bytes.

        Images are among the bytes only if those are wanted exactly.
        """
        body = as_message(message).encode() | {"details": details} | ({"exact": True} if exact else {})
        return Preview.read(self._wire.ask("POST", _path(conversation_id), body))

    def read_first(
        self, message: Message | str, panel_id: str | None = None, *, details: bool = False, exact: bool = False
    ) -> Preview:
        """The same for the first message of a new conversation, which is not begun."""
        body = _begin(message, panel_id) | {"details": details} | ({"exact": True} if exact else {})
        return Preview.read(self._wire.ask("POST", "/v1/preview", body))

    def compare_rules(self, conversation_id: str, message: Message | str) -> RuleComparison:
        """What each advisor would be sent under every rule for dropping."""
        body = as_message(message).encode()
        return RuleComparison.read(self._wire.ask("POST", f"{_path(conversation_id)}/compare", body))

    def compare_advisors(self, conversation_id: str, message: Message | str, a: str, b: str) -> PayloadDiff:
        """How the payloads of two advisors for one draft differ."""
        body = as_message(message).encode() | {"a": a, "b": b, "details": False}
        return PayloadDiff.read(self._wire.ask("POST", f"{_path(conversation_id)}/diff", body))

    def compare_first_advisors(
        self, message: Message | str, a: str, b: str, panel_id: str | None = None
    ) -> PayloadDiff:
        """The same for the first message of a new conversation."""
        body = _begin(message, panel_id) | {"a": a, "b": b, "details": False}
        return PayloadDiff.read(self._wire.ask("POST", "/v1/preview/diff", body))


def _begin(message: Message | str, panel_id: str | None) -> dict[str, Any]:
    return as_message(message).encode() | ({} if panel_id is None else {"panel_id": panel_id})


def _path(conversation_id: str) -> str:
    return build_path("/v1/conversations/{}/preview", conversation_id)
