"""Looking at everything Antiphon needs, without starting it."""

import asyncio
import platform
import shutil
from typing import NamedTuple

from antiphon.app.database import database_url
from antiphon.app.house import build_live
from antiphon.app.models import OPERATOR_POLICY, gather_models
from antiphon.conversation.errors import AntiphonError
from antiphon.conversation.ids import NodeId
from antiphon.egress.session import open_session
from antiphon.settings import Settings
from antiphon.store.migrate import NONE, read_revision, wanted_revision

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
    return [
        Check("python", True, platform.python_version()),
        await asyncio.to_thread(_check_disk, settings),
        await asyncio.to_thread(_check_database, settings),
        await _check_redis(settings),
        await _check_models(settings),
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
        found = read_revision(database_url(settings))
    except AntiphonError as error:
        return Check("database", False, f"{kind}: {error}")
    wanted = wanted_revision()
    if found in (wanted, NONE):
        return Check("database", True, f"{kind}: revision {found}")
    return Check("database", False, f"{kind}: revision {found}, needs {wanted}: run `antiphon migrate`")


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


async def _check_models(settings: Settings) -> Check:
    try:
        async with open_session(OPERATOR_POLICY) as session:
            models = await gather_models(settings, session)
    except AntiphonError as error:
        return Check("models", False, str(error))
    if models.rehearsal:
        return Check("models", True, "none found: the scripted voices rehearse; set OPENAI_API_KEY or start Ollama")
    names = ", ".join(each["name"] for each in models.described)
    return Check("models", True, f"{models.default} (known: {names})")
