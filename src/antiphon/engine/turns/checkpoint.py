"""Growing text is saved for all replies of a node together.

One transaction every fraction of a second appends what was said since the last, whatever the number of replies. The
same transaction learns which of them no longer count and which their person wants stopped, so both are noticed without
Redis too.
"""

import asyncio
import logging
from collections.abc import Mapping

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.event import Delta
from antiphon.conversation.ids import ReplyId
from antiphon.engine.runtime import metrics
from antiphon.engine.turns.run import Run
from antiphon.live.live import join_deltas
from antiphon.store.reads.approvals import ApprovalDecision, read_decisions
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.append_chunks import ReplyStanding, append_chunks, read_standings

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "checkpoints")


class Checkpointer:
    """Knows every run of this node and the text of each that is not on disk yet."""

    def __init__(self, store: Store, principal: Principal, seconds: float) -> None:
        self._store = store
        self._principal = principal
        self._seconds = seconds
        self._runs: dict[ReplyId, Run] = {}
        self._unsaved: dict[ReplyId, list[Delta]] = {}
        self._flushing = asyncio.Lock()
        self._entered = asyncio.Event()
        self.tally = metrics.Tally()

    @property
    def runs(self) -> Mapping[ReplyId, Run]:
        """The replies this node is running."""
        return self._runs

    def enter(self, run: Run) -> None:
        """Watch over a run from now on."""
        self._runs[run.prepared.receipt.reply_id] = run
        self._entered.set()
        metrics.replies_open.set(len(self._runs))

    def leave(self, run: Run) -> None:
        """Forget a run and its unsaved text: it was settled, or it does not count."""
        reply_id = run.prepared.receipt.reply_id
        if self._runs.get(reply_id) is run:
            del self._runs[reply_id]
            self._unsaved.pop(reply_id, None)
        metrics.replies_open.set(len(self._runs))

    def add(self, delta: Delta) -> None:
        """Keep this until the next transaction."""
        self._unsaved.setdefault(delta.reply_id, []).append(delta)

    async def run_for_ever(self) -> None:
        """Flush at the given pace as long as anything runs. While the database is away, text waits here."""
        while True:
            if not self._runs:
                self._entered.clear()
            await self._entered.wait()
            await asyncio.sleep(self._seconds)
            try:
                await self.flush()
            except StoreUnavailable:
                logger.warning("checkpoint_waits", extra={"replies": len(self._unsaved)})

    async def flush(self) -> None:
        """Save what is unsaved and act on what the store says about each run."""
        async with self._flushing:
            if not self._runs:
                return
            unsaved, self._unsaved = self._unsaved, {}
            for reply_id in unsaved.keys() & self._runs.keys():
                self._runs[reply_id].saved = True
            deltas = [delta for pieces in unsaved.values() for delta in join_deltas(pieces)]
            metrics.checkpoints_begun.inc()
            try:
                standings, decisions = await self._store.write(
                    self._principal,
                    _save,
                    [each for each in deltas if isinstance(each, Delta)],
                    list(self._runs),
                    [each for run in self._runs.values() for each in run.waits],
                )
            except StoreUnavailable:
                self._put_back(unsaved)
                raise
            self.tally.report()
            metrics.checkpoints.inc()
            metrics.checkpoint_chars.inc(sum(len(each.text) for each in deltas if isinstance(each, Delta)))
            for standing in standings:
                self._act_on(standing)
            for decision in decisions:
                self.hear(decision)

    def hear(self, decision: ApprovalDecision) -> None:
        """Wake the run that waits for this, if it is one of ours."""
        for run in self._runs.values():
            if (waiting := run.waits.get(decision.id)) is not None and not waiting.done():
                waiting.set_result(decision)

    def stop(self, reply_ids: "tuple[ReplyId, ...] | list[ReplyId]") -> None:
        """End those of these replies that run here."""
        for reply_id in reply_ids:
            if (run := self._runs.get(reply_id)) is not None:
                run.end("stop")

    def _put_back(self, unsaved: Mapping[ReplyId, list[Delta]]) -> None:
        for reply_id, pieces in unsaved.items():
            if reply_id in self._runs:
                self._unsaved[reply_id] = pieces + self._unsaved.get(reply_id, [])

    def _act_on(self, standing: ReplyStanding) -> None:
        run = self._runs.get(standing.reply_id)
        if run is None:
            return
        if standing.ended or standing.epoch != run.prepared.receipt.epoch:
            run.end("abandon")
        elif standing.stop_requested:
            run.end("stop")


def _save(
    unit: Unit, deltas: list[Delta], running: list[ReplyId], asked: list[str]
) -> tuple[list[ReplyStanding], list[ApprovalDecision]]:
    if deltas:
        append_chunks(unit, deltas)
    return read_standings(unit, running), read_decisions(unit, asked) if asked else []
