"""Work that goes on as long as the node lives."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

logger = logging.getLogger(__name__)

_PAUSE_SECONDS = 1.0


def start_job(name: str, work: Callable[[], Awaitable[None]]) -> "asyncio.Task[None]":
    """Run this for ever. The engine keeps the task and cancels it when it closes."""
    return asyncio.create_task(_keep_running(name, work), name=name)


async def _keep_running(name: str, work: Callable[[], Awaitable[None]]) -> None:
    """A job that fails is a fault of ours: it is logged with its traceback, and begun again rather than missed."""
    while True:
        try:
            await work()
        except Exception:
            logger.exception("job_failed", extra={"job": name})
        await asyncio.sleep(_PAUSE_SECONDS)
