"""Why the database cannot be used, where that is known."""

from antiphon.conversation.errors.failure import AntiphonError
from antiphon.conversation.errors.server import StoreUnavailable


class StoreFull(StoreUnavailable):
    """There is no room left for what should be written; reading goes on."""

    code = "store_full"
    cause = "its disk is full"
    sentence = "the disk that holds the database is full; nothing was saved: make room, then try again"


class StoreReadOnly(StoreUnavailable):
    """The database may not be written by this process; reading may go on."""

    code = "store_read_only"
    cause = "it cannot be written"
    sentence = (
        "the database cannot be written; nothing was saved: see who may write its folder and its files, "
        "and whether the disk or the server is read-only"
    )


class StoreDamaged(StoreUnavailable):
    """The database is not what was written there. Nothing repairs it unasked."""

    code = "store_damaged"
    cause = "it is damaged"
    sentence = (
        "the database is damaged and was left as it is: keep its files, and put a backup in their place "
        "(docs/how-to/upgrade.md says where copies lie)"
    )


class SchemaAhead(AntiphonError):
    """The database was made by a newer version, and this one does not know what it means."""

    code = "schema_ahead"

    def __init__(self, found: str, wanted: str) -> None:
        self.found = found
        self.wanted = wanted
        super().__init__(
            f"the database was made by a newer version of Antiphon (revision {found}, this one knows {wanted}); "
            "nothing was changed: use that version, or put a backup from before in its place"
        )


class MigrationFailed(AntiphonError):
    """A migration did not go through. The database stands whole at a revision before it."""

    code = "migration_failed"

    def __init__(self, revision: str, wanted: str, reason: str, backup: str | None) -> None:
        self.revision = revision
        self.wanted = wanted
        self.reason = reason
        self.backup = backup
        kept = f"; a backup from before lies at {backup}" if backup else ""
        super().__init__(
            f"the database could not be brought to revision {wanted} and stands, whole, at {revision}: {reason}{kept}"
        )
