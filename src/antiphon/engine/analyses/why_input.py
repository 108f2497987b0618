"""What an advisor was sent for a reply, out of its receipt, and what of it can be left out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import load_prompts
from antiphon.analysis.why.plan import Plan, build_plan, order_parts
from antiphon.context.parts import SentParts, cut_parts
from antiphon.context.tags import disarm_tags
from antiphon.conversation.errors import CommandRefused, ReceiptUnfit, TurnInFlight
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.memory import MemoryItem
from antiphon.conversation.payload import Message, Payload
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.text import on_one_line
from antiphon.conversation.tool import ToolDefinition
from antiphon.conversation.why import Part
from antiphon.engine.payloads.compose import Composer
from antiphon.engine.runtime.toolkit import Toolkit
from antiphon.evals.from_receipt import CaseOrigin, build_payload, take_messages
from antiphon.providers.provider import Provider
from antiphon.store.reads.advisors import read_advisor
from antiphon.store.reads.conversations import check_kept
from antiphon.store.reads.receipts import read_receipts
from antiphon.store.reads.reminders import read_accepted_memories
from antiphon.store.reads.tool_servers import read_definitions
from antiphon.store.reads.turns import read_placed_reply, read_places, read_turn
from antiphon.store.unit import Unit

DEED: Final = "asking why"
_UNFIT: Final[Mapping[str, str]] = {
    "unsent": "nothing was sent for this reply",
    "unasked": "this advisor spoke unasked, so there is nothing to send again",
    "undescribed": "this advisor had no description then, so what it was sent cannot be built again",
    "pictures": "pictures were sent with it, and only words are left out and sent again",
    "tools": "tools were used in what was sent, and what they do must not be done again",
    "called": "it used tools before it answered, and what they do must not be done again",
    "wire": "what was sent cannot be built again, byte for byte, from its messages",
}


class WhyDoors(NamedTuple):
    """What reading a receipt needs: how models are reached, and which tools there are."""

    composer: Composer
    toolkit: Toolkit


@dataclass(frozen=True)
class SentReply:
    """A reply, the payload it came of, and the parts of that; `shown` names the memory that is each such part."""

    conversation_id: ConversationId
    turn_id: TurnId
    reply_id: ReplyId
    position: int
    answer: str
    sha256: str
    payload: Payload
    sent: SentParts
    shown: Mapping[str, str]

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Every part, those first that are tried first."""
        parts = self.sent.parts
        return order_parts(parts, [self.sent.words_of(each.id) for each in parts], self.answer)

    def plan(self, calls: int | None) -> Plan:
        """What is tried with so many calls."""
        return build_plan(self.order, calls)

    def without(self, part_ids: Collection[str]) -> Payload:
        """The payload without these parts; without none, the very one that was sent."""
        return replace(self.payload, messages=self.sent.leave_out(part_ids))

    def only(self, part_id: str | None) -> Payload:
        """The payload with this part alone, or with none."""
        return replace(self.payload, messages=self.sent.keep_only([] if part_id is None else [part_id]))

    def memories_in(self, messages: Sequence[Message]) -> tuple[str, ...]:
        """The memories that these messages show."""
        text = "\n".join(each.content for each in messages if each.kind == "memory")
        return tuple(name for part, name in self.shown.items() if self.sent.words_of(part) in text)


