"""A reply that is about to be sent."""

from dataclasses import dataclass

from antiphon.access.principal import Principal
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.receipt import Receipt
from antiphon.providers.provider import Provider, WireRequest


@dataclass(frozen=True, slots=True)
class Prepared:
    """The exact request, whom it goes to, and the receipt that is already on disk."""

    principal: Principal
    conversation_id: ConversationId
    turn_id: TurnId
    request: WireRequest
    provider: Provider
    receipt: Receipt
