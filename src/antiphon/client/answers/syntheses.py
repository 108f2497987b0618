"""Syntheses: one text out of what the advisors of a turn said."""

from collections.abc import Mapping

from antiphon.client.answers.analyses import AnalysisLine
from antiphon.client.answers.base import Answer
from antiphon.client.answers.maps import MapCheck
from antiphon.client.answers.quorum import Quorum


class Anchor(Answer):
    """Words a sentence rests on."""

    name: str
    quote: str
    paragraph: int
    is_gone: bool = False


class Sentence(Answer):
    """One sentence and its sources."""

    text: str
    own: bool
    unsourced: tuple[str, ...] = ()
    support: str | None = None
    anchors: tuple[Anchor, ...] = ()


class Paragraph(Answer):
    """Sentences that belong together."""

    sentences: tuple[Sentence, ...]


class UnusedClaim(Answer):
    """A claim the text does not speak of."""

    number: int
    text: str


class MissedClaim(Answer):
    """A claim the text had to speak of and does not: which rule says so, and the words it was found in."""

    number: int
    rule: str
    words: str


class Coverage(Answer):
    """What the text covers."""

    claims: int
    used: int
    sentences: int
    anchored: int


class Synthesis(Answer):
    """The text about a turn."""

    turn_id: str
    position: int
    question: str
    status: str
    is_stale: bool
    analysis: AnalysisLine | None
    written_id: str | None
    quorum: Quorum
    mode: str | None
    instruction: str | None
    paragraphs: tuple[Paragraph, ...]
    left_out: tuple[UnusedClaim, ...]
    missed: tuple[MissedClaim, ...] = ()
    coverage: Coverage
    dropped: Mapping[str, int]
    is_held: bool = False
    is_rehearsal: bool = False
    check: MapCheck | None = None