def read_sent_reply(unit: Unit, doors: WhyDoors, reply_id: ReplyId) -> SentReply:
    """The reply with all that was sent for it, proved by the fingerprint of its bytes.

    `NotFound` for a reply that is not there, `TurnInFlight` while it is being answered. Refuses with `CommandRefused`
    what cannot be sent again as it was, and what must not: a turn that was deleted since, a memory that is no longer
    accepted.
    """
    place, reply = read_placed_reply(unit, reply_id)
    check_kept(unit, place.conversation_id)
    if not reply.completed:
        raise TurnInFlight(place.conversation_id)
    if not reply.text.strip():
        raise CommandRefused(DEED, "there is no answer to ask about")
    turn, advisor = read_turn(unit, place.turn_id), read_advisor(unit, reply.advisor_id, reply.advisor_version)
    receipts = read_receipts(unit, reply_id)
    if any(each.round for each in receipts):
        raise CommandRefused(DEED, _UNFIT["called"])
    payload, receipt = _read_payload(unit, doors, receipts, CaseOrigin(*place), advisor)
    quoted = [] if receipt.telemetry is None else [each.advisor_id for each in receipt.telemetry.quotes]
    # Of a block of points none is one advisor's alone.
    quoted = [] if _has_points(payload) else quoted
    sent = cut_parts(payload.messages, turn.text, quoted)
    _check_standing(unit, place.conversation_id, sent.parts)
    shown = _find_memories(sent, read_accepted_memories(unit))
    parts = tuple(replace(each, memory_id=shown.get(each.id)) for each in sent.parts)
    return SentReply(
        place.conversation_id,
        place.turn_id,
        reply_id,
        turn.position,
        reply.text,
        receipt.sha256,
        payload,
        replace(sent, parts=parts),
        shown,
    )


def _has_points(payload: Payload) -> bool:
    opening = f"[{load_prompts().split}"
    return any(each.kind == "reference" and each.content.startswith(opening) for each in payload.messages)


def _read_payload(
    unit: Unit, doors: WhyDoors, receipts: Sequence[Receipt], place: CaseOrigin, advisor: Advisor
) -> tuple[Payload, Receipt]:
    """What the provider was given to encode; encoded once more it is the receipt, tools and all."""
    provider = doors.composer.reach.find(f"{receipts[-1].provider}:") if receipts else None
    if provider is None:
        raise CommandRefused(DEED, _UNFIT["wire" if receipts else "unsent"])
    try:
        taken = take_messages(receipts, advisor, place, provider)
        payload = build_payload(taken.messages, taken.source, advisor)
        receipt = next(each for each in receipts if each.sha256 == taken.source.sha256)
        return _add_tools(unit, doors, payload, taken.source.tools, provider, receipt), receipt
    except ReceiptUnfit as unfit:
        raise CommandRefused(DEED, _UNFIT[unfit.reason]) from unfit


def _add_tools(
    unit: Unit, doors: WhyDoors, payload: Payload, names: Collection[str], provider: Provider, receipt: Receipt
) -> Payload:
    """The payload with the tools that were described in it, if they are described in the same words today."""
    if names:
        known: Sequence[ToolDefinition] = (*doors.toolkit.list_builtins(unit.principal), *read_definitions(unit))
        its = sorted((each for each in known if each.wire_name in names), key=lambda each: each.wire_name)
        payload = replace(payload, tools=tuple(its))
    if provider.encode(payload).body != receipt.body:
        raise ReceiptUnfit(receipt.reply_id, "wire")
    return payload


def _check_standing(unit: Unit, conversation_id: ConversationId, parts: Sequence[Part]) -> None:
    """Refuse to send again what the person has taken out of the conversation since."""
    standing = {turn_id for _, turn_id in read_places(unit, conversation_id)}
    if any(each.turn_id not in standing for each in parts if each.turn_id is not None):
        raise CommandRefused(DEED, "a turn that was sent with it has been deleted since")


def _find_memories(sent: SentParts, accepted: Sequence[MemoryItem]) -> Mapping[str, str]:
    """The memory each such part is; refuses where one of them is no longer accepted in these words."""
    lines = {disarm_tags(f"- {each.kind}: {on_one_line(each.text)} ("): each.id for each in accepted}
    found: dict[str, str] = {}
    for part in sent.parts:
        if part.kind == "memory":
            words = sent.words_of(part.id)
            known = next((name for line, name in lines.items() if words.startswith(line)), None)
            if known is None:
                raise CommandRefused(DEED, "something that was remembered then has been changed or forgotten since")
            found[part.id] = known
    return found
