"""Providers of models, the models, and what was spent on them."""

from datetime import datetime

from antiphon.client.answers.base import Answer


class ConnectedProvider(Answer):
    """A provider in use and where it was set up; `key_end` is the end of a key that was added here.

    `worked_at` is when it last answered; `refused_since` and `refusal` say since when and why it does not.
    """

    name: str
    base_url: str
    model: str
    source: str
    key_end: str | None = None
    worked_at: datetime | None = None
    refused_since: datetime | None = None
    refusal: str | None = None


class Providers(Answer):
    """What is connected, and the file that keys are kept in."""

    file: str
    items: tuple[ConnectedProvider, ...]


class ModelOffer(Answer):
    """A model before it is chosen: dollars per million tokens and for a plain question; what nobody knows is absent."""

    name: str
    input_price: float | None = None
    output_price: float | None = None
    question_cost: float | None = None
    context_window: int | None = None


class CheckedProvider(Answer):
    """A provider that answered: the address that worked, its models, and the one that would be used.

    `spread` proposes different models for several advisors and `cheapest` those with the lowest prices, best first.
    """

    name: str
    base_url: str
    model: str
    models: tuple[str, ...]
    offers: tuple[ModelOffer, ...] = ()
    spread: tuple[str, ...] = ()
    cheapest: tuple[str, ...] = ()


class Unheard(Answer):
    """Why a model did not answer: a code, a sentence, and the provider's own words."""

    code: str
    detail: str
    provider_message: str = ""
    status: int | None = None


class HeardModel(Answer):
    """A model that was asked for one word; `wrong` is absent when it said anything."""

    model: str
    wrong: Unheard | None = None


class Model(Answer):
    """One model; what nobody knows is absent."""

    id: str
    name: str
    default: bool = False
    context_window: int | None = None


class ModelProvider(Answer):
    """A place that models are reached at; `why_not` says why one cannot be used."""

    name: str
    kind: str
    place: str
    usable: bool
    why_not: str | None = None
    models: tuple[Model, ...] = ()


class Spent(Answer):
    """What was spent, in dollars and tokens; `unknown` counts replies whose price is not known."""

    cost: float
    tokens_in: int
    tokens_out: int
    replies: int
    unknown: int


class Spending(Answer):
    """What the day has cost so far."""

    since: str
    today: Spent
