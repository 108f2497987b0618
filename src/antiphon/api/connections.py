"""What the front door may do about providers; the house above it knows how."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from pydantic import SecretStr

from antiphon.access.principal import Principal
from antiphon.conversation.errors import ProviderError
from antiphon.conversation.receipt import KeyOwner

Source = Literal["environment", "file", "start", "added", "found"]


@dataclass(frozen=True, slots=True)
class Offered:
    """A provider the house knows the address of, and where it hands out keys; `why_not` when it cannot be added."""

    name: str
    base_url: str
    model: str
    key_page: str
    why_not: str | None = None


@dataclass(frozen=True, slots=True)
class LastTest:
    """When a provider was last asked for its models; `refusal` is the code of what was wrong."""

    at: datetime
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class Connected:
    """A provider in force. Of a key that was added by hand the last four characters are shown, of others nothing.

    `is_overruled` is true when a key was added too and what stands here has taken its place. `tested` is how the last
    test since the start of the process ended.
    """

    name: str
    base_url: str
    model: str
    source: Source
    key_end: str | None = None
    is_overruled: bool = False
    tested: LastTest | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A provider as somebody wants it. Without an address the house's own, without a model the usual one.

    `speaking` are models that advisors are to speak with: each has to answer before anything is kept.
    """

    name: str
    key: SecretStr | None = None
    base_url: str | None = None
    model: str | None = None
    speaking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelOffer:
    """A model before it is chosen: dollars per million tokens and for a plain question to one voice.

    What nobody knows is absent; a model that runs on this machine costs 0.
    """

    name: str
    input_price: float | None = None
    output_price: float | None = None
    question_cost: float | None = None
    context_window: int | None = None


@dataclass(frozen=True, slots=True)
class TestedProvider:
    """A provider that answered: where, with which models, and which of them would be used.

    `spread` names different models for several voices, `cheapest` those with the lowest prices, both best first.
    """

    name: str
    base_url: str
    model: str
    models: tuple[str, ...]
    offers: tuple[ModelOffer, ...] = ()
    spread: tuple[str, ...] = ()
    cheapest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """A model that was asked for one word: it said something, or `wrong` says why not."""

    model: str
    wrong: ProviderError | None = None


class Connections(Protocol):
    """Providers: which there are, and how one comes and goes while everything runs."""

    @property
    def file(self) -> str:
        """Where keys that are added here are kept."""
        ...

    def offer(self) -> Sequence[Offered]:
        """Providers the house knows itself."""
        ...

    def read(self) -> Sequence[Connected]:
        """Providers in force, in the order they are preferred."""
        ...

    async def look_around(self) -> Sequence[TestedProvider]:
        """Model servers that answer on this machine's usual ports right now."""
        ...

    async def test(self, wanted: Wanted) -> TestedProvider:
        """Ask a provider for its models; a `Refused` or a `ProviderError` says what is wrong. Nothing is kept."""
        ...

    async def test_again(self, name: str) -> TestedProvider:
        """The same with what is in force."""
        ...

    async def try_key(self, name: str, key: SecretStr) -> str:
        """Ask a provider in force for its models with another key; returns where it is. Nothing is kept."""
        ...

    async def hear(self, wanted: Wanted) -> Sequence[Heard]:
        """Ask each of the models in `speaking` for one word. Nothing is kept.

        With neither key nor address it is the provider in force that is asked.
        """
        ...

    async def add(self, wanted: Wanted, by: Principal) -> TestedProvider:
        """Test a provider, keep it and use it from now on; what fails the test is not kept."""
        ...

    async def remove(self, name: str, by: Principal) -> None:
        """Forget a provider that was added here, and its key."""
        ...


@dataclass(frozen=True, slots=True)
class OwnKey:
    """A provider in force that takes a key, and the last four characters of the one that was brought for it, if any."""

    provider: str
    base_url: str
    has_key: bool
    key_end: str | None


class OwnKeys(Protocol):
    """Keys that a workspace or a person brings for providers in force."""

    async def read(self, caller: Principal, owner: KeyOwner) -> Sequence[OwnKey]:
        """Every provider that takes a key, with what the caller or the caller's workspace has brought for it."""
        ...

    async def keep(self, caller: Principal, owner: KeyOwner, provider: str, base_url: str, key: SecretStr) -> None:
        """Keep a key that was tried at this address, and use it there from now on."""
        ...

    async def forget(self, caller: Principal, owner: KeyOwner, provider: str) -> None:
        """Forget it; `NotFound` when there is none."""
        ...
