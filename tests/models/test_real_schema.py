"""How often a real, very small model answers in the form it was asked for, held to it and not (`just test-models`)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest

from antiphon.advisors.prompt import load_memory_prompts
from antiphon.analysis.extraction import FOUND, MERGED, VERDICT, Found, build_match, build_scan, build_update
from antiphon.analysis.strict import Shape, parse_answer, schema_of
from antiphon.analysis.transcript import build_transcript
from antiphon.conversation.errors import AnswerUnreadable, ConnectFailed
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.memory import MemoryItem
from antiphon.conversation.payload import Message, Payload
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import open_session
from antiphon.providers.openai_chat.provider import OpenAIChat
from antiphon.providers.profile import PROFILES
from antiphon.providers.provider import AnswerText, Finished
from antiphon.providers.timeouts import Timeouts
from tests.analysis.turns import build_reply, build_turn
from tests.fakes.servers import find_free_port
from tests.models.llama import run_llama

pytestmark = [pytest.mark.models, pytest.mark.timeout(900)]

PROMPTS = load_memory_prompts()
SAID: Final = (
    ("I live in Athens and keep bees on the roof.", "How many hives do you have?"),
    ("My sister Eleni visits in May. She is afraid of bees.", "Move the hives before she comes."),
    ("I have decided to sell the boat.", "Then ask the harbour for a list of buyers."),
    ("Ich trinke keinen Kaffee.", "Dann probiere Tee."),
)
NOTES: Final = (("Lives in Athens.", "Lives in Patras."), ("Keeps bees.", "Has three hives of bees."))


@dataclass(frozen=True, slots=True)
class Heard:
    """One answer: what it said, and whether it ended by itself."""

    shape: Shape
    text: str
    ended: bool

    @property
    def is_read(self) -> bool:
        """Whether it is in the form that was asked for, repairs included."""
        try:
            parse_answer(self.text, self.shape)
        except AnswerUnreadable:
            return False
        return self.ended


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A llama.cpp server."""
    free = find_free_port()
    with run_llama(free, 2048):
        yield free


def list_questions() -> list[tuple[tuple[Message, ...], Shape]]:
    """The three steps of looking for things to remember, with what each must be answered with."""
    asked: list[tuple[tuple[Message, ...], Shape]] = []
    for number, (said, answered) in enumerate(SAID, 1):
        transcript = build_transcript([build_turn(number, said, build_reply("Builder", answered))], 1000, len)
        asked.append((build_scan(PROMPTS, transcript), FOUND))
    for new, known in NOTES:
        found, item = Found("fact", new, new, TurnId("t")), MemoryItem("m", "fact", known)
        asked.append((build_match(PROMPTS, found, [item]), VERDICT))
        asked.append((build_update(PROMPTS, found, item), MERGED))
    return asked


async def hear(chat: OpenAIChat, messages: tuple[Message, ...], shape: Shape, *, held: bool) -> Heard:
    """Ask once; a connection the server had let go of is made anew."""
    try:
        return await listen(chat, messages, shape, held=held)
    except ConnectFailed:
        return await listen(chat, messages, shape, held=held)


async def listen(chat: OpenAIChat, messages: tuple[Message, ...], shape: Shape, *, held: bool) -> Heard:
    """One answer to its end."""
    schema = schema_of(shape) if held else None
    payload = Payload(AdvisorId("analyst"), "here:smollm2", messages, 160, temperature=0.0, schema=schema)
    said, reason = "", ""
    async for batch in chat.stream(chat.encode(payload)):
        said += "".join(each.text for each in batch if isinstance(each, AnswerText))
        reason = next((each.reason for each in batch if isinstance(each, Finished)), reason)
    return Heard(shape, said, reason == "stop")


async def test_held_to_the_form_whatever_ends_is_read_at_the_first_try(port: int) -> None:
    """And without the schema fewer are. An answer that never ends is cut off, and counts as unread."""
    session = open_session(AddressPolicy(allow_private=True))
    try:
        chat = OpenAIChat(
            "here",
            f"http://127.0.0.1:{port}/v1",
            None,
            session=session,
            policy=AddressPolicy(allow_private=True),
            timeouts=Timeouts(first_byte=300, idle=300),
            profile=PROFILES["llamacpp"],
        )
        held = [await hear(chat, *each, held=True) for each in list_questions()]
        free = [await hear(chat, *each, held=False) for each in list_questions()]
    finally:
        await session.close()

    for name, heard in (("with the schema", held), ("without", free)):
        cut = sum(not each.ended for each in heard)
        print(f"\n{name}: {sum(each.is_read for each in heard)} of {len(heard)} read at the first try, {cut} cut off")
        for each in heard:
            print(f"  {each.is_read} {each.text[:150]!r}")
    assert all(each.is_read for each in held if each.ended)
    assert any(each.is_read for each in held)
    assert sum(each.is_read for each in held) > sum(each.is_read for each in free)
