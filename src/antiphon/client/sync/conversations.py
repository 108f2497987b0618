# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about conversations."""

import math
from collections.abc import Generator
from typing import Any

from antiphon.client.answers.conversations import Conversation, Everything, Outline, TitleSearch, read_view
from antiphon.client.feed import Sight
from antiphon.client.paging import Page, read_page
from antiphon.client.sync.base import Noun
from antiphon.client.sync.feed import follow_conversation
from antiphon.client.wire import build_path
from antiphon.conversation.view import ConversationView

# As long as an analysis of a conversation may take.
_TITLE_SECONDS = 310.0


class Conversations(Noun):
    """Conversations: begin, list, read, follow, name, remove, restore, delete."""

    def create(self, title: str = "", panel_id: str | None = None, *, kept: bool = True) -> Conversation:
        """A new conversation, with the default panel unless one is named. One that is not kept is gone in a while."""
        body: dict[str, Any] = {"title": title} if panel_id is None else {"title": title, "panel_id": panel_id}
        if not kept:
            body["kept"] = False
        return Conversation.read(self._wire.ask("POST", "/v1/conversations", body))

    def list(
        self,
        limit: int = 50,
        before: str | None = None,
        *,
        removed: bool | None = None,
        folder_id: str | None = None,
    ) -> Page[Conversation]:
        """A page, the one that changed last first; hand `next` back as `before` for the following page."""
        answer = self._wire.get("/v1/conversations", limit=limit, before=before, removed=removed, folder_id=folder_id)
        return read_page(answer, Conversation.read)

    def iterate(self) -> Generator[Conversation, None, None]:
        """Every conversation, page by page."""
        page = self.list()
        while True:
            for each in page:
                yield each
            if page.next is None:
                return
            page = self.list(before=page.next)

    def read(self, conversation_id: str, limit: int = 50) -> ConversationView:
        """The newest turns of a conversation."""
        return read_view(self._wire.get(_path(conversation_id), limit=limit))

    def outline(self, conversation_id: str) -> Outline:
        """Every turn of a conversation in a few words, in columns of equal length."""
        return Outline.read(self._wire.get(f"{_path(conversation_id)}/outline"))

    def export(
        self, conversation_id: str, form: str = "md", *, turns: str | None = None, answers: bool | None = None
    ) -> str:
        """Turns as `md`, `txt`, `json`, `html` or `decision`; `turns` are numbers and spans, as in 1-4,7."""
        return self._wire.get_text(f"{_path(conversation_id)}/export", form=form, turns=turns, answers=answers)

    def draw_divider(self, conversation_id: str) -> int:
        """A visible line behind the last turn; the position of that turn."""
        return int((self._wire.ask("POST", f"{_path(conversation_id)}/divider"))["position"])

    def update(self, conversation_id: str, **changes: Any) -> Conversation:
        """Give it another `title`, `panel_id`, `topic` or `folder_id`; `kept=True` keeps one that was not kept."""
        return Conversation.read(self._wire.ask("PATCH", _path(conversation_id), changes))

    def remove(self, conversation_id: str) -> None:
        """Remove it and stop what runs there; it can be restored."""
        self._wire.ask("DELETE", _path(conversation_id))

    def restore(self, conversation_id: str) -> Conversation:
        """Undo a removal."""
        return Conversation.read(self._wire.ask("POST", f"{_path(conversation_id)}/restore"))

    def leave(self, conversation_id: str) -> None:
        """Say that nobody looks at one that is not kept: it is deleted for good in a minute."""
        self._wire.ask("POST", f"{_path(conversation_id)}/leave")

    def describe_everything(self, conversation_id: str) -> Everything:
        """What deleting it for good would take, and what would stay."""
        return Everything.read(self._wire.get(f"{_path(conversation_id)}/everything"))

    def delete_for_good(self, conversation_id: str) -> None:
        """Delete it with everything that is only there, after stopping what runs; nothing brings it back."""
        self._wire.ask("DELETE", f"{_path(conversation_id)}/everything")

    def find_title(self, conversation_id: str, model: str | None = None, *, key: str | None = None) -> TitleSearch:
        """Have a model name it and tag its newest turn, once for one key."""
        body = {} if model is None else {"model": model}
        path = f"{_path(conversation_id)}/title"
        return TitleSearch.read(self._ask_once(path, body, key, seconds=_TITLE_SECONDS))

    def follow(self, conversation_id: str, *, patience: float = math.inf) -> Generator[Sight, None, None]:
        """Every state of a conversation from now on, over as many connections as that takes; close it to end it.

        Raises `ServerUnreachable` after `patience` seconds in which no event came, and `ServerRefused` when there
        is no such conversation.
        """
        return follow_conversation(self._wire, conversation_id, patience=patience)


def _path(conversation_id: str) -> str:
    return build_path("/v1/conversations/{}", conversation_id)
