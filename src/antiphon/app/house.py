"""Opening and closing the house: every room built once, in order, and left in the reverse order."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from antiphon import __version__
from antiphon.access.principal import LOCAL
from antiphon.advisors.prompt import load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.api.house import House
from antiphon.app.database import database_url, ready_database
from antiphon.app.models import OPERATOR_POLICY, Models, gather_models
from antiphon.app.places import describe_providers
from antiphon.app.recall import open_embedder
from antiphon.app.speech import open_voices
from antiphon.app.tools import build_toolkit, lay_out_tools
from antiphon.context.budget import Habits
from antiphon.context.choice import Choice
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.ids import NodeId
from antiphon.egress.session import open_session
from antiphon.engine.compose import Composer
from antiphon.engine.durable import Durable
from antiphon.engine.engine import Engine
from antiphon.engine.failpoint import arm
from antiphon.engine.identity import new_id
from antiphon.engine.in_force import InForce
from antiphon.engine.learned import Learned
from antiphon.engine.limits import Limits
from antiphon.engine.options import EngineOptions
from antiphon.engine.rounds import Rounds
from antiphon.feed.follow import Feed
from antiphon.live.live import Live
from antiphon.live.memory import MemoryLive
from antiphon.providers.catalog import Catalog
from antiphon.recall.embedder import Embedder
from antiphon.settings import Settings, reload_settings
from antiphon.store.dialect import ProcessLock, open_engine
from antiphon.store.reads.settings import read_settings
from antiphon.store.unit import Store
from antiphon.store.writes.seed import seed


@asynccontextmanager
async def open_house(settings: Settings, on_lost: Callable[[], None]) -> AsyncIterator[House]:
    """Everything, running; when the context ends it has been drained and closed.

    `on_lost` is called when the other nodes have declared this one gone; the process should then end.
    """
    if settings.failpoint:
        arm(settings.failpoint)
    lock = ProcessLock(settings.sqlite_path) if settings.is_sqlite else None
    if lock is not None:
        lock.acquire()
    try:
        await asyncio.to_thread(ready_database, settings)
        async with open_session(OPERATOR_POLICY) as session:
            models = await gather_models(settings, session)
            embedder = await open_embedder(settings.recall, session)
            async with (
                open_voices(settings.speech, session) as voices,
                _open_rooms(settings, models, embedder, on_lost) as house,
            ):
                house.voices = voices
                yield house
    finally:
        if lock is not None:
            lock.release()


@asynccontextmanager
async def _open_rooms(
    settings: Settings, models: Models, embedder: Embedder | None, on_lost: Callable[[], None]
) -> AsyncIterator[House]:
    node_id = NodeId(new_id("n"))
    # One connection more than work needs: the liveness lock keeps one for itself.
    store = Store(open_engine(database_url(settings), settings.pool_size + 1), settings.pool_size)
    await store.write(LOCAL, seed, load_starter(), datetime.now(UTC))
    live = build_live(settings, node_id)
    rows = await store.read(LOCAL, read_settings)
    in_force = InForce(lambda said: rebuild_options(settings, models, said), rows)
    catalog = Catalog(models.facts_overrides)
    await asyncio.to_thread(catalog.warm)
    learned = Learned(catalog, in_force)
    toolkit = build_toolkit(settings, store)
    engine = Engine(
        store=store,
        live=live,
        durable=Durable(
            database_url=settings.database_url, sqlite_path=settings.data_dir / "engine.db", node_id=node_id
        ),
        limits=Limits(models.limits, settings.redis_url.get_secret_value() if settings.redis_url else None),
        composer=Composer(models.providers, learned, load_prompts(), in_force, toolkit),
        learned=learned,
        in_force=in_force,
        toolkit=toolkit,
        embedder=embedder,
        node_id=node_id,
        on_lost=on_lost,
    )
    Rounds(engine).attach()
    try:
        await engine.start()
        feed = Feed(store, live)
        async with lay_out_tools(settings, engine):
            yield House(engine, feed, __version__, settings, models.described, describe_providers(settings, models))
        await engine.close()
    finally:
        await store.close()


def build_live(settings: Settings, node_id: NodeId) -> Live:
    """Redis when there is one; otherwise the bus inside this process."""
    if settings.redis_url is None:
        return MemoryLive(alone=settings.is_sqlite)
    try:
        from antiphon.live.redis import RedisLive
    except ModuleNotFoundError as error:
        raise SettingsInvalid(("redis_url: install the extra first: pip install 'antiphon[redis]'",)) from error
    return RedisLive(settings.redis_url.get_secret_value(), node_id, frame_seconds=settings.frame_seconds)


def rebuild_options(settings: Settings, models: Models, database: Mapping[str, object]) -> EngineOptions:
    """What the engine lives by with these rows in the database; `SettingsInvalid` when they cannot be used."""
    now = reload_settings(settings, database).settings
    return build_options(now, models.choose_default(now))


def build_options(settings: Settings, default_model: str) -> EngineOptions:
    """The part of the settings the engine lives by."""
    return EngineOptions(
        default_model=default_model,
        max_tokens=settings.max_tokens,
        habits=Habits(
            request_allowance=settings.request_allowance,
            char_limit=settings.history_chars,
            reply_allowance=settings.reply_allowance,
            most_trims=settings.most_trims,
            reference_chars=settings.reference_chars,
            guideline_chars=settings.guideline_chars,
        ),
        choice=Choice(dropping=settings.dropping, stamps=settings.timestamps, failed_turns=settings.failed_turns),
        zone=ZoneInfo(settings.time_zone),
        chars_per_token=settings.chars_per_token,
        reply_seconds=settings.reply_seconds,
        on_interrupt=settings.on_interrupt,
        max_epochs=settings.max_epochs,
        checkpoint_seconds=settings.checkpoint_seconds,
        lease_seconds=settings.lease_seconds,
        drain_seconds=settings.drain_seconds,
        tool_rounds=settings.tool_rounds,
        tool_seconds=settings.tool_seconds,
        approval_seconds=settings.approval_hours * 3600,
        retention_seconds=settings.retention_hours * 3600,
        debug=settings.debug_mode,
        analysis_model=settings.analysis_model,
        analysis_tokens=settings.analysis_tokens,
        eval_tokens=settings.eval_tokens,
        memory_scan=settings.memory_scan,
        synthesis_after_turn=settings.synthesis_after_turn,
        titles=settings.titles,
        heartbeats=settings.heartbeats,
        heartbeat_calls=settings.heartbeat_calls,
        map_after_turn=settings.map_after_turn,
    )
