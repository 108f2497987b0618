"""What models receive: roles as their wire has them, never as text. The eight scenarios of N24 about providers."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, Literal

import pytest

from antiphon.advisors.prompt import load_prompts
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload, Role
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, open_session
from antiphon.evals.case import Assertion, Case, CaseFile, CaseMessage, CaseText, Part
from antiphon.evals.play import play
from antiphon.evals.prompt_inputs import build_prompt_inputs, messages_for
from antiphon.evals.result import Exchange
from antiphon.evals.stage import Stage
from antiphon.providers.bridge.families import load_family
from antiphon.providers.bridge.provider import Bridge
from antiphon.providers.openai_chat.provider import OpenAIChat
from antiphon.providers.profile import PROFILES
from antiphon.providers.provider import Provider
from tests.fakes.wires import Format, WireServer
from tests.providers.conftest import MODELS, QUICK
from tests.providers.hearing import KEY, hear

House = Literal["azure", "anthropic", "google"]
HOUSES: tuple[House, ...] = ("azure", "anthropic", "google")
WIRE: dict[House, Format] = {"azure": "openai_chat", "anthropic": "anthropic", "google": "google"}
# What each wire calls the one who answers.
ANSWERS: dict[House, str] = {"azure": "assistant", "anthropic": "assistant", "google": "model"}
MARKERS = ("@[", "[User]:", "[Assistant]:", "[Tool]:")
RULES = CaseFile("rules.instructions.md", "rules.instructions.md", "Be kind.", is_guideline=True)

Deliver = Callable[..., Any]


@pytest.fixture(params=HOUSES)
def house(request: pytest.FixtureRequest) -> House:
    return request.param  # type: ignore[no-any-return]  # one of the three above


@pytest.fixture
def server(house: House) -> Iterator[WireServer]:
    with WireServer(WIRE[house]) as running:
        running.answer("Certainly.")
        yield running


@pytest.fixture
async def session() -> AsyncIterator[Session]:
    opened = open_session(AddressPolicy(allow_private=True), connect_seconds=2)
    yield opened
    await opened.close()


def reach(house: House, server: WireServer, session: Session) -> Provider:
    shared: dict[str, Any] = {"session": session, "policy": AddressPolicy(allow_private=True), "timeouts": QUICK}
    if house == "azure":
        base = server.base_url.removesuffix("/v1")
        return OpenAIChat("wire", base, KEY, profile=PROFILES["azure"], api_version="2026-01-01", **shared)
    return Bridge("wire", load_family(WIRE[house]), server.base_url, KEY, **shared)


@pytest.fixture
def deliver(house: House, server: WireServer, session: Session) -> Deliver:
    """Sends messages over the wire, and gives what the server received: system text, and roles with words."""

    async def send(messages: tuple[Message, ...]) -> tuple[str, list[tuple[str, str]]]:
        payload = Payload(AdvisorId("model"), MODELS[WIRE[house]], messages, 200)
        heard = await hear(reach(house, server, session), payload)
        assert heard.text == "Certainly."
        received = json.loads(server.bodies[-1])
        assert not any(marker in server.bodies[-1].decode() for marker in MARKERS)
        return read_system(received), read_turns(received)

    return send


def read_words(content: Any) -> str:
    """The text of a message, in whichever of the forms wires have for it."""
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def read_system(body: dict[str, Any]) -> str:
    if "systemInstruction" in body:
        return read_words(body["systemInstruction"]["parts"])
    if "system" in body:
        return read_words(body["system"])
    return "".join(read_words(each["content"]) for each in body.get("messages", ()) if each["role"] == "system")


def read_turns(body: dict[str, Any]) -> list[tuple[str, str]]:
    said = body.get("messages") or body["contents"]
    return [
        (each["role"], read_words(each.get("content") or each["parts"])) for each in said if each["role"] != "system"
    ]


def say(role: Role, *parts: str | Part) -> CaseMessage:
    return CaseMessage(role, tuple(CaseText(part) if isinstance(part, str) else part for part in parts))


def convert(*messages: CaseMessage, system_prompt: str = "") -> tuple[Message, ...]:
    return messages_for(build_prompt_inputs(Case("c", messages=messages, system_prompt=system_prompt)), system_prompt)


GOLDEN = (say("user", "Hello"), say("assistant", "Hi"), say("user", "Help me"))


async def test_a_chat_prompt_arrives_in_native_roles(house: House, deliver: Deliver) -> None:
    """N24.10, N1, N2, N16, N23, N26: the golden case on every wire."""
    system, turns = await deliver(convert(*GOLDEN, system_prompt="You help."))

    assert system == "You help."
    assert turns == [("user", "Hello"), (ANSWERS[house], "Hi"), ("user", "Help me")]


async def test_without_a_chat_prompt_the_question_arrives(deliver: Deliver) -> None:
    """N24.11, N16: as one message of the user's."""
    system, turns = await deliver(convert(say("user", "Shall I?"), system_prompt="You help."))

    assert (system, turns) == ("You help.", [("user", "Shall I?")])


