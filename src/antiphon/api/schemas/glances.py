"""Bodies about what is seen of a turn at a glance."""

from typing import Literal

from pydantic import BaseModel

from antiphon.api.schemas.maps import ClaimAnswer


class GlanceAnswer(BaseModel):
    """Which answers speak to one point, by the wording of their first statements; the broadest point first.

    No model has read anything: every stance is `speaks`, and on which side nobody knows. `way` says what was compared:
    rare words, or what a small model knows of the words. `heard` are the advisors whose answers were looked at. Without
    points nothing can be said, and that does not mean that they disagree.
    """

    turn_id: str
    way: Literal["words", "meaning"]
    heard: list[str]
    points: list[ClaimAnswer]
