"""A stage on which the starter panel speaks with a real model of this machine."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from antiphon.advisors.prompt import load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import open_session
from antiphon.evals.asking import Asking
from antiphon.evals.seating import index_advisors
from antiphon.evals.stage import Stage
from antiphon.providers.openai_chat.provider import OpenAIChat
from antiphon.providers.profile import PROFILES
from antiphon.providers.timeouts import Timeouts

# As many as the server has slots for; what waits here is not waiting for its first byte.
AT_ONCE: Final = 4
_MODEL: Final = "here:smollm2"
# One core may be anybody's: an answer can take minutes.
_SECONDS: Final = 1800


@asynccontextmanager
async def open_real_stage(port: int, max_tokens: int) -> AsyncIterator[Stage]:
    """All five, each spoken by the model on this port, which also judges."""
    policy = AddressPolicy(allow_private=True)
    session = open_session(policy)
    slots = asyncio.Semaphore(AT_ONCE)

    @asynccontextmanager
    async def place(*_: object) -> AsyncIterator[None]:
        async with slots:
            yield

    chat = OpenAIChat(
        "here",
        f"http://127.0.0.1:{port}/v1",
        None,
        session=session,
        policy=policy,
        timeouts=Timeouts(first_byte=_SECONDS, idle=_SECONDS),
        profile=PROFILES["llamacpp"],
    )
    try:
        yield Stage(
            ask=Asking({"here": chat}, places=place).ask,
            prompts=load_prompts(),
            model=_MODEL,
            judge_model=_MODEL,
            advisors=index_advisors(load_starter().advisors),
            max_tokens=max_tokens,
        )
    finally:
        await session.close()
