"""A case out of what was really sent: proved by its fingerprint on every wire, and refused where it cannot be."""

import hashlib
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

import pytest

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import ReceiptUnfit
from antiphon.conversation.evals import decode_source, encode_source
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, ReplyId, TurnId
from antiphon.conversation.payload import ImageData, Message, Payload, ToolCall
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.telemetry import Sent, Telemetry
from antiphon.conversation.thinking import Thinking
from antiphon.conversation.tool import ToolDefinition
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, open_session
from antiphon.evals.from_receipt import CaseOrigin, build_case, build_payload, take_messages
from antiphon.evals.stored import decode_case, encode_case
from antiphon.providers.bridge.families import load_family
from antiphon.providers.bridge.provider import Bridge
from antiphon.providers.openai_chat.provider import OpenAIChat
from antiphon.providers.provider import Provider
from antiphon.providers.scripted.provider import Scripted
from tests.providers.conftest import MODELS

POLICY = AddressPolicy(allow_private=True)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PLACE = CaseOrigin(ConversationId("c_1"), TurnId("t_2"))
ADVISOR = Advisor(AdvisorId("skeptic"), 3, "The Skeptic", "You doubt.", "blue", temperature=0.4)
SYSTEM = "You are The Skeptic.\n\nYou doubt.\n\nBe brief."
THREAD = (
    Message("system", SYSTEM, "system"),
    Message("user", "Shall I sign?\n\nBy Friday.", "turn", TurnId("t_1")),
    Message("assistant", "Where is the evidence?\n\n", "reply", TurnId("t_1")),
    Message("user", "[Said by others]\n\n  Builder: go.", "reference"),
    Message("user", "", "memory"),
    Message("user", "[Your turn 2 of 3]", "state"),
    Message("user", "日本語 \U0001f3bb, und jetzt?", "human"),
)


PICTURE = ImageData(DocumentId("d"), "image/png", 1, 1, "a", b"\x89")
SHOWN = (*THREAD[:-1], replace(THREAD[-1], images=(PICTURE,)))
CALLED = Message("assistant", "", "tool", calls=(ToolCall("1", "now", "{}"),))
USED = (THREAD[0], THREAD[1], CALLED, Message("tool", "12", "tool", call_id="1"), THREAD[-1])


@pytest.fixture(params=["openai_chat", "anthropic", "google", "scripted"])
async def provider(request: pytest.FixtureRequest) -> AsyncIterator[Provider]:
    """A provider of each kind; nothing is ever sent."""
    async with open_session(POLICY) as session:
        yield build_provider(request.param, session)


def build_provider(kind: str, session: Session) -> Provider:
    """One that encodes."""
    if kind == "scripted":
        return Scripted("wire")
    if kind == "openai_chat":
        return OpenAIChat("wire", "http://127.0.0.1:1/v1", None, session=session, policy=POLICY)
    return Bridge("wire", load_family(kind), "http://127.0.0.1:1", "key", session=session, policy=POLICY)


def send(provider: Provider, messages: tuple[Message, ...] = THREAD, **more: object) -> Receipt:
    """The receipt of these messages."""
    model = MODELS["anthropic"] if isinstance(provider, Bridge) else "wire:m"
    payload = Payload(ADVISOR.id, model, messages, 400, ADVISOR.temperature, "c_1:skeptic")
    request = provider.encode(replace(payload, **more))  # type: ignore[arg-type] # fields by name
    telemetry = Telemetry(
        advisor_id=ADVISOR.id,
        model=model,
        max_context=None,
        max_usable=None,
        binding=None,
        chars_per_token=4.0,
        calibrated=False,
        visible_count=1,
        predicted_count=1,
        predicted_history_tokens=1,
        predicted_total_tokens=1,
        attempt_history_tokens=1,
        attempt_total_tokens=1,
        fixed_tokens=1,
        request_tokens=1,
        request_allowance=1,
        reply_allowance=1,
        max_tokens=400,
        trimmed=(),
        dropped_reference=False,
        attempt=1,
        stage="delivered",
        selection=(),
        messages=tuple(Sent(each.role, each.kind, each.turn_id, len(each.content)) for each in messages),
        thinking=cast("Thinking | None", more.get("thinking")),
    )
    return Receipt(
        reply_id=ReplyId("r_1"),
        epoch=1,
        attempt=1,
        provider="wire",
        model=request.model,
        url=request.url,
        body=request.body,
        sha256=request.sha256,
        sent_at=NOON,
        telemetry=telemetry,
    )


