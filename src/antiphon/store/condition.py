"""Whether the database takes what is written, as its writes and its disk tell."""

import logging
import shutil
import time
from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from antiphon.conversation.errors import StoreFull, StoreUnavailable

logger = logging.getLogger(__name__)

# A message with its receipts is far smaller; below this a file of pages and its journal may fail at any moment.
LEAST_FREE_BYTES = 4 * 1024 * 1024
_LOOK_SECONDS = 1.0
# New pages of a table that nobody else sees, gone with the transaction. Where the disk is full they cannot be had,
# although rows that fit into the room of old ones, like a lease, still can be written.
_ROOM = "CREATE TEMPORARY TABLE room ON COMMIT DROP AS SELECT md5(n::text) FROM generate_series(1, 4000) n"


def take_room(connection: Connection) -> None:
    """Write what nobody sees and nobody waits for: the least that says whether PostgreSQL takes anything."""
    connection.execute(text(_ROOM))


class Condition:
    """The last trouble that is not over. Told from threads; asking it waits for nothing."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        is_file = engine.dialect.name == "sqlite" and engine.url.database
        self._folder = Path(engine.url.database or "").parent if is_file else None
        self._trouble: StoreUnavailable | None = None
        self._looked_at = 0.0

    @property
    def problem(self) -> str | None:
        """The code of what keeps the store from being written, or nothing."""
        self._look_at_disk()
        trouble = self._trouble
        return trouble.code if trouble is not None else None

    def note_failure(self, failure: StoreUnavailable) -> None:
        """A transaction failed. The cause is logged when it is another than the last."""
        before, self._trouble = self._trouble, failure
        if before is None or before.code != failure.code:
            cause = str(failure.__cause__ or failure.cause).partition("\n")[0]
            logger.error("store_in_trouble", extra={"code": failure.code, "cause": cause})

    def note_success(self) -> None:
        """A transaction went through; a full disk is over only when there is room again."""
        trouble = self._trouble
        if trouble is None or (isinstance(trouble, StoreFull) and not self._has_room()):
            return
        self._trouble = None
        logger.warning("store_well_again", extra={"after": trouble.code})

    def _look_at_disk(self) -> None:
        if self._folder is None or time.monotonic() - self._looked_at < _LOOK_SECONDS:
            return
        self._looked_at = time.monotonic()
        if not self._is_folder_roomy():
            self.note_failure(StoreFull())
        elif isinstance(self._trouble, StoreFull):
            self.note_success()

    def _has_room(self) -> bool:
        if self._folder is not None:
            return self._is_folder_roomy()
        if time.monotonic() - self._looked_at < _LOOK_SECONDS:
            return False
        self._looked_at = time.monotonic()
        try:
            with self._engine.begin() as connection:
                take_room(connection)
        except DBAPIError:
            return False
        return True

    def _is_folder_roomy(self) -> bool:
        try:
            return shutil.disk_usage(self._folder or "/").free >= LEAST_FREE_BYTES
        except OSError:
            return True
