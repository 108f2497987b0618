"""From settings to providers."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from antiphon.app.models import gather_models
from antiphon.app.ways import Ways
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.model import ModelFacts, Prices
from antiphon.conversation.payload import Message, Payload
from antiphon.egress.session import Session
from antiphon.providers import detect
from antiphon.providers.provider import WireRequest
from antiphon.settings import ModelSettings, ProviderSettings, Settings, load_settings
from tests.fakes.model_server import ModelServer, fail

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "add-a-model.md"


async def encode(session: Session, provider: ProviderSettings, model: str = "gpt-5.2") -> WireRequest:
    models = await gather_models(
        Settings.model_validate({"providers": {"mine": provider}}), Ways(session, session, session)
    )
    payload = Payload(AdvisorId("ada"), f"mine:{model}", (Message("user", "Hi"),), 50)
    return models.providers["mine"].encode(payload)


async def test_a_profile_is_found_by_the_address_or_by_its_name(session: Session) -> None:
    by_host = await encode(session, ProviderSettings(base_url="https://api.mistral.ai/v1"))
    by_name = await encode(session, ProviderSettings(base_url="http://127.0.0.1:1/v1", profile="mistral"))
    neither = await encode(session, ProviderSettings(base_url="http://127.0.0.1:1/v1"))

    assert b"stream_options" not in by_host.body + by_name.body
    assert b"stream_options" in neither.body


async def test_a_server_found_on_this_machine_is_given_time(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """It loads models and answers a few at a time; the next in line hears nothing meanwhile."""
    with ModelServer() as server:
        monkeypatch.setattr(detect, "_USUAL", (("llamacpp", server.base_url),))
        found = (await gather_models(Settings(), Ways(session, session, session))).configured["llamacpp"]
    usual = ProviderSettings()

    assert found.first_byte_seconds >= 4 * usual.first_byte_seconds
    assert found.idle_seconds >= 4 * usual.idle_seconds
    assert found.concurrency < usual.concurrency


async def test_azure_is_reached_through_its_deployments(session: Session) -> None:
    azure = ProviderSettings(base_url="https://house.openai.azure.com", api_version="2025-04-01-preview")

    request = await encode(session, azure, "mine-5")

    assert request.url == (
        "https://house.openai.azure.com/openai/deployments/mine-5/chat/completions?api-version=2025-04-01-preview"
    )


async def test_what_is_shown_of_an_address_gives_nobody_access(session: Session) -> None:
    """R-09: `/v1/status` hides what `/v1/settings` hides."""
    address = "https://me:hunter2hunter2@gate.example/v1?api_key=SECRETQ123456"

    models = await gather_models(
        Settings.model_validate({"providers": {"mine": ProviderSettings(base_url=address)}}),
        Ways(session, session, session),
    )

    shown = next(each["base_url"] for each in models.described if each["name"] == "mine")
    assert shown == "https://me:***@gate.example/v1?api_key=***"


async def test_azure_without_a_version_is_refused(session: Session) -> None:
    with pytest.raises(SettingsInvalid, match=r"providers\.mine\.api_version"):
        await encode(session, ProviderSettings(base_url="https://house.openai.azure.com"))


async def test_what_a_person_says_goes_before_the_profile(session: Session) -> None:
    said = ProviderSettings(base_url="https://api.openai.com/v1", max_tokens_field="max_tokens")

    assert b'"max_tokens":50' in (await encode(session, said)).body


@pytest.mark.parametrize(
    ("kind", "model", "url"),
    [
        ("anthropic", "claude-opus-4-6", "https://api.anthropic.com/v1/messages"),
        ("google", "gemini-2.5-flash", "https://generativelanguage.googleapis.com/"),
    ],
)
async def test_wires_with_one_owner_need_no_address(session: Session, kind: str, model: str, url: str) -> None:
    request = await encode(session, ProviderSettings.model_validate({"kind": kind}), model)

    assert request.url.startswith(url)


@pytest.mark.parametrize("kind", ["anthropic", "google"])
async def test_a_wire_without_its_extra_says_what_to_install(
    session: Session, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.delitem(sys.modules, f"antiphon.providers.bridge.{kind}", raising=False)
    monkeypatch.setitem(sys.modules, f"pydantic_ai.models.{kind}", None)

    with pytest.raises(SettingsInvalid) as refusal:
        await encode(session, ProviderSettings.model_validate({"kind": kind}))

    assert refusal.value.problems == (f"providers.mine.kind: install the extra `{kind}` first",)


def test_a_key_without_its_extra_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("antiphon.settings.providers.find_spec", lambda package: None)

    loaded = load_settings(environ={"ANTHROPIC_API_KEY": "a", "GEMINI_API_KEY": "b", "OPENAI_API_KEY": "c"})

    assert set(loaded.settings.providers) == {"openai"}


def test_a_key_with_its_extra_opens_its_wire() -> None:
    environ = {"ANTHROPIC_API_KEY": "a", "GOOGLE_API_KEY": "general", "GEMINI_API_KEY": "particular"}

    providers = load_settings(environ=environ).settings.providers

    assert {name: each.kind for name, each in providers.items()} == {"anthropic": "anthropic", "google": "google"}
    assert providers["google"].api_key is not None
    assert providers["google"].api_key.get_secret_value() == "particular"


def test_the_house_stands_without_the_libraries() -> None:
    """A base install has none of them, and starting must not wait for seconds of imports."""
    script = (
        "import sys, antiphon.app.build, antiphon.app.server, antiphon.app.doctor, antiphon.cli.main;"
        "found = {'pydantic_ai', 'httpx2', 'anthropic', 'google.genai'} & set(sys.modules);"
        "sys.exit(str(sorted(found)) if found else 0)"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


async def test_what_is_said_about_a_model_is_known_by_its_full_name(session: Session) -> None:
    said = {
        "qwen3:8b": ModelSettings(context_window=8192, output_limit=1024),
        "big": ModelSettings(input_limit=100_000, tokens_per_minute=9, input_price=1, output_price=2, cached_price=0.1),
    }
    mine = ProviderSettings(base_url="http://127.0.0.1:1/v1", models=said)

    models = await gather_models(
        Settings.model_validate({"providers": {"mine": mine}}), Ways(session, session, session)
    )

    assert models.facts_overrides == {
        "mine:qwen3:8b": ModelFacts(window=8192, output_limit=1024, source="settings"),
        "mine:big": ModelFacts(
            input_limit=100_000, tokens_per_minute=9, prices=Prices(1, 2, cached_input=0.1), source="settings"
        ),
    }


@pytest.mark.parametrize("prices", [{"input_price": 1}, {"output_price": 1}, {"cached_price": 1}])
def test_half_a_price_is_refused(prices: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="price"):
        ModelSettings.model_validate(prices)


async def test_a_model_found_on_this_machine_brings_its_window(
    server: ModelServer, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detect, "_USUAL", (("llamacpp", server.base_url),))
    server.pages["/props"] = fail(200, {"default_generation_settings": {"n_ctx": 8192}})

    models = await gather_models(Settings.model_validate({}), Ways(session, session, session))

    assert models.default == "llamacpp:echo"
    assert models.facts_overrides["llamacpp:echo"].window == 8192


@pytest.mark.parametrize("example", re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
async def test_every_example_of_the_page_can_be_used(session: Session, example: str) -> None:
    settings = Settings.model_validate(tomllib.loads(example))
    given = {name: each for name, each in settings.providers.items() if each.base_url or each.kind != "openai_chat"}

    models = await gather_models(settings.model_copy(update={"providers": given}), Ways(session, session, session))

    assert set(models.providers) == {"scripted", *given}
