"""State plus event gives state.

`fold(snapshot, events_since) == fresh_snapshot` after any command is the strongest test in the house. Replaying
an event already seen changes nothing, so overlap and repetition are harmless.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from antiphon.conversation.event import (
    ConversationCreated,
    ConversationDeleted,
    ConversationRenamed,
    Delta,
    DividerDrawn,
    Event,
    KnownFact,
    RepliesSending,
    ReplyAdded,
    ReplyChosen,
    ReplyEdited,
    ReplyPictured,
    ReplySettled,
    ReplyUsedTools,
    ReplyWeighed,
    TurnAccepted,
    TurnsMarked,
    TurnsRemoved,
    TurnsRestored,
    UnknownFact,
)
from antiphon.conversation.fold_turns import (
    add_reply,
    choose_reply,
    mark_turns,
    remove_turns,
    restore_turns,
)
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.missing import MissingText
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.tool_use import put_uses
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView


def fold(view: ConversationView, events: Iterable[Event]) -> ConversationView:
    """Apply events one after another."""
    for event in events:
        view = apply_event(view, event)
    return view


def apply_event(view: ConversationView, event: Event) -> ConversationView:
    """The view after one event; the same view when it was already known."""
    if isinstance(event, Delta):
        return _change_reply(view, event.reply_id, lambda reply: apply_delta(reply, event))
    if event.seq <= view.seq:
        return view
    if event.seq > view.seq + 1:
        raise MissingText(f"fact {event.seq} does not follow {view.seq}")
    if isinstance(event, UnknownFact):
        return replace(view, seq=event.seq)
    return replace(_apply_fact(view, event), seq=event.seq)


def apply_delta(reply: Reply, delta: Delta) -> Reply:
    """Append what is new in this delta; refuse one that leaves a hole."""
    if delta.epoch != reply.epoch or reply.completed:
        return reply
    known = reply.text if delta.channel == "text" else reply.thinking
    if delta.offset > len(known):
        raise MissingText(f"{delta.channel} of {reply.id} is known to {len(known)}, the delta starts at {delta.offset}")
    if delta.end <= len(known):
        return reply
    grown = known + delta.text[len(known) - delta.offset :]
    if delta.channel == "text":
        return replace(reply, state=ReplyState.STREAMING, text=grown)
    return replace(reply, state=ReplyState.STREAMING, thinking=grown)


def _apply_fact(view: ConversationView, fact: KnownFact) -> ConversationView:  # noqa: C901 - one case per fact
    match fact:
        case ConversationCreated() | ConversationRenamed():
            return replace(view, title=fact.title)
        case TurnAccepted():
            return replace(view, turns=(*view.turns, fact.turn))
        case RepliesSending():
            for sending in fact.replies:
                view = _change_reply(view, sending.reply_id, _start(sending.epoch))
            return view
        case ReplyUsedTools():
            return _change_reply(
                view, fact.reply_id, lambda reply: replace(reply, tools=put_uses(reply.tools, fact.uses))
            )
        case ReplyPictured():
            return _change_reply(view, fact.reply_id, lambda reply: replace(reply, pictures=fact.pictures))
        case ReplySettled():
            return _change_reply(view, fact.reply_id, lambda reply: _settle(reply, fact))
        case ReplyEdited():
            return _change_reply(
                view, fact.reply_id, lambda reply: replace(reply, edited=fact.text, importance=fact.importance)
            )
        case ReplyWeighed():
            return _change_reply(view, fact.reply_id, lambda reply: replace(reply, worth=fact.worth))
        case ConversationDeleted():
            return replace(view, title="", turns=(), dividers=(), has_older=False)
        case DividerDrawn():
            return replace(view, dividers=tuple(sorted({*view.dividers, fact.position})))
        case ReplyAdded() | ReplyChosen() | TurnsMarked() | TurnsRemoved() | TurnsRestored():
            return replace(view, turns=_change_turns(view, fact))
        case _:
            assert_never(fact)


def _change_turns(
    view: ConversationView, fact: ReplyAdded | ReplyChosen | TurnsMarked | TurnsRemoved | TurnsRestored
) -> tuple[Turn, ...]:
    match fact:
        case ReplyAdded():
            return add_reply(view.turns, fact)
        case ReplyChosen():
            return choose_reply(view.turns, fact)
        case TurnsMarked():
            return mark_turns(view.turns, fact)
        case TurnsRemoved():
            return remove_turns(view.turns, fact, has_older=view.has_older)
        case TurnsRestored():
            return restore_turns(view.turns, fact, has_older=view.has_older)
        case _:
            assert_never(fact)


def _start(epoch: int) -> Callable[[Reply], Reply]:
    return lambda reply: replace(reply, epoch=epoch, state=ReplyState.SENDING, text="", thinking="")


def _settle(reply: Reply, fact: ReplySettled) -> Reply:
    """The reply as it ended. Words that were heard but never saved before a crash are taken back here."""
    if len(reply.text) < fact.text_length or len(reply.thinking) < fact.thinking_length:
        raise MissingText(f"reply {reply.id} ended at {fact.text_length}, known to {len(reply.text)}")
    return replace(
        reply,
        text=reply.text[: fact.text_length],
        thinking=reply.thinking[: fact.thinking_length],
        epoch=fact.epoch,
        state=fact.state,
        finish_reason=fact.finish_reason,
        error=fact.error,
        metrics=fact.metrics,
        importance=fact.importance,
    )


def _change_reply(view: ConversationView, reply_id: ReplyId, change: Callable[[Reply], Reply]) -> ConversationView:
    """Replace one reply; newest turns are looked at first because that is where change happens."""
    for index in range(len(view.turns) - 1, -1, -1):
        turn = view.turns[index]
        for slot, reply in enumerate(turn.replies):
            if reply.id == reply_id:
                changed = change(reply)
                if changed is reply:
                    return view
                replies = (*turn.replies[:slot], changed, *turn.replies[slot + 1 :])
                turns = (*view.turns[:index], replace(turn, replies=replies), *view.turns[index + 1 :])
                return replace(view, turns=turns)
    return view
