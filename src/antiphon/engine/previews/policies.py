"""What each rule for dropping would keep of one conversation, for the same message at the same moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import get_args

from antiphon.access.principal import Principal
from antiphon.context.choice import Dropping
from antiphon.context.ledger import Run, build_runs
from antiphon.conversation.ids import AdvisorId
from antiphon.engine.commands.accept_turn import choose_stamp
from antiphon.engine.engine import Engine
from antiphon.engine.previews.preview import AdvisorPreview, Draft, Preview, read_preview
from antiphon.store.unit import Unit

POLICIES: tuple[Dropping, ...] = get_args(Dropping)


@dataclass(frozen=True, slots=True)
class Policies:
    """The preview under each rule, the rule that is in force, and where the rules part for each advisor."""

    chosen: Dropping
    previews: Mapping[Dropping, Preview]
    differences: Mapping[AdvisorId, tuple[Run, ...]]


async def compare_policies(engine: Engine, principal: Principal, draft: Draft) -> Policies:
    """Look at one draft under every rule; all are composed by what composes a send, in one transaction."""
    at = choose_stamp(draft.at, datetime.now(UTC))
    return await engine.store.read(principal, _compare, engine, draft, at)


def list_inside(advisor: AdvisorPreview) -> tuple[int, ...]:
    """The positions one advisor would be sent, oldest first."""
    return tuple(each.turn.position for each in advisor.composition.history)


def _compare(unit: Unit, engine: Engine, draft: Draft, at: datetime) -> Policies:
    choice = draft.choice or engine.options_of(unit.principal).choice
    previews = {
        dropping: read_preview(unit, engine, replace(draft, choice=replace(choice, dropping=dropping)), at)
        for dropping in POLICIES
    }
    return Policies(choice.dropping, previews, _find_differences(list(previews.values())))


def _find_differences(previews: Sequence[Preview]) -> dict[AdvisorId, tuple[Run, ...]]:
    """The turns that some of the rules keep and others do not."""
    found: dict[AdvisorId, tuple[Run, ...]] = {}
    for same in zip(*(each.advisors for each in previews), strict=True):
        kept = [frozenset(list_inside(advisor)) for advisor in same]
        found[same[0].payload.advisor_id] = build_runs(sorted(frozenset.union(*kept) - frozenset.intersection(*kept)))
    return found
