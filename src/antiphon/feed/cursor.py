"""Where a client stands, as text it can hand back to any node.

`v1.<conversation>-<seq>.<conversation>-<seq>`: one fact number per conversation it follows. Deltas need no place of
their own, they carry their position. Anything that does not parse is no cursor at all.
"""

import re
from collections.abc import Mapping

from antiphon.conversation.ids import ConversationId

Cursor = Mapping[ConversationId, int]

# Longer than any header a client could have been given, shorter than what would be work to look at.
_LONGEST = 8_000
_PLACE = re.compile(r"([A-Za-z0-9_]{1,40})-([0-9]{1,10})")


def format_cursor(places: Cursor) -> str:
    """The text for these places."""
    return ".".join(("v1", *(f"{conversation_id}-{seq}" for conversation_id, seq in places.items())))


def parse_cursor(text: str | None) -> Cursor:
    """The places in the text; empty for garbage, so that a bad cursor means starting afresh."""
    if not text or len(text) > _LONGEST:
        return {}
    version, *places = text.split(".")
    if version != "v1":
        return {}
    matches = [_PLACE.fullmatch(place) for place in places]
    return {ConversationId(match[1]): int(match[2]) for match in matches if match is not None}
