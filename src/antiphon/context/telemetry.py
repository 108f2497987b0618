"""The record of one attempt, read off what is sent."""

from antiphon.context.build import Composition, SizePrediction
from antiphon.context.frame import count_tools
from antiphon.conversation.ids import TurnId
from antiphon.conversation.telemetry import Quoted, Selected, Sent, Stage, Telemetry


def build_telemetry(
    composition: Composition,
    prediction: SizePrediction,
    *,
    attempt: int,
    visible: int | None = None,
    trimmed: tuple[TurnId, ...] = (),
    dropped_reference: bool = False,
    stage: Stage = "sent",
    calibrated: bool = False,
) -> Telemetry:
    """What was predicted, and what this attempt holds of it."""
    seat, frame, budget = composition.seat, composition.frame, composition.seat.budget
    return Telemetry(
        advisor_id=seat.advisor.id,
        model=seat.model,
        max_context=budget.limit,
        max_usable=budget.facts.window,
        binding=budget.binding,
        chars_per_token=round(budget.rates.plain, 3),
        calibrated=calibrated,
        visible_count=visible,
        predicted_count=prediction.turns,
        predicted_history_tokens=prediction.history_tokens,
        predicted_total_tokens=prediction.total_tokens,
        attempt_history_tokens=composition.boundary.tokens,
        attempt_total_tokens=composition.total_tokens,
        fixed_tokens=frame.fixed_tokens,
        request_tokens=frame.human_tokens,
        request_allowance=budget.request_allowance,
        reply_allowance=budget.reply_allowance,
        max_tokens=composition.max_tokens,
        trimmed=trimmed,
        dropped_reference=dropped_reference,
        attempt=attempt,
        stage=stage,
        selection=tuple(Selected(each.turn.id, seat.model, each.tokens) for each in composition.history),
        messages=tuple(
            Sent(message.role, message.kind, message.turn_id, len(message.content)) for message in composition.messages
        ),
        tool_tokens=count_tools(seat),
        round=len(composition.rounds),
        thinking=seat.thinking.thinking,
        thinking_chosen_by=seat.thinking.chosen_by,
        thinking_unmet=seat.thinking.unmet,
        quotes=tuple(Quoted(each.advisor_id, each.rule) for each in frame.quotes),
    )
