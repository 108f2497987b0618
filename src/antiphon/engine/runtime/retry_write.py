"""Writing that must not be given up because the database is away for a moment."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from antiphon.conversation.errors import StoreUnavailable

logger = logging.getLogger(__name__)
T = TypeVar("T")

_FIRST_SECONDS = 0.1
_MOST_SECONDS = 2.0


async def retry_write(deed: Callable[[], Awaitable[T]]) -> T:
    """Do it, and again until the database answers. Ends with the deed's own answer or error."""
    pause = _FIRST_SECONDS
    while True:
        try:
            return await deed()
        except StoreUnavailable:
            logger.warning("store_unavailable", extra={"again_in": pause})
            await asyncio.sleep(pause)
            pause = min(pause * 2, _MOST_SECONDS)