async def test_the_messages_come_back_as_they_were_before_the_wire(provider: Provider) -> None:
    """D40: neighbours that were joined are cut apart again, and encoded once more they are the same bytes."""
    receipt = send(provider)

    taken = take_messages([receipt], ADVISOR, PLACE, provider)

    assert [(each.role, each.content, each.kind) for each in taken.messages] == [
        (each.role, each.content, each.kind) for each in THREAD
    ]
    assert taken.source.sha256 == hashlib.sha256(receipt.body).hexdigest()


async def test_a_case_that_was_kept_encodes_to_the_same_fingerprint(provider: Provider) -> None:
    """D40: case → file → case → request: byte for byte what was sent."""
    receipt = send(provider)
    taken = take_messages([receipt], ADVISOR, PLACE, provider)
    case = build_case(taken, ADVISOR, "ec_1", (), "Where is the evidence?")

    kept = encode_case(case) | {"assert": ["kind"]}
    again = decode_case(kept, "ec_1")

    said = [(each.role, "".join(part.text for part in each.parts)) for each in again.messages]
    assert said == [(each.role, each.content) for each in taken.messages]
    assert provider.encode(build_payload(taken.messages, taken.source, ADVISOR)).sha256 == receipt.sha256


async def test_how_much_was_thought_is_part_of_the_request(provider: Provider) -> None:
    receipt = send(provider, thinking="low")

    taken = take_messages([receipt], ADVISOR, PLACE, provider)

    assert (taken.source.thinking, taken.source.sha256) == ("low", receipt.sha256)
    assert decode_source(encode_source(taken.source)) == taken.source


async def test_the_last_attempt_before_any_tool_counts(provider: Provider) -> None:
    """What was trimmed away was not what was answered, and what a tool said is not what was asked."""
    trimmed = replace(send(provider, (THREAD[0], *THREAD[3:])), attempt=2)
    used = replace(send(provider, THREAD[:1]), attempt=3, round=1)

    taken = take_messages([send(provider), trimmed, used], ADVISOR, PLACE, provider)

    assert taken.source.sha256 == trimmed.sha256


async def test_tools_that_were_only_described_are_left_out_by_name(provider: Provider) -> None:
    tool = ToolDefinition("clock", "now", "The time.", {"type": "object", "properties": {}}, read_only=True)

    taken = take_messages([send(provider, tools=(tool,))], ADVISOR, PLACE, provider)

    assert taken.messages[-1].content == THREAD[-1].content
    assert len(taken.source.tools) == 1


@pytest.mark.parametrize(("messages", "reason"), [(SHOWN, "pictures"), (USED, "tools")], ids=["pictures", "tools"])
async def test_what_a_case_cannot_hold_is_refused(
    provider: Provider, messages: tuple[Message, ...], reason: str
) -> None:
    with pytest.raises(ReceiptUnfit) as refused:
        take_messages([send(provider, messages)], ADVISOR, PLACE, provider)

    assert refused.value.reason == reason


async def test_what_cannot_be_proved_is_refused(provider: Provider) -> None:
    """A description, a temperature or a length that is not the one of the receipt gives other bytes."""
    receipt = send(provider)
    assert receipt.telemetry is not None
    shorter = replace(receipt, telemetry=replace(receipt.telemetry, max_tokens=399))
    unasked = replace(receipt, telemetry=None)

    for wrong, advisor, reason in (
        (shorter, ADVISOR, "wire"),
        (unasked, ADVISOR, "unasked"),
        (receipt, replace(ADVISOR, description=""), "undescribed"),
    ):
        with pytest.raises(ReceiptUnfit) as refused:
            take_messages([wrong], advisor, PLACE, provider)
        assert refused.value.reason == reason
