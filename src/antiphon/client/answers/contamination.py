"""Whether the advisors of a conversation have stayed apart."""

from antiphon.client.answers.base import Answer


class Objection(Answer):
    """Words that speak as somebody else."""

    turn_id: str
    position: int
    reply_id: str
    advisor_id: str
    name: str
    sign: str
    words: str
    about: str | None = None
    about_name: str | None = None


class ClosestPair(Answer):
    """The two advisors of a turn that sound most alike."""

    first: str
    second: str
    similarity: float


class Convergence(Answer):
    """How alike the advisors of a turn sound on average, from 0 to 1; absent with fewer than two answers."""

    turn_id: str
    position: int
    similarity: float | None
    closest: ClosestPair | None


class Contamination(Answer):
    """The light, what it objects to (newest first), and how alike they were in each turn (oldest first)."""

    light: str
    objections: tuple[Objection, ...]
    curve: tuple[Convergence, ...]
    names: dict[str, str]