async def test_a_system_message_of_the_chat_prompt_is_sent_as_it_is(deliver: Deliver) -> None:
    """N24.12, N17: nothing is put before it or behind it."""
    inputs = build_prompt_inputs(Case("c", messages=(say("system", "Be brief."), *GOLDEN)))
    system, _ = await deliver(messages_for(inputs, "You help."))

    assert system == "Be brief."


async def test_a_system_message_is_built_where_the_chat_prompt_has_none(deliver: Deliver) -> None:
    """N24.13, N17."""
    system, turns = await deliver(messages_for(build_prompt_inputs(Case("c", messages=GOLDEN)), "You help."))

    assert system == "You help."
    assert len(turns) == 3


async def test_guidelines_arrive_once(server: WireServer, deliver: Deliver) -> None:
    """N24.14, N18: in the system message, and nowhere else."""
    system, _ = await deliver(convert(say("user", RULES, "Hello"), *GOLDEN[1:], system_prompt="You help."))

    assert system.startswith("You help.\n\n")
    assert server.bodies[-1].count(b"Be kind.") == 1
    assert "Be kind." in system


async def test_a_single_message_is_sent_as_it_always_was(deliver: Deliver) -> None:
    """N24.15, N6, N22: with its guidelines before it; the mark says that there was a file."""
    system, turns = await deliver(convert(say("user", RULES, "Shall I?")))

    assert system.endswith("=== rules.instructions.md ===\nBe kind.")
    assert turns == [("user", "<Attached: rules.instructions.md>\n\nShall I?")]


def test_who_wants_flat_text_gets_the_question() -> None:
    """As one message of the user's."""
    sent = messages_for(build_prompt_inputs(Case("c", messages=GOLDEN)), flat=True)

    assert [each.role for each in sent] == ["user"]
    assert sent[0].content == "@[User]:\nHello\n\n@[Assistant]:\nHi\n\n@[User]:\nHelp me"


async def test_a_result_holds_both_forms_side_by_side() -> None:
    """N24.17, N15, N20, N21: what was sent, and what people read."""
    asked: list[Payload] = []

    async def answer(payload: Payload) -> Exchange:
        asked.append(payload)
        return Exchange("model", payload.model, 1, "", "", "", payload.messages, answer="Certainly.")

    case = Case("c", messages=GOLDEN, asserts=(Assertion("contains", "Certainly"),))
    result = await play(case, Stage(ask=answer, prompts=load_prompts(), model="wire:m"))

    exchange = result.exchanges[0]
    assert result.status == "passed"
    assert exchange.question.startswith("@[User]:\nHello")
    assert [each["role"] for each in exchange.chat_prompt or ()] == ["user", "assistant", "user"]
    assert [each.content for each in asked[0].messages] == ["Hello", "Hi", "Help me"]


async def test_a_tool_speaks_in_its_own_role(house: House, server: WireServer, deliver: Deliver) -> None:
    """N25, N26: a result is a result on every wire."""
    told = (say("user", "Time?"), say("assistant", "I look."), say("tool", "12:00"), say("user", "Well?"))
    await deliver(convert(*told))

    received = json.loads(server.bodies[-1])
    said = received.get("messages") or received["contents"]
    mark = {"azure": '"role": "tool"', "anthropic": '"type": "tool_result"', "google": '"functionResponse"'}[house]
    assert any(mark in json.dumps(each) and "12:00" in json.dumps(each) for each in said)


@pytest.mark.parametrize("house", ["azure"], indirect=True)
async def test_azure_is_reached_at_its_deployment(server: WireServer, deliver: Deliver) -> None:
    """N26: the wire above really was Azure's."""
    await deliver(convert(*GOLDEN))

    assert server.requests[-1].path == "/openai/deployments/gpt-5.2/chat/completions?api-version=2026-01-01"
