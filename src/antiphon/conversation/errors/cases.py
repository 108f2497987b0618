"""What keeps a reply from becoming a case."""

from typing import Final, Literal

from antiphon.conversation.errors.failure import Refused

Unfit = Literal["unsent", "unasked", "undescribed", "pictures", "tools", "wire"]

_SENTENCES: Final[dict[Unfit, str]] = {
    "unsent": "nothing was sent for this reply, so there is nothing to ask again",
    "unasked": "this advisor spoke unasked, so there is no question to ask again",
    "undescribed": "this advisor had no description, so no other can be put in its place",
    "pictures": "this reply was asked for with pictures, and a case holds only words",
    "tools": "tools were used in what was sent for this reply, and a case holds only words",
    "wire": "what was sent for this reply cannot be built again, byte for byte, from its messages",
}


class ReceiptUnfit(Refused):
    """What was sent for a reply cannot be held by a case as it was."""

    code = "receipt_unfit"

    def __init__(self, reply_id: str, reason: Unfit) -> None:
        self.reply_id = reply_id
        self.reason = reason
        super().__init__(_SENTENCES[reason])
