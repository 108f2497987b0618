"""Backups: how often, where, how many, and under which passphrase."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from antiphon.settings.oidc import read_secret_file
from antiphon.settings.values import OptionalPath, SettingsGroup


class BackupsGroup(SettingsGroup):
    """Copies of everything, made while the server runs."""

    backup_hours: Annotated[float, Field(ge=0, allow_inf_nan=False)] = Field(
        24.0, description="how often a SQLite file is backed up while the server runs; 0 turns that off"
    )
    backup_dir: OptionalPath = Field(
        None, description="the folder for backups; absent: `backups` in the data folder, on the same disk"
    )
    backup_keep: Annotated[int, Field(ge=1)] = Field(
        7, description="how many of those that are made by the clock are kept; what you make yourself stays"
    )
    backup_passphrase_file: OptionalPath = Field(
        None, description="a file with the passphrase that backups are sealed under; absent: they are not sealed"
    )


def read_passphrase(path: Path | None) -> str | None:
    """What backups are sealed under, if they are; `SettingsInvalid` when the file cannot be read or is empty."""
    return None if path is None else read_secret_file("backup_passphrase_file", path)
