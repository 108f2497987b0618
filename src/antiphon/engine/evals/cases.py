"""Which of an advisor's cases are played."""

from collections.abc import Sequence

from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.evals import StoredCase
from antiphon.conversation.ids import AdvisorId
from antiphon.store.reads.evals import read_cases, read_cases_by_id
from antiphon.store.unit import Unit


def choose_cases(unit: Unit, advisor_id: AdvisorId, case_ids: Sequence[str] | None) -> tuple[StoredCase, ...]:
    """Those of the advisor's cases that were named, or all that are not archived.

    `NotFound` for one that is not there or another's; refused when the advisor has none.
    """
    known = read_cases(unit, advisor_id) if case_ids is None else _find_named(unit, advisor_id, case_ids)
    if not known:
        raise CommandRefused("the run", "this advisor has no cases yet")
    return known


def _find_named(unit: Unit, advisor_id: AdvisorId, case_ids: Sequence[str]) -> tuple[StoredCase, ...]:
    found = read_cases_by_id(unit, case_ids)
    own = {each.id: each for each in found.values() if each.advisor_id == advisor_id and not each.archived}
    if missing := [each for each in case_ids if each not in own]:
        raise NotFound("case", missing[0])
    return tuple(own[each] for each in dict.fromkeys(case_ids))
