"""Looking at everything Antiphon needs, without starting it."""

import asyncio
import platform
import sys

from antiphon.api.browser import UNBUILT, has_client
from antiphon.app.build import build_live
from antiphon.app.faults import Check, fail
from antiphon.app.look_at_backups import check_backups
from antiphon.app.look_at_database import check_database, look_inside
from antiphon.app.look_at_keys import check_added_keys, check_listening, check_sealing
from antiphon.app.look_at_machine import (
    check_descriptors,
    check_disk,
    check_files,
    check_folder,
    check_port,
    check_system,
    check_tool_programs,
)
from antiphon.app.look_at_models import check_models
from antiphon.app.plugins import Plugins
from antiphon.app.tracing import check_receiver
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.ids import NodeId
from antiphon.documents.door import look_at_confinement
from antiphon.plugins.listing import ListedPackage
from antiphon.settings import Settings

# Twice as long as a living Redis may take to answer one blocked read.
_REDIS_SECONDS = 1.0


async def check_health(settings: Settings) -> list[Check]:
    """Every check, the good ones too."""
    in_thread = asyncio.to_thread
    return [
        Check("python", True, platform.python_version()),
        check_system(),
        *await in_thread(check_listening, settings),
        await in_thread(check_port, settings),
        await in_thread(check_descriptors, settings),
        await in_thread(check_disk, settings),
        await in_thread(check_folder, settings),
        await in_thread(check_database, settings),
        *await look_inside(settings),
        await in_thread(check_backups, settings),
        await in_thread(check_files, settings),
        await _check_redis(settings),
        await check_receiver(settings),
        await in_thread(check_added_keys, settings),
        *await check_sealing(settings),
        *await check_models(settings),
        await in_thread(check_tool_programs, settings),
        await _check_reader(settings),
        *await in_thread(_check_plugins, settings),
        Check("browser", True, "the workbench is there" if has_client() else UNBUILT),
    ]


async def _check_redis(settings: Settings) -> Check:
    if settings.redis_url is None:
        sentence = "not needed by one process" if settings.is_sqlite else "none: other nodes' text arrives late"
        return Check("redis", True, sentence)
    try:
        live = build_live(settings, NodeId("doctor"))
    except SettingsInvalid as error:
        return fail("redis", "extra_missing", "; ".join(error.problems))
    await live.start()
    try:
        await asyncio.sleep(_REDIS_SECONDS)
        return Check("redis", True, "answers") if live.healthy else fail("redis", "redis_down", "does not answer")
    finally:
        await live.close()


def _check_plugins(settings: Settings) -> list[Check]:
    """Packages beside ours: what is used, what waits to be named, and what was named and cannot be used."""
    others = [each for each in Plugins(settings).list_packages() if not each.is_ours]
    return [_check_package(f"plug-in {each.name}", each) for each in others]


def _check_package(name: str, package: ListedPackage) -> Check:
    if package.why_not is not None:
        return fail(name, "plugin_left_out", package.why_not)
    if not package.is_named:
        return Check(name, True, f"{package.version}: installed and not used; name it in `plugins` to use it")
    left_out = [f"{each.kind} {each.name}: {each.why_not}" for each in package.plugins if each.why_not is not None]
    if left_out:
        return fail(name, "plugin_left_out", f"{package.version}: left out: {'; '.join(left_out)}")
    used = ", ".join(f"{each.kind} {each.name}" for each in package.plugins)
    return Check(name, True, f"{package.version}: {used}")


async def _check_reader(settings: Settings) -> Check:
    """How well the process is cut off that opens people's files; less than all of it is no failure unless demanded."""
    held = await look_at_confinement()
    if not held.missing:
        return Check("file reader", True, f"reaches no network, file, program or other process: {held}")
    lacking = f"files are read by a process that could reach {', '.join(held.missing)}"
    why = f"this kernel offers: {held}" if sys.platform == "linux" else "only Linux can cut it off"
    if settings.confine_reader == "always":
        seen = f"no file will be read, as you demand: {lacking}; {why}"
        return fail("file reader", "reader_unconfined", seen)
    return Check("file reader", True, f"beware: {lacking}; {why}")
