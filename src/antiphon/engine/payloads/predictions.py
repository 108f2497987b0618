"""Boundaries that were drawn already, and when they no longer hold.

What happens to a conversation is a fact of it, so what is remembered carries the number of the last fact it has seen. A
later fact makes it dirty only if it is one of the triggers: on any node, however it came about. What shapes payloads
from elsewhere (advisors, the panel, topics, the settings, what advisors are reminded of) is part of the key.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from antiphon.context.build import Composition
from antiphon.context.choice import Choice
from antiphon.context.ledger import Span
from antiphon.context.reminders import Reminders
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, TurnId, WorkspaceId
from antiphon.engine.payloads.attachments import Library
from antiphon.engine.runtime import metrics
from antiphon.engine.runtime.options import EngineOptions
from antiphon.filter.meaning import Field
from antiphon.store.reads.conversation_context import ConversationContext, read_kinds_after
from antiphon.store.reads.shown import Shown
from antiphon.store.unit import Unit

# A few open windows of a few people; each entry holds the texts that would be sent.
_MOST = 32
# Past so many unseen facts it is cheaper to draw anew than to read them.
_MOST_UNSEEN = 200

_ALWAYS = frozenset(
    {
        "reply_settled",
        "turn_accepted",
        "turns_removed",
        "turns_restored",
        "reply_added",
        "reply_chosen",
        "reply_edited",
        "reply_weighed",
        "conversation_changed",
    }
)
_FIELD_OF = {
    "stars": Field.STARS,
    "colour_flag": Field.FLAG,
    "topic": Field.TOPIC,
    "add_tags": Field.TAG,
    "remove_tags": Field.TAG,
}


class Key(NamedTuple):
    """Whose boundary: conversation, position, choice, the advisors with their versions and models, and the options.

    `ground` comes without its counts; `topics` are all ids and paths where the filter speaks of topics. `attached` is
    what is known of the message before it is written, `library` what documents add to every message.
    """

    workspace_id: WorkspaceId
    conversation_id: ConversationId
    before: int
    without: TurnId | None
    choice: Choice
    asked: tuple[tuple[str, int, str], ...]
    options: EngineOptions
    context: ConversationContext
    topics: tuple[tuple[str, str], ...]
    reminders: Reminders
    tools: tuple[tuple[str, str, bool], ...] = ()
    attached: tuple[str, tuple[DocumentId, ...]] = ("", ())
    library: Library = Library()


@dataclass(frozen=True, slots=True)
class BoundaryView:
    """What a person sees around a prediction: how many turns are visible, and the fate of each for each advisor.

    `sent` is what each advisor was sent last: what its provider's cache may still hold.
    """

    visible: int
    spans: Mapping[AdvisorId, tuple[Span, ...]]
    hidden_pins: int
    sent: Mapping[AdvisorId, bytes]


@dataclass(slots=True)
class Predicted:
    """What each advisor would be sent, but for the message, and what the filter shows.

    `sight` is read when somebody looks; sending does not need it, and it grows with the conversation. `map_id` is the
    map that quotes were shortened by, or empty when there was none; nothing where every quote is whole.
    """

    compositions: Mapping[AdvisorId, Composition]
    shown: Shown
    map_id: str | None = None
    sight: BoundaryView | None = None


class Predictions:
    """The last few, under a lock: transactions run on several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, tuple[int, Predicted]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, unit: Unit, key: Key, seq: int, uses: frozenset[Field]) -> Predicted | None:
        """What was predicted under this key, if nothing that matters has happened since."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
        if kept is None or not _is_clean(unit, key, kept[0], seq, uses):
            metrics.boundaries_drawn.inc()
            return None
        if kept[0] != seq:
            self.keep(key, seq, kept[1])
        return kept[1]

    def keep(self, key: Key, seq: int, predicted: Predicted) -> None:
        """Remember this; the one that was not asked for the longest is forgotten."""
        with self._lock:
            self._kept[key] = (seq, predicted)
            self._kept.move_to_end(key)
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)


def is_trigger(kind: str, body: Mapping[str, Any], uses: frozenset[Field]) -> bool:
    """Whether a fact can change what was predicted under a filter that uses these fields."""
    if kind in _ALWAYS:
        return True
    if kind == "divider_drawn":
        return Field.DIVIDER in uses
    if kind != "turns_marked":
        return False
    marks = body.get("marks", {})
    # A pin is shown in the ledger; a pin and a worth decide what stays where importance does.
    if "contexts" in marks or "pinned" in marks or "worth" in marks:
        return True
    return any(_FIELD_OF[name] in uses for name in marks if name in _FIELD_OF)


def _is_clean(unit: Unit, key: Key, seen: int, seq: int, uses: frozenset[Field]) -> bool:
    if seen == seq:
        return True
    if seen > seq:
        return False
    unseen = read_kinds_after(unit, key.conversation_id, seen, _MOST_UNSEEN + 1)
    if len(unseen) > _MOST_UNSEEN:
        return False
    return not any(is_trigger(kind, body, uses) for kind, body in unseen)
