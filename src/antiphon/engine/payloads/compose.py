"""What each advisor would be sent, right now: the one way from the store to the bytes.

Preview, send, recovery and replay all come through here. It runs inside a transaction, so what it sees is one moment.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import Prompts
from antiphon.context.budget import build_budget
from antiphon.context.build import Composition, SizePrediction, build_composition
from antiphon.context.choice import Choice
from antiphon.context.frame import FrameInput, Seat, build_frame
from antiphon.context.images import open_eyes
from antiphon.context.reminders import Reminders
from antiphon.context.toolset import choose_tools, measure_tools, offer_tools
from antiphon.conversation.errors import AntiphonError, ProviderError, ThinkingUnsupported, UserPromptTooLarge
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.synthesis import Synthesis
from antiphon.conversation.thinking import ThinkingChoice, choose_thinking, count_room
from antiphon.conversation.tool import ToolDefinition
from antiphon.conversation.turn import Origin
from antiphon.engine.payloads.attachments import (
    NOTHING,
    Attached,
    fill_histories,
    fill_last,
    read_guidelines,
    read_library,
)
from antiphon.engine.payloads.predictions import Key, Predicted, Predictions
from antiphon.engine.payloads.quoted import are_shortened, find_map, read_claimed, read_points
from antiphon.engine.payloads.reach import Reach
from antiphon.engine.payloads.reminders import read_reminders
from antiphon.engine.payloads.selection import Selection, read_selection
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.engine.runtime.options import EngineOptions
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.engine.runtime.toolkit import Toolkit
from antiphon.providers.provider import Provider, WireRequest
from antiphon.store.reads.conversation_context import (
    ConversationContext,
    Participation,
    read_conversation_context,
    read_parts,
    read_parts_before,
)
from antiphon.store.reads.history import END, History, Stretch, read_last_turn
from antiphon.store.reads.reminders import Present, read_present
from antiphon.store.reads.syntheses import read_sent_synthesis, read_usable_synthesis
from antiphon.store.reads.tool_servers import read_definitions
from antiphon.store.unit import Unit


@dataclass(frozen=True, slots=True)
class ComposeRequest:
    """A message to some advisors of a conversation, with what the person chose for it.

    `before` is set for a turn that is asked again: then only what stood before it counts. `seq` is the last fact this
    is composed at, when the caller knows it; `without` is a turn this one replaces. `model`, `forced`, `quoted` and
    `thinking` are what an earlier attempt had settled on. `ground` is given for a conversation that does not exist yet.
    `origin` is who set the turn going.
    """

    conversation_id: ConversationId
    asked: tuple[Advisor, ...]
    human_text: str
    at: datetime
    choice: Choice
    model: str | None = None
    thinking: ThinkingChoice | None = None
    before: int = END
    seq: int | None = None
    without: TurnId | None = None
    forced: Mapping[AdvisorId, frozenset[TurnId]] | None = None
    quoted: TurnId | None = None
    context: ConversationContext | None = None
    attached: Attached = NOTHING
    origin: Origin = "person"

    @property
    def is_unphased(self) -> bool:
        """Whether advisors are asked for their view at once, wherever they stand."""
        return self.origin == "round" or self.choice.phase == "last"

    @property
    def sent(self) -> frozenset[TurnId]:
        """The turns an earlier attempt was sent, in its history or as what the others said."""
        forced = frozenset[TurnId]().union(*(self.forced or {}).values())
        return forced if self.quoted is None else forced | {self.quoted}

    @property
    def is_remembered(self) -> bool:
        """Whether what is predicted may serve again: an attempt repeated does not, nor what has no conversation, nor
        what rests on a map, in which the person may dispute something at any time.
        """
        return self.forced is None and self.context is None and self.choice.split is None


@dataclass(frozen=True, slots=True)
class Composed:
    """One advisor's payload in parts, the bytes it becomes, and why it cannot be sent, if it cannot.

    `trimmed` are turns that were predicted and that this message leaves no room for.
    """

    composition: Composition
    prediction: SizePrediction
    request: WireRequest | None
    provider: Provider | None
    problem: AntiphonError | None = None
    visible: int | None = None
    trimmed: tuple[TurnId, ...] = ()


@dataclass(frozen=True, slots=True)
class Composing:
    """All advisors of one errand, and what they share."""

    context: ConversationContext
    selection: Selection
    present: Present
    reminders: Reminders
    predicted: Predicted
    advisors: Mapping[AdvisorId, Composed]
    recomputed: bool


class Composer:
    """Composes payloads, and remembers boundaries until something that matters to them has changed."""

    def __init__(
        self,
        providers: Mapping[str, Provider],
        calibration: TokenCalibration,
        prompts: Prompts,
        live_options: LiveOptions,
        toolkit: Toolkit,
    ) -> None:
        self._toolkit = toolkit
        self.reach = Reach(providers)
        self._calibration = calibration
        self._prompts = prompts
        self._live_options = live_options
        self._predictions = Predictions()

    def compose(self, unit: Unit, compose_request: ComposeRequest) -> Composing:
        """Every advisor's payload and bytes. Reads no history when what is remembered still holds."""
        options = self._live_options.of(unit.principal)
        context = (
            read_conversation_context(unit, compose_request.conversation_id)
            if compose_request.context is None
            else compose_request.context
        )
        context = context.in_last_phase() if compose_request.is_unphased else context
        compose_request = self._hold_to_newest(compose_request, context, options)
        selection = read_selection(
            unit, context, compose_request.choice, compose_request.at, options.zone, options.default_model
        )
        selection = selection.leave(compose_request.without)
        seated = {
            each.id: compose_request.model or _model_of(each, compose_request.choice, context, options)
            for each in compose_request.asked
        }
        present = read_present(unit, compose_request.conversation_id)
        reminders = read_reminders(unit, compose_request.conversation_id, present)
        synthesis = _read_synthesis(unit, compose_request)
        library = read_library(unit, compose_request.conversation_id, present)
        tools = self._read_tools(unit, compose_request)
        key = _key(unit, compose_request, context, selection, seated, options, reminders)
        key = key._replace(
            library=library, tools=tuple((each.server, each.schema_sha256, each.read_only) for each in tools)
        )
        seq = context.seq if compose_request.seq is None else compose_request.seq
        predicted = self._predictions.find(unit, key, seq, selection.uses) if compose_request.is_remembered else None
        if predicted is not None and predicted.map_id is not None:
            now = find_map(unit, predicted.compositions.values())
            predicted = predicted if now == predicted.map_id else None
        recomputed = predicted is None
        fresh = None
        if predicted is None:
            frame_input = _frame_input(unit, compose_request, context, selection, options, reminders)
            frame_input = replace(
                frame_input, guidelines=read_guidelines(unit, library), tools=tools, synthesis=synthesis
            )
            fresh = frame_input
            predicted = self._predict(unit, compose_request, context, selection, frame_input, seated, options)
            if compose_request.is_remembered and not selection.moves_with_time:
                self._predictions.keep(key, seq, predicted)
        visible = _count_visible(context, compose_request, predicted)
        composed = {
            # What was drawn just now stands in the frame of this very message.
            each: self._finish(
                unit.principal,
                options,
                one if one.frame_input is fresh else self._reframe(one, compose_request),
                visible,
                fits=options.habits.trims_early and compose_request.forced is None,
            )
            for each, one in predicted.compositions.items()
        }
        return Composing(context, selection, present, reminders, predicted, composed, recomputed)

    def require_provider(self, model: str, principal: Principal) -> Provider:
        """Where a model is reached for what this principal does; see `Reach.require`."""
        return self.reach.require(model, principal, self._live_options.of(principal).key_policy)

    def _predict(
        self,
        unit: Unit,
        compose_request: ComposeRequest,
        context: ConversationContext,
        selection: Selection,
        frame_input: FrameInput,
        models: Mapping[AdvisorId, str],
        options: EngineOptions,
    ) -> Predicted:
        """Draw every boundary anew."""
        asked = tuple(models)
        parts = self._read_parts(unit, compose_request, asked)
        light = selection.choice.dropping == "importance"
        shown = selection.shown if compose_request.forced is None else None
        stretch = Stretch(compose_request.conversation_id, asked, compose_request.before, shown, light=light)
        history = History(unit, stretch)
        seats: dict[AdvisorId, Seat] = {}
        for each in compose_request.asked:
            seat = self._seat(each, models[each.id], parts.get(each.id), frame_input, compose_request, options)
            thinking = compose_request.thinking or _thinking_of(each, frame_input.choice, context, options)
            seats[each.id] = self._give_room(seat, thinking, options) if thinking.thinking is not None else seat
        compositions, map_id = self._draw(history, compose_request, frame_input, seats), None
        if frame_input.last is not None and are_shortened(compositions):
            map_id, claimed = read_claimed(unit, frame_input.last)
            if claimed:
                frame_input = replace(frame_input, claimed=claimed)
                compositions = self._draw(history, compose_request, frame_input, seats)
        if light:
            compositions = _with_texts(history, compositions)
        compositions = fill_histories(unit, compositions)
        predicted = selection.project(unit, context, compose_request.before, compositions, compose_request.sent)
        return replace(predicted, map_id=map_id)

    def _draw(
        self,
        history: History,
        compose_request: ComposeRequest,
        frame_input: FrameInput,
        seats: Mapping[AdvisorId, Seat],
    ) -> Mapping[AdvisorId, Composition]:
        """What each of them is sent, from the same history."""
        return {
            advisor_id: build_composition(
                frame_input,
                seat,
                _forced(history, compose_request, advisor_id) if compose_request.forced else history.newest_first(),
                self._prompts,
            )
            for advisor_id, seat in seats.items()
        }

    def _read_tools(self, unit: Unit, compose_request: ComposeRequest) -> tuple[ToolDefinition, ...]:
        """Every tool there is; nothing is read for advisors that may use none."""
        if not any(each.tools for each in compose_request.asked):
            return ()
        own = self._toolkit.list_builtins(unit.principal)
        servers = {each.server for each in own}
        named = {name.partition("/")[0] for each in compose_request.asked for name in each.tools}
        return own if named <= servers else (*own, *read_definitions(unit))

    def _hold_to_newest(
        self, compose_request: ComposeRequest, context: ConversationContext, options: EngineOptions
    ) -> ComposeRequest:
        """What was picked for the newest turn serves on, while somebody offers it; the default needs no holding to.

        A turn that is on disk was held to it when it was accepted.
        """
        model = compose_request.choice.model or context.newest_model
        is_settled = compose_request.before != END or compose_request.choice.usual_models
        if model is None or model == options.default_model or is_settled or self.reach.find(model) is None:
            return compose_request
        return replace(compose_request, choice=replace(compose_request.choice, newest_model=model))

    def _read_parts(
        self, unit: Unit, compose_request: ComposeRequest, asked: Sequence[AdvisorId]
    ) -> Mapping[AdvisorId, Participation]:
        if compose_request.before == END:
            return read_parts(unit, compose_request.conversation_id, asked)
        return read_parts_before(unit, compose_request.conversation_id, asked, compose_request.before)

    def _seat(
        self,
        advisor: Advisor,
        model: str,
        part: Participation | None,
        frame_input: FrameInput,
        compose_request: ComposeRequest,
        options: EngineOptions,
    ) -> Seat:
        max_tokens = advisor.max_tokens or options.max_tokens
        max_tokens = min(max_tokens, frame_input.choice.max_tokens or max_tokens)
        facts, rates = self._calibration.facts(model), self._calibration.rates(model)
        budget = build_budget(facts, rates, options.habits, max_tokens)
        sticky = part is not None and part.kept_under == kept_under(frame_input.choice, model)
        has_documents = bool(frame_input.reminders.documents) and "documents" not in frame_input.choice.off
        offered = offer_tools(frame_input.tools, facts, has_documents=has_documents)
        tools = choose_tools(advisor, offered, frame_input.choice)
        return Seat(
            advisor=advisor,
            tools=tools,
            tools_size=measure_tools(tools),
            turns_taken=part.turns if part else 0,
            unphased=part.unphased if part else 0,
            model=model,
            max_tokens=min(max_tokens, facts.output_limit or max_tokens),
            budget=budget,
            cache_key=f"{compose_request.conversation_id}:{advisor.id}",
            kept_from=part.kept_from if part and sticky else None,
            eyes=open_eyes(model, self._prompts, sees=bool(facts.sees)),
        )

    def _give_room(self, seat: Seat, thinking: ThinkingChoice, options: EngineOptions) -> Seat:
        """The seat of somebody who thinks: what that may take comes on top of the answer."""
        facts = seat.budget.facts
        longest = seat.max_tokens + count_room(thinking.sent)
        longest = min(longest, facts.output_limit or longest)
        return replace(
            seat,
            thinking=replace(thinking, room=longest - seat.max_tokens),
            max_tokens=longest,
            budget=build_budget(facts, seat.budget.rates, options.habits, longest),
        )

    def _reframe(self, predicted: Composition, compose_request: ComposeRequest) -> Composition:
        """The remembered history around this message."""
        frame_input = replace(
            predicted.frame_input,
            human_text=compose_request.human_text,
            at=compose_request.at,
            images=compose_request.attached.images,
        )
        return predicted.with_frame(build_frame(frame_input, predicted.seat, self._prompts), frame_input)

    def _finish(
        self,
        principal: Principal,
        options: EngineOptions,
        composition: Composition,
        visible: int | None,
        *,
        fits: bool = False,
    ) -> Composed:
        """Check it, and encode it."""
        predicted = composition.predict()
        try:
            provider = self.reach.require(composition.seat.model, principal, options.key_policy)
        except ProviderError as error:
            return Composed(composition, predicted, None, None, error, visible)
        if composition.is_too_large:
            room = max(0, composition.message_room or 0)
            problem = UserPromptTooLarge(composition.seat.advisor.id, composition.frame.human_tokens, room)
            return Composed(composition, predicted, None, provider, problem, visible)
        composition, trimmed = composition.fit() if fits else (composition, ())
        try:
            composition, request = _encode(provider, composition)
        except ProviderError as error:
            return Composed(composition, predicted, None, provider, error, visible)
        return Composed(composition, predicted, request, provider, None, visible, trimmed)


