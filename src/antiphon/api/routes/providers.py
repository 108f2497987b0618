"""Providers that come and go while everything runs: tested, kept with their keys, tested again, removed."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.connections import Connected, Heard, LastTest, Wanted
from antiphon.api.dependencies import Deps
from antiphon.api.errors import PROVIDER_FAILURES
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.providers import (
    AddingProvider,
    GivingModels,
    HeardModelsAnswer,
    HearingModels,
    LocalAnswer,
    ProviderName,
    ProvidersAnswer,
    TestedAnswer,
    TestingProvider,
)
from antiphon.conversation.errors import (
    CommandRefused,
    ExtraMissing,
    ProviderAddressRefused,
    ProviderDecided,
    ProviderKeyMalformed,
    ProvidersPerNode,
)
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.wire import format_time
from antiphon.engine.commands.advisors import check_advisors, give_models
from antiphon.engine.commands.token_ceiling import refuse_uncounted
from antiphon.store.reads.providers import ProviderRecord, read_provider_records

router = APIRouter(route_class=BoundedRoute, prefix="/v1/providers", tags=["models"])
OPERATE = Policy(Verb.OPERATE, "providers")


@router.get("", response_model=ProvidersAnswer, operation_id="list_providers")
@allow(OPERATE)
async def get_providers(caller: Caller, deps: Deps) -> dict[str, Any]:
    """What can be added and what is in force. Nobody is asked, and no key is shown."""
    connections = deps.connections
    records = await deps.engine.store.read(caller, read_provider_records)
    return {
        "file": connections.file,
        "offered": [asdict(each) for each in connections.offer()],
        **answer_all(_answer(each, records.get(each.name)) for each in connections.read()),
    }


@router.get("/local", response_model=LocalAnswer, operation_id="find_local_providers")
@allow(OPERATE, cost=CallCost.HEAVY)
async def get_local(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Look for Ollama and llama.cpp on their usual ports of this machine, now."""
    return answer_all(asdict(each) for each in await deps.connections.look_around())


@router.post("/check", response_model=TestedAnswer, operation_id="check_new_provider")
@allow(
    OPERATE,
    body=SHORT,
    cost=CallCost.HEAVY,
    raises=(ExtraMissing, ProviderAddressRefused, ProviderKeyMalformed, ProvidersPerNode, *PROVIDER_FAILURES),
)
async def post_test(caller: Caller, deps: Deps, body: TestingProvider) -> dict[str, Any]:
    """Ask a provider for its models with this key; the answer or the error says how it went. Nothing is kept."""
    return asdict(await deps.connections.test(Wanted(body.name, body.key, body.base_url)))


@router.post("/hear", response_model=HeardModelsAnswer, operation_id="check_models")
@allow(
    OPERATE,
    body=SHORT,
    cost=CallCost.PAID,
    raises=(ExtraMissing, ProviderAddressRefused, ProviderKeyMalformed, ProvidersPerNode, *PROVIDER_FAILURES),
)
async def post_hear(caller: Caller, deps: Deps, body: HearingModels) -> dict[str, Any]:
    """Ask each of these models for one word, with this key or as the provider in force. Nothing is kept.

    A model that has answered is not asked again.
    """
    refuse_uncounted(caller, "trying the models")
    wanted = Wanted(body.name, body.key, body.base_url, speaking=tuple(body.models))
    return answer_all(_answer_heard(each) for each in await deps.connections.hear(wanted))


@router.post("/{name}/check", response_model=TestedAnswer, operation_id="check_provider")
@allow(OPERATE, cost=CallCost.HEAVY, raises=(*PROVIDER_FAILURES,))
async def post_test_again(caller: Caller, deps: Deps, name: ProviderName) -> dict[str, Any]:
    """Ask a provider that is in force, with the key it has."""
    return asdict(await deps.connections.test_again(name))


@router.put("/{name}", response_model=TestedAnswer, operation_id="add_provider")
@allow(
    OPERATE,
    body=SHORT,
    cost=CallCost.PAID,
    raises=(
        ExtraMissing,
        ProviderAddressRefused,
        ProviderDecided,
        ProviderKeyMalformed,
        ProvidersPerNode,
        *PROVIDER_FAILURES,
    ),
)
async def put_provider(caller: Caller, deps: Deps, name: ProviderName, body: AddingProvider) -> dict[str, Any]:
    """Test a provider, keep its key where only the server can read it, and use it from the next message on.

    What fails the test is not kept; neither is anything when one of the models for `advisors` does not answer.
    """
    refuse_uncounted(caller, "trying the models")
    chosen = _name_models(name, body.advisors)
    await check_advisors(deps.engine, caller, chosen)
    speaking = tuple(body.advisors.values())
    added = await deps.connections.add(Wanted(name, body.key, body.base_url, body.model, speaking), caller)
    if chosen:
        await give_models(deps.engine, caller, chosen)
    return asdict(added)


@router.put("/{name}/advisors", status_code=204, operation_id="set_advisor_models")
@allow(OPERATE, body=SHORT, cost=CallCost.PAID, raises=(*PROVIDER_FAILURES, CommandRefused))
async def put_advisors(caller: Caller, deps: Deps, name: ProviderName, body: GivingModels) -> None:
    """Give advisors models of a provider in force, as another version of each, once each model has answered."""
    refuse_uncounted(caller, "trying the models")
    chosen = _name_models(name, body.advisors)
    await check_advisors(deps.engine, caller, chosen)
    for heard in await deps.connections.hear(Wanted(name, speaking=tuple(body.advisors.values()))):
        if heard.wrong is not None:
            raise heard.wrong
    await give_models(deps.engine, caller, chosen)


@router.delete("/{name}", status_code=204, operation_id="delete_provider")
@allow(OPERATE, raises=(ProvidersPerNode,))
async def delete_provider(caller: Caller, deps: Deps, name: ProviderName) -> None:
    """Forget a provider that was added here, and its key. Answers that are being written go on."""
    await deps.connections.remove(name, caller)


def _answer(each: Connected, record: ProviderRecord | None) -> dict[str, Any]:
    said = asdict(each)
    tested = each.tested
    del said["tested"]
    worked_at, refused_since, refusal = _judge(record or ProviderRecord(None), tested)
    return {
        **said,
        "overruled": said.pop("is_overruled"),
        "worked_at": worked_at and format_time(worked_at),
        "refused_since": refused_since and format_time(refused_since),
        "refusal": refusal,
    }


def _judge(record: ProviderRecord, tested: LastTest | None) -> tuple[datetime | None, datetime | None, str | None]:
    """When it worked, since when it is refused, and why: what its receipts say, unless a test is newer."""
    newest = max((at for at in (record.worked_at, record.refused_at) if at is not None), default=None)
    if tested is None or (newest is not None and tested.at < newest):
        return record.worked_at, record.refused_since, record.refusal
    if tested.refusal is None:
        return tested.at, None, None
    return record.worked_at, record.refused_since or tested.at, tested.refusal


def _answer_heard(each: Heard) -> dict[str, Any]:
    if (wrong := each.wrong) is None:
        return {"model": each.model, "wrong": None}
    said = {"provider_message": wrong.provider_message, "status": wrong.status}
    return {"model": each.model, "wrong": {"code": wrong.code, "detail": str(wrong), **said}}


def _name_models(provider: str, models: Mapping[str, str]) -> dict[AdvisorId, str]:
    return {AdvisorId(each): f"{provider}:{model}" for each, model in models.items()}
