"""What can be seen of a turn at a glance: which answers speak to one point, by their wording alone."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.claim import Claim
from antiphon.conversation.ids import AdvisorId

# What was held against each other: the rare words of statements, or what a small model knows of their words.
GlanceWay = Literal["words", "meaning"]


@dataclass(frozen=True, slots=True)
class Glance:
    """The points that two or more voices speak to, the broadest first; on which side is not read, by anybody.

    `heard` are the voices that were looked at, in the order they were asked.
    """

    way: GlanceWay = "words"
    heard: tuple[AdvisorId, ...] = ()
    points: tuple[Claim, ...] = ()
