"""What is known of a conversation while its feed is read: a fold over events, and where to go on after a break.

A lost connection is resumed after the last event id seen; a hole in the text or a `gap` throws the position away,
and what follows starts from a snapshot. So what is shown is always true, only sometimes late.
"""

import json
import random
from dataclasses import dataclass
from typing import NamedTuple

from antiphon.conversation.event_wire import decode_event
from antiphon.conversation.fold import apply_event
from antiphon.conversation.missing import MissingText
from antiphon.conversation.reply import Reply
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import decode_view
from antiphon.egress.sse import Event

_SHORTEST_PAUSE = 0.5
_LONGEST_PAUSE = 3.0

# The connection ends here; whether the next one is let in is said to whoever asks for it.
ENDS = ("reconnect", "signed_out")

# A hole, or something that is no event: either way a snapshot says what is true.
UNREADABLE = (MissingText, ValueError, KeyError)


class Sight(NamedTuple):
    """What is known of the conversation, and whether more is coming right now."""

    view: ConversationView
    connected: bool


@dataclass(frozen=True, slots=True)
class TextAdded:
    """Words that were added to a reply. With `restarted` they replace all that came before: it was begun again."""

    advisor_id: str
    reply_id: str
    text: str
    restarted: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """A turn as far as it has come, what is new in it, and whether more is coming right now."""

    turn: Turn
    added: tuple[TextAdded, ...]
    connected: bool


class FeedPosition:
    """How far the feed was read: the view so far, and the event id to go on from."""

    def __init__(self) -> None:
        self.view: ConversationView | None = None
        self.cursor: str | None = None
        self.lost = True

    def take(self, frame: Event) -> bool:
        """Fold one event; True when there is something new to show."""
        if frame.name == "gap":
            self.forget()
            return False
        if frame.name == "snapshot":
            self.view, self.lost = decode_view(json.loads(frame.data)), False
        elif self.lost or self.view is None:
            return False
        else:
            self.view = apply_event(self.view, decode_event(json.loads(frame.data)))
        self.cursor = frame.id or self.cursor
        return True

    def forget(self) -> None:
        """Take nothing but a snapshot from here on. The old view may still be shown meanwhile."""
        self.cursor, self.lost = None, True


def choose_pause(failures: int) -> float:
    """Seconds to wait before connecting again: half a second to three, spread so that clients do not meet."""
    longest = min(_LONGEST_PAUSE, _SHORTEST_PAUSE * 2.0 ** (failures + 1))
    # Not a secret, only a spread.
    return random.uniform(_SHORTEST_PAUSE, longest)  # noqa: S311


def find_added(before: Turn | None, after: Turn) -> tuple[TextAdded, ...]:
    """The words that `after` has and `before` had not, reply by reply."""
    known = {} if before is None else {reply.id: reply for reply in before.replies}
    found = (_compare(known.get(reply.id), reply) for reply in after.replies)
    return tuple(each for each in found if each is not None)


def _compare(before: Reply | None, after: Reply) -> TextAdded | None:
    old = "" if before is None else before.text
    if after.text == old:
        return None
    if after.text.startswith(old):
        return TextAdded(after.advisor_id, after.id, after.text[len(old) :])
    return TextAdded(after.advisor_id, after.id, after.text, restarted=True)
