"""What it may cost at most to ask a panel many questions, one after the other."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import accumulate
from typing import NamedTuple

from antiphon.context.build import Composition
from antiphon.context.cost import forecast
from antiphon.context.estimate import PLAIN, estimate
from antiphon.conversation.errors import CommandRefused
from antiphon.conversation.ids import ConversationId, PanelId
from antiphon.conversation.size import measure
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.compose import ComposeRequest
from antiphon.engine.payloads.cost import Till
from antiphon.engine.revisits.start import choose_usual, pick
from antiphon.store.reads.advisors import read_seated
from antiphon.store.reads.conversation_context import NOWHERE, build_new_context
from antiphon.store.reads.panels import read_default_panel, read_panel
from antiphon.store.reads.revisits import read_questions
from antiphon.store.unit import Unit


class RevisitForecast(NamedTuple):
    """How many questions are asked and of how many voices; what that may cost, when all prices are known.

    `with_files` questions had files beside their words, which are not sent again.
    """

    questions: int
    with_files: int
    voices: int
    cost: float | None


def foresee(
    unit: Unit, engine: Engine, source_id: ConversationId, panel_id: PanelId | None, count: int | None
) -> RevisitForecast:
    """The worst case: nothing cached, and every answer as long as it may be and read again with every question.

    Refuses where there is nothing to ask. Nothing is written.
    """
    found = read_questions(unit, source_id)
    texts = pick(unit, source_id, found.texts, count)
    panel = read_default_panel(unit) if panel_id is None else read_panel(unit, panel_id)
    request = ComposeRequest(
        conversation_id=NOWHERE,
        asked=read_seated(unit, panel.advisor_ids),
        human_text=texts[0],
        at=datetime.now(UTC),
        choice=choose_usual(engine, unit.principal),
        context=build_new_context(panel),
    )
    composed = engine.composer.compose(unit, request).advisors
    if not composed:
        raise CommandRefused("asking", "nobody sits on this panel")
    till = Till(engine.composer, engine.calibration)
    parts = [_reckon(till, one.composition, texts, len(composed)) for one in composed.values()]
    cost = None if None in parts else sum(each for each in parts if each is not None)
    return RevisitForecast(len(texts), found.with_files, len(composed), cost)


def _reckon(till: Till, first: Composition, texts: Sequence[str], voices: int) -> float | None:
    """One voice: its first request, and what each further one has on top of it."""
    prices, longest, budget = till.prices(first.seat.model), first.max_tokens, first.seat.budget
    asked = [estimate(measure(each), PLAIN, 1) for each in texts]
    total = 0.0
    for number, before in enumerate(accumulate(asked)):
        # Its own answers so far, and what the others said last.
        heard = number * longest + (voices - 1) * longest * bool(number)
        tokens = first.total_tokens + before - asked[0] + heard
        most = tokens if budget.limit is None else min(tokens, budget.limit)
        worst = forecast(prices, input_tokens=most, cached_tokens=0, output_tokens=longest)
        if worst.cold is None or worst.output is None:
            return None
        total += worst.cold + worst.output
    return total
