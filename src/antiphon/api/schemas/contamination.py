"""Bodies about whether the voices have stayed apart."""

from pydantic import BaseModel

from antiphon.analysis.contamination import Light
from antiphon.analysis.mimicry import Sign


class ObjectionAnswer(BaseModel):
    """Words that speak as somebody else: from `start` to `end` of the reply's standing text, in code points."""

    turn_id: str
    position: int
    reply_id: str
    advisor_id: str
    name: str
    colour: str
    sign: Sign
    start: int
    end: int
    words: str
    about: str | None
    about_name: str | None


class AlikeAnswer(BaseModel):
    """The two voices of a turn that sound most alike."""

    first: str
    second: str
    similarity: float


class ConvergenceAnswer(BaseModel):
    """How alike the voices of a turn sound on average, from 0 to 1; absent with fewer than two answers."""

    turn_id: str
    position: int
    similarity: float | None
    closest: AlikeAnswer | None


class ContaminationAnswer(BaseModel):
    """The light, what it objects to (newest first), and how alike the voices were in each turn (oldest first)."""

    light: Light
    objections: list[ObjectionAnswer]
    curve: list[ConvergenceAnswer]
    names: dict[str, str]
