"""Reading a request off the library before it leaves.

The library's HTTP client ends in `carry`, which asks the current task what to do with a request. While a request is
only drawn up, that is to take it and stop: nothing is sent, and no connection is opened.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, Never

from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.settings import ModelSettings

from antiphon.egress.transport import AnyResponse, PreparedRequest, Send

carrier: ContextVar[Send] = ContextVar("carrier")


async def carry(draft: PreparedRequest) -> AnyResponse:
    """Hand a draft to whoever this task works for."""
    return await carrier.get()(draft)


def take_draft(
    model: Model[Any], thread: Sequence[ModelMessage], settings: ModelSettings, tools: ModelRequestParameters
) -> PreparedRequest:
    """The request the library would send. Touches no network; may be called on any thread, a loop running or not."""
    return _run_apart(_draw_up(model, thread, settings, tools))


class _Taken(BaseException):
    """Ends the library's work once the draft is there. No `Exception`, so that no library catches it and retries."""

    def __init__(self, draft: PreparedRequest) -> None:
        self.draft = draft
        super().__init__()


async def _draw_up(
    model: Model[Any], thread: Sequence[ModelMessage], settings: ModelSettings, tools: ModelRequestParameters
) -> PreparedRequest:
    carrier.set(_take)
    try:
        async with model_request_stream(
            model, thread, model_settings=settings, model_request_parameters=tools
        ) as stream:
            async for _ in stream:
                pass
    except _Taken as taken:
        return taken.draft
    raise AssertionError("the library finished without sending anything")


async def _take(draft: PreparedRequest) -> Never:
    raise _Taken(draft)


def _run_apart(work: Coroutine[Any, Any, PreparedRequest]) -> PreparedRequest:
    """Run this on a loop of its own, and on a thread of its own where a loop is running already."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1, thread_name_prefix="draft") as apart:
        return apart.submit(asyncio.run, work).result()
