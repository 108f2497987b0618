"""Lasting work begins, is taken, given back, and ends; each once, whoever tries."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import case, delete, not_, select, update

from antiphon.conversation.errors import NotFound, StaleEpoch
from antiphon.conversation.ids import NodeId
from antiphon.conversation.work import NewWork, Work
from antiphon.store.clock import now_ms
from antiphon.store.dialect import insert_into
from antiphon.store.reads.recovery import is_alive, may_be_done, may_be_taken
from antiphon.store.reads.work import as_work
from antiphon.store.tables import open_turns, work, work_answers
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def begin_work(unit: Unit, new: NewWork) -> None:
    """Write down what is to be done, for whoever is free to take it. One that is there already stays as it is, and
    cannot end before this transaction has.
    """
    statement = insert_into(work, unit.dialect)
    touched = statement.on_conflict_do_update(index_elements=["id"], set_={"kind": statement.excluded.kind})
    unit.connection.execute(touched, _as_row(unit, new))


def owe_after_turn(unit: Unit, turn_id: str, owed: Sequence[NewWork]) -> None:
    """What is to be done once a turn has ended, if it has: in the transaction that ends it."""
    query = select(open_turns.c.turn_id).where(open_turns.c.turn_id == turn_id)
    if unit.connection.execute(query).first() is None:
        unit.connection.execute(insert_into(work, unit.dialect), [_as_row(unit, each) for each in owed])


def take_work(unit: Unit, node_id: NodeId, work_ids: Sequence[str]) -> list[Work]:
    """This node is at these from now on, as far as they can be taken; of two nodes that try, one gets each."""
    found = select(work.c.id).where(work.c.id.in_(work_ids), may_be_taken(unit.dialect))
    if unit.dialect == "postgresql":
        found = found.with_for_update(skip_locked=True)
    statement = (
        update(work)
        .where(work.c.id.in_(found), is_alive(node_id))
        .values(node_id=node_id, epoch=work.c.epoch + 1, starts=work.c.starts + 1, due_at=None)
        .returning(work)
    )
    return [as_work(row) for row in unit.connection.execute(statement)]


def check_held(unit: Unit, held: Work) -> None:
    """`StaleEpoch` when this work is no longer this node's; otherwise it stays so until the transaction has ended."""
    query = select(work.c.id).where(work.c.id == held.id, work.c.epoch == held.epoch).with_for_update(read=True)
    if unit.connection.execute(query).first() is None:
        raise StaleEpoch(held.id, held.epoch)


def end_work(unit: Unit, held: Work) -> None:
    """It has ended, in the transaction that writes what came of it; `StaleEpoch` when it is another's, or gone."""
    mine = (work.c.id == held.id) & (work.c.epoch == held.epoch)
    if unit.connection.execute(delete(work).where(mine)).rowcount != 1:
        raise StaleEpoch(held.id, held.epoch)
    _forget_answers(unit, held.id)


def stop_work(unit: Unit, work_id: str) -> None:
    """Nobody is to go on with it; whoever is at it finds out when they next write."""
    if unit.connection.execute(delete(work).where(work.c.id == work_id, visible(unit, work))).rowcount:
        _forget_answers(unit, work_id)


def give_back(unit: Unit, held: Work, wait_ms: int, *, counts: bool = False) -> None:
    """Somebody else may go on with it, after a while; whether this start counts against it."""
    mine = (work.c.id == held.id) & (work.c.epoch == held.epoch)
    starts = work.c.starts if counts else work.c.starts - 1
    due = now_ms(unit.dialect) + wait_ms
    unit.connection.execute(update(work).where(mine).values(node_id=None, starts=starts, due_at=due))


def give_back_others(unit: Unit, node_id: NodeId, held_ids: Sequence[str]) -> None:
    """What this node has without knowing of it is anybody's again, as if it had not been taken."""
    unknown = (work.c.node_id == node_id) & work.c.id.not_in(held_ids)
    unit.connection.execute(update(work).where(unknown).values(node_id=None, starts=work.c.starts - 1))


def let_rest(unit: Unit, person_id: str) -> None:
    """Whoever is at work that this person may not have done any more finds out; it waits until they may again.

    What nobody is at is touched too: a node that takes it at this moment sees the person as they were.
    """
    theirs = update(work).where(work.c.owner_id == person_id, not_(may_be_done()))
    starts = case((work.c.node_id.is_not(None), work.c.starts - 1), else_=work.c.starts)
    unit.connection.execute(theirs.values(node_id=None, epoch=work.c.epoch + 1, starts=starts))


def release_work(unit: Unit, work_id: str) -> None:
    """Anybody may begin it anew, now, as if nobody had; whoever is at it finds out when they next write."""
    anew = update(work).where(work.c.id == work_id).values(node_id=None, epoch=work.c.epoch + 1, starts=0, due_at=None)
    if unit.connection.execute(anew).rowcount != 1:
        raise NotFound("work", work_id)


def condemn_work(unit: Unit, work_ids: Sequence[str], starts: int) -> None:
    """Whoever takes these next finds that they were begun so often, and ends them."""
    end = {"node_id": None, "epoch": work.c.epoch + 1, "starts": starts, "due_at": None}
    unit.connection.execute(update(work).where(work.c.id.in_(work_ids)).values(end))


def keep_answer(unit: Unit, held: Work, step: str, sha256: str, number: int, answer: Mapping[str, Any]) -> None:
    """Remember what a model has answered, until the step is over."""
    check_held(unit, held)
    row = {
        "workspace_id": unit.workspace_id,
        "work_id": held.id,
        "step": step,
        "sha256": sha256,
        "number": number,
        "answer": dict(answer),
    }
    unit.connection.execute(insert_into(work_answers, unit.dialect).on_conflict_do_nothing(), row)


def forget_step(unit: Unit, work_id: str, step: str) -> None:
    """The step is over, and what came of it is kept elsewhere."""
    mine = (work_answers.c.work_id == work_id) & (visible(unit, work_answers))
    unit.connection.execute(delete(work_answers).where(mine, work_answers.c.step == step))


def _forget_answers(unit: Unit, work_id: str) -> None:
    """The work itself is gone already."""
    mine = (work_answers.c.work_id == work_id) & (work_answers.c.workspace_id == unit.workspace_id)
    unit.connection.execute(delete(work_answers).where(mine))


def _as_row(unit: Unit, new: NewWork) -> dict[str, Any]:
    return {
        "workspace_id": unit.workspace_id,
        "id": new.id,
        "kind": new.kind,
        "owner_id": unit.principal.id,
        "token_id": unit.principal.token_id,
        "conversation_id": new.conversation_id,
        "advisor_id": new.advisor_id,
        "args": dict(new.args),
        "created_at": new.created_at,
    }
