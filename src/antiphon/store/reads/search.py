"""Words, wherever they were said: newest or weightiest first, and never more work at once than takes a moment.

Turns are gone through from the newest back, in pages, until there are enough hits or the time is up; the place reached
is handed out, and the next call goes on from there. So a common word is found at once and a rare one in as many calls
as it takes, and there is no index of words to keep. The two databases fold letters differently: each looks with a
pattern that may fit too much, and `filter/fold.py` has the last word.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Text, case, collate, func, literal, null, select, tuple_

from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.filter.fold import fold_text
from antiphon.store.reads.snippet import Snippet, cut_snippet
from antiphon.store.tables import Id, Moment, conversations, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# A common word is found on the first page; for a rare one large pages save the way to the database.
_FIRST_PAGE, _LARGEST_PAGE = 50, 800
_SECONDS = 0.12
_MOST_TITLES = 10
_ESCAPE = "~"
# So many hits for each one that is shown, when the weightiest are wanted.
_WEIGHED = 10
Order = Literal["newest", "importance"]


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """Words to look for, where, and how many hits are enough; `after` is the last turn that was looked at.

    By importance, several times as many are gathered, newest first, and the weightiest of them are the hits.
    """

    words: str
    limit: int = 20
    conversation_id: ConversationId | None = None
    advisor_id: AdvisorId | None = None
    after: TurnId | None = None
    order: Order = "newest"
    seconds: float = _SECONDS


class Hit(NamedTuple):
    """A place where the words stand: a title (no turn), a message (no advisor) or a reply."""

    conversation_id: ConversationId
    title: str
    turn_id: TurnId | None
    position: int | None
    advisor_id: AdvisorId | None
    name: str | None
    created_at: datetime
    snippet: Snippet
    importance: float | None = None


class SearchPage(NamedTuple):
    """Hits in the order asked for; how far back the turns were looked at; and the place to go on from, if any.

    `passed_over` counts hits of the same stretch that weigh less than all that are shown.
    """

    hits: tuple[Hit, ...]
    searched_to: datetime | None
    next: TurnId | None
    passed_over: int = 0


def search(unit: Unit, wanted: SearchQuery) -> SearchPage:
    """Titles first, when this is the beginning; then turns. `Malformed` for a place that was not given out.

    By time all hits of a turn come together, so there may be a few more than the limit.
    """
    if wanted.order == "newest":
        return _search_back(unit, wanted)
    found = _search_back(unit, replace(wanted, limit=_WEIGHED * wanted.limit))
    titles = [hit for hit in found.hits if hit.turn_id is None]
    said = sorted((hit for hit in found.hits if hit.turn_id is not None), key=lambda hit: -(hit.importance or 0.0))
    shown = said[: wanted.limit]
    return found._replace(hits=(*titles, *shown), passed_over=len(said) - len(shown))


def _search_back(unit: Unit, wanted: SearchQuery) -> SearchPage:
    """The hits from the newest turn back, as they are found."""
    ends, size = time.monotonic() + wanted.seconds, _FIRST_PAGE
    hits = _find_titles(unit, wanted)
    most, last = len(hits) + wanted.limit, _find_place(unit, wanted)
    while True:
        page = _read_page(unit, wanted, last, size)
        for last, found in _match(unit, wanted, page):
            hits += found
            if len(hits) >= most:
                return SearchPage(tuple(hits), last.created_at, TurnId(last.id))
        if len(page) < size:
            return SearchPage(tuple(hits), None if last is None else last.created_at, None)
        if time.monotonic() >= ends:
            return SearchPage(tuple(hits), page[-1].created_at, TurnId(page[-1].id))
        size = min(2 * size, _LARGEST_PAGE)


def _find_titles(unit: Unit, wanted: SearchQuery) -> list[Hit]:
    if wanted.after is not None or wanted.advisor_id is not None or wanted.conversation_id is not None:
        return []
    query = (
        select(conversations.c.id, conversations.c.title, conversations.c.created_at)
        .where(
            visible(unit, conversations),
            conversations.c.removed_at.is_(None),
            conversations.c.kept_until.is_(None),
            may_fit(unit, conversations.c.title, wanted.words),
        )
        .order_by(conversations.c.created_at.desc(), conversations.c.id.desc())
    )
    rows = unit.connection.execute(query.limit(5 * _MOST_TITLES))
    hits = [
        Hit(ConversationId(row.id), row.title, None, None, None, None, row.created_at, snippet)
        for row in rows
        if (snippet := cut_snippet(row.title, wanted.words)) is not None
    ]
    return hits[:_MOST_TITLES]


def _find_place(unit: Unit, wanted: SearchQuery) -> Any:
    """The turn the last call ended at; it may have been deleted since."""
    if wanted.after is None:
        return None
    query = select(turns.c.id, turns.c.created_at, turns.c.position).where(
        turns.c.id == wanted.after, visible(unit, turns)
    )
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise Malformed("`before` is not a place this server gave out")
    return row


def _read_page(unit: Unit, wanted: SearchQuery, last: Any, size: int) -> Sequence[Any]:
    """The next turns, newest first, with the text of those whose message may fit."""
    fits = literal(False) if wanted.advisor_id is not None else may_fit(unit, turns.c.text, wanted.words)
    query = (
        select(
            turns.c.id,
            turns.c.conversation_id,
            turns.c.position,
            turns.c.created_at,
            conversations.c.title,
            func.coalesce(turns.c.worth, turns.c.importance).label("importance"),
            case((fits, turns.c.text), else_=null()).label("text"),
        )
        .join(conversations, conversations.c.id == turns.c.conversation_id)
        .where(
            visible(unit, turns),
            turns.c.deleted_at.is_(None),
            conversations.c.removed_at.is_(None),
        )
        .limit(size)
    )
    if wanted.conversation_id is not None:
        query = query.where(turns.c.conversation_id == wanted.conversation_id).order_by(turns.c.position.desc())
        return unit.connection.execute(query if last is None else query.where(turns.c.position < last.position)).all()
    # Inside one that is not kept, whoever has it open may look; from elsewhere it is not there.
    query = query.where(conversations.c.kept_until.is_(None)).order_by(turns.c.created_at.desc(), turns.c.id.desc())
    if last is not None:
        place = tuple_(literal(last.created_at, Moment), literal(last.id, Id))
        query = query.where(tuple_(turns.c.created_at, turns.c.id) < place)
    return unit.connection.execute(query).all()


def _match(unit: Unit, wanted: SearchQuery, page: Sequence[Any]) -> Iterator[tuple[Any, list[Hit]]]:
    """Every turn of the page with its hits: the message first, then the replies in their order."""
    said: dict[str, list[Any]] = {}
    for reply in _read_replies(unit, wanted, [row.id for row in page]):
        said.setdefault(reply.turn_id, []).append(reply)
    for row in page:
        texts = [(None, None, row.text or "", row.importance)]
        texts += [(each.advisor_id, each.name, each.text, each.importance) for each in said.get(row.id, ())]
        yield (
            row,
            [
                Hit(
                    row.conversation_id,
                    row.title,
                    row.id,
                    row.position,
                    advisor_id,
                    name,
                    row.created_at,
                    snippet,
                    worth,
                )
                for advisor_id, name, text, worth in texts
                if (snippet := cut_snippet(text, wanted.words)) is not None
            ],
        )


def _read_replies(unit: Unit, wanted: SearchQuery, turn_ids: Sequence[str]) -> Sequence[Any]:
    """The chosen replies of these turns that may fit; a person's own words for one win."""
    if not turn_ids:
        return ()
    shown = func.coalesce(replies.c.edited_text, replies.c.text, type_=Text)
    worth = func.coalesce(replies.c.worth, replies.c.importance).label("importance")
    query = (
        select(replies.c.turn_id, replies.c.advisor_id, replies.c.name, shown.label("text"), worth)
        .where(replies.c.turn_id.in_(turn_ids), replies.c.chosen, may_fit(unit, shown, wanted.words))
        .order_by(replies.c.turn_id, replies.c.slot)
    )
    if wanted.advisor_id is not None:
        query = query.where(replies.c.advisor_id == wanted.advisor_id)
    return unit.connection.execute(query).all()


def may_fit(unit: Unit, text: ColumnElement[Any], words: str) -> ColumnElement[bool]:
    """Fits wherever the words stand, and sometimes where they do not: both fold ASCII, other letters fit anything."""
    folded = text if unit.dialect == "sqlite" else func.lower(collate(text, "C"))
    return folded.like("%" + "".join(map(_loosen, fold_text(words))) + "%", escape=_ESCAPE)


def _loosen(character: str) -> str:
    if character in (_ESCAPE, "%", "_"):
        return _ESCAPE + character
    return "_" if not character.isascii() and character.upper() != character else character
