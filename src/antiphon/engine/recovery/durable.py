"""The durable engine, and the only file that knows which one it is.

DBOS keeps, in the same database as everything else, which turns were started and which of their replies have finished.
A turn is a workflow whose id is the turn's id, so starting it twice is harmless; each reply is one step, so a finished
reply is never run again. DBOS has no failure detector of its own: `recover.py` is ours.

DBOS is one per process and registers functions by name, so the engine that serves them is found through a module
variable. Nothing else in the house is global.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer, SetWorkflowID

from antiphon.conversation.ids import NodeId, TurnId, WorkspaceId
from antiphon.store.dialect import HIDDEN, open_durable_engine
from antiphon.store.failure import named_failures
from antiphon.store.patience import ANSWER_SECONDS, Patience
from antiphon.store.reads.recovery import OpenTurn

logger = logging.getLogger(__name__)

# Changed only when the steps of a turn change so that a running one could not go on.
_STEPS_VERSION = "1"
_RECOVERY = "recovery"
_RECOVERY_SECONDS = 0.2
# Nobody here sends the messages DBOS listens for, but a node that goes waits for this nap of the listener.
_LISTENER_SECONDS = 0.2
# Turns that wait for a person keep their place, so there must be many.
_RECOVERED_AT_ONCE = 1_000
_FORGOTTEN_AT_ONCE = 1_000
_THREADS = 4
_LAUNCH_SECONDS = 600.0


class TurnRunner(Protocol):
    """Who actually runs turns."""

    async def begin(self, turn_id: TurnId, workspace_id: WorkspaceId) -> int:
        """Claim the turn's replies; returns the number of slots."""
        ...

    async def run_slot(self, turn_id: TurnId, slot: int) -> str:
        """Run one reply to its end."""
        ...

    async def finish(self, turn_id: TurnId, workspace_id: WorkspaceId) -> None:
        """See to it that nothing is left open."""
        ...

    def leave(self, turn_id: TurnId) -> None:
        """The turn no longer runs here, finished or not; what is open then is for recovery to find."""
        ...


class _Relaxed(sqlite3.Connection):
    """SQLite without an fsync per commit.

    What DBOS forgets in a power cut the store remembers: a settled reply is not run again, an open turn is.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute("PRAGMA busy_timeout=30000")
        self.execute("PRAGMA journal_mode=WAL")
        self.execute("PRAGMA synchronous=NORMAL")


_runner: TurnRunner | None = None


@DBOS.step(name="reply")
async def _reply_step(turn_id: str, slot: int) -> str:
    assert _runner is not None, "a step runs only after launch"  # noqa: S101
    return await _runner.run_slot(TurnId(turn_id), slot)


# Attempts are counted as epochs in our own tables; this bound only has to be out of their way.
@DBOS.workflow(name="turn", max_recovery_attempts=1_000)
async def _turn(turn_id: str, workspace_id: str) -> None:
    assert _runner is not None, "a workflow runs only after launch"  # noqa: S101
    try:
        slots = await _runner.begin(TurnId(turn_id), WorkspaceId(workspace_id))
        # One step per branch: two in one branch would get each other's results after a recovery.
        results = await asyncio.gather(*(_reply_step(turn_id, slot) for slot in range(slots)), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        await _runner.finish(TurnId(turn_id), WorkspaceId(workspace_id))
    finally:
        _runner.leave(TurnId(turn_id))


def _workflow_id(turn_id: TurnId, round_: int) -> str:
    """A turn that is asked again is another workflow; the first asking has the turn's own id."""
    return f"{turn_id}.{round_}" if round_ else turn_id


