"""An advisor decides whether to speak unasked, or asks how a decision turned out.

It is shown its own thread with the person as one transcript: nobody else's words, and nothing the person has marked as
out of its sight. Who it is, the moment, and how often it has spoken without an answer stand in the system prompt.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import HeartbeatPrompts, fill
from antiphon.analysis.strict import Record, Truth, Words, parse_answer
from antiphon.analysis.transcript import Transcript, mark, shorten, write_turn
from antiphon.conversation.errors import AnswerUnreadable
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.past import EVERYBODY
from antiphon.conversation.payload import Message
from antiphon.conversation.turn import Turn

MOST_WHY: Final = 300
DECISION: Final = Record({"reach_out": Truth(), "why": Words(), "message": Words()})
QUESTION: Final = Record({"why": Words(), "message": Words()})
_UNITS: Final = ((timedelta(days=1), "day"), (timedelta(hours=1), "hour"), (timedelta(minutes=1), "minute"))


class Timing(NamedTuple):
    """When the question is put, and since when nothing was heard from the person."""

    now: datetime
    since: datetime
    zone: tzinfo
    unanswered: int = 0


class HeartbeatVerdict(NamedTuple):
    """Whether it speaks, why, and what it says; without a message it keeps silent."""

    why: str
    message: str


class Decided(NamedTuple):
    """The decision a review is about."""

    question: str
    choice: str
    confidence: int
    change_my_mind: str
    decided_at: datetime


def choose_thread(turns: Sequence[Turn], advisor_id: AdvisorId) -> tuple[Turn, ...]:
    """The turns as this advisor knows them: its own answers beside the person's words, without what is marked out."""
    seen = (turn for turn in turns if (turn.marks.get(advisor_id) or turn.marks.get(EVERYBODY)) != "out")
    own = (
        replace(turn, replies=tuple(each for each in turn.replies if each.advisor_id == advisor_id)) for turn in seen
    )
    return tuple(turn for turn in own if turn.text.strip() or turn.replies)


def write_recent(turns: Sequence[Turn], most: int, weigh: Callable[[str], int]) -> Transcript:
    """The newest of these turns that weigh no more than `most` together, oldest first.

    A newest turn that is too long by itself is cut at its end, so that there is always something to read.
    """
    kept: list[str] = []
    room = most
    for turn in reversed(turns):
        text = write_turn(turn)
        if (weight := weigh(text)) > room:
            break
        room -= weight
        kept.append(text)
    if not kept and turns:
        return Transcript(shorten(write_turn(turns[-1]), most, weigh), (turns[-1],), len(turns) - 1, shortened=True)
    return Transcript("\n".join(reversed(kept)), tuple(turns[len(turns) - len(kept) :]), len(turns) - len(kept))


def build_heartbeat(
    prompts: HeartbeatPrompts, identity: str, advisor: Advisor, moment: Timing, transcript: Transcript
) -> tuple[Message, ...]:
    """Who it is and what it decides, then its thread."""
    told = fill(prompts.heartbeat_decide, _tell(advisor, moment))
    system = Message("system", f"{fill(identity, _describe(advisor))}\n\n{told}", "system")
    return system, Message("user", transcript.text, "turn")


def parse_heartbeat(answer: str) -> HeartbeatVerdict:
    """What it decided; `AnswerUnreadable` for one that wants to speak and says nothing."""
    said = parse_answer(answer, DECISION)
    message = said["message"].strip()
    if said["reach_out"] and not message:
        raise AnswerUnreadable("reach_out is true and the message is empty")
    return HeartbeatVerdict(_one_line(said["why"]), message if said["reach_out"] else "")


def build_review(
    prompts: HeartbeatPrompts,
    identity: str,
    advisor: Advisor,
    moment: Timing,
    transcript: Transcript,
    decided: Decided,
) -> tuple[Message, ...]:
    """Who it is and what it asks about, then the decision and its thread."""
    told = fill(prompts.review_ask, _tell(advisor, moment))
    facts = {
        "question": mark(decided.question),
        "choice": mark(decided.choice),
        "confidence": str(decided.confidence),
        "change": mark(decided.change_my_mind),
    }
    about = fill(prompts.review_decision, facts)
    system = Message("system", f"{fill(identity, _describe(advisor))}\n\n{told}", "system")
    return system, Message("user", f"{about}\n\n{transcript.text}".strip(), "turn")


def parse_review(answer: str) -> HeartbeatVerdict:
    """What it asks; `AnswerUnreadable` when it asks nothing."""
    said = parse_answer(answer, QUESTION)
    if not said["message"].strip():
        raise AnswerUnreadable("the message is empty")
    return HeartbeatVerdict(_one_line(said["why"]), said["message"].strip())


def _tell(advisor: Advisor, moment: Timing) -> dict[str, str]:
    return {
        "name": advisor.name,
        "now": moment.now.astimezone(moment.zone).strftime("%A, %Y-%m-%d %H:%M"),
        "elapsed": _ago(moment.now - moment.since),
        "count": f"{moment.unanswered} time" if moment.unanswered == 1 else f"{moment.unanswered} times",
    }


def _describe(advisor: Advisor) -> dict[str, str]:
    return {"name": advisor.name, "description": advisor.description}


def _ago(elapsed: timedelta) -> str:
    for unit, name in _UNITS:
        if elapsed >= unit:
            count = elapsed // unit
            return f"{count} {name} ago" if count == 1 else f"{count} {name}s ago"
    return "just now"


def _one_line(text: str) -> str:
    return " ".join(text.split())[:MOST_WHY]
