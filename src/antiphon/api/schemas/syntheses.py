"""Bodies about texts written out of a turn."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body, ModelName
from antiphon.api.schemas.map_checks import MapCheckAnswer
from antiphon.api.schemas.maps import ClaimAnswer
from antiphon.api.schemas.memory import AnalysisLine
from antiphon.api.schemas.quorum import QuorumAnswer

Mode = Literal["fuse", "compare", "checklist", "custom"]
Support = Literal["supported", "more", "contradicts"]


class Synthesizing(Body):
    """Which kind of text, by which model; only `custom` has an instruction."""

    mode: Mode = "fuse"
    # A little more than is read, so that our own sentence says what is wrong.
    instruction: Annotated[str, Field(max_length=10_000)] | None = None
    model: ModelName | None = None


class AnchorAnswer(BaseModel):
    """Words a sentence rests on: characters `start` to `end` of the reply are `quote`, in its paragraph `paragraph`.

    `is_gone` says that the reply has been changed since and they no longer stand there.
    """

    advisor_id: str
    name: str
    reply_id: str
    start: int
    end: int
    quote: str
    paragraph: int
    is_gone: bool


class SentenceAnswer(BaseModel):
    """One sentence; `own` says that it is the synthesiser's, with nobody's words behind it.

    `unsourced` are figures it gives that stand in none of the words it rests on: it says more than its sources do.
    `support` is what a model says of it that was checked: the sources say it, the sentence says more, or the opposite.
    None where nobody said anything of it.
    """

    text: str
    own: bool
    unsourced: list[str]
    support: Support | None
    anchors: list[AnchorAnswer]


class ParagraphAnswer(BaseModel):
    """Sentences that belong together; in a checklist, one item."""

    sentences: list[SentenceAnswer]


class MissedAnswer(BaseModel):
    """A claim the text had to speak of and does not: which rule says so, and the words it was found in.

    The rules are those of importance, and `person`: it stands in an answer the person called important, and `words` is
    who gave it.
    """

    number: int
    rule: Literal["constraint", "decision", "priority", "person"]
    words: str


class CoverageAnswer(BaseModel):
    """How many of the claims the text speaks of, and how many of its sentences have a source."""

    claims: int
    used: int
    sentences: int
    anchored: int


class SynthesisAnswer(BaseModel):
    """The newest text about a turn, who had been heard when it was written, and what it leaves out.

    `status` and `analysis` are the newest attempt's, however it ended. The text is the last one written to its end, or
    the one that was asked for: `written_id` names it, and is what a message is sent with. Without one, `quorum` is the
    turn's as it stands. `is_stale` says that answers have changed or were disputed since. `dropped` counts sources that
    led nowhere and sentences that were not taken, by reason. `missed` are those of `left_out` that weigh most. With
    `is_held` a model has held the sentences to their sources; `check` is how well it does that, as far as that was
    found out before; `is_rehearsal` says that its words were written beforehand.
    """

    turn_id: str
    conversation_id: str
    position: int
    question: str
    status: Literal["none", "running", "done", "failed"]
    is_stale: bool
    analysis: AnalysisLine | None
    written_id: str | None
    quorum: QuorumAnswer
    mode: Mode | None
    instruction: str | None
    paragraphs: list[ParagraphAnswer]
    left_out: list[ClaimAnswer]
    missed: list[MissedAnswer]
    coverage: CoverageAnswer
    dropped: dict[str, int]
    is_held: bool
    is_rehearsal: bool
    check: MapCheckAnswer | None
