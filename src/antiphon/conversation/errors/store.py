"""Why the database cannot be used, where that is known."""

from collections.abc import Sequence

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
    """The database was made by a newer version, and this one is too old to work on it."""

    code = "schema_ahead"

    def __init__(self, found: str, wanted: str, oldest: str | None = None) -> None:
        self.found = found
        self.wanted = wanted
        self.oldest = oldest
        least = f", for versions from {oldest} on" if oldest else ""
        super().__init__(
            f"the database was made by a newer version of Antiphon (revision {found}{least}; this one knows {wanted}); "
            "nothing was changed: use that version, or put a backup from before in its place"
        )


class NodesTooOld(AntiphonError):
    """Nodes are at work that could not go on after the migration. Nothing was changed."""

    code = "nodes_too_old"

    def __init__(self, revision: str, oldest: str, nodes: Sequence[str]) -> None:
        self.revision = revision
        self.oldest = oldest
        self.nodes = list(nodes)
        super().__init__(
            f"nodes are at work that are older than {oldest} and could not go on ({', '.join(self.nodes)}); the "
            f"database was left at {revision}: replace them by a version in between, or stop them, then migrate"
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
