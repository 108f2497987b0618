"""`antiphon migrate`."""

from antiphon.app import migrate_database
from antiphon.settings import load_settings


def migrate() -> None:
    """Bring the database up to date.

    Running it twice changes nothing.
    """
    # The database cannot be asked for settings before it has been brought up to date.
    before, after = migrate_database(load_settings().settings)
    print(f"already at revision {after}" if before == after else f"migrated from revision {before} to {after}")
