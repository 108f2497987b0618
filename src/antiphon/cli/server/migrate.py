"""`antiphon migrate`."""

from antiphon.settings import load_settings


def migrate() -> None:
    """Bring the database up to date.

    Running it twice changes nothing.
    """
    from antiphon.app import migrate_database

    # The database cannot be asked for settings before it has been brought up to date.
    before, after, backup = migrate_database(load_settings().settings)
    print(f"already at revision {after}" if before == after else f"migrated from revision {before} to {after}")
    if backup is not None:
        print(f"as it was before: {backup}")
