"""Turns."""

from collections.abc import Mapping
from typing import Any

from antiphon.client.errors import UnexpectedAnswer
from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import decode_turn


def read_turn(said: Mapping[str, Any]) -> Turn:
    """A turn with its replies; `UnexpectedAnswer` when it is of another form."""
    try:
        return decode_turn(said)
    except (ValueError, KeyError, TypeError) as error:
        raise UnexpectedAnswer("a turn", repr(error)) from error
