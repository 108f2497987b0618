"""What each advisor would be sent, right now: the one way from the store to the bytes.

Preview, send, recovery and replay all come through here. It runs inside a transaction, so what it sees is one moment.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import Prompts
from antiphon.context.budget import build_budget
from antiphon.context.build import Composition, Prediction, build_composition
from antiphon.context.choice import Choice
from antiphon.context.frame import Scene, Seat, build_frame
from antiphon.context.images import open_eyes
from antiphon.context.reminders import Reminders
from antiphon.context.toolset import choose_tools, measure_tools
from antiphon.conversation.errors import AntiphonError, ModelUnknown, UserPromptTooLarge
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.synthesis import Synthesis
from antiphon.conversation.tool import ToolDefinition
from antiphon.conversation.turn import Origin
from antiphon.engine.attachments import NOTHING, Attached, fill_histories, read_guidelines, read_library
from antiphon.engine.in_force import InForce
from antiphon.engine.learned import Learned
from antiphon.engine.options import EngineOptions
from antiphon.engine.predictions import Key, Predicted, Predictions
from antiphon.engine.reminded import read_reminders
from antiphon.engine.selection import Selection, read_selection
from antiphon.engine.toolkit import Toolkit
from antiphon.providers.provider import Provider, WireRequest
from antiphon.store.reads.ground import Ground, Part, read_ground, read_parts, read_parts_before
from antiphon.store.reads.history import END, History, Stretch, read_last_turn
from antiphon.store.reads.syntheses import read_sent_synthesis, read_usable_synthesis
from antiphon.store.reads.tool_servers import read_definitions
from antiphon.store.unit import Unit


@dataclass(frozen=True, slots=True)
class Errand:
    """A message to some advisors of a conversation, with what the person chose for it.

    `before` is set for a turn that is asked again: then only what stood before it counts. `seq` is the last fact this
    is composed at, when the caller knows it; `without` is a turn this one replaces. `model` and `forced` are what an
    earlier attempt had settled on. `ground` is given for a conversation that does not exist yet.
    `origin` is who set the turn going.
    """

    conversation_id: ConversationId
    asked: tuple[Advisor, ...]
    human_text: str
    at: datetime
    choice: Choice
    model: str | None = None
    before: int = END
    seq: int | None = None
    without: TurnId | None = None
    forced: Mapping[AdvisorId, frozenset[TurnId]] | None = None
    ground: Ground | None = None
    attached: Attached = NOTHING
    origin: Origin = "person"

    @property
    def is_remembered(self) -> bool:
        """Whether what is predicted may serve again: an attempt repeated does not, nor what has no conversation."""
        return self.forced is None and self.ground is None


@dataclass(frozen=True, slots=True)
class Composed:
    """One advisor's payload in parts, the bytes it becomes, and why it cannot be sent, if it cannot."""

    composition: Composition
    prediction: Prediction
    request: WireRequest | None
    provider: Provider | None
    problem: AntiphonError | None = None
    visible: int | None = None


@dataclass(frozen=True, slots=True)
class Composing:
    """All advisors of one errand, and what they share."""

    ground: Ground
    selection: Selection
    reminders: Reminders
    predicted: Predicted
    advisors: Mapping[AdvisorId, Composed]
    recomputed: bool


