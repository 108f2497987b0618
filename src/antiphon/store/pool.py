"""A pool of connections with a closing time."""

from sqlalchemy.pool import ConnectionPoolEntry, QueuePool
from typing_extensions import override


class ClosingPool(QueuePool):
    """Connections that come back after `dispose` are closed; by itself a pool keeps them, open and forgotten.

    A thread that nobody can wait for may still be in the middle of a statement when the house closes.
    """

    _closing = False

    @override
    def dispose(self) -> None:
        """Close what is here, and from now on whatever comes back."""
        self._closing = True
        super().dispose()

    @override
    def recreate(self) -> "ClosingPool":
        """What an engine uses after `dispose`: a pool that keeps nothing."""
        pool = super().recreate()
        assert isinstance(pool, ClosingPool)  # noqa: S101 - it is of our own class
        pool._closing = True
        return pool

    @override
    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        super()._do_return_conn(record)
        if self._closing:
            super().dispose()