class Durable:
    """Starts turns, resumes them, and forgets them when they are long done."""

    def __init__(self, *, database_url: str | None, sqlite_path: Path, node_id: NodeId) -> None:
        self._patience = Patience()
        self._dbos: DBOS | None = None
        config: DBOSConfig = {
            "name": "antiphon",
            "executor_id": node_id,
            "application_version": _STEPS_VERSION,
            "serializer": DBOSPortableJSONSerializer(),
            "log_level": "ERROR",
            "use_listen_notify": False,
            "notification_listener_polling_interval_sec": _LISTENER_SECONDS,
            # Our workflows run on the loop; threads only carry DBOS's own statements, and more of them only fight
            # the loop for the interpreter.
            "max_executor_threads": _THREADS,
        }
        if database_url is None:
            config["system_database_url"] = f"sqlite:///{sqlite_path}"
            # A file does not go away between two statements, so it need not be asked whether it is there.
            config["db_engine_kwargs"] = {
                "connect_args": {"factory": _Relaxed},
                "pool_pre_ping": False,
                "hide_parameters": HIDDEN,
            }
        else:
            config["system_database_url"] = database_url
            config["system_database_engine"] = open_durable_engine(database_url, _THREADS + 4, self._patience)
        self._config = config

    async def launch(self, runner: TurnRunner) -> None:
        """Begin. Must be called on the loop that turns are to run on."""
        global _runner  # DBOS is one per process, and so is what its functions call
        _runner = runner
        self._dbos = DBOS(config=self._config)
        # It may have to change its tables first, and that takes as long as it takes.
        self._patience.seconds = _LAUNCH_SECONDS
        with named_failures():
            DBOS.launch()
            self._patience.seconds = ANSWER_SECONDS
            await DBOS.register_queue_async(
                _RECOVERY, worker_concurrency=_RECOVERED_AT_ONCE, polling_interval_sec=_RECOVERY_SECONDS
            )

    async def start(self, turn_id: TurnId, workspace_id: WorkspaceId, round_: int = 0) -> None:
        """Start a turn on this node. A second start of the same turn and round does nothing."""
        with SetWorkflowID(_workflow_id(turn_id, round_)):
            await DBOS.start_workflow_async(_turn, turn_id, workspace_id)

    async def resume(self, turns: Sequence[OpenTurn]) -> None:
        """Offer turns to all nodes: those DBOS knows go through its queue, the others start here.

        A turn DBOS calls finished although we do not is run again under a new name.
        """
        named = {_workflow_id(turn.turn_id, turn.round): turn for turn in turns}
        known = {}
        for status in await DBOS.list_workflows_async(workflow_ids=list(named)):
            known[status.workflow_id] = status.status
        pending: list[str] = [name for name in named if known.get(name) in ("PENDING", "ENQUEUED")]
        if pending:
            await DBOS.resume_workflows_async(pending, queue_name=_RECOVERY)
        for name, turn in named.items():
            if name in known and name not in pending:
                logger.error("turn_finished_too_early", extra={"turn": turn.turn_id, "status": known[name]})
                await DBOS.delete_workflows_async([name])
            if name not in pending:
                await self.start(turn.turn_id, turn.workspace_id, turn.round)

    async def forget(self, before: datetime) -> int:
        """Delete finished workflows that began before this moment, in batches; returns how many."""
        forgotten = 0
        while True:
            done = await DBOS.list_workflows_async(
                status=["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"],
                end_time=before.isoformat(),
                limit=_FORGOTTEN_AT_ONCE,
                load_input=False,
                load_output=False,
            )
            if not done:
                return forgotten
            await DBOS.delete_workflows_async([each.workflow_id for each in done])
            forgotten += len(done)

    def stop_taking(self) -> None:
        """Take nothing from the queue any more; what runs goes on, and what was offered is for the others."""
        for event in self._dbos.background_thread_stop_events if self._dbos else ():
            event.set()

    async def close(self) -> None:
        """Stop without waiting for turns; `drain` has done that. Never on the loop it would wait for."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        """In one go: the threads that such work runs on are its own, and end with it."""
        DBOS.destroy()
        if (engine := self._config.get("system_database_engine")) is not None:
            engine.dispose()