class Composer:
    """Composes payloads, and remembers boundaries until something that matters to them has changed."""

    def __init__(
        self,
        providers: Mapping[str, Provider],
        learned: Learned,
        prompts: Prompts,
        in_force: InForce,
        toolkit: Toolkit,
    ) -> None:
        self._toolkit = toolkit
        self._providers = providers
        self._learned = learned
        self._prompts = prompts
        self._in_force = in_force
        self._predictions = Predictions()

    def compose(self, unit: Unit, errand: Errand) -> Composing:
        """Every advisor's payload and bytes. Reads no history when what is remembered still holds."""
        options = self._in_force.now
        ground = read_ground(unit, errand.conversation_id) if errand.ground is None else errand.ground
        ground = ground.in_round() if errand.origin == "round" else ground
        selection = read_selection(unit, ground, errand.choice, errand.at, options.zone, options.default_model)
        selection = selection.leave(errand.without)
        seated = {each.id: errand.model or _model_of(each, errand.choice, ground, options) for each in errand.asked}
        reminders = read_reminders(unit, errand.conversation_id)
        synthesis = _read_synthesis(unit, errand)
        library = read_library(unit, errand.conversation_id)
        tools = self._read_tools(unit, errand)
        key = _key(unit, errand, ground, selection, seated, options, reminders)
        key = key._replace(
            library=library, tools=tuple((each.server, each.schema_sha256, each.read_only) for each in tools)
        )
        seq = ground.seq if errand.seq is None else errand.seq
        predicted = self._predictions.find(unit, key, seq, selection.uses) if errand.is_remembered else None
        recomputed = predicted is None
        if predicted is None:
            scene = _scene(unit, errand, ground, selection, options, reminders)
            scene = replace(scene, guidelines=read_guidelines(unit, library), tools=tools, synthesis=synthesis)
            predicted = self._predict(unit, errand, ground, selection, scene, seated, options)
            if errand.is_remembered and not selection.moves_with_time:
                self._predictions.keep(key, seq, predicted)
        visible = _count_visible(ground, errand, predicted)
        composed = {
            each: replace(self._finish(one, errand), visible=visible) for each, one in predicted.compositions.items()
        }
        return Composing(ground, selection, reminders, predicted, composed, recomputed)

    def find_provider(self, model: str) -> Provider | None:
        """Where a model is reached, if anywhere."""
        return self._providers.get(model.partition(":")[0])

    def _predict(
        self,
        unit: Unit,
        errand: Errand,
        ground: Ground,
        selection: Selection,
        scene: Scene,
        models: Mapping[AdvisorId, str],
        options: EngineOptions,
    ) -> Predicted:
        """Draw every boundary anew."""
        asked = tuple(models)
        parts = self._read_parts(unit, errand, asked)
        light = selection.choice.dropping == "importance"
        stretch = Stretch(errand.conversation_id, asked, errand.before, selection.shown, light=light)
        history = History(unit, stretch)
        compositions: dict[AdvisorId, Composition] = {}
        for advisor in errand.asked:
            seat = self._seat(advisor, models[advisor.id], parts.get(advisor.id), scene, errand, options)
            newest_first = _forced(history, errand, advisor.id) if errand.forced else history.newest_first()
            compositions[advisor.id] = build_composition(scene, seat, newest_first, self._prompts)
        if light:
            compositions = _with_texts(history, compositions)
        return selection.project(unit, ground, errand.before, fill_histories(unit, compositions))

    def _read_tools(self, unit: Unit, errand: Errand) -> tuple[ToolDefinition, ...]:
        """Every tool there is; nothing is read for advisors that may use none."""
        if not any(each.tools for each in errand.asked):
            return ()
        return (*self._toolkit.definitions, *read_definitions(unit))

    def _read_parts(self, unit: Unit, errand: Errand, asked: Sequence[AdvisorId]) -> Mapping[AdvisorId, Part]:
        if errand.before == END:
            return read_parts(unit, errand.conversation_id, asked)
        return read_parts_before(unit, errand.conversation_id, asked, errand.before)

    def _seat(
        self, advisor: Advisor, model: str, part: Part | None, scene: Scene, errand: Errand, options: EngineOptions
    ) -> Seat:
        max_tokens = advisor.max_tokens or options.max_tokens
        facts, rates = self._learned.facts(model), self._learned.rates(model)
        budget = build_budget(facts, rates, options.habits, max_tokens)
        sticky = part is not None and part.kept_under == kept_under(scene.choice, model)
        tools = choose_tools(advisor, scene.tools, scene.choice)
        return Seat(
            advisor=advisor,
            tools=tools,
            tools_size=measure_tools(tools),
            turns_taken=part.turns if part else 0,
            model=model,
            max_tokens=min(max_tokens, facts.output_limit or max_tokens),
            budget=budget,
            cache_key=f"{errand.conversation_id}:{advisor.id}",
            kept_from=part.kept_from if part and sticky else None,
            eyes=open_eyes(model, self._prompts, sees=bool(facts.sees)),
        )

    def _finish(self, predicted: Composition, errand: Errand) -> Composed:
        """Put the message into its frame, check it, and encode it."""
        scene = replace(predicted.scene, human_text=errand.human_text, at=errand.at, images=errand.attached.images)
        composition = predicted.with_frame(build_frame(scene, predicted.seat, self._prompts), scene)
        provider = self.find_provider(predicted.seat.model)
        problem = self._problem(composition, provider)
        request = None if provider is None or problem else provider.encode(composition.payload())
        return Composed(composition, composition.predict(), request, provider, problem)

    def _problem(self, composition: Composition, provider: Provider | None) -> AntiphonError | None:
        seat = composition.seat
        if provider is None:
            return ModelUnknown(seat.model.partition(":")[0] or "no provider")
        if composition.is_too_large:
            room = max(0, composition.message_room or 0)
            return UserPromptTooLarge(seat.advisor.id, composition.frame.human_tokens, room)
        return None


