"""What each advisor would be sent if the message were sent now, and what that means. Nothing is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.context.attached import share_room
from antiphon.context.build import Composition
from antiphon.context.choice import Choice
from antiphon.context.cost import CostForecast, forecast
from antiphon.context.diff import count_shared_bytes
from antiphon.context.estimate import PLAIN, estimate
from antiphon.context.frame import choose_guidelines
from antiphon.context.ledger import Run, Span, join_runs
from antiphon.context.reminders import Reminders
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, PanelId, TurnId
from antiphon.conversation.payload import Payload
from antiphon.conversation.text import clean_text
from antiphon.engine.commands.accept_turn import choose, choose_stamp
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.attachments import read_attached
from antiphon.engine.payloads.compose import Composed, ComposeRequest, Composing
from antiphon.engine.payloads.predictions import BoundaryView
from antiphon.engine.payloads.selection import read_sight
from antiphon.store.reads.advisors import read_seated
from antiphon.store.reads.conversation_context import NOWHERE, ConversationContext, build_new_context
from antiphon.store.reads.panels import read_default_panel, read_panel, read_panel_advisors
from antiphon.store.reads.wordings import read_replaced
from antiphon.store.unit import Unit


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that was not sent, whom it is for, and what the person chose for it.

    Without a conversation it is the first message of a new one with this panel, or with the default one.
    """

    conversation_id: ConversationId | None
    text: str
    panel_id: PanelId | None = None
    advisor_ids: tuple[AdvisorId, ...] | None = None
    choice: Choice | None = None
    at: datetime | None = None
    replaces: TurnId | None = None
    attachments: tuple[DocumentId, ...] = ()


@dataclass(frozen=True, slots=True)
class Cache:
    """How much of this payload a cache filled by the last one would serve, and the byte where they part."""

    first_difference: int
    share: float


@dataclass(frozen=True, slots=True)
class AdvisorPreview:
    """One advisor's payload, its bytes, what it is reckoned to take, and the fate of every visible turn.

    `tokens` is the estimate everything is decided by; `plain_tokens` is the plain rule's, beside it.
    """

    composed: Composed
    payload: Payload
    tokens: int
    plain_tokens: int
    calibrated: bool
    estimate_error: float | None
    cost: CostForecast
    cache: Cache | None
    spans: tuple[Span, ...]

    @property
    def composition(self) -> Composition:
        """The payload in its parts."""
        return self.composed.composition


class GuidelinePreview(NamedTuple):
    """A guideline, how long it is, and how much of it is sent at least to each advisor it is not left out for."""

    id: str
    name: str
    chars: int
    sent_chars: int


@dataclass(frozen=True, slots=True)
class Preview:
    """All advisors asked, and what they share. Sending with this moment and these fingerprints sends exactly this."""

    conversation_id: ConversationId | None
    seq: int
    last_position: int
    at: datetime
    choice: Choice
    visible: int
    hidden_pins: int
    reminders: Reminders
    advisors: tuple[AdvisorPreview, ...]
    recomputed: bool

    @property
    def included(self) -> int:
        """X: the fewest turns any advisor would be sent."""
        return min((len(each.composition.history) for each in self.advisors), default=0)

    @property
    def guidelines(self) -> tuple[GuidelinePreview, ...]:
        """The files that count as guidelines here, also those this send leaves out."""
        return _look_at_guidelines([each.composition for each in self.advisors])

    @property
    def shown(self) -> tuple[Run, ...]:
        """The visible turns as stretches of positions; they are the same for every advisor."""
        return join_runs(self.advisors[0].spans) if self.advisors else ()


async def preview(engine: Engine, principal: Principal, draft: Draft) -> Preview:
    """What would be sent; a send's refusals of filters, advisors and replaced turns are the preview's too."""
    at = choose_stamp(draft.at, datetime.now(UTC))
    return await engine.store.read(principal, read_preview, engine, draft, at)


def read_preview(unit: Unit, engine: Engine, draft: Draft, at: datetime) -> Preview:
    """The same within a transaction, stamped with this moment."""
    seated, context = _read_place(unit, draft)
    asked = choose(seated, draft.advisor_ids)
    compose_request = ComposeRequest(
        conversation_id=draft.conversation_id or NOWHERE,
        asked=asked,
        human_text=clean_text(draft.text),
        at=at,
        choice=draft.choice or engine.options_of(unit.principal).choice,
        without=draft.replaces,
        context=context,
        attached=read_attached(unit, draft.attachments, draft.conversation_id),
    )
    composing = engine.composer.compose(unit, compose_request)
    sight = read_sight(unit, compose_request.conversation_id, composing.predicted)
    return Preview(
        conversation_id=draft.conversation_id,
        seq=composing.context.seq,
        last_position=composing.context.last_position,
        at=at,
        choice=composing.selection.choice,
        visible=sight.visible,
        hidden_pins=sight.hidden_pins,
        reminders=composing.reminders,
        advisors=tuple(_look(engine, composing, sight, advisor.id) for advisor in asked),
        recomputed=composing.recomputed,
    )


def _read_place(unit: Unit, draft: Draft) -> tuple[tuple[Advisor, ...], ConversationContext | None]:
    """Who could be asked; and the ground of a conversation that does not exist, as creating it would lay it."""
    if draft.conversation_id is not None:
        seated = read_panel_advisors(unit, draft.conversation_id)
        if draft.replaces is not None:
            read_replaced(unit, draft.conversation_id, draft.replaces)
        return seated, None
    panel = read_default_panel(unit) if draft.panel_id is None else read_panel(unit, draft.panel_id)
    return read_seated(unit, panel.advisor_ids), build_new_context(panel)


def _look(engine: Engine, composing: Composing, sight: BoundaryView, advisor_id: AdvisorId) -> AdvisorPreview:
    composed = composing.advisors[advisor_id]
    composition = composed.composition
    model = composition.seat.model
    size, messages = composition.size()
    cache = _look_at_cache(composed, sight.sent.get(advisor_id))
    tokens = composition.total_tokens
    return AdvisorPreview(
        composed=composed,
        payload=composition.payload(),
        tokens=tokens,
        plain_tokens=estimate(size, PLAIN, messages) + composition.image_tokens,
        calibrated=engine.calibration.is_calibrated(model),
        estimate_error=engine.calibration.calibration(model).error,
        cost=forecast(
            composition.seat.budget.facts.prices,
            input_tokens=tokens,
            cached_tokens=round(tokens * cache.share) if cache else 0,
            output_tokens=composition.max_tokens,
        ),
        cache=cache,
        spans=sight.spans[advisor_id],
    )


def _look_at_guidelines(compositions: Sequence[Composition]) -> tuple[GuidelinePreview, ...]:
    if not compositions:
        return ()
    sent: dict[str, int] = {}
    for one in compositions:
        kept = choose_guidelines(one.frame_input, one.seat)
        for each, share in zip(kept, share_room(kept, one.frame_input.guideline_chars), strict=True):
            sent[each.id] = min(share, sent.get(each.id, share))
    return tuple(
        GuidelinePreview(each.id, each.name, len(each.text.strip()), sent.get(each.id, 0))
        for each in compositions[0].frame_input.guidelines
    )


def _look_at_cache(composed: Composed, sent: bytes | None) -> Cache | None:
    if sent is None or composed.request is None:
        return None
    shared = count_shared_bytes(sent, composed.request.body)
    return Cache(shared, shared / len(composed.request.body))