def _encode(provider: Provider, composition: Composition) -> tuple[Composition, WireRequest]:
    """The bytes. What an advisor's model cannot think is refused when it was chosen for that very advisor.

    What was chosen for many is left out for those who cannot, and said so: in the preview, and in the receipt.
    """
    try:
        return composition, provider.encode(composition.payload())
    except ThinkingUnsupported as error:
        thinking = composition.seat.thinking
        if thinking.chosen_by == "advisor":
            raise
        longest = composition.max_tokens - thinking.room
        unmet = replace(thinking, unmet=error.why, room=0)
        seat = replace(composition.seat, thinking=unmet, max_tokens=longest)
        without = replace(composition, seat=seat, max_tokens=longest)
        return without, provider.encode(without.payload())


def _frame_input(
    unit: Unit,
    compose_request: ComposeRequest,
    context: ConversationContext,
    selection: Selection,
    options: EngineOptions,
    reminders: Reminders,
) -> FrameInput:
    last = _read_last(unit, compose_request, selection)
    return FrameInput(
        human_text=compose_request.human_text,
        at=compose_request.at,
        zone=options.zone,
        phases=context.phases,
        last=fill_last(unit, last),
        prelude=context.prelude,
        reminders=reminders,
        choice=selection.choice,
        quote_rule=options.habits.quotes,
        quote_chars=options.habits.reference_chars,
        attached=compose_request.attached.text,
        images=compose_request.attached.images,
        guideline_chars=options.habits.guideline_chars,
        split=read_points(unit, selection.choice.split, last),
    )


