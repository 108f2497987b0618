"""What was reckoned before an attempt, as clients read it; `conversation.telemetry` says what it means."""

from pydantic import BaseModel

from antiphon.api.schemas.thinking import ThinkingAnswer
from antiphon.context.budget import Limit
from antiphon.context.quotes import QuoteRule
from antiphon.conversation.payload import Kind, Role
from antiphon.conversation.telemetry import Stage
from antiphon.conversation.thinking import Chooser


class SelectedAnswer(BaseModel):
    """A turn in the payload and what it was reckoned to cost."""

    turn_id: str
    model: str
    tokens: int


class SentAnswer(BaseModel):
    """One message of the payload, without its words."""

    role: Role
    kind: Kind
    turn_id: str | None
    chars: int


class QuotedAnswer(BaseModel):
    """Another voice in the reference block, and by which rule it was quoted."""

    advisor_id: str
    rule: QuoteRule


class TelemetryAnswer(BaseModel):
    """One attempt: what was predicted, what was sent, what had to go."""

    advisor_id: str
    model: str
    max_context: int | None
    max_usable: int | None
    binding: Limit | None
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
    trimmed: list[str]
    dropped_reference: bool
    attempt: int
    stage: Stage
    selection: list[SelectedAnswer]
    messages: list[SentAnswer]
    last_error: str | None
    overflow_matched: bool
    cut_suspected: bool
    unreported_tokens: int | None
    tool_tokens: int
    round: int
    quotes: list[QuotedAnswer]
    thinking: ThinkingAnswer | None = None
    thinking_chosen_by: Chooser | None = None
    thinking_unmet: str = ""
    trimmed_count: int
    sent_count: int
    remaining_reserve: int | None
