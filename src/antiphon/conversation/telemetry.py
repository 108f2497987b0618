"""What was reckoned before an attempt, and how the attempt stood."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.thinking import Chooser, Thinking, ThinkingChoice

Stage = Literal[
    "sent", "delivered", "overflow_initial", "overflow_retry", "overflow_exhausted", "output_lowered", "failed"
]


class Selected(NamedTuple):
    """A turn in the payload and what it was reckoned to cost."""

    turn_id: TurnId
    model: str
    tokens: int


class Sent(NamedTuple):
    """One message of the payload: whose it is, what it is there for, and how long. Its words are in the body."""

    role: str
    kind: str
    turn_id: TurnId | None
    chars: int


class Quoted(NamedTuple):
    """Another voice in the reference block, and by which rule it was quoted."""

    advisor_id: AdvisorId
    rule: str


@dataclass(frozen=True, slots=True)
class Telemetry:
    """One attempt. What was predicted never changes from one attempt to the next; what is sent only shrinks.

    `request_tokens` is the message's own estimate (AUT), `request_allowance` the room kept for it (URA). How many turns
    were visible is absent when a filter was used and nobody had counted.
    """

    advisor_id: AdvisorId
    model: str
    max_context: int | None
    max_usable: int | None
    binding: str | None
    chars_per_token: float
    calibrated: bool
    visible_count: int | None
    predicted_count: int
    predicted_history_tokens: int
    predicted_total_tokens: int
    attempt_history_tokens: int
    attempt_total_tokens: int
    fixed_tokens: int
    request_tokens: int
    request_allowance: int
    reply_allowance: int
    max_tokens: int
    trimmed: tuple[TurnId, ...]
    dropped_reference: bool
    attempt: int
    stage: Stage
    selection: tuple[Selected, ...]
    messages: tuple[Sent, ...]
    last_error: str | None = None
    overflow_matched: bool = False
    # The provider counted less than half of what was sent: it may have cut the beginning off without saying so.
    cut_suspected: bool = False
    # What the answer is booked at when the provider reported no usage.
    unreported_tokens: int | None = None
    # What the descriptions of tools were reckoned to cost, and how often results had been handed back before.
    tool_tokens: int = 0
    round: int = 0
    # Nothing where the attempt was recorded before quotes had rules.
    quotes: tuple[Quoted, ...] = ()
    # How much thinking was chosen, by whom, and why the model was not asked for it after all, if it was not.
    thinking: Thinking | None = None
    thinking_chosen_by: Chooser | None = None
    thinking_unmet: str = ""

    @property
    def thinking_choice(self) -> ThinkingChoice:
        """What was chosen, and what became of it."""
        return ThinkingChoice(self.thinking, self.thinking_chosen_by, self.thinking_unmet)

    @property
    def trimmed_count(self) -> int:
        """T: how many of the predicted turns were dropped so far."""
        return len(self.trimmed)

    @property
    def sent_count(self) -> int:
        """How many turns this attempt held: predicted minus trimmed."""
        return self.predicted_count - len(self.trimmed)

    @property
    def remaining_reserve(self) -> int | None:
        """Tokens left under the limit after this attempt; may be negative."""
        return None if self.max_context is None else self.max_context - self.attempt_total_tokens


_THOUGHT = frozenset({"thinking", "thinking_chosen_by", "thinking_unmet"})


def encode_telemetry(telemetry: Telemetry) -> dict[str, Any]:
    """The record as JSON, with the counts that follow from it; of thinking only where somebody chose it."""
    names = Telemetry.__dataclass_fields__
    body = {name: getattr(telemetry, name) for name in names if telemetry.thinking is not None or name not in _THOUGHT}
    return body | {
        "trimmed": list(telemetry.trimmed),
        "selection": [list(each) for each in telemetry.selection],
        "messages": [list(each) for each in telemetry.messages],
        "quotes": [list(each) for each in telemetry.quotes],
        "trimmed_count": telemetry.trimmed_count,
        "sent_count": telemetry.sent_count,
        "remaining_reserve": telemetry.remaining_reserve,
    }


def decode_telemetry(body: Mapping[str, Any]) -> Telemetry:
    """The record that was encoded."""
    known = {name: body[name] for name in Telemetry.__dataclass_fields__ if name in body}
    known["trimmed"] = tuple(body["trimmed"])
    known["selection"] = tuple(Selected(*each) for each in body["selection"])
    known["messages"] = tuple(Sent(*each) for each in body["messages"])
    known["quotes"] = tuple(Quoted(*each) for each in body.get("quotes", ()))
    return Telemetry(**known)
