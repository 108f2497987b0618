"""What the front door is told about providers."""

import pytest

from antiphon.app.models import Models, gather_models
from antiphon.app.places import describe_providers
from antiphon.app.ways import Ways
from antiphon.egress.session import Session
from antiphon.settings import EXTRAS, ModelSettings, ProviderSettings, Settings, load_settings


async def describe(session: Session, settings: Settings) -> dict[str, tuple[str, tuple[str, ...], str | None]]:
    """Place, models and why not, by name."""
    models: Models = await gather_models(settings, Ways(session, session, session))
    return {each.name: (each.place, each.models, each.why_not) for each in describe_providers(settings, models)}


@pytest.mark.parametrize(
    ("base_url", "place"),
    [
        ("http://127.0.0.1:1/v1", "local"),
        ("http://localhost:1/v1", "local"),
        ("http://[::1]:1/v1", "local"),
        ("http://192.168.0.7:1/v1", "remote"),
        ("https://api.openai.com/v1", "remote"),
    ],
)
async def test_a_model_on_this_machine_is_local(session: Session, base_url: str, place: str) -> None:
    found = await describe(session, Settings(providers={"mine": ProviderSettings(base_url=base_url, model="m")}))

    assert found == {"mine": (place, ("m",), None), "scripted": ("rehearsal", ("rehearsal",), None)}


async def test_models_that_are_described_are_named_and_a_star_is_not(session: Session) -> None:
    said = {"*": ModelSettings(context_window=1), "b": ModelSettings(), "a": ModelSettings()}
    mine = ProviderSettings(base_url="http://127.0.0.1:1/v1", model="a", models=said)

    found = await describe(session, Settings(providers={"mine": mine}))

    assert found["mine"][1] == ("a", "b")


async def test_a_key_whose_extra_is_missing_says_how_to_use_it(
    session: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setitem(EXTRAS, "google", ("no_such_package",))
    environ = {"ANTIPHON_DATA_DIR": str(tmp_path), "GEMINI_API_KEY": "k", "ANTIPHON_DETECT_LOCAL_MODELS": "false"}

    found = await describe(session, load_settings(environ=environ).settings)

    assert found["google"] == (
        "remote",
        (),
        "its key was found; install the extra `google` to use it",
    )
