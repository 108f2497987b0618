"""Backups by the clock: of one person's SQLite file, as long as the server runs.

One that fails is told, in the log, in the figures and by `antiphon doctor`, and tried again; nothing else stops for it.
"""

import asyncio
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from antiphon.access.policy import Policy, Verb
from antiphon.backups.make import Source, make_backup
from antiphon.backups.names import list_made, remove_old
from antiphon.conversation.errors import AntiphonError
from antiphon.engine.runtime.metrics import backup_age_seconds, backup_failing, backups_made

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "backups")
# Whoever has just started it wants an answer first.
_FIRST_SECONDS: Final = 60.0
# A machine that slept does not count the hours, so the clock is looked at this often.
_LOOK_SECONDS: Final = 600.0
_AGAIN_SECONDS: Final = 1800.0


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """What is backed up, where to, how often, and how many are kept. The passphrase is read each time."""

    source: Source
    folder: Path
    read_passphrase: Callable[[], str | None]
    every: timedelta
    keep: int


class ScheduledBackups:
    """Makes a backup whenever the newest one is old enough, whoever made that one."""

    def __init__(self, plan: BackupPlan, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._plan = plan
        self._clock = clock
        backup_age_seconds.set_function(self._count_seconds)

    async def run_for_ever(self) -> None:
        """Begin a minute after the start."""
        every = self._plan.every.total_seconds()
        await asyncio.sleep(min(_FIRST_SECONDS, every))
        while True:
            has_failed = await asyncio.to_thread(self._is_due) and not await self._make()
            await asyncio.sleep(min(_AGAIN_SECONDS if has_failed else _LOOK_SECONDS, every))

    async def _make(self) -> bool:
        plan = self._plan
        try:
            passphrase = await asyncio.to_thread(plan.read_passphrase)
            made = await make_backup(plan.source, plan.folder, passphrase, self._clock(), is_scheduled=True)
            removed = await asyncio.to_thread(remove_old, plan.folder, plan.keep, self._clock())
        except (AntiphonError, OSError) as error:
            backups_made.labels("failed").inc()
            backup_failing.set(1)
            # Told by its name: a full disk is no fault of ours, and a traceback would say less.
            logger.error("backup_failed", extra={"reason": str(error)})  # noqa: TRY400
            return False
        backups_made.labels("complete").inc()
        backup_failing.set(0)
        logger.info("backup_made", extra={"path": str(made.path), "bytes": made.size, "removed": len(removed)})
        return True

    def _is_due(self) -> bool:
        age = self._find_age()
        return age is None or age >= self._plan.every

    def _count_seconds(self) -> float:
        age = self._find_age()
        return math.nan if age is None else age.total_seconds()

    def _find_age(self) -> timedelta | None:
        """Of the newest that can have been made by now; none where there is none."""
        now = self._clock()
        made = list_made(self._plan.folder, now)
        return max(timedelta(), now - made[0].made_at) if made else None
