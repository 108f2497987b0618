"""One turn as it is answered, for whoever wants its answers and nothing else of its conversation."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from antiphon.access.principal import Principal
from antiphon.conversation.fold import apply_event
from antiphon.conversation.ids import TurnId
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from antiphon.feed.follow import Feed, follow
from antiphon.feed.news import Gap, ListChanged, News, Snapshot, WorkChanged


async def follow_turn(feed: Feed, principal: Principal, turn: Turn, seq: int) -> AsyncGenerator[Turn, None]:
    """The turn accepted as this fact, from its beginning on, again and again until every reply has ended.

    Also given when nothing is new, as a sign of life. It is over early when the turn or its conversation goes, or while
    the store cannot be asked: then the last turn given has replies that are open.
    """
    view = ConversationView(turn.conversation_id, seq - 1)
    wanted = (turn.conversation_id,)
    async with aclosing(follow(feed, principal, wanted, {turn.conversation_id: seq - 1})) as batches:
        async for batch in batches:
            for news in batch:
                view = _apply(view, news)
            if view.seq < seq:
                continue
            now = _find(view, turn.id)
            if now is None:
                return
            yield now
            if now.all_completed:
                return


def _apply(view: ConversationView, news: News) -> ConversationView:
    if isinstance(news, Snapshot):
        return news.view
    if isinstance(news, Gap | ListChanged | WorkChanged):
        return view
    return apply_event(view, news)


def _find(view: ConversationView, turn_id: TurnId) -> Turn | None:
    return next((each for each in view.turns if each.id == turn_id), None)
