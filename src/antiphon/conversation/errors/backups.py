"""What keeps a backup from being made, read or put in place."""

from antiphon.conversation.errors.failure import AntiphonError


class BackupFailed(AntiphonError):
    """There is no new backup. What is kept and the backups from before are as they were."""

    code = "backup_failed"

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"no backup was made: {reason}")


class BackupUnreadable(AntiphonError):
    """A file that is no backup, or not any more what was written."""

    code = "backup_unreadable"

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path} cannot be used as a backup: {reason}")


class BackupLocked(AntiphonError):
    """A sealed backup, and no passphrase that opens it."""

    code = "backup_locked"

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path} does not open: {reason}")


class RestoreRefused(AntiphonError):
    """A backup is put into an empty place or nowhere."""

    code = "restore_refused"

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"nothing was restored: {place} {reason}")
