"""Which turns a filter shows, as the database understands it."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, exists, select

from antiphon.conversation.state import ReplyState
from antiphon.filter.here import Here
from antiphon.filter.tree import All, Expr
from antiphon.store.filtering import build_condition
from antiphon.store.tables import replies, turns
from antiphon.store.unit import Unit

_ANSWERED = (ReplyState.COMPLETE, ReplyState.STOPPED)


@dataclass(frozen=True, slots=True)
class Shown:
    """A filter, where it is read, and whether turns that nobody answered are shown too.

    `inside` are stretches of positions within the boundary, for filters that ask for it.
    """

    filter: Expr
    here: Here
    failed_turns: bool = True
    inside: tuple[tuple[int, int], ...] = ()

    @property
    def everything(self) -> bool:
        """True when nothing is hidden."""
        return self.failed_turns and not self.chooses

    @property
    def chooses(self) -> bool:
        """Whether the filter hides anything, or a turn is about to go."""
        return self.here.without is not None or not isinstance(self.filter, All)


def condition_of(unit: Unit, shown: Shown) -> ColumnElement[bool] | None:
    """What a row of `turns` must fulfil; nothing when all do."""
    if shown.everything:
        return None
    conditions = []
    if shown.chooses:
        conditions.append(build_condition(shown.filter, shown.here, unit.dialect, inside=shown.inside))
    if not shown.failed_turns:
        answered = select(replies.c.id).where(replies.c.turn_id == turns.c.id, replies.c.state.in_(_ANSWERED))
        conditions.append(exists(answered.correlate(turns)))
    return and_(*conditions)
