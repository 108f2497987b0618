"""Which dialect a server speaks, and how its address and key are written."""

import pytest

from antiphon.providers.profile import GENERIC, PROFILES, choose_profile


@pytest.mark.parametrize(
    ("provider", "base_url", "wanted", "name"),
    [
        ("mine", "https://api.openai.com/v1", None, "openai"),
        ("mine", "https://openrouter.ai/api/v1", None, "openrouter"),
        ("mine", "https://house.openai.azure.com", None, "azure"),
        ("mine", "https://house.services.ai.azure.com/openai/v1", None, "azure"),
        ("mistral", "https://gateway.example/v1", None, "mistral"),
        ("openai", "https://openrouter.ai/api/v1", None, "openrouter"),
        ("ollama", "http://127.0.0.1:11434/v1", None, "ollama"),
        ("mine", "http://127.0.0.1:9000/v1", "vllm", "vllm"),
        ("openai", "https://api.openai.com/v1", "generic", "generic"),
        ("mine", "http://127.0.0.1:9000/v1", None, "generic"),
        ("mine", "https://api.openai.com.example/v1", None, "generic"),
    ],
)
def test_a_profile_is_chosen_by_wish_then_host_then_name(
    provider: str, base_url: str, wanted: str | None, name: str
) -> None:
    assert choose_profile(provider, base_url, wanted).name == name


def test_every_documented_profile_is_known() -> None:
    names = "openai azure openrouter ollama vllm llamacpp groq mistral deepseek moonshot xai generic completions"

    assert set(PROFILES) == set(names.split())
    assert all(each.name == name for name, each in PROFILES.items())


@pytest.mark.parametrize(
    ("base_url", "version", "url"),
    [
        (
            "https://house.openai.azure.com/",
            "2025-04-01-preview",
            "https://house.openai.azure.com/openai/deployments/gpt%2F5/chat/completions?api-version=2025-04-01-preview",
        ),
        (
            "https://house.openai.azure.com/openai",
            "2024-10-21",
            "https://house.openai.azure.com/openai/deployments/gpt%2F5/chat/completions?api-version=2024-10-21",
        ),
        (
            "https://house.openai.azure.com/openai/v1/",
            "",
            "https://house.openai.azure.com/openai/v1/chat/completions",
        ),
        (
            "https://house.openai.azure.com/openai/v1",
            "preview",
            "https://house.openai.azure.com/openai/v1/chat/completions?api-version=preview",
        ),
    ],
)
def test_azure_has_two_forms_of_address(base_url: str, version: str, url: str) -> None:
    assert PROFILES["azure"].build_url(base_url, "gpt/5", version) == url


def test_everybody_else_has_one_address_for_all_models() -> None:
    assert GENERIC.build_url("http://127.0.0.1:1/v1/", "a/b:c") == "http://127.0.0.1:1/v1/chat/completions"


def test_azure_wants_its_key_in_a_header_of_its_own() -> None:
    assert PROFILES["azure"].build_auth("k") == {"api-key": "k"}
    assert PROFILES["openai"].build_auth("k") == {"Authorization": "Bearer k"}


@pytest.mark.parametrize(
    ("model", "takes"),
    [
        ("gpt-4o", True),
        ("gpt-5.1", True),
        ("gpt-5.2", True),
        ("gpt-5.4-mini", True),
        ("gpt-5", False),
        ("gpt-5-mini", False),
        ("gpt-5.2-pro", False),
        ("gpt-5.3-chat-latest", False),
        ("gpt-5.6-sol", False),
        ("gpt-6-astra", False),
        ("o3", False),
        ("o4-mini", False),
        ("omni", True),
    ],
)
def test_models_that_reason_are_not_told_a_temperature(model: str, takes: bool) -> None:
    assert PROFILES["openai"].takes_temperature(model) is takes
    assert PROFILES["vllm"].takes_temperature(model)
