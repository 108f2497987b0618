"""Conversations."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from antiphon.client.answers.base import Answer
from antiphon.client.errors import UnexpectedAnswer
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import decode_view


class Conversation(Answer):
    """A conversation in the list, without its turns; `opening` is how its first turn begins."""

    id: str
    title: str
    opening: str = ""
    turn_count: int
    created_at: datetime
    updated_at: datetime | None = None
    in_flight: bool = False
    kept_until: datetime | None = None
    folder_id: str | None = None
    surface: str | None = None


class Everything(Answer):
    """What deleting a conversation for good would take; `stays` has what would be left of it elsewhere."""

    turns: int
    replies: int
    receipts: int
    files: int
    in_flight: bool
    stays: Mapping[str, Any]


class Outline(Answer):
    """Every turn as of fact number `seq`, oldest first, in columns of equal length; `raw` has all columns.

    The i-th entry of every column is the i-th turn. `states` has one text per turn, with one character per advisor in
    the order of `advisors`.
    """

    conversation_id: str
    seq: int
    advisors: tuple[str, ...]
    positions: tuple[int, ...]
    ids: tuple[str, ...]
    states: tuple[str, ...]
    openings: tuple[str, ...]
    dividers: tuple[int, ...] = ()


class TitleSearch(Answer):
    """The title a model found and the tags it put on the newest turn; without a title, `analysis` says why not."""

    title: str | None
    tags: tuple[str, ...] = ()
    analysis: Mapping[str, Any]


def read_view(said: Mapping[str, Any]) -> ConversationView:
    """The newest turns of a conversation; `UnexpectedAnswer` when it is of another form."""
    try:
        return decode_view(said)
    except (ValueError, KeyError, TypeError) as error:
        raise UnexpectedAnswer("a conversation", repr(error)) from error
