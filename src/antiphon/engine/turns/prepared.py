"""A reply that is about to be sent."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.context.build import Composition, SizePrediction
from antiphon.context.telemetry import build_telemetry
from antiphon.context.trim import Shrunk
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.picture import Picture
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.telemetry import Stage, Telemetry
from antiphon.conversation.thinking import KeptThoughts
from antiphon.conversation.tool_use import ToolUse
from antiphon.engine.payloads.compose import Composed
from antiphon.providers.provider import Provider, WireRequest

Composeds = Mapping[AdvisorId, Composed]


@dataclass(frozen=True, slots=True)
class Prepared:
    """The exact request, whom it goes to, and the receipt that is already on disk."""

    principal: Principal
    conversation_id: ConversationId
    turn_id: TurnId
    request: WireRequest
    provider: Provider
    receipt: Receipt
    composition: Composition
    prediction: SizePrediction
    calibrated: bool = False
    visible: int | None = None
    # What an earlier run of this reply had done with tools and said before that.
    uses: tuple[ToolUse, ...] = ()
    kept_text: str = ""
    kept_thinking: str = ""
    kept_thoughts: KeptThoughts = ()
    pictures: tuple[Picture, ...] = ()

    @property
    def trimmed(self) -> tuple[TurnId, ...]:
        """The turns that were left out so far, though they were predicted."""
        return self.receipt.telemetry.trimmed if self.receipt.telemetry else ()

    def again(self, attempt: int) -> "Prepared":
        """The same bytes for another attempt."""
        telemetry = self.receipt.telemetry
        receipt = replace(
            self.receipt,
            attempt=attempt,
            sent_at=datetime.now(UTC),
            telemetry=None if telemetry is None else replace(telemetry, attempt=attempt, stage="sent"),
        )
        return replace(self, receipt=receipt)

    def handing_back(self, attempt: int, composition: Composition, request: WireRequest) -> "Prepared":
        """The request that carries results of tools."""
        before = self.receipt.telemetry
        telemetry = build_telemetry(
            composition,
            self.prediction,
            attempt=attempt,
            visible=self.visible,
            trimmed=self.trimmed,
            dropped_reference=before is not None and before.dropped_reference,
            calibrated=self.calibrated,
        )
        receipt = build_receipt(self.receipt.reply_id, self.receipt.epoch, attempt, request, telemetry)
        return replace(self, composition=composition, request=request, receipt=receipt)

    def smaller(self, attempt: int, shrunk: Shrunk, request: WireRequest) -> "Prepared":
        """Less, for another attempt."""
        telemetry = build_telemetry(
            shrunk.composition,
            self.prediction,
            attempt=attempt,
            visible=self.visible,
            trimmed=(*shrunk.before, *shrunk.trimmed),
            dropped_reference=shrunk.dropped_reference,
            calibrated=self.calibrated,
        )
        receipt = build_receipt(self.receipt.reply_id, self.receipt.epoch, attempt, request, telemetry)
        return replace(self, composition=shrunk.composition, request=request, receipt=receipt)

    def concluded(self, stage: Stage, error: str | None = None, *, overflow: bool = False) -> Telemetry | None:
        """The telemetry of this attempt now that it is over."""
        telemetry = self.receipt.telemetry
        if telemetry is None:
            return None
        return replace(telemetry, stage=stage, last_error=error, overflow_matched=overflow)


def build_receipt(reply_id: ReplyId, epoch: int, attempt: int, request: WireRequest, telemetry: Telemetry) -> Receipt:
    """The receipt of a request that is about to leave."""
    return Receipt(
        reply_id=reply_id,
        epoch=epoch,
        attempt=attempt,
        provider=request.provider,
        model=request.model,
        url=request.url,
        headers=request.headers,
        body=request.body,
        sha256=request.sha256,
        sent_at=datetime.now(UTC),
        telemetry=telemetry,
        round=telemetry.round,
        paying_key=request.paying_key,
    )
