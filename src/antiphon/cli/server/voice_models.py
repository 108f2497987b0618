"""A model for every advisor, in a terminal: proposed, asked for one word, priced."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import typer

from antiphon.cli.printing.printable import make_printable
from antiphon.client.aio.client import AsyncClient
from antiphon.client.answers.providers import CheckedProvider, HeardModel

# As in the browser: whoever lets so many be refused has another trouble than the choice of models.
_MOST_REPLACED = 5


class VoiceModels(NamedTuple):
    """The model of each advisor by its id, and the ids' names."""

    models: Mapping[str, str]
    names: Mapping[str, str]


async def propose_models(client: AsyncClient, provider: Mapping[str, Any], tested: CheckedProvider) -> VoiceModels:
    """Different models for the advisors of the default panel, each of which has said a word.

    Those that stay silent are named and passed over. When too many do, the last proposal stands as it is, and keeping
    it will be refused in the provider's words.
    """
    names = await _read_seats(client)
    order, silent = list(tested.spread), 0
    while True:
        models = {each: order[seat % len(order)] for seat, each in enumerate(names)}
        heard = await client.providers.hear({**provider, "models": sorted(set(models.values()))})
        unheard = [each for each in heard if each.wrong is not None]
        _say_unheard(unheard)
        silent += len(unheard)
        left = [each for each in order if each not in {every.model for every in unheard}]
        if not unheard or not left or silent > _MOST_REPLACED:
            return VoiceModels(models, names)
        order = left


def say_proposal(tested: CheckedProvider, proposed: VoiceModels) -> None:
    """One line for each advisor, and what a question to all of them costs."""
    offers = {each.name: each for each in tested.offers}
    costs = [offers[model].question_cost if model in offers else None for model in proposed.models.values()]
    for (advisor_id, model), cost in zip(proposed.models.items(), costs, strict=True):
        name = make_printable(proposed.names[advisor_id])
        typer.echo(f"{name}\t{make_printable(model)}\t{_say_cost(cost)}")
    typer.echo(_say_sum(costs))


async def _read_seats(client: AsyncClient) -> dict[str, str]:
    names = {each.id: each.name for each in await client.advisors.list()}
    panels = await client.panels.list()
    panel = next((each for each in panels if each.default), panels[0])
    return {each: names[each] for each in panel.advisor_ids if each in names}


def _say_unheard(unheard: Sequence[HeardModel]) -> None:
    for each in unheard:
        if each.wrong is not None:
            said = f': "{make_printable(each.wrong.provider_message)}"' if each.wrong.provider_message else ""
            typer.echo(f"{make_printable(each.model)} stays silent ({each.wrong.detail}){said}", err=True)


def _say_cost(cost: float | None) -> str:
    if cost is None:
        return "price not known"
    return f"about ${cost:.4f} a question" if cost else "free"


def _say_sum(costs: Sequence[float | None]) -> str:
    known = [each for each in costs if each is not None]
    unknown = len(costs) - len(known)
    if not known:
        return "what a question costs is not known"
    if not unknown and not sum(known):
        return "a question is free: these run on this machine"
    rest = f", and what {unknown} of them ask, whose price is not known" if unknown else ""
    return f"one question to all {len(costs)} costs about ${sum(known):.3f}{rest}"
