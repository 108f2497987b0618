"""Stages for tests: scripted voices, or a real HTTP server behind a real provider."""

from collections.abc import Mapping
from typing import Any

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, post
from antiphon.egress.tape import Post
from antiphon.evals.asking import Asking
from antiphon.evals.seating import index_advisors
from antiphon.evals.stage import Stage
from antiphon.providers.openai_chat.provider import OpenAIChat
from antiphon.providers.provider import Provider
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.timeouts import Timeouts

KEY = "sk-secret-0123456789abcdef"
STARTER: dict[str, Advisor] = index_advisors(load_starter().advisors)
SKEPTIC = STARTER["skeptic"]
QUICK = Timeouts(connect=5, first_byte=2, idle=2, after_finish=0.4, after_done=0.2)


def build_stage(providers: Mapping[str, Provider], model: str = "scripted:rehearsal", **options: Any) -> Stage:
    """A stage with the first five advisors, on which these providers answer."""
    asking = Asking(providers, pause=_at_once)
    return Stage(ask=asking.ask, prompts=load_prompts(), model=model, advisors=STARTER, **options)


def build_chat(url: str, session: Session, post: Post = post) -> OpenAIChat:
    """A provider for the fake model server."""
    policy = AddressPolicy(allow_private=True)
    return OpenAIChat("fake", url, KEY, session=session, policy=policy, timeouts=QUICK, pace_seconds=0, post=post)


def build_payload(text: str = "Shall I?", model: str = "fake:m", advisor: str = "skeptic") -> Payload:
    """One message to one advisor."""
    messages = (Message("system", "You are the skeptic.", "system"), Message("user", text, "human"))
    return Payload(AdvisorId(advisor), model, messages, 200)


def hurry() -> Scripted:
    """The rehearsal, for people who do not wait."""
    return Scripted(words_per_second=100_000)


async def _at_once(seconds: float) -> None:
    """No waiting between two attempts."""
