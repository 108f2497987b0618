"""Which models there are: configured, found on this machine, or the rehearsal."""

from collections.abc import Mapping
from dataclasses import dataclass

from antiphon.conversation.errors import SettingsInvalid
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session
from antiphon.engine.limits import Limit
from antiphon.providers.detect import find_local_models
from antiphon.providers.openai_chat.provider import OpenAIChat
from antiphon.providers.provider import Provider
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.timeouts import Timeouts
from antiphon.settings import ProviderSettings, Settings

REHEARSAL = "scripted:rehearsal"
# A model on somebody's own machine answers a few at a time; more would only make all of them slow.
_LOCAL_CONCURRENCY = 4
# The operator wrote these addresses down, so they may be on the operator's own network.
OPERATOR_POLICY = AddressPolicy(allow_private=True)


@dataclass(frozen=True, slots=True)
class Models:
    """Every provider by name, what each allows, and the model of advisors that name none."""

    providers: Mapping[str, Provider]
    limits: Mapping[str, Limit]
    default: str
    described: tuple[dict[str, str], ...]

    @property
    def rehearsal(self) -> bool:
        """True when no real model was found."""
        return self.default == REHEARSAL


async def gather_models(settings: Settings, session: Session) -> Models:
    """Build the providers and choose the default: the one named, else the first found, else the rehearsal."""
    configured = dict(settings.providers)
    if settings.detect_local_models and not configured:
        for found in await find_local_models(session, OPERATOR_POLICY):
            configured[found.provider] = ProviderSettings(
                base_url=found.base_url, model=found.model, concurrency=_LOCAL_CONCURRENCY
            )
    providers: dict[str, Provider] = {"scripted": Scripted()}
    for name, each in configured.items():
        providers[name] = _build(name, each, session)
    return Models(
        providers=providers,
        limits={name: _limit(each) for name, each in configured.items()},
        default=_choose(settings, configured),
        described=tuple({"name": n, "kind": each.kind, "base_url": each.base_url} for n, each in configured.items()),
    )


def _build(name: str, settings: ProviderSettings, session: Session) -> Provider:
    if settings.kind == "scripted":
        return Scripted(name)
    if not settings.base_url:
        raise SettingsInvalid((f"providers.{name}.base_url: is missing",))
    return OpenAIChat(
        name,
        settings.base_url,
        settings.api_key.get_secret_value() if settings.api_key else None,
        session=session,
        policy=OPERATOR_POLICY,
        timeouts=Timeouts(settings.connect_seconds, settings.first_byte_seconds, settings.idle_seconds),
        max_tokens_field=settings.max_tokens_field,
    )


def _limit(settings: ProviderSettings) -> Limit:
    return Limit(settings.concurrency, settings.requests_per_minute, settings.tokens_per_minute)


def _choose(settings: Settings, configured: Mapping[str, ProviderSettings]) -> str:
    if settings.default_model is None:
        named = (f"{name}:{each.model}" for name, each in configured.items() if each.model)
        return next(named, REHEARSAL)
    provider = settings.default_model.partition(":")[0]
    if provider != "scripted" and provider not in configured:
        raise SettingsInvalid((f"default_model: there is no provider called {provider!r}",))
    return settings.default_model
