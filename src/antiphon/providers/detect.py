"""Models that are already running on this machine."""

import asyncio
import re
from typing import Any, NamedTuple

from antiphon.egress.errors import EgressError
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, get_json, post_json

# A local server answers at once or is not there; nobody should wait longer for the first prompt.
_SECONDS = 0.5
_USUAL = (("ollama", "http://127.0.0.1:11434/v1"), ("llamacpp", "http://127.0.0.1:8080/v1"))
_NUM_CTX = re.compile(r"^num_ctx\s+([0-9]{1,9})\s*$", re.MULTILINE)


class ModelTraits(NamedTuple):
    """What a server on this machine says of a model: the window it gives it, and whether it can call tools.

    Absent means that it does not say.
    """

    window: int | None = None
    takes_tools: bool | None = None


class LocalModel(NamedTuple):
    """A model server found on its usual port, the first model it offers, and what it says of that."""

    provider: str
    base_url: str
    model: str
    traits: ModelTraits = ModelTraits()


async def find_local_models(session: Session, policy: AddressPolicy) -> list[LocalModel]:
    """The servers that answer now, in the order they are preferred."""
    found = await asyncio.gather(*(_ask(session, policy, name, url) for name, url in _USUAL))
    return [each for each in found if each is not None]


async def find_traits(session: Session, policy: AddressPolicy, provider: str, base_url: str, model: str) -> ModelTraits:
    """What this server says of the model.

    What a model was trained for is more than most servers have memory for, and Ollama cuts silently, so only the window
    in use counts.
    """
    root = base_url.rstrip("/").removesuffix("/v1")
    try:
        if provider == "ollama":
            return await _find_ollama_traits(session, policy, root, model)
        props = await get_json(session, policy, f"{root}/props", _SECONDS)
    except EgressError:
        return ModelTraits()
    window = _positive(_dig(props, "default_generation_settings", "n_ctx"))
    return ModelTraits(window, _truth(_dig(props, "chat_template_caps", "supports_tools")))


async def _find_ollama_traits(session: Session, policy: AddressPolicy, root: str, model: str) -> ModelTraits:
    """The window of the loaded model, else the one its file asks for; and what the file can do."""
    running = _dig(await get_json(session, policy, f"{root}/api/ps", _SECONDS), "models")
    loaded = [each for each in running if _dig(each, "name") == model] if isinstance(running, list) else []
    window = _positive(_dig(loaded[0], "context_length")) if loaded else None
    try:
        shown = await post_json(session, policy, f"{root}/api/show", {"model": model}, _SECONDS)
    except EgressError:
        return ModelTraits(window)
    said = _NUM_CTX.search(str(_dig(shown, "parameters") or ""))
    can = _dig(shown, "capabilities")
    takes_tools = "tools" in can if isinstance(can, list) else None
    return ModelTraits(window or (_positive(int(said[1])) if said else None), takes_tools)


async def _ask(session: Session, policy: AddressPolicy, name: str, base_url: str) -> LocalModel | None:
    try:
        answer = await get_json(session, policy, f"{base_url}/models", _SECONDS)
    except EgressError:
        return None
    model = _first_model(answer)
    if model is None:
        return None
    return LocalModel(name, base_url, model, await find_traits(session, policy, name, base_url, model))


def _first_model(answer: object) -> str | None:
    """Whatever listens on that port may be no model server at all."""
    models = _dig(answer, "data")
    model = _dig(models[0], "id") if isinstance(models, list) and models else None
    return model if isinstance(model, str) else None


def _dig(body: Any, *keys: str) -> Any:
    for key in keys:
        body = body.get(key) if isinstance(body, dict) else None
    return body


def _positive(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _truth(value: object) -> bool | None:
    return value if isinstance(value, bool) else None
