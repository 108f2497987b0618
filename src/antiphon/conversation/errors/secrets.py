"""What is wrong with a key, or with what was sealed under it."""

from antiphon.conversation.errors.failure import AntiphonError


class KeyFileRefused(AntiphonError):
    """A file that should hold the key which seals all others."""

    code = "key_file_refused"

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"key_file: {path}: {reason}")


class KeyUnknown(AntiphonError):
    """Something was sealed with a key that is not here."""

    code = "key_unknown"

    def __init__(self, keeper_id: str, path: str) -> None:
        self.keeper_id = keeper_id
        super().__init__(f"this was sealed with the key {keeper_id}, which is neither in {path} nor beside it")


class SealBroken(AntiphonError):
    """What was kept is not what was sealed: it was changed, moved, or belongs to another key."""

    code = "seal_broken"

    def __init__(self) -> None:
        super().__init__("a kept secret does not open: it was changed, moved, or sealed with another key")
