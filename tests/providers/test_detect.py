"""Models already running on this machine, and how much they can hold."""

import pytest

from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session
from antiphon.providers import detect
from antiphon.providers.detect import LocalModel, ModelTraits, find_local_models, find_traits
from tests.fakes.model_server import ModelServer, Script, fail

POLICY = AddressPolicy(allow_private=True)


@pytest.fixture
def usual(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    """The usual ports, all of them this server's."""
    monkeypatch.setattr(detect, "_USUAL", (("ollama", server.base_url), ("llamacpp", server.base_url)))
    return server


async def test_servers_are_found_with_their_first_model_and_window(usual: ModelServer, session: Session) -> None:
    usual.models = ["qwen3:8b", "other"]
    usual.pages["/api/ps"] = fail(200, {"models": [{"name": "qwen3:8b", "context_length": 4096}]})
    usual.pages["/props"] = fail(
        200, {"default_generation_settings": {"n_ctx": 8192}, "chat_template_caps": {"supports_tools": False}}
    )

    found = await find_local_models(session, POLICY)

    assert found == [
        LocalModel("ollama", usual.base_url, "qwen3:8b", ModelTraits(4096)),
        LocalModel("llamacpp", usual.base_url, "qwen3:8b", ModelTraits(8192, takes_tools=False)),
    ]


async def test_without_a_loaded_model_ollama_is_asked_what_its_file_says(server: ModelServer, session: Session) -> None:
    server.pages["/api/ps"] = fail(200, {"models": []})
    server.pages["/api/show"] = fail(
        200,
        {
            "parameters": 'stop "<|im_end|>"\nnum_ctx                        16384\ntemperature 1',
            "model_info": {"qwen3.context_length": 262144},
            "capabilities": ["completion", "tools"],
        },
    )

    traits = await find_traits(session, POLICY, "ollama", server.base_url, "qwen3")

    assert traits == ModelTraits(16384, takes_tools=True)
    assert server.requests[-1].json == {"model": "qwen3"}


@pytest.mark.parametrize(
    "page",
    [
        fail(404),
        fail(200, b"<html>"),
        fail(200, {"default_generation_settings": {"n_ctx": "many"}}),
        fail(200, {"default_generation_settings": {"n_ctx": True}}),
        fail(200, []),
        fail(200, {"models": [7], "parameters": "num_ctx lots", "model_info": {"x.context_length": 9}}),
    ],
)
@pytest.mark.parametrize("provider", ["ollama", "llamacpp"])
async def test_a_server_that_does_not_say_is_not_guessed_at(
    server: ModelServer, session: Session, provider: str, page: Script
) -> None:
    for path in ("/api/ps", "/api/show", "/props"):
        server.pages[path] = page

    assert await find_traits(session, POLICY, provider, server.base_url, "m") == ModelTraits()


async def test_what_is_no_model_server_is_not_found(usual: ModelServer, session: Session) -> None:
    usual.pages["/v1/models"] = fail(200, {"data": ["not a model"]})

    assert await find_local_models(session, POLICY) == []


async def test_a_silent_port_does_not_keep_anybody_waiting(
    usual: ModelServer, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detect, "_SECONDS", 0.05)
    usual.hold("")

    assert await find_local_models(session, POLICY) == []
