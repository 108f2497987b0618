"""Which models a provider offers, asked with the key somebody holds: the test of a key and of an address."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from antiphon.conversation.errors import ModelUnknown, NoModels, NotAModelServer, ProviderTimeout, RequestRejected
from antiphon.egress.errors import EgressError, NotHttp
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import read_capped
from antiphon.egress.session import Session, get
from antiphon.providers.classify import classify
from antiphon.providers.classify.connection import build_failure
from antiphon.providers.profile import Profile, choose_profile

# A person waits for it, and a list is quickly made.
_SECONDS = 15.0
# The longest list known, OpenRouter's with all its descriptions, is under a megabyte.
_LARGEST_LIST = 8 * 1024 * 1024
_MOST_MODELS = 2000
_ANTHROPIC_VERSION = "2023-06-01"


@dataclass(frozen=True, slots=True)
class ModelListing:
    """Where models are listed: a name for errors, the wire, the address, the key if it wants one, and its dialect."""

    provider: str
    kind: str
    base_url: str
    key: str | None
    profile: str | None = None
    api_version: str = ""


async def list_models(session: Session, policy: AddressPolicy, place: ModelListing) -> tuple[str, ...]:
    """The names of the models this key may use, in the provider's order; never empty.

    Every failure is a `ProviderError`: `AuthFailed` for the key, `ConnectFailed` and `ProviderTimeout` for the way,
    `NotAModelServer` for the address, `NoModels` for an empty list.
    """
    try:
        async with asyncio.timeout(_SECONDS):
            for proof in _find_proofs(place):
                await _ask(session, policy, place, proof)
            body = await _ask(session, policy, place, _find_list(place))
    except TimeoutError as error:
        raise ProviderTimeout(place.provider) from error
    entries = _find_entries(body)
    if entries is None:
        raise NotAModelServer(place.provider)
    names = tuple(dict.fromkeys(_name_models(entries)))[:_MOST_MODELS]
    if not names:
        raise NoModels(place.provider)
    return names


def _find_profile(place: ModelListing) -> Profile:
    return choose_profile(place.provider, place.base_url, place.profile)


def _find_list(place: ModelListing) -> str:
    base = place.base_url.rstrip("/")
    match place.kind:
        case "anthropic":
            return f"{base.removesuffix('/v1')}/v1/models?limit=1000"
        case "google":
            return f"{base}/v1beta/models?pageSize=1000"
        case _:
            return _find_profile(place).build_list_url(base, place.api_version)


def _find_proofs(place: ModelListing) -> tuple[str, ...]:
    """OpenRouter lists its models to everybody, so the key itself has to be asked about."""
    is_open = choose_profile(place.provider, place.base_url).name == "openrouter"
    return (f"{place.base_url.rstrip('/')}/key",) if is_open else ()


def _build_headers(place: ModelListing) -> dict[str, str]:
    if place.key is None:
        return {}
    match place.kind:
        case "anthropic":
            return {"x-api-key": place.key, "anthropic-version": _ANTHROPIC_VERSION}
        case "google":
            return {"x-goog-api-key": place.key}
        case _:
            return _find_profile(place).build_auth(place.key)


async def _ask(session: Session, policy: AddressPolicy, place: ModelListing, url: str) -> Any:
    try:
        response = await get(session, policy, url, headers=_build_headers(place), silence_seconds=_SECONDS)
        try:
            body = await read_capped(response, _LARGEST_LIST)
        finally:
            response.close()
    except NotHttp as error:
        raise NotAModelServer(place.provider) from error
    except EgressError as error:
        raise build_failure(place.provider, error) from error
    if response.status != 200:
        failure = classify(place.provider, response.status, body, response.headers, secret=place.key)
        # There is no model in a question for the list: whoever does not know it has no such page.
        if isinstance(failure, ModelUnknown | RequestRejected):
            raise NotAModelServer(place.provider, status=response.status)
        raise failure
    try:
        # A list of megabytes is a stranger's to make long, not the loop's to read.
        return await asyncio.to_thread(orjson.loads, body)
    except orjson.JSONDecodeError as error:
        raise NotAModelServer(place.provider) from error


def _find_entries(body: Any) -> list[Any] | None:
    """The list in the answer: `data` on most wires, `models` on Google's."""
    found = (body.get("data", body.get("models")) if isinstance(body, dict) else None) or None
    if found is None and isinstance(body, dict) and ("data" in body or "models" in body):
        return []
    return found if isinstance(found, list) else None


def _name_models(entries: list[Any]) -> Iterator[str]:
    for each in entries:
        name = each.get("id", each.get("name")) if isinstance(each, dict) else None
        if not isinstance(name, str) or not name or len(name) > 200:
            continue
        answers = each.get("supportedGenerationMethods")
        if answers is None or "generateContent" in answers:
            yield name.removeprefix("models/")
