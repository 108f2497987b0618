"""Models that are already running on this machine."""

import asyncio
from typing import NamedTuple

from antiphon.egress.errors import EgressError
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, get_json

# A local server answers at once or is not there; nobody should wait longer for the first prompt.
_SECONDS = 0.5
_USUAL = (("ollama", "http://127.0.0.1:11434/v1"), ("llamacpp", "http://127.0.0.1:8080/v1"))


class LocalModel(NamedTuple):
    """A model server found on its usual port, and the first model it offers."""

    provider: str
    base_url: str
    model: str


async def find_local_models(session: Session, policy: AddressPolicy) -> list[LocalModel]:
    """The servers that answer now, in the order they are preferred."""
    found = await asyncio.gather(*(_ask(session, policy, name, url) for name, url in _USUAL))
    return [each for each in found if each is not None]


async def _ask(session: Session, policy: AddressPolicy, name: str, base_url: str) -> LocalModel | None:
    try:
        answer = await get_json(session, policy, f"{base_url}/models", _SECONDS)
    except (EgressError, TimeoutError):
        return None
    return _first_model(name, base_url, answer)


def _first_model(name: str, base_url: str, answer: object) -> LocalModel | None:
    """Whatever listens on that port may be no model server at all."""
    models = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(models, list) or not models or not isinstance(models[0], dict):
        return None
    model = models[0].get("id")
    return LocalModel(name, base_url, model) if isinstance(model, str) else None
