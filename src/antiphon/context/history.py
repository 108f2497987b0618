"""The part of a conversation one advisor may see."""

from collections.abc import Sequence

from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import Message


def messages_for(advisor_id: AdvisorId, turns: Sequence[PastTurn]) -> tuple[Message, ...]:
    """The thread between the person and one advisor, oldest first.

    Only the advisor's own answers appear, matched by id. A turn it did not answer keeps the person's words.
    """
    messages: list[Message] = []
    for turn in turns:
        if turn.text.strip():
            messages.append(Message("user", turn.text))
        if answer := turn.answers.get(advisor_id, "").strip():
            messages.append(Message("assistant", answer))
    return tuple(messages)


def fit(turns: Sequence[PastTurn], advisor_id: AdvisorId, char_limit: int) -> tuple[PastTurn, ...]:
    """The newest turns whose texts fit the limit, oldest first; 0 means no limit."""
    if char_limit == 0:
        return tuple(turns)
    kept: list[PastTurn] = []
    room = char_limit
    for turn in reversed(turns):
        room -= len(turn.text) + len(turn.answers.get(advisor_id, ""))
        if room < 0:
            break
        kept.append(turn)
    return tuple(reversed(kept))
