"""The filter of one errand: read, expanded, and projected when it speaks of the boundary."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from itertools import pairwise

from antiphon.context.build import Composition
from antiphon.context.choice import Choice
from antiphon.context.ledger import build_spans
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.conversation.past import PastTurn
from antiphon.engine.payloads.predictions import BoundaryView, Predicted
from antiphon.filter.expand import expand
from antiphon.filter.format import format_filter
from antiphon.filter.here import Here
from antiphon.filter.meaning import Field, has_boundary, uses, without_boundary
from antiphon.filter.parse import parse_filter
from antiphon.filter.tree import Expr
from antiphon.store.reads.conversation_context import ConversationContext
from antiphon.store.reads.filters import read_saved_filters
from antiphon.store.reads.history import END, read_shown_positions
from antiphon.store.reads.marks import count_hidden_pins, read_marked, read_places
from antiphon.store.reads.receipts import read_newest_bodies
from antiphon.store.reads.shown import Shown
from antiphon.store.reads.topics import read_topics
from antiphon.store.unit import Unit


@dataclass(frozen=True, slots=True)
class Selection:
    """What the person chose, with the filter written out, and which turns that shows.

    `topics` are the ids and paths of all, read when the filter speaks of topics: one may be renamed.
    """

    choice: Choice
    whole: Expr
    shown: Shown
    uses: frozenset[Field]
    topics: tuple[tuple[str, str], ...]

    @property
    def moves_with_time(self) -> bool:
        """A filter by age shows something else tomorrow without anything having happened."""
        return Field.DATE in self.uses

    def leave(self, turn_id: TurnId | None) -> "Selection":
        """The same without a turn that is about to go."""
        here = replace(self.shown.here, without=turn_id)
        return self if turn_id is None else replace(self, shown=replace(self.shown, here=here))

    def project(
        self,
        unit: Unit,
        context: ConversationContext,
        before: int,
        compositions: Mapping[AdvisorId, Composition],
        sent: frozenset[TurnId],
    ) -> Predicted:
        """The compositions of what is shown. A filter that asks for the boundary is answered now that there is one.

        What was `sent` before is not asked again.
        """
        if not has_boundary(self.whole):
            return Predicted(dict(compositions), self.shown)
        shown = replace(self.shown, filter=self.whole, inside=_stretches(compositions))
        visible = frozenset(read_shown_positions(unit, context.conversation_id, before, shown))
        return Predicted({each: _see(one, visible, sent) for each, one in compositions.items()}, shown)


def _see(composition: Composition, visible: frozenset[int], sent: frozenset[TurnId]) -> Composition:
    """The composition of what is visible; a turn that is not is not quoted either."""

    def is_seen(turn: PastTurn) -> bool:
        return turn.position in visible or turn.id in sent

    frame_input = composition.frame_input
    if frame_input.last is not None and not is_seen(frame_input.last):
        composition = replace(composition, frame_input=replace(frame_input, last=None))
    return composition.keep(tuple(each for each in composition.history if is_seen(each.turn)))


def read_sight(unit: Unit, conversation_id: ConversationId, predicted: Predicted) -> BoundaryView:
    """What surrounds a prediction, read once for as long as it holds."""
    if predicted.sight is None:
        positions = read_shown_positions(unit, conversation_id, END, predicted.shown)
        marks = read_marked(unit, conversation_id)
        places = read_places(unit, conversation_id, _named_turns(predicted))
        predicted.sight = BoundaryView(
            visible=len(positions),
            spans={each: build_spans(positions, one, marks, places) for each, one in predicted.compositions.items()},
            hidden_pins=count_hidden_pins(unit, conversation_id, predicted.shown),
            sent=read_newest_bodies(unit, conversation_id, tuple(predicted.compositions)),
        )
    return predicted.sight


def _named_turns(predicted: Predicted) -> frozenset[TurnId]:
    """The turns this one send leaves out or takes in by name."""
    choices = [one.frame_input.choice for one in predicted.compositions.values()]
    return frozenset().union(*(choice.leave_out | choice.take_in for choice in choices))


def read_selection(
    unit: Unit, context: ConversationContext, choice: Choice, at: datetime, zone: tzinfo, default_model: str
) -> Selection:
    """Read the filter line; `FilterInvalid` says where it cannot be read.

    Saved filters are written out, so that what is kept with the turn means the same for ever.
    """
    line, whole = write_out(unit, choice.filter)
    choice = replace(choice, filter=line)
    here = Here(
        workspace_id=unit.workspace_id,
        conversation_id=context.conversation_id,
        now=at,
        zone=zone,
        topic=context.topic_path,
        model=choice.model or choice.newest_model or default_model,
        advisor_id=choice.focus,
    )
    shown = Shown(without_boundary(whole), here, choice.failed_turns)
    used = uses(whole)
    topics = tuple((each.id, each.path) for each in read_topics(unit)) if Field.TOPIC in used else ()
    return Selection(choice, whole, shown, used, topics)


def write_out(unit: Unit, line: str) -> tuple[str, Expr]:
    """The line with what its saved filters stand for now, and what it means; `FilterInvalid` says what is wrong."""
    whole = parse_filter(line)
    if "@" not in line:
        return line, whole
    whole = expand(whole, read_saved_filters(unit), line=line)
    return format_filter(whole), whole


def _stretches(compositions: Mapping[AdvisorId, Composition]) -> tuple[tuple[int, int], ...]:
    """The positions every advisor has inside its boundary, as stretches of neighbours."""
    inside = [frozenset(each.turn.position for each in one.history) for one in compositions.values()]
    common = sorted(frozenset.intersection(*inside)) if inside else []
    if not common:
        return ()
    breaks = [index for index, (one, next_) in enumerate(pairwise(common), 1) if next_ != one + 1]
    starts, ends = [0, *breaks], [*breaks, len(common)]
    return tuple((common[start], common[end - 1]) for start, end in zip(starts, ends, strict=True))
