"""Models: who serves them, what is known about them, which one is the default. Nobody is asked."""

from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.guard import Caller, allow
from antiphon.api.house import House, KnownProvider, Rooms
from antiphon.api.schemas.settings import ModelsAnswer
from antiphon.conversation.model import Prices
from antiphon.store.reads.line_up import read_advisors

router = APIRouter(prefix="/v1/models", tags=["models"])
READ = Policy(Verb.READ, "models")


@router.get("", response_model=ModelsAnswer)
@allow(READ)
async def get_models(caller: Caller, rooms: Rooms) -> dict[str, Any]:
    """Every provider with the models it was set up with, the default, and those advisors name."""
    advisors = await rooms.engine.store.read(caller, read_advisors)
    named = [rooms.engine.options.default_model, *(each.model for each in advisors if each.model)]
    return {
        "default": rooms.engine.options.default_model,
        "rehearsal": rooms.rehearsal,
        "providers": [_describe(rooms, each, named) for each in rooms.known_providers],
    }


def _describe(rooms: House, provider: KnownProvider, named: Iterable[str]) -> dict[str, Any]:
    prefix = f"{provider.name}:"
    ids = [prefix + each for each in provider.models]
    ids += [each for each in named if each.startswith(prefix)]
    return {
        "name": provider.name,
        "kind": provider.kind,
        "place": provider.place,
        "usable": provider.why_not is None,
        "why_not": provider.why_not,
        "models": [_describe_model(rooms, each) for each in dict.fromkeys(ids)],
    }


def _describe_model(rooms: House, model: str) -> dict[str, Any]:
    facts = rooms.engine.learned.facts(model)
    return {
        "id": model,
        "name": model.partition(":")[2],
        "default": model == rooms.engine.options.default_model,
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
