"""Who was heard in a turn."""

from typing import Literal

from pydantic import BaseModel

from antiphon.conversation.quorum import Quorum

Confidence = Literal["high", "moderate", "low"]


class MissingVoiceAnswer(BaseModel):
    """Somebody who was asked and of whom nothing came; `code` names what went wrong, if anything did."""

    advisor_id: str
    name: str
    state: str
    code: str | None


class CutVoiceAnswer(BaseModel):
    """Somebody whose answer ends before its end; `length` ran into the limit on what may be said."""

    advisor_id: str
    name: str
    state: Literal["stopped", "incomplete", "interrupted", "filtered", "length"]


class TrimmedVoiceAnswer(BaseModel):
    """Somebody who answered without this many turns of its history."""

    advisor_id: str
    name: str
    turns: int


class VoiceNameAnswer(BaseModel):
    """Somebody by name."""

    advisor_id: str
    name: str


class QuorumAnswer(BaseModel):
    """Who was asked and who was heard, reckoned by the house and never by a model.

    `asked` is `answered` plus those missing and cut; those trimmed and suspected did answer. `was` is the confidence
    there would have been with everybody heard in full. `suspected` are those whose provider seems to have cut the
    beginning off without saying so. `is_selective` says that slow or strong models are likelier to be among those
    missing: what is left is no chance sample.
    """

    asked: int
    answered: int
    confidence: Confidence
    was: Confidence
    missing: list[MissingVoiceAnswer]
    cut: list[CutVoiceAnswer]
    trimmed: list[TrimmedVoiceAnswer]
    suspected: list[VoiceNameAnswer]
    is_selective: bool


def answer_quorum(quorum: Quorum) -> QuorumAnswer:
    """The quorum as it is told."""
    return QuorumAnswer(
        asked=quorum.asked,
        answered=quorum.answered,
        confidence=quorum.confidence,
        was=quorum.was,
        missing=[
            MissingVoiceAnswer(advisor_id=each.advisor_id, name=each.name, state=each.state, code=each.code)
            for each in quorum.missing
        ],
        cut=[CutVoiceAnswer(advisor_id=each.advisor_id, name=each.name, state=each.state) for each in quorum.cut],
        trimmed=[
            TrimmedVoiceAnswer(advisor_id=each.advisor_id, name=each.name, turns=each.turns) for each in quorum.trimmed
        ],
        suspected=[VoiceNameAnswer(advisor_id=each.advisor_id, name=each.name) for each in quorum.suspected],
        is_selective=quorum.is_selective,
    )
