"""Providers as people add them. A key goes in and never comes out."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, SecretStr

from antiphon.advisors.panel import MOST_SEATS
from antiphon.api.schemas.body import Body, ModelName
from antiphon.api.schemas.page import Page

ProviderName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Key = Annotated[SecretStr, Field(max_length=1000)]
Address = Annotated[str, Field(max_length=500)]
# The model of each advisor, by its id. More than a panel has seats are never asked together.
Speakers = Annotated[dict[str, ModelName], Field(max_length=MOST_SEATS)]


class TestingProvider(Body):
    """A provider to be asked for its models. `base_url` is needed for one the house does not know."""

    name: ProviderName
    key: Key | None = None
    base_url: Address | None = None


class HearingModels(TestingProvider):
    """Models to be asked for one word each. With neither key nor address, as the provider in force."""

    models: Annotated[list[ModelName], Field(min_length=1, max_length=MOST_SEATS)]


class AddingProvider(Body):
    """A provider to be tested, kept and used. Without a key, the one kept for the same address stays.

    `advisors` gives advisors a model of it each, by their ids; each of these models has to answer before anything is
    kept.
    """

    key: Key | None = None
    base_url: Address | None = None
    model: ModelName | None = None
    advisors: Speakers = Field(default_factory=dict)


class GivingModels(Body):
    """The model of each of these advisors, by their ids."""

    advisors: Annotated[Speakers, Field(min_length=1)]


class OfferedAnswer(BaseModel):
    """A provider the house knows the address of, and the model it would use first; `why_not` if it cannot be added.

    `key_page` is where it hands out keys.
    """

    name: str
    base_url: str
    model: str
    key_page: str
    why_not: str | None


class ConnectedAnswer(BaseModel):
    """A provider in force and where it was set up.

    `key_end` is the end of a key that was added here. `overruled` is true when a key was added here too, and the
    environment or antiphon.toml has taken its place. `worked_at` is when it last answered; `refused_since` says since
    when it has not, and `refusal` why: `auth`, `quota`, `net` and the like. All null: it was asked nothing lately.
    """

    name: str
    base_url: str
    model: str
    source: Literal["environment", "file", "start", "added", "found"]
    key_end: str | None
    overruled: bool
    worked_at: str | None
    refused_since: str | None
    refusal: str | None


class ProvidersAnswer(Page[ConnectedAnswer]):
    """What can be added, what is in force, and the file that keys are kept in."""

    file: str
    offered: list[OfferedAnswer]


class ModelOfferAnswer(BaseModel):
    """A model before it is chosen: dollars per million tokens, and for a plain first question to one advisor.

    What nobody knows is null. A model that runs on this machine costs 0.
    """

    name: str
    input_price: float | None
    output_price: float | None
    question_cost: float | None
    context_window: int | None


class TestedAnswer(BaseModel):
    """A provider that answered: the address that worked, its models, and the one that would be used.

    `spread` proposes different models for several advisors, `cheapest` those with the lowest known prices; both have
    the best first, and with fewer models than advisors they are gone through again.
    """

    name: str
    base_url: str
    model: str
    models: list[str]
    offers: list[ModelOfferAnswer]
    spread: list[str]
    cheapest: list[str]


class UnheardAnswer(BaseModel):
    """Why a model did not answer: a code, our sentence, the provider's own words and the status it gave."""

    code: str
    detail: str
    provider_message: str
    status: int | None


class HeardAnswer(BaseModel):
    """A model that was asked for one word; `wrong` is null when it said anything."""

    model: str
    wrong: UnheardAnswer | None


class HeardModelsAnswer(Page[HeardAnswer]):
    """How each model answered."""


class LocalAnswer(Page[TestedAnswer]):
    """Model servers that answer on this machine right now."""