def _read_last(unit: Unit, compose_request: ComposeRequest, selection: Selection) -> PastTurn | None:
    """The newest turn, if the person lets it be seen; what an earlier attempt was sent stays, whatever was marked."""
    place = (compose_request.conversation_id, compose_request.before)
    last = read_last_turn(unit, *place, None) if compose_request.sent else None
    if last is not None and last.id in compose_request.sent:
        return last
    return read_last_turn(unit, *place, selection.shown)


def _key(
    unit: Unit,
    compose_request: ComposeRequest,
    context: ConversationContext,
    selection: Selection,
    models: Mapping[AdvisorId, str],
    options: EngineOptions,
    reminders: Reminders,
) -> Key:
    return Key(
        workspace_id=unit.workspace_id,
        conversation_id=compose_request.conversation_id,
        before=compose_request.before,
        without=compose_request.without,
        choice=selection.choice,
        asked=tuple((each.id, each.version, models[each.id]) for each in compose_request.asked),
        options=options,
        context=context.without_counts(),
        topics=selection.topics,
        reminders=reminders,
        attached=(compose_request.attached.text, tuple(each.document_id for each in compose_request.attached.images)),
    )


def _read_synthesis(unit: Unit, compose_request: ComposeRequest) -> Synthesis | None:
    """What the person ticked; `NotFound` when it is not to be had in this conversation.

    A turn that is on disk was accepted with it and gets it again, whatever became of the turn it speaks of.
    """
    wanted = compose_request.choice.synthesis
    if wanted is None:
        return None
    if compose_request.before == END:
        return read_usable_synthesis(unit, compose_request.conversation_id, wanted)
    return read_sent_synthesis(unit, compose_request.conversation_id, wanted)


