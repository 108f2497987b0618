"""What the person decided, how sure they were, and how the advisors stood at the time."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypedDict

from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Reply

# How an advisor stands to the option that was chosen; nobody has to say it for every one.
Attitude = Literal["for", "against", "open"]
# How it turned out. `unknown` says that it cannot be told, and is not counted.
Outcome = Literal["right", "wrong", "mixed", "unknown"]
# Due waits for its outcome and its day has come; open waits and it has not; known has one.
Standing = Literal["due", "open", "known"]


@dataclass(frozen=True, slots=True)
class FrozenStance:
    """One advisor at the moment of the decision; nothing that happens to the turn later changes it.

    `text` is what stood then: the person's wording where they had edited it. `reply_sha256` is its fingerprint, and
    `request_sha256` that of the last request its reply was made from; absent where nothing was sent.
    """

    advisor_id: AdvisorId
    name: str
    colour: str
    version: int
    model: str
    reply_id: ReplyId
    state: str
    text: str
    edited: bool
    attitude: Attitude | None
    reply_sha256: str
    request_sha256: str | None


@dataclass(frozen=True, slots=True)
class Decision:
    """One entry of the journal.

    What was decided stays as it was written. What would change the person's mind, the day to look back, who asks then
    and the outcome may change.
    """

    id: str
    conversation_id: ConversationId
    turn_id: TurnId
    question: str
    options: tuple[str, ...]
    choice: str
    confidence: int
    change_my_mind: str
    stances: tuple[FrozenStance, ...]
    created_at: datetime
    review_at: datetime | None = None
    reviewer_id: AdvisorId | None = None
    outcome: Outcome | None = None
    outcome_text: str = ""
    outcome_at: datetime | None = None

    def standing(self, now: datetime) -> Standing:
        """Whether it waits to be looked back on."""
        if self.outcome is not None:
            return "known"
        return "due" if self.review_at is not None and self.review_at <= now else "open"

    @property
    def reviewer(self) -> FrozenStance | None:
        """Whoever asks what happened, as they were then."""
        return next((each for each in self.stances if each.advisor_id == self.reviewer_id), None)


class DecisionChanges(TypedDict, total=False):
    """What may change about a decision; what is left out stays. No outcome takes the outcome back."""

    change_my_mind: str
    review_at: datetime | None
    reviewer_id: AdvisorId | None
    outcome: Outcome | None
    outcome_text: str


def freeze_stance(reply: Reply, attitude: Attitude | None, request_sha256: str | None) -> FrozenStance:
    """The advisor as it stands now."""
    text = reply.text if reply.edited is None else reply.edited
    return FrozenStance(
        advisor_id=reply.advisor_id,
        name=reply.name,
        colour=reply.colour,
        version=reply.advisor_version,
        model=reply.model,
        reply_id=reply.id,
        state=str(reply.state),
        text=text,
        edited=reply.edited is not None,
        attitude=attitude,
        reply_sha256=fingerprint(text),
        request_sha256=request_sha256,
    )


def fingerprint(text: str) -> str:
    """The SHA-256 of the words as UTF-8, by which anybody can check that they are the same."""
    return hashlib.sha256(text.encode()).hexdigest()


def choose_reviewer(stances: tuple[FrozenStance, ...]) -> AdvisorId | None:
    """Who asks when nobody was named: the first that stood against it, else the first of all."""
    against = [each for each in stances if each.attitude == "against"]
    return next((each.advisor_id for each in (*against, *stances)), None)


def encode_frozen(stance: FrozenStance) -> dict[str, Any]:
    """The stance as it is kept and shown."""
    return {name: getattr(stance, name) for name in _FIELDS}


def decode_frozen(body: Mapping[str, Any]) -> FrozenStance:
    """The stance that was kept."""
    return FrozenStance(**{name: body[name] for name in _FIELDS})


_FIELDS = tuple(FrozenStance.__dataclass_fields__)
