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


class LocalModel(NamedTuple):
    """A model server found on its usual port, the first model it offers, and the window it gives that model."""

    provider: str
    base_url: str
    model: str
    window: int | None = None


async def find_local_models(session: Session, policy: AddressPolicy) -> list[LocalModel]:
    """The servers that answer now, in the order they are preferred."""
    found = await asyncio.gather(*(_ask(session, policy, name, url) for name, url in _USUAL))
    return [each for each in found if each is not None]


async def find_window(session: Session, policy: AddressPolicy, provider: str, base_url: str, model: str) -> int | None:
    """How many tokens this server really gives the model; `None` when it does not say.

    What a model was trained for is more than most servers have memory for, and Ollama cuts silently, so only the size
    in use counts.
    """
    root = base_url.rstrip("/").removesuffix("/v1")
    try:
        if provider == "ollama":
            return await _find_ollama_window(session, policy, root, model)
        props = await get_json(session, policy, f"{root}/props", _SECONDS)
    except EgressError:
        return None
    return _positive(_dig(props, "default_generation_settings", "n_ctx"))


async def _find_ollama_window(session: Session, policy: AddressPolicy, root: str, model: str) -> int | None:
    """The window of the loaded model, else the one its file asks for."""
    running = _dig(await get_json(session, policy, f"{root}/api/ps", _SECONDS), "models")
    for each in running if isinstance(running, list) else []:
        if _dig(each, "name") == model and (window := _positive(_dig(each, "context_length"))):
            return window
    shown = await post_json(session, policy, f"{root}/api/show", {"model": model}, _SECONDS)
    said = _NUM_CTX.search(str(_dig(shown, "parameters") or ""))
    return _positive(int(said[1])) if said else None


async def _ask(session: Session, policy: AddressPolicy, name: str, base_url: str) -> LocalModel | None:
    try:
        answer = await get_json(session, policy, f"{base_url}/models", _SECONDS)
    except EgressError:
        return None
    model = _first_model(answer)
    if model is None:
        return None
    return LocalModel(name, base_url, model, await find_window(session, policy, name, base_url, model))


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
