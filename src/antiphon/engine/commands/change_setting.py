"""Change a setting while everything runs, or go back to what it is without the change."""

from antiphon.access.principal import Principal
from antiphon.conversation.errors import SettingRefused, SettingsInvalid
from antiphon.engine.engine import Engine
from antiphon.store.writes.change_setting import delete_setting as erase_setting
from antiphon.store.writes.change_setting import write_setting


async def change_setting(engine: Engine, principal: Principal, name: str, value: object) -> None:
    """When this returns the value is on disk and holds for the next send on this node; others follow in seconds.

    `SettingRefused` for a value that cannot be used; then everything stays as it was.
    """
    engine.check_open()
    try:
        await engine.store.write(principal, write_setting, name, value, engine.in_force.check)
    except SettingsInvalid as error:
        raise SettingRefused(name, find_reason(name, error)) from error
    await engine.in_force.refresh(engine.store, principal)


def find_reason(name: str, error: SettingsInvalid) -> str:
    """What is wrong with this setting, without saying again which it is and where it came from."""
    mine = [line.removeprefix(f"{name}: ") for line in error.problems if line.startswith(f"{name}: ")]
    return "; ".join(line.removesuffix(" (from database)") for line in mine or error.problems)


async def restore_setting(engine: Engine, principal: Principal, name: str) -> None:
    """Forget what the database says about the setting; there may be nothing to forget."""
    engine.check_open()
    await engine.store.write(principal, erase_setting, name)
    await engine.in_force.refresh(engine.store, principal)
