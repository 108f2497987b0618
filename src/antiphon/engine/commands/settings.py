"""Change a setting while everything runs, or go back to what it is without the change."""

from antiphon.access.principal import Principal
from antiphon.conversation.errors import SettingRefused, SettingsInvalid
from antiphon.conversation.scope import Saved, Scope
from antiphon.engine.engine import OPERATOR, Engine
from antiphon.engine.runtime.deeds import new_deed
from antiphon.engine.runtime.usable_settings import find_reason
from antiphon.store.writes.recorded import recorded_setting
from antiphon.store.writes.settings import delete_setting as erase_setting
from antiphon.store.writes.settings import write_setting


async def change_setting(engine: Engine, principal: Principal, scope: Scope, name: str, value: object) -> None:
    """When this returns the value is on disk and holds for the next send on this node; others follow in seconds.

    It holds for whomever the scope says: the principal alone, everybody in their workspace, or the whole instance.
    `SettingRefused` for a value that cannot be used; then everything stays as it was.
    """
    engine.check_open()

    def check(saved: Saved) -> None:
        engine.live_options.check(principal, saved)

    try:
        await engine.store.write(principal, recorded_setting, new_deed(), write_setting, scope, name, value, check)
    except SettingsInvalid as error:
        raise SettingRefused(name, find_reason(name, error)) from error
    await engine.live_options.refresh(engine.store, OPERATOR)


async def restore_setting(engine: Engine, principal: Principal, scope: Scope, name: str) -> None:
    """Forget what the database says about the setting there; there may be nothing to forget."""
    engine.check_open()
    await engine.store.write(principal, recorded_setting, new_deed(), erase_setting, scope, name)
    await engine.live_options.refresh(engine.store, OPERATOR)
