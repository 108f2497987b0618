"""Others on the same rig, as relays: what `just others` installs, each in an environment of its own.

They are asked over the same wire as the bare relay, one completion per voice, and each in the plainest way its own
documentation has: one process, no database of its own making, nothing looked up elsewhere.
"""

import json
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.clients import HOST, ask_at, show_token
from bench.relays import PATH
from tests.fakes.servers import Plan, ServerFailed, find_free_port

FOLDER: Final = Path(".others")
# It refuses to start without one, and with a short one.
_KEY: Final = f"sk-{'b3nc4' * 8}"


@dataclass(frozen=True, slots=True)
class Other:
    """A product: its program, where it says that it is well, and where completions are asked for."""

    program: str
    arguments: tuple[str, ...]
    health: str
    path: str
    environment: dict[str, str] = field(default_factory=dict)
    signs_in: str = ""


OTHERS: Final = {
    "litellm": Other(
        "litellm/bin/litellm",
        ("--config", "{folder}/config.json", "--host", HOST, "--port", "{port}", "--num_workers", "1"),
        "/health/liveliness",
        PATH,
        {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_LOG": "ERROR", "LITELLM_MASTER_KEY": _KEY},
    ),
    "open-webui": Other(
        "open-webui/bin/open-webui",
        ("serve", "--host", HOST, "--port", "{port}"),
        "/health",
        "/api/chat/completions",
        {
            "WEBUI_AUTH": "false",
            "OFFLINE_MODE": "true",
            "HF_HUB_OFFLINE": "1",
            "RAG_EMBEDDING_MODEL_AUTO_UPDATE": "false",
            "ENABLE_OLLAMA_API": "false",
        },
        "/api/v1/auths/signin",
    ),
}


def plan_other(variant: str, upstream: str, folder: Path, core: int | None) -> Plan:
    """How it is started; refuses one that is not installed."""
    other = OTHERS[variant]
    program = (FOLDER / other.program).absolute()
    if not program.exists():
        raise ServerFailed(f"{variant} is not installed: just others")
    port = find_free_port()
    told = {"model": "openai/fake", "api_base": f"{upstream}/v1", "api_key": _KEY}
    config = {"model_list": [{"model_name": "fake", "litellm_params": told}]}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    environment = other.environment | {
        "DATA_DIR": str(folder),
        "WEBUI_SECRET_KEY": _KEY,
        "OPENAI_API_BASE_URL": f"{upstream}/v1",
        "OPENAI_API_KEY": _KEY,
    }
    arguments = [each.format(folder=folder, port=port) for each in other.arguments]
    return Plan([str(program), *arguments], port, folder, core, environment)


def enter(variant: str, port: int) -> None:
    """Ask it where it is asked, as somebody it knows."""
    other = OTHERS[variant]
    ask_at(other.path)
    if not other.signs_in:
        show_token(_KEY)
        return
    body = json.dumps({"email": "", "password": ""}).encode()
    address = f"http://{HOST}:{port}"
    request = urllib.request.Request(address + other.signs_in, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        token = json.load(answer)["token"]
    show_token(token)
    # It knows a model once somebody has asked for the list.
    asked = urllib.request.Request(f"{address}/api/models", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(asked, timeout=30):
        pass
