"""The only place that wires rooms together: settings in, a running Antiphon out."""

from antiphon.app.backups import back_up, check_kept, list_kept, restore
from antiphon.app.database import migrate_database, read_database_settings
from antiphon.app.doctor import Check, check_health
from antiphon.app.keys import check_keys, create_key, rotate_keys
from antiphon.app.server import run_in_process
from antiphon.app.serving import serve

__all__ = [
    "Check",
    "back_up",
    "check_health",
    "check_kept",
    "check_keys",
    "create_key",
    "list_kept",
    "migrate_database",
    "read_database_settings",
    "restore",
    "rotate_keys",
    "run_in_process",
    "serve",
]
