"""Bodies about finding one's way: outlines, search, topics, conversations that were archived."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body, Id, ModelName
from antiphon.api.schemas.page import Page
from antiphon.conversation.claim import Label

TopicPath = Annotated[str, Field(min_length=1, max_length=1_000)]
TopicName = Annotated[str, Field(min_length=1, max_length=200)]
Prelude = Annotated[str, Field(max_length=20_000)]


class OutlineAnswer(BaseModel):
    """Every turn of a conversation as of fact number `seq`, oldest first, in columns of equal length.

    The i-th entry of every column is the i-th turn. `stars`, `flags` and `pins` are texts with one character per turn:
    the digit 0 to 3; `b` blue, `g` grey, `.` none; `p` pinned, `.` not. `states` has one text per turn with one
    character per advisor, in the order of `advisors`: the state of its chosen reply by the letters in `codes`, `.` for
    one that was not asked. `topics` are paths, and `topic` is an index into them, -1 for none. `created_at` counts
    milliseconds since 1970. `openings` are the first 60 characters of the messages. `marks` holds the turns that have
    any, by position: advisor id (empty: everybody) to mark. Deleted turns are absent, so positions may have holes.
    """

    conversation_id: str
    seq: int
    advisors: list[str]
    topics: list[str]
    codes: dict[str, str]
    positions: list[int]
    ids: list[str]
    created_at: list[int]
    stars: str
    flags: str
    pins: str
    states: list[str]
    topic: list[int]
    openings: list[str]
    marks: dict[str, dict[str, Literal["in", "out", "pin"]]]
    dividers: list[int]


class HitAnswer(BaseModel):
    """A place where the words stand: in a title (no turn), a message (no advisor) or a chosen reply.

    `snippet` is a piece of the text on one line, `start` where it begins there, and `matches` the stretches in the
    snippet that fit, first and one behind last; all counted in code points. `importance` is what the message or reply
    is worth; a title has none.
    """

    conversation_id: str
    title: str
    turn_id: str | None
    position: int | None
    advisor_id: str | None
    name: str | None
    created_at: str
    snippet: str
    start: int
    matches: list[tuple[int, int]]
    importance: float | None


class ClaimHitAnswer(BaseModel):
    """A claim of a turn's map that holds the words, and how the voices stand to it."""

    conversation_id: str
    turn_id: str
    position: int
    number: int
    label: Label
    created_at: str
    snippet: str
    start: int
    matches: list[tuple[int, int]]


class DecisionHitAnswer(BaseModel):
    """A decision whose question, choice, outcome or doubts hold the words."""

    id: str
    conversation_id: str
    turn_id: str
    question: str
    choice: str
    created_at: str
    snippet: str
    start: int
    matches: list[tuple[int, int]]


class SearchAnswer(Page[HitAnswer]):
    """Hits in the order asked for, titles before turns; claims and decisions come with the first answer only.

    One call looks for a moment only: while `next` is given there are older turns to look at, even if there are no hits
    here; hand it back as `before`. `searched_to` says how far back this call has come. By
    importance, the weightiest of a stretch are shown, and `passed_over` counts the others.
    """

    searched_to: str | None
    passed_over: int
    claims: list[ClaimHitAnswer]
    decisions: list[DecisionHitAnswer]


class TopicAnswer(BaseModel):
    """A node of the tree of topics."""

    id: str
    parent_id: str | None
    name: str
    path: str
    prelude: str
    model: str | None


class CountedTopicAnswer(TopicAnswer):
    """A topic and how many turns belong to it, and to the topics below it."""

    turns: int
    turns_below: int


class TopicsAnswer(Page[CountedTopicAnswer]):
    """Every topic, in the order of its path, so that each comes after its parent."""


class NewTopic(Body):
    """A topic to make, with its parents, like /Work/Hiring."""

    path: TopicPath


class ChangedTopic(Body):
    """What to change about a topic; what is left out stays. No parent is the root, no model the usual one."""

    name: TopicName = ""
    prelude: Prelude = ""
    model: ModelName | None = None
    parent_id: Id | None = None
