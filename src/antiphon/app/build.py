"""Opening and closing Antiphon: every room built once, in order, and left in the reverse order."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from antiphon import __version__
from antiphon.access.principal import LOCAL
from antiphon.advisors.prompt import load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.api.dependencies import Dependencies
from antiphon.app.accounts import build_gate, check_accounts, follow_secrets, offer_set_up
from antiphon.app.backups import plan_backups
from antiphon.app.connections import ProviderConnections
from antiphon.app.database import database_url, ready_database
from antiphon.app.keys import open_tool_headers, open_vault
from antiphon.app.models import Models, gather_models
from antiphon.app.own_keys import BroughtKeys
from antiphon.app.places import describe_providers
from antiphon.app.plugins import Plugins, load_exporters, report_left_out
from antiphon.app.provider_keep import ProviderKeep, open_keep
from antiphon.app.retrieval import open_embedder, open_word_vectors
from antiphon.app.signing import find_signing
from antiphon.app.speech import open_voices
from antiphon.app.tools import build_toolkit, look_after_tools, open_tools
from antiphon.app.tracing import open_tracing
from antiphon.app.ways import Ways, open_ways
from antiphon.app.webhooks import open_webhooks
from antiphon.context.budget import Habits
from antiphon.context.choice import Choice
from antiphon.conversation.errors import Malformed, SettingsInvalid
from antiphon.conversation.ids import NodeId
from antiphon.conversation.scope import Saved
from antiphon.conversation.thinking import decode_thinking
from antiphon.engine.analyses.analyses import Analyses, build_analyses
from antiphon.engine.analyses.runner import AnalysisRunner
from antiphon.engine.analyses.why_input import WhyDoors
from antiphon.engine.engine import OPERATOR, Engine
from antiphon.engine.evals.improvements import Improvements
from antiphon.engine.evals.map_checks import MapChecks
from antiphon.engine.evals.runs import Evals
from antiphon.engine.exports.exports import Exports
from antiphon.engine.exports.signing import OpenSigner
from antiphon.engine.heartbeats.scheduler import HeartbeatScheduler
from antiphon.engine.imports.imports import Imports
from antiphon.engine.payloads.compose import Composer
from antiphon.engine.recovery.deletions import Deletions
from antiphon.engine.recovery.old_receipts import OldReceipts
from antiphon.engine.retrieval.documents import Documents
from antiphon.engine.retrieval.indexing import Indexing
from antiphon.engine.retrieval.reading import DocumentReader
from antiphon.engine.retrieval.search import Retrieval
from antiphon.engine.revisits.revisits import Revisits
from antiphon.engine.rounds.rounds import Rounds
from antiphon.engine.runtime.failpoint import arm
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.limits import Limits
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.engine.runtime.options import EngineOptions
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.engine.webhooks.webhooks import Webhooks
from antiphon.evals.checks.known import load_checks
from antiphon.feed.follow import Feed
from antiphon.live.live import Live
from antiphon.live.memory import MemoryLive
from antiphon.providers.catalog import Catalog
from antiphon.providers.price_list import use_price_list
from antiphon.retrieval.embedder import Embedder
from antiphon.settings import Settings, reload_settings, replace_added
from antiphon.store.dialect import ProcessLock, open_engine
from antiphon.store.unit import Store
from antiphon.store.writes.seed import seed
from antiphon.tracing.spans import Tracer

if TYPE_CHECKING:
    from antiphon.engine.accounts.vault import Vault

logger = logging.getLogger(__name__)


class _Node(NamedTuple):
    """Which node this is, who hears what happens on it and that it was lost, and what it leaves alone for how long."""

    id: NodeId
    tracer: Tracer
    on_lost: Callable[[], None]
    patience: float


@asynccontextmanager
async def open_app(
    settings: Settings, on_lost: Callable[[], None], *, patience: float = 0.0
) -> AsyncIterator[Dependencies]:
    """Everything, running; when the context ends it has been drained and closed.

    `patience` is how long work that others have left is left alone. `on_lost` is called when the other nodes have
    declared this one gone; the process should then end.
    """
    check_accounts(settings)
    if settings.failpoint:
        arm(settings.failpoint)
    lock = ProcessLock(settings.sqlite_path) if settings.is_sqlite else None
    if lock is not None:
        lock.acquire()
    try:
        await asyncio.to_thread(ready_database, settings)
        node_id = NodeId(new_id("n"))
        async with open_tracing(settings, node_id) as tracer, open_ways() as ways:
            node = _Node(node_id, tracer, on_lost, patience)
            embedder = await open_embedder(settings.recall, ways.operator)
            async with (
                open_voices(settings.speech, ways.operator) as voices,
                _open_dependencies(settings, ways, embedder, node) as deps,
            ):
                deps.voices = voices
                yield deps
    finally:
        if lock is not None:
            lock.release()


@asynccontextmanager
async def _open_dependencies(
    settings: Settings, ways: Ways, embedder: Embedder | None, node: _Node
) -> AsyncIterator[Dependencies]:
    await asyncio.to_thread(report_left_out, settings)
    # One connection more than work needs: the liveness lock keeps one for itself.
    store = Store(open_engine(database_url(settings), settings.pool_size + 1), settings.pool_size)
    await store.write(LOCAL, seed, load_starter(), datetime.now(UTC))
    vault = await open_vault(settings, store)
    keep = await open_keep(settings.data_dir, vault)
    settings = replace_added(settings, await keep.read())
    live = build_live(settings, node.id)
    models = await gather_models(settings, ways)
    current = _Current(settings, models)
    live_options = LiveOptions(lambda saved: rebuild_options(current.settings, current.models, saved))
    await live_options.refresh(store, OPERATOR)
    catalog = Catalog(models.facts_overrides)
    await asyncio.to_thread(_take_price_list, settings.data_dir)
    await asyncio.to_thread(catalog.warm)
    calibration = TokenCalibration(catalog, live_options)
    toolkit = build_toolkit(settings, store, open_tool_headers(vault))
    engine = Engine(
        store=store,
        live=live,
        limits=Limits(models.limits, settings.redis_url.get_secret_value() if settings.redis_url else None),
        composer=Composer(models.providers, calibration, load_prompts(), live_options, toolkit),
        calibration=calibration,
        live_options=live_options,
        toolkit=toolkit,
        node_id=node.id,
        on_lost=node.on_lost,
        patience=node.patience,
        reading=DocumentReader(always_confined=settings.confine_reader == "always"),
        tracer=node.tracer,
    )
    webhooks = open_webhooks(settings, engine, ways, vault)
    beside = _build_beside(engine, settings, embedder, find_signing(settings.data_dir, vault), webhooks)
    gate = build_gate(settings, engine, vault)
    # Before anything that others have left is gone on with: it is paid for as it was.
    own_keys = await _open_own_keys(vault, ways, engine, current)
    try:
        servers = await open_tools(settings, engine, beside.documents.retrieval)
        await engine.start()
        await offer_set_up(gate, settings)
        await beside.documents.indexing.open()
        feed = Feed(store, live)
        async with look_after_tools(engine, servers):
            deps, connections = _build_dependencies(engine, beside, feed, ways, catalog, current, keep)
            deps.gate = gate
            async with follow_secrets(gate, connections.refresh, *([own_keys.refresh] if own_keys else ())):
                yield deps
        await engine.close()
    finally:
        await store.close()


def _take_price_list(folder: Path) -> None:
    """The renewed list, if there is one; prices are no reason to stay closed."""
    try:
        use_price_list(folder)
    except Malformed as error:
        logger.warning("catalogue_unreadable", extra={"reason": str(error)})


@dataclass(frozen=True, slots=True)
class _Beside:
    """What works beside the turns of the engine."""

    analyses: Analyses
    documents: Documents
    evals: Evals
    improvements: Improvements
    map_checks: MapChecks
    heartbeats: HeartbeatScheduler
    deletions: Deletions
    imports: Imports
    exports: Exports
    webhooks: Webhooks


def _build_beside(
    engine: Engine, settings: Settings, embedder: Embedder | None, open_signer: OpenSigner, webhooks: Webhooks
) -> _Beside:
    """Build all that works beside the turns; each tells the queue which kind of work it does, and how."""
    store, live = engine.store, engine.live
    parts = (store, engine.limits, engine.composer, engine.calibration)
    runner = AnalysisRunner(*parts, engine.live_options, engine.work, engine.tracer)
    doors = WhyDoors(engine.composer, engine.toolkit)
    analyses = build_analyses(store, live, runner, doors, embedder, open_word_vectors(settings.recall))
    heartbeats = HeartbeatScheduler(store, live, runner, OPERATOR, lambda: not engine.draining)
    evals = Evals(*parts, runner, load_checks(settings.plugins))
    retrieval = Retrieval(store, embedder)
    documents = Documents(engine.reading, Indexing(retrieval, OPERATOR, engine.work), retrieval)
    Rounds(engine, analyses)
    Revisits(engine)
    deletions = Deletions(store, live, OPERATOR)
    engine.add_job("deletions", deletions.run_for_ever)
    engine.add_job("old_receipts", OldReceipts(store, OPERATOR).run_for_ever)
    engine.add_job("heartbeats", heartbeats.run_for_ever)
    if (backups := plan_backups(settings)) is not None:
        engine.add_job("backups", backups.run_for_ever)
    engine.close_with(retrieval.close)
    improvements = Improvements(store, evals, runner)
    map_checks = MapChecks(runner, embedder)
    imports = Imports(store, live, engine.work, documents.indexing, settings.plugins)
    exports = Exports(store, live, engine.work, open_signer, load_exporters(settings))
    return _Beside(
        analyses, documents, evals, improvements, map_checks, heartbeats, deletions, imports, exports, webhooks
    )


@dataclass(slots=True)
class _Current:
    """The settings and models of this moment, which providers that come and go replace together."""

    settings: Settings
    models: Models
    own_keys: BroughtKeys | None = None


async def _open_own_keys(vault: "Vault | None", ways: Ways, engine: Engine, current: _Current) -> BroughtKeys | None:
    """Keys that workspaces and people have brought; without accounts there are none."""
    if vault is None:
        return None
    keys = current.own_keys = BroughtKeys(vault, ways, engine.composer.reach, current.settings, current.models)
    await keys.refresh()
    return keys


def _build_dependencies(
    engine: Engine, beside: _Beside, feed: Feed, ways: Ways, catalog: Catalog, current: _Current, keep: ProviderKeep
) -> tuple[Dependencies, ProviderConnections]:
    """What the routes work with, and the way a change of providers reaches everybody who lives by them."""

    def take_over(settings: Settings, models: Models) -> None:
        current.settings, current.models = settings, models
        engine.composer.reach.replace(models.providers)
        engine.limits.replace(models.limits)
        catalog.replace(models.facts_overrides)
        engine.live_options.rebuild()
        deps.settings = settings
        if current.own_keys is not None:
            current.own_keys.follow(settings, models)
        deps.providers, deps.known_providers = models.described, describe_providers(settings, models)

    settings, models = current.settings, current.models
    connections = ProviderConnections(settings, models, ways, catalog, take_over, keep)
    known = describe_providers(settings, models)
    plugins = Plugins(settings)
    deps = Dependencies(
        engine=engine,
        analyses=beside.analyses,
        documents=beside.documents,
        evals=beside.evals,
        improvements=beside.improvements,
        map_checks=beside.map_checks,
        heartbeats=beside.heartbeats,
        deletions=beside.deletions,
        imports=beside.imports,
        exports=beside.exports,
        webhooks=beside.webhooks,
        feed=feed,
        version=__version__,
        settings=settings,
        connections=connections,
        providers=models.described,
        known_providers=known,
        own_keys=current.own_keys,
        plugins=plugins,
    )
    return deps, connections


def build_live(settings: Settings, node_id: NodeId) -> Live:
    """Redis when there is one; otherwise the bus inside this process."""
    if settings.redis_url is None:
        return MemoryLive(alone=settings.is_sqlite)
    try:
        from antiphon.live.redis import RedisLive
    except ModuleNotFoundError as error:
        raise SettingsInvalid(("redis_url: install the extra `redis` first",)) from error
    return RedisLive(settings.redis_url.get_secret_value(), node_id, frame_seconds=settings.frame_seconds)


def rebuild_options(settings: Settings, models: Models, database: Saved) -> EngineOptions:
    """What the engine lives by with these rows in the database; `SettingsInvalid` when they cannot be used.

    A default model that the file or the environment names need not be there any more: its provider may have been
    removed, and that is no reason to refuse everything else.
    """
    now = reload_settings(settings, database).settings
    is_saved = any("default_model" in rows for rows in database.values())
    choose = models.choose_default if is_saved else models.choose_usable
    return build_options(now, choose(now))


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
            trims_early=settings.trim_before_sending,
            reference_chars=settings.reference_chars,
            quotes=settings.quotes,
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
        picture_model=settings.picture_model,
        picture_price=settings.picture_price,
        tool_rounds=settings.tool_rounds,
        tool_seconds=settings.tool_seconds,
        approval_seconds=settings.approval_hours * 3600,
        retention_seconds=settings.retention_hours * 3600,
        unkept_seconds=settings.unkept_hours * 3600,
        programs_seconds=settings.api_keep_days * 86_400,
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
        key_policy=settings.key_policy,
        thinking=decode_thinking(settings.thinking),
    )
