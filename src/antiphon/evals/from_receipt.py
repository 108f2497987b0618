"""A case out of what was really sent for a reply.

A receipt holds bytes in a provider's dialect. The messages are read back out of them, cut apart where neighbours had
been joined, and encoded once more: only when that gives the very same bytes are they what the advisor was sent.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, cast

import orjson

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import ReceiptUnfit
from antiphon.conversation.evals import CaseSource
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.payload import Kind, Message, Payload, Role
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.telemetry import Sent
from antiphon.evals.case import Assertion, Case, CaseMessage, CaseText
from antiphon.providers.elide import elide_images
from antiphon.providers.provider import Provider
from antiphon.providers.wire_text import WireMessage, read_messages

# What describes tools in one dialect or another; a case describes none.
_ABOUT_TOOLS: Final = frozenset({"tools", "tool_choice", "toolConfig", "tool_config"})
# Between neighbours that a wire wants joined.
_JOINT: Final = "\n\n"


class CaseOrigin(NamedTuple):
    """Where the reply stands."""

    conversation_id: ConversationId
    turn_id: TurnId


class Taken(NamedTuple):
    """The messages of one request as they were before any dialect, and what else it was made of."""

    messages: tuple[Message, ...]
    source: CaseSource


def take_messages(receipts: Sequence[Receipt], advisor: Advisor, place: CaseOrigin, provider: Provider) -> Taken:
    """What the advisor was first asked with, proved by the fingerprint of the bytes.

    `advisor` is the version that was asked. The last attempt before any tool was used counts: it is the one that was
    answered. Refuses with `ReceiptUnfit` whatever a case cannot hold, and whatever cannot be proved.
    """
    receipt = _choose(receipts)
    if elide_images(receipt.body) != receipt.body:
        raise ReceiptUnfit(receipt.reply_id, "pictures")
    telemetry = receipt.telemetry
    if telemetry is None:
        raise ReceiptUnfit(receipt.reply_id, "unasked")
    if any(each.kind == "tool" for each in telemetry.messages):
        raise ReceiptUnfit(receipt.reply_id, "tools")
    messages = _cut_apart(read_messages(receipt.body), telemetry.messages)
    if not advisor.description:
        raise ReceiptUnfit(receipt.reply_id, "undescribed")
    for cache_key in (f"{place.conversation_id}:{advisor.id}", ""):
        source = CaseSource(
            reply_id=receipt.reply_id,
            turn_id=place.turn_id,
            conversation_id=place.conversation_id,
            advisor_version=advisor.version,
            description=advisor.description,
            model=f"{receipt.provider}:{receipt.model}",
            max_tokens=telemetry.max_tokens,
            temperature=advisor.temperature,
            cache_key=cache_key,
            kinds=tuple(each.kind for each in messages),
            sha256=receipt.sha256,
            tools=_name_tools(receipt.body),
            thinking=telemetry.thinking_choice.sent,
        )
        if _is_same(provider.encode(build_payload(messages, source, advisor)).body, receipt.body):
            return Taken(messages, source)
    raise ReceiptUnfit(receipt.reply_id, "wire")


def build_payload(messages: Sequence[Message], source: CaseSource, advisor: Advisor) -> Payload:
    """The payload that was sent, tools aside; a provider that encodes it gives the bytes of the receipt."""
    return Payload(
        advisor_id=advisor.id,
        model=source.model,
        messages=tuple(messages),
        max_tokens=source.max_tokens,
        temperature=source.temperature,
        cache_key=source.cache_key,
        thinking=source.thinking,
    )


def build_case(taken: Taken, advisor: Advisor, case_id: str, asserts: Sequence[Assertion], expected: str = "") -> Case:
    """The case that asks this advisor again, with exactly these messages."""
    return Case(
        id=case_id,
        advisors=(advisor.id,),
        messages=tuple(CaseMessage(each.role, (CaseText(each.content),)) for each in taken.messages),
        description=taken.source.description,
        expected=(CaseMessage("assistant", (CaseText(expected),)),) if expected else (),
        asserts=tuple(asserts),
        max_tokens=taken.source.max_tokens,
    )


def _choose(receipts: Sequence[Receipt]) -> Receipt:
    return [each for each in receipts if each.round == 0][-1]


def _cut_apart(said: Sequence[WireMessage], sent: Sequence[Sent]) -> tuple[Message, ...]:
    """Each message that was sent, out of texts in which neighbours may have been joined.

    What does not fit comes out wrong, and is found by the fingerprint.
    """
    reading = _Reading(said)
    return tuple(
        Message(cast("Role", each.role), reading.take(each.chars), cast("Kind", each.kind), each.turn_id)
        for each in sent
    )


class _Reading:
    """Takes one text after the other out of the messages of a wire."""

    def __init__(self, said: Sequence[WireMessage]) -> None:
        self._texts: Iterator[str] = iter([each.text for each in said if each.text])
        self._text = ""
        self._at = 0

    def take(self, chars: int) -> str:
        """The next so many characters; blank messages leave no trace on a wire."""
        if not chars:
            return ""
        if self._at >= len(self._text):
            self._text, self._at = next(self._texts, ""), 0
        elif self._text.startswith(_JOINT, self._at):
            self._at += len(_JOINT)
        start, self._at = self._at, self._at + chars
        return self._text[start : self._at]


def _is_same(one: bytes, other: bytes) -> bool:
    """Byte for byte; where tools were described, everything but those."""
    return one == other or (b'"tools"' in other and _without_tools(one) == _without_tools(other))


def _without_tools(body: bytes) -> dict[str, Any]:
    return {name: value for name, value in orjson.loads(body).items() if name not in _ABOUT_TOOLS}


def _name_tools(body: bytes) -> tuple[str, ...]:
    found = [each for each in orjson.loads(body).get("tools") or [] if isinstance(each, dict)]
    described = [one for each in found for one in each.get("functionDeclarations", [each.get("function", each)])]
    return tuple(str(each["name"]) for each in described if isinstance(each, dict) and each.get("name"))
