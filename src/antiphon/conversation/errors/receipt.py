"""What keeps a receipt from being shown."""

from antiphon.conversation.errors.failure import AntiphonError


class ReceiptDamaged(AntiphonError):
    """What is kept of a request is no longer what was sent: its SHA-256 says so. `passage` names the part, if known."""

    code = "receipt_damaged"

    def __init__(
        self, reply_id: str, epoch: int, attempt: int, passage: str | None, *, is_missing: bool = False
    ) -> None:
        self.reply_id = reply_id
        self.epoch = epoch
        self.attempt = attempt
        self.passage = passage
        self.is_missing = is_missing
        part = "its manifest was changed" if passage is None else f"passage {passage} was changed"
        why = f"passage {passage} is missing" if is_missing else part
        super().__init__(
            f"the receipt of reply {reply_id} (start {epoch}, attempt {attempt}) is not what was sent: {why}; "
            "nothing was repaired: look for it in a backup"
        )
