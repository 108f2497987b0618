"""A run of rounds begins, takes its next step, and ends. Each step is taken once, whoever tries."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any, Final, Literal

from sqlalchemy import Update, bindparam, insert, select, update

from antiphon.conversation.errors import CommandRefused
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.round import Round, RoundRun, RunReason, RunStatus
from antiphon.store.reads.rounds import as_run, encode_round, has_open_run, read_run
from antiphon.store.tables import round_runs
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible, visible_then

_DEED: Final = "the round"


def begin_run(unit: Unit, run: RoundRun) -> None:
    """Write a run with its first round; refused while another goes on in the conversation."""
    if has_open_run(unit, run.conversation_id):
        raise CommandRefused(_DEED, "they are answering each other already; stop that first")
    row = {
        "workspace_id": unit.workspace_id,
        "id": run.id,
        "conversation_id": run.conversation_id,
        "owner_id": run.owner_id,
        "planned": run.planned,
        "ceiling": run.ceiling,
        "asks": run.asks,
        "until_quiet": run.until_quiet,
        "advisor_ids": None if run.advisor_ids is None else list(run.advisor_ids),
        "text": run.text,
        "choice": dict(run.choice),
        "status": run.status,
        "step": len(run.rounds),
        "rounds": [encode_round(each) for each in run.rounds],
        "created_at": run.created_at,
        "updated_at": run.created_at,
    }
    unit.connection.execute(insert(round_runs), row)


def take_step(unit: Unit, run: RoundRun, next_: Round, at: datetime) -> None:
    """The next round begins, in the transaction that accepts its turn; refused when the run has moved on meanwhile."""
    rounds = (*run.rounds, next_)
    values = {"status": "running", "step": len(rounds)}
    is_open = run.status != "ended"
    if not (is_open and _move(unit, run, at, rounds=[encode_round(each) for each in rounds], **values)):
        raise CommandRefused(_DEED, "the run has moved on meanwhile")


def settle_round(unit: Unit, run: RoundRun, ended: Round, status: RunStatus, at: datetime) -> RoundRun | None:
    """The newest round has ended; nothing when somebody else has written that down. A run that is over stays over."""
    rounds = [encode_round(each) for each in (*run.rounds[:-1], ended)]
    kept: RunStatus = "ended" if run.status == "ended" else status
    return read_run(unit, run.id) if _move(unit, run, at, rounds=rounds, status=kept) else None


def end_run(unit: Unit, run: RoundRun, reason: RunReason, at: datetime, facts: Mapping[str, Any] | None = None) -> None:
    """The run is over, unless it has moved on from where it was seen; what ended stays ended."""
    if run.status != "ended":
        _move(unit, run, at, status="ended", reason=reason, facts=dict(facts or {}))


def end_run_of(unit: Unit, run_id: str, reason: RunReason, at: datetime, facts: Mapping[str, Any]) -> None:
    """The run with this id is over wherever it stands, even where its conversation is put away; what ended stays so."""
    mine = (round_runs.c.id == run_id) & (visible(unit, round_runs))
    values = {"status": "ended", "reason": reason, "facts": dict(facts), "updated_at": at}
    unit.connection.execute(update(round_runs).where(mine, round_runs.c.status != "ended").values(**values))


def stop_run(unit: Unit, run_id: str, at: datetime) -> RoundRun:
    """The person ends a run, wherever it stands; one that has ended keeps its reason. `NotFound` for any other."""
    run = read_run(unit, run_id)
    _end(unit, "id", run.id, "stopped", at)
    return read_run(unit, run_id)


def end_runs(unit: Unit, conversation_id: ConversationId, reason: RunReason, at: datetime) -> None:
    """Whatever goes on in this conversation is over."""
    _end(unit, "conversation_id", conversation_id, reason, at)


def _end(unit: Unit, by: Literal["id", "conversation_id"], which: str, reason: RunReason, at: datetime) -> None:
    named = name_reader(unit) | {"which": which, "why": reason, "at": at}
    unit.connection.execute(_build_end(by), named)


@cache
def _build_end(by: str) -> Update:
    """Every message of every person runs this: it is built once."""
    open_ = visible_then(round_runs) & (round_runs.c.status != "ended")
    values = {"status": "ended", "reason": bindparam("why"), "updated_at": bindparam("at")}
    return update(round_runs).where(round_runs.c[by] == bindparam("which"), open_).values(values)


def _move(unit: Unit, run: RoundRun, at: datetime, **values: Any) -> bool:
    """Change a run that still stands where it was seen: the same status, the same rounds, each as far as it was."""
    mine = (round_runs.c.id == run.id) & (visible(unit, round_runs))
    unit.connection.execute(update(round_runs).where(mine).values(updated_at=at))
    now = as_run(unit.connection.execute(select(round_runs).where(mine)).one())
    if now.status != run.status or now.rounds != run.rounds:
        return False
    unit.connection.execute(update(round_runs).where(mine).values(values))
    return True
