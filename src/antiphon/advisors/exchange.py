"""Advisors that come from a file: what each would become here, before anything is written.

A file has no ids, so a row finds its advisor by name, capital letters aside. One that was archived is brought back
rather than made a second time, because its history hangs on its id.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.changes import Changes, apply, build_advisor, differs
from antiphon.advisors.palette import Colour, next_colour
from antiphon.conversation.ids import AdvisorId

Mode = Literal["add", "replace"]
Outcome = Literal["new", "same", "changed"]


class Known(NamedTuple):
    """An advisor of the workspace, and whether it is archived."""

    advisor: Advisor
    archived: bool


class Step(NamedTuple):
    """What becomes of one row: the advisor as it will stand, and whether it is brought back."""

    outcome: Outcome
    advisor: Advisor
    unarchived: bool


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """One step per row, and the advisors that will be archived."""

    steps: tuple[Step, ...]
    archived: tuple[Advisor, ...]


def plan_import(
    known: Sequence[Known], rows: Sequence[Changes], new_ids: Iterable[AdvisorId], mode: Mode
) -> ImportPlan:
    """What becomes of rows that have a name and a description; what else they leave out stays, or is usual.

    `replace` archives everyone no row names.
    """
    rows = [_known_colour(row) for row in rows]
    found = _match(known, rows)
    named = {each.advisor.id for each in found if each is not None}
    active = [each.advisor for each in known if not each.archived]
    staying = [each for each in active if mode == "add" or each.id in named]
    used = [each.colour for each in staying] + [row["colour"] for row in rows if "colour" in row]
    ids = iter(new_ids)
    steps = tuple(
        _create(row, next(ids), used) if match is None else _change(row, match)
        for row, match in zip(rows, found, strict=True)
    )
    return ImportPlan(steps, tuple(each for each in active if each not in staying))


def _match(known: Sequence[Known], rows: Sequence[Changes]) -> list[Known | None]:
    """The advisor each row is about: those in use before those archived, and nobody twice."""
    waiting: dict[str, list[Known]] = defaultdict(list)
    for each in sorted(known, key=lambda one: one.archived):
        waiting[each.advisor.name.casefold()].append(each)
    found: list[Known | None] = []
    for row in rows:
        candidates = waiting[row["name"].casefold()]
        found.append(candidates.pop(0) if candidates else None)
    return found


def _create(row: Changes, advisor_id: AdvisorId, used: list[str]) -> Step:
    advisor = build_advisor(advisor_id, row)
    if not advisor.colour:
        advisor = replace(advisor, colour=str(next_colour(used)))
        used.append(advisor.colour)
    return Step("new", advisor, unarchived=False)


def _change(row: Changes, match: Known) -> Step:
    after = apply(row, match.advisor)
    changed = differs(after, match.advisor)
    return Step("changed" if changed else "same", after, match.archived)


def _known_colour(row: Changes) -> Changes:
    """A colour the palette does not have counts as left out."""
    kept = row.copy()
    if kept.get("colour") not in set(Colour):
        kept.pop("colour", None)
    return kept
