"""What facts about whole turns do to the turns a view holds."""

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from antiphon.conversation.event import Marks, ReplyAdded, ReplyChosen, TurnsMarked, TurnsRemoved, TurnsRestored
from antiphon.conversation.ids import AdvisorId, ReplyId, TurnId
from antiphon.conversation.missing import MissingText
from antiphon.conversation.past import Mark
from antiphon.conversation.reply import Reply
from antiphon.conversation.turn import Turn

Turns = tuple[Turn, ...]


def add_reply(turns: Turns, fact: ReplyAdded) -> Turns:
    """The turn with one more variant; the same fact again changes nothing."""
    return _change(turns, fact.turn_id, lambda turn: _with_reply(turn, fact.reply))


def choose_reply(turns: Turns, fact: ReplyChosen) -> Turns:
    """The turn with this variant standing for its advisor."""
    return _change(turns, fact.turn_id, lambda turn: replace(turn, replies=_choose(turn.replies, fact.reply_id)))


def mark_turns(turns: Turns, fact: TurnsMarked) -> Turns:
    """The turns with these marks set."""
    marked = set(fact.turn_ids)
    return tuple(apply_marks(turn, fact.marks) if turn.id in marked else turn for turn in turns)


def remove_turns(turns: Turns, fact: TurnsRemoved, *, has_older: bool) -> Turns:
    """The other turns. A view that shows only the newest cannot know what is left behind it."""
    gone = set(fact.turn_ids)
    kept = tuple(turn for turn in turns if turn.id not in gone)
    if has_older and (not kept or len(turns) - len(kept) < len(gone)):
        raise MissingText("turns were removed that this view does not show")
    return kept


def restore_turns(turns: Turns, fact: TurnsRestored, *, has_older: bool) -> Turns:
    """These turns in their places again; those older than what the view shows stay outside it."""
    if has_older and not turns:
        raise MissingText("this view cannot tell which of the restored turns it shows")
    known = {turn.id for turn in turns}
    oldest = turns[0].position if turns and has_older else 0
    back = [turn for turn in fact.turns if turn.id not in known and turn.position > oldest]
    return tuple(sorted((*turns, *back), key=lambda turn: turn.position))


def apply_marks(turn: Turn, marks: Marks) -> Turn:
    """The turn with what these marks set; absent keys change nothing."""
    if "stars" in marks:
        turn = replace(turn, stars=marks["stars"])
    if "colour_flag" in marks:
        turn = replace(turn, colour_flag=marks["colour_flag"])
    if "pinned" in marks:
        turn = replace(turn, pinned=marks["pinned"])
    if "worth" in marks:
        turn = replace(turn, worth=marks["worth"])
    if "topic" in marks:
        turn = replace(turn, topic=marks["topic"])
    tags = (set(turn.tags) | set(marks.get("add_tags", ()))) - set(marks.get("remove_tags", ()))
    contexts = {**turn.marks, **{AdvisorId(each): mark for each, mark in marks.get("contexts", {}).items()}}
    kept = {each: cast("Mark", mark) for each, mark in contexts.items() if mark}
    return replace(turn, tags=tuple(sorted(tags)), marks=dict(sorted(kept.items())))


def _with_reply(turn: Turn, added: Reply) -> Turn:
    if any(reply.id == added.id for reply in turn.replies):
        return turn
    replies = (*turn.replies, added)
    return replace(turn, replies=_choose(replies, added.id) if added.chosen else replies)


def _choose(replies: tuple[Reply, ...], chosen: ReplyId) -> tuple[Reply, ...]:
    advisor_id = next((reply.advisor_id for reply in replies if reply.id == chosen), None)
    return tuple(
        replace(reply, chosen=reply.id == chosen) if reply.advisor_id == advisor_id else reply for reply in replies
    )


def _change(turns: Turns, turn_id: TurnId, change: Callable[[Turn], Turn]) -> Turns:
    return tuple(change(turn) if turn.id == turn_id else turn for turn in turns)
