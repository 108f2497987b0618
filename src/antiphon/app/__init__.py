"""The only place that wires rooms together: settings in, a running Antiphon out."""

from antiphon.app.backups import back_up, check_kept, list_kept, restore
from antiphon.app.database import migrate_database, plan_migration, read_database_settings
from antiphon.app.doctor import check_health
from antiphon.app.faults import Check
from antiphon.app.keys import check_keys, create_key, rotate_keys
from antiphon.app.server import run_in_process
from antiphon.app.serving import serve
from antiphon.app.stuck import close_stuck_things, list_stuck

__all__ = [
    "Check",
    "back_up",
    "check_health",
    "check_kept",
    "check_keys",
    "close_stuck_things",
    "create_key",
    "list_kept",
    "list_stuck",
    "migrate_database",
    "plan_migration",
    "read_database_settings",
    "restore",
    "rotate_keys",
    "run_in_process",
    "serve",
]