def _model_of(advisor: Advisor, choice: Choice, context: ConversationContext, options: EngineOptions) -> str:
    """The composer's choice, else the advisor's own, else the topic's, else the newest turn's, else the default."""
    own = choice.find_model(advisor.id) or advisor.model or context.topic_model
    return own or choice.newest_model or options.default_model


def _thinking_of(
    advisor: Advisor, choice: Choice, context: ConversationContext, options: EngineOptions
) -> ThinkingChoice:
    """The composer's choice, else the advisor's own, else the panel's, else the settings'."""
    return choose_thinking(
        send=choice.thinking, advisor=advisor.thinking, panel=context.thinking, settings=options.thinking
    )


def _count_visible(context: ConversationContext, compose_request: ComposeRequest, predicted: Predicted) -> int | None:
    """How many turns the person sees, where that is known without counting them."""
    if predicted.sight is not None:
        return predicted.sight.visible
    if not predicted.shown.everything or compose_request.before != END:
        return None
    # A turn being accepted has been counted already; the person saw those before it.
    return context.turns - (compose_request.seq is not None)


def kept_under(choice: Choice, model: str) -> str:
    """The conditions a sticky history was cut under; under others it is cut anew."""
    return f"{model} {choice.filter}"


def _forced(history: History, compose_request: ComposeRequest, advisor_id: AdvisorId) -> list[PastTurn]:
    wanted = (compose_request.forced or {}).get(advisor_id, frozenset())
    found: list[PastTurn] = []
    for turn in history.newest_first():
        if len(found) == len(wanted):
            break
        if turn.id in wanted:
            found.append(turn)
    return found


def _with_texts(history: History, compositions: Mapping[AdvisorId, Composition]) -> dict[AdvisorId, Composition]:
    """Histories that were only weighed get their words."""
    inside = {each.turn.id: each.turn for one in compositions.values() for each in one.history}
    full = history.fill(inside.values())
    return {
        advisor_id: one.keep(tuple(each._replace(turn=_with_text(each.turn, full)) for each in one.history))
        for advisor_id, one in compositions.items()
    }


def _with_text(turn: PastTurn, full: Mapping[TurnId, PastTurn]) -> PastTurn:
    """Which images are shown was decided while the turn was weighed."""
    decided = {image.document_id: image for image in turn.all_images}
    if not decided:
        return full[turn.id]
    return full[turn.id].change_images(lambda images: tuple(decided.get(each.document_id, each) for each in images))
