"""Work that goes on as long as the node lives."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

logger = logging.getLogger(__name__)

_PAUSE_SECONDS = 1.0


def start_job(name: str, work: Callable[[], Awaitable[None]]) -> "asyncio.Task[None]":
    """Run this until it returns, which few do. The engine keeps the task and cancels it when it closes."""
    return asyncio.create_task(_keep_running(name, work), name=name)


async def _keep_running(name: str, work: Callable[[], Awaitable[None]]) -> None:
    """A job that fails is a fault of ours: it is logged with its traceback, and begun again rather than missed.

    One that returns has nothing left to do: a lease that is lost stays lost.
    """
    while True:
        try:
            await work()
        except Exception:
            logger.exception("job_failed", extra={"job": name})
        else:
            return
        await asyncio.sleep(_PAUSE_SECONDS)
