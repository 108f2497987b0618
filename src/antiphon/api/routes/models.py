"""Models: who serves them, what is known about them, which one is the default. Nobody is asked."""

from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.bounded import BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps, KnownProvider
from antiphon.api.guard import Caller, allow
from antiphon.api.openai.models import list_offered
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.settings import ModelsAnswer
from antiphon.conversation.model import Prices
from antiphon.store.reads.advisors import read_advisors

router = APIRouter(route_class=BoundedRoute, prefix="/v1/models", tags=["models"])
READ = Policy(Verb.READ, "models")


@router.get("", response_model=ModelsAnswer, operation_id="list_models")
@allow(READ)
async def get_models(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Every provider with the models it was set up with, the default, and those advisors name.

    `object` and `data` are for programs of the OpenAI wire that take this address for a part of it.
    """
    advisors = await deps.engine.store.read(caller, read_advisors)
    default = deps.engine.options_of(caller).default_model
    named = [default, *(each.model for each in advisors if each.model)]
    return {
        "object": "list",
        "data": await list_offered(deps, caller),
        "default": default,
        "rehearsal": deps.is_rehearsing(caller),
        **answer_all(_describe(deps, each, named, default) for each in deps.known_providers),
    }


def _describe(deps: Dependencies, provider: KnownProvider, named: Iterable[str], default: str) -> dict[str, Any]:
    prefix = f"{provider.name}:"
    ids = [prefix + each for each in provider.models]
    ids += [each for each in named if each.startswith(prefix)]
    return {
        "name": provider.name,
        "kind": provider.kind,
        "place": provider.place,
        "usable": provider.why_not is None,
        "why_not": provider.why_not,
        "models": [_describe_model(deps, each, default) for each in dict.fromkeys(ids)],
    }


def _describe_model(deps: Dependencies, model: str, default: str) -> dict[str, Any]:
    facts = deps.engine.calibration.facts(model)
    return {
        "id": model,
        "name": model.partition(":")[2],
        "default": model == default,
        "context_window": facts.window,
        "input_limit": facts.input_limit,
        "output_limit": facts.output_limit,
        "prices": None if facts.prices is None else _describe_prices(facts.prices),
    }


def _describe_prices(prices: Prices) -> dict[str, float | None]:
    return {
        "input": prices.input,
        "output": prices.output,
        "cached_input": prices.cached_input,
        "cache_write": prices.cache_write,
    }
