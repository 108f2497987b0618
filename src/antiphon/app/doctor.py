"""Looking at everything Antiphon needs, without starting it."""

import asyncio
import platform
import shutil
import sys
from typing import NamedTuple

from antiphon.api.browser import UNBUILT, has_client
from antiphon.app.build import build_live
from antiphon.app.database import database_url
from antiphon.app.edge import describe_edge
from antiphon.app.keys import check_key_file, lies_in_data
from antiphon.app.models import gather_models
from antiphon.app.plugins import Plugins
from antiphon.app.private import find_exposed, find_open_data
from antiphon.app.provider_file import is_open_to_others
from antiphon.app.ways import open_ways
from antiphon.conversation.errors import AntiphonError
from antiphon.conversation.ids import NodeId
from antiphon.documents.door import look_at_confinement
from antiphon.plugins.listing import ListedPackage
from antiphon.settings import PROVIDERS_FILE, Settings, layers_of
from antiphon.store.migrate import NONE, read_known_revision, wanted_revision

_LEAST_FREE_BYTES = 200 * 1024 * 1024
# Twice as long as a living Redis may take to answer one blocked read.
_REDIS_SECONDS = 1.0


class Check(NamedTuple):
    """One thing that was looked at."""

    name: str
    ok: bool
    detail: str


async def check_health(settings: Settings) -> list[Check]:
    """Every check, the good ones too."""
    listening = [Check("listening", *describe_edge(settings))] if settings.accounts == "on" else []
    return [
        Check("python", True, platform.python_version()),
        *listening,
        await asyncio.to_thread(_check_disk, settings),
        await asyncio.to_thread(_check_database, settings),
        await asyncio.to_thread(_check_files, settings),
        await _check_redis(settings),
        await asyncio.to_thread(_check_keys, settings),
        *await asyncio.to_thread(_check_key_file, settings),
        await _check_models(settings),
        await _check_reader(settings),
        *await asyncio.to_thread(_check_plugins, settings),
        Check("browser", True, "the workbench is there" if has_client() else UNBUILT),
    ]


def _check_disk(settings: Settings) -> Check:
    folder = settings.data_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    return Check("disk", free > _LEAST_FREE_BYTES, f"{free // 1024**2} MiB free at {settings.data_dir}")


def _check_database(settings: Settings) -> Check:
    kind = "SQLite" if settings.is_sqlite else "PostgreSQL"
    if settings.is_sqlite and not settings.sqlite_path.exists():
        return Check("database", True, f"{kind}: new, will be made at {settings.sqlite_path}")
    try:
        found = read_known_revision(database_url(settings))
    except AntiphonError as error:
        return Check("database", False, f"{kind}: {error}")
    wanted = wanted_revision()
    if found in (wanted, NONE):
        return Check("database", True, f"{kind}: revision {found}")
    return Check("database", False, f"{kind}: revision {found}, needs {wanted}: run `antiphon migrate`")


def _check_files(settings: Settings) -> Check:
    if open_data := find_open_data(settings):
        names = ", ".join(str(each) for each in open_data)
        return Check("files", False, f"others on this machine can read {names}: the next start takes that from them")
    if exposed := find_exposed(settings):
        names = " ".join(str(each) for each in exposed)
        return Check("files", False, f"others on this machine can read your keys: run `chmod 600 {names}`")
    return Check("files", True, "only you can read them")


async def _check_redis(settings: Settings) -> Check:
    if settings.redis_url is None:
        sentence = "not needed by one process" if settings.is_sqlite else "none: other nodes' text arrives late"
        return Check("redis", True, sentence)
    live = build_live(settings, NodeId("doctor"))
    await live.start()
    try:
        await asyncio.sleep(_REDIS_SECONDS)
        return Check("redis", live.healthy, "answers" if live.healthy else "does not answer")
    finally:
        await live.close()


def _check_keys(settings: Settings) -> Check:
    """Keys that were added while it ran; the other places say themselves what they hold."""
    if settings.accounts == "on":
        return Check("keys", True, "those that people add are sealed in the database")
    path = settings.data_dir / PROVIDERS_FILE
    names = ", ".join(layers_of(settings).added)
    if not names:
        return Check("keys", True, f"none added; `antiphon connect` keeps them in {path}")
    if is_open_to_others(settings.data_dir):
        return Check("keys", False, f"others can read {path}: run `chmod 600 {path}`")
    return Check("keys", True, f"{names}: in {path}, which only its owner can read")


def _check_key_file(settings: Settings) -> list[Check]:
    """The key that seals secrets, where accounts are on."""
    if settings.accounts == "off":
        return []
    try:
        check_key_file(settings)
    except AntiphonError as error:
        return [Check("key file", False, str(error))]
    if lies_in_data(settings):
        advice = "it lies in the data folder, and a copy of that folder opens itself: move it elsewhere"
        return [Check("key file", False, f"{settings.key_file}: {advice}")]
    return [Check("key file", True, f"{settings.key_file}: only its owner can read it")]


def _check_plugins(settings: Settings) -> list[Check]:
    """Packages beside ours: what is used, what waits to be named, and what was named and cannot be used."""
    others = [each for each in Plugins(settings).list_packages() if not each.is_ours]
    return [Check(f"plug-in {each.name}", *_describe_package(each)) for each in others]


def _describe_package(package: ListedPackage) -> tuple[bool, str]:
    if package.why_not is not None:
        return False, package.why_not
    if not package.is_named:
        return True, f"{package.version}: installed and not used; name it in the setting `plugins` to use it"
    left_out = [f"{each.kind} {each.name}: {each.why_not}" for each in package.plugins if each.why_not is not None]
    if left_out:
        return False, f"{package.version}: left out: {'; '.join(left_out)}"
    return True, f"{package.version}: {', '.join(f'{each.kind} {each.name}' for each in package.plugins)}"


async def _check_models(settings: Settings) -> Check:
    try:
        async with open_ways() as ways:
            models = await gather_models(settings, ways)
    except AntiphonError as error:
        return Check("models", False, str(error))
    if models.rehearsal:
        return Check(
            "models",
            True,
            "none found: the scripted voices rehearse; run `antiphon connect`, set OPENAI_API_KEY or start Ollama",
        )
    names = ", ".join(each["name"] for each in models.described)
    return Check("models", True, f"{models.default} (known: {names})")


async def _check_reader(settings: Settings) -> Check:
    """How well the process is cut off that opens people's files; less than all of it is no failure unless demanded."""
    held = await look_at_confinement()
    if not held.missing:
        return Check("file reader", True, f"reaches no network, file, program or other process: {held}")
    lacking = f"files are read by a process that could reach {', '.join(held.missing)}"
    why = f"this kernel offers: {held}" if sys.platform == "linux" else "only Linux can cut it off"
    if settings.confine_reader == "always":
        return Check("file reader", False, f"no file will be read, as you demand: {lacking}; {why}")
    return Check("file reader", True, f"beware: {lacking}; {why}")
