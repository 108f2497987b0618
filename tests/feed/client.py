"""A client that knows only what it was told, and checks every word of it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing

from antiphon.conversation.event import Delta
from antiphon.conversation.fold import apply_event
from antiphon.conversation.ids import ConversationId, ReplyId
from antiphon.conversation.view import ConversationView
from antiphon.feed.news import Gap, ListChanged, News, Snapshot, WorkChanged


class Client:
    """Folds news into views. Fails on a fact told twice or out of order, and on text after a reply's end."""

    def __init__(self, *known: ConversationView) -> None:
        self.views: dict[ConversationId, ConversationView] = {view.id: view for view in known}
        self.heard: list[News] = []

    def take(self, news: Iterable[News]) -> None:
        """Believe it, in the order it is told."""
        for each in news:
            self.heard.append(each)
            match each:
                case Snapshot():
                    self.views[each.view.id] = each.view
                case Gap():
                    self.views.pop(each.conversation_id, None)
                case ListChanged():
                    assert each.number >= 0
                case WorkChanged():
                    pass
                case Delta():
                    assert not self._is_over(each.conversation_id, each.reply_id, each.epoch), "text after the end"
                    self.views[each.conversation_id] = apply_event(self.views[each.conversation_id], each)
                case _:
                    assert each.seq == self.views[each.conversation_id].seq + 1, "a fact told twice or too early"
                    self.views[each.conversation_id] = apply_event(self.views[each.conversation_id], each)

    def _is_over(self, conversation_id: ConversationId, reply_id: ReplyId, epoch: int) -> bool:
        replies = (reply for turn in self.views[conversation_id].turns for reply in turn.replies)
        return any(reply.id == reply_id and reply.completed and reply.epoch == epoch for reply in replies)

    @property
    def kinds(self) -> list[str]:
        """What was told, by kind."""
        return [each.kind for each in self.heard]

    async def read(
        self, stream: AsyncGenerator[list[News], None], enough: Callable[[], bool], seconds: float = 8
    ) -> None:
        """Read the stream until it has told enough, then hang up."""
        async with aclosing(stream), asyncio.timeout(seconds):
            async for news in stream:
                self.take(news)
                if enough():
                    return
