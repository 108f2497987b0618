"""Models are listed the way they are talked to."""

import pytest

from antiphon.app.look_at_models import check_models
from antiphon.app.models import build_listing
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session
from antiphon.providers.listing import list_models
from antiphon.settings import HOMES, ProviderSettings, Settings
from tests.fakes.model_server import ModelServer

POLICY = AddressPolicy(allow_private=True)


def build(**said: str) -> ProviderSettings:
    return ProviderSettings.model_validate({"api_key": "k-1", **said})


@pytest.mark.parametrize("kind", ["anthropic", "google"])
def test_a_wire_of_its_own_is_at_home_under_any_name(kind: str) -> None:
    assert build_listing("work", build(kind=kind)).base_url == HOMES[kind]


@pytest.mark.parametrize(
    ("said", "end", "asked", "header"),
    [
        ({"kind": "anthropic"}, "/v1", "/v1/models?limit=1000", "x-api-key"),
        ({"kind": "anthropic"}, "", "/v1/models?limit=1000", "x-api-key"),
        ({"profile": "azure"}, "/openai/v1", "/openai/v1/models", "api-key"),
        ({"profile": "azure", "api_version": "2024-10-21"}, "", "/openai/models?api-version=2024-10-21", "api-key"),
        ({}, "/v1", "/v1/models", "authorization"),
    ],
)
async def test_the_list_is_asked_for_where_and_as_the_wire_has_it(
    server: ModelServer, session: Session, said: dict[str, str], end: str, asked: str, header: str
) -> None:
    place = build_listing("mine", build(base_url=f"http://127.0.0.1:{server.port}{end}", **said))

    names = await list_models(session, POLICY, place)

    [request] = server.requests
    assert names == ("echo",)
    assert request.path == asked
    assert request.headers[header].endswith("k-1")


async def test_a_deployment_is_not_missed_in_a_list_of_models(server: ModelServer) -> None:
    """Azure lists what could be deployed; what somebody calls a deployment is not among it."""
    address = f"http://127.0.0.1:{server.port}/openai/v1"
    azure = build(base_url=address, profile="azure", model="my-deployment")
    other = build(base_url=address, model="my-deployment")

    checks = await check_models(Settings.model_validate({"providers": {"azure": azure, "other": other}}))

    assert {each.name: each.fault for each in checks} == {
        "models": None,
        "provider azure": None,
        "provider other": "model_missing",
    }