def _scene(
    unit: Unit, errand: Errand, ground: Ground, selection: Selection, options: EngineOptions, reminders: Reminders
) -> Scene:
    return Scene(
        human_text=errand.human_text,
        at=errand.at,
        zone=options.zone,
        phases=ground.phases,
        last=read_last_turn(unit, errand.conversation_id, errand.before, selection.shown),
        prelude=ground.prelude,
        reminders=reminders,
        choice=selection.choice,
        reference_chars=options.habits.reference_chars,
        attached=errand.attached.text,
        images=errand.attached.images,
        guideline_chars=options.habits.guideline_chars,
    )


def _key(
    unit: Unit,
    errand: Errand,
    ground: Ground,
    selection: Selection,
    models: Mapping[AdvisorId, str],
    options: EngineOptions,
    reminders: Reminders,
) -> Key:
    return Key(
        workspace_id=unit.workspace_id,
        conversation_id=errand.conversation_id,
        before=errand.before,
        without=errand.without,
        choice=selection.choice,
        asked=tuple((each.id, each.version, models[each.id]) for each in errand.asked),
        options=options,
        ground=ground.without_counts(),
        topics=selection.topics,
        reminders=reminders,
        attached=(errand.attached.text, tuple(each.document_id for each in errand.attached.images)),
    )


def _read_synthesis(unit: Unit, errand: Errand) -> Synthesis | None:
    """What the person ticked; `NotFound` when it is not to be had in this conversation.

    A turn that is on disk was accepted with it and gets it again, whatever became of the turn it speaks of.
    """
    wanted = errand.choice.synthesis
    if wanted is None:
        return None
    if errand.before == END:
        return read_usable_synthesis(unit, errand.conversation_id, wanted)
    return read_sent_synthesis(unit, errand.conversation_id, wanted)


def _model_of(advisor: Advisor, choice: Choice, ground: Ground, options: EngineOptions) -> str:
    """The composer's choice, else the advisor's own, else the topic's, else the default (D47)."""
    return choice.model or advisor.model or ground.topic_model or options.default_model


def _count_visible(ground: Ground, errand: Errand, predicted: Predicted) -> int | None:
    """How many turns the person sees, where that is known without counting them."""
    if predicted.sight is not None:
        return predicted.sight.visible
    if not predicted.shown.everything or errand.before != END:
        return None
    # A turn being accepted has been counted already; the person saw those before it.
    return ground.turns - (errand.seq is not None)


def kept_under(choice: Choice, model: str) -> str:
    """The conditions a sticky history was cut under; under others it is cut anew."""
    return f"{model} {choice.filter}"


def _forced(history: History, errand: Errand, advisor_id: AdvisorId) -> list[PastTurn]:
    wanted = (errand.forced or {}).get(advisor_id, frozenset())
    found: list[PastTurn] = []
    for turn in history.newest_first():
        if len(found) == len(wanted):
            break
        if turn.id in wanted:
            found.append(turn)
    return found


def _with_texts(history: History, compositions: dict[AdvisorId, Composition]) -> dict[AdvisorId, Composition]:
    """Histories that were only weighed get their words."""
    inside = {each.turn.id: each.turn for one in compositions.values() for each in one.history}
    full = history.fill(inside.values())
    return {
        advisor_id: one.keep(tuple(each._replace(turn=_with_text(each.turn, full)) for each in one.history))
        for advisor_id, one in compositions.items()
    }


def _with_text(turn: PastTurn, full: Mapping[TurnId, PastTurn]) -> PastTurn:
    """Which images are shown was decided while the turn was weighed."""
    return replace(full[turn.id], images=turn.images)
