"""Which turns a filter shows, as the database understands it."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, exists, select

from antiphon.conversation.ids import TurnId
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

    `inside` are stretches of positions within the boundary, for filters that ask for it; `without` is a turn that is
    about to go.
    """

    filter: Expr
    here: Here
    failed_turns: bool = True
    inside: tuple[tuple[int, int], ...] = ()
    without: TurnId | None = None

    @property
    def everything(self) -> bool:
        """True when nothing is hidden."""
        return self.failed_turns and self.without is None and isinstance(self.filter, All)


def condition_of(unit: Unit, shown: Shown) -> ColumnElement[bool] | None:
    """What a row of `turns` must fulfil; nothing when all do."""
    if shown.everything:
        return None
    conditions = []
    if not isinstance(shown.filter, All):
        conditions.append(build_condition(shown.filter, shown.here, unit.dialect, inside=shown.inside))
    if not shown.failed_turns:
        answered = select(replies.c.id).where(replies.c.turn_id == turns.c.id, replies.c.state.in_(_ANSWERED))
        conditions.append(exists(answered.correlate(turns)))
    if shown.without is not None:
        conditions.append(turns.c.id != shown.without)
    return and_(*conditions)
