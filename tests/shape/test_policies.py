"""No route without a policy, no body that sets what the server owns, no door left open from testing."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from types import ModuleType

import pytest
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api import agui as api_agui
from antiphon.api import openai as api_openai
from antiphon.api import routes as api_routes
from antiphon.api import schemas as api_schemas
from antiphon.api.application import build_application, list_routes, policies
from antiphon.api.dependencies import Dependencies
from antiphon.api.document import takes_key
from antiphon.api.guard import PUBLIC, find_principal
from antiphon.api.openai import responses as api_responses
from antiphon.api.routes import advisors
from antiphon.api.schemas import body
from antiphon.api.schemas.choice import ChoiceBody


def load_all(package: ModuleType) -> list[ModuleType]:
    """Every file of a room, so that none can be forgotten here."""
    found = pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    return [importlib.import_module(each.name) for each in found]


ROUTERS = [
    each
    for room in (api_routes, api_openai, api_responses, api_agui)
    for each in load_all(room)
    if hasattr(each, "router")
]
# The wire is somebody else's and grows without us: what is not known there is named in the answer.
OTHERS_WIRES = {
    "/agui/{kind}/{slug}",
    "/openai/v1/chat/completions",
    "/v1/chat/completions",
    "/openai/v1/responses",
    "/v1/responses",
}
# A POST because what people write does not belong into addresses; nothing is changed.
LOOKS = {
    # What its tools do is asked of the routes that do it.
    "/mcp",
    # Nobody is there.
    "/openai/{rest:path}",
    "/v1/cards/read",
    "/v1/conversations/{conversation_id}/preview",
    "/v1/conversations/{conversation_id}/preview/compare",
    "/v1/conversations/{conversation_id}/preview/diff",
    "/v1/conversations/{conversation_id}/revisits/forecast",
    "/v1/conversations/{conversation_id}/rounds/forecast",
    "/v1/filters/read",
    "/v1/preview",
    "/v1/preview/diff",
}
PUBLIC_ROUTES = {
    "GET /healthz",
    "GET /readyz",
    "GET /startupz",
    "GET /v1/docs",
    "GET,HEAD /v1/openapi.json",
    "GET,HEAD /{address:path}",
}

# What costs money and keeps nothing that a key could stand for: a person waits in front of a form. A model that has
# said its word is not asked again, so connecting twice costs what it costs once.
WITHOUT_KEY = {"describe_advisor", "add_provider", "check_models", "set_advisor_models"}

# What only the server may say about a thing.
OWNED = {
    "id", "workspace_id", "owner_id", "org_id", "principal_id", "user_id", "role", "seq", "epoch", "version", "state",
    "position", "created_at", "updated_at", "turn_count", "in_flight", "completed", "error", "metrics",
}  # fmt: skip

# What would name something on this machine: a program, what it is given, or where something lies.
PROGRAM_OR_FILE = re.compile(
    r"(^|_)(commands?|args?|argv|env|environ|environment|cwd|exec|executable|program|script|shell"
    r"|file_?name|folder|directory|dir|root)(_|$)"
)

BODIES = sorted(
    {
        model
        for room in load_all(api_schemas)
        for _, model in inspect.getmembers(room, inspect.isclass)
        if issubclass(model, body.Body) and model is not body.Body
    },
    key=lambda model: model.__name__,
)


def never_opened() -> AbstractAsyncContextManager[Dependencies]:
    raise AssertionError("these tests do not go in")


def build() -> FastAPI:
    return build_application(never_opened, "0")


def routes() -> Iterator[APIRoute]:
    for room in ROUTERS:
        for route in room.router.routes:
            assert isinstance(route, APIRoute)
            yield route


def routes_with_accounts() -> Iterator[APIRoute]:
    every = build_application(never_opened, "0", accounts=True)
    return (each for each in list_routes(every.routes) if isinstance(each, APIRoute))


def asks_who_it_is(dependant: Dependant) -> bool:
    """True when the principal is found, and thereby checked, before the endpoint runs."""
    return dependant.call is find_principal or any(asks_who_it_is(each) for each in dependant.dependencies)


def test_every_route_declares_a_policy() -> None:
    """I-57."""
    declared = policies(build())

    assert len(declared) == len(list(routes())) + 1
    assert all(isinstance(policy, Policy) for policy in declared.values())


def test_a_route_is_made_once_however_many_applications_there_are() -> None:
    """Making all of them again is half a second, and whoever asks first would wait for it."""
    made = {id(route) for route in routes()}

    assert made < {id(route) for route in build().routes}


def test_public_routes_are_these_and_no_others() -> None:
    """A short list that grows only on purpose."""
    assert {name for name, policy in policies(build()).items() if policy is not None and policy.public} == PUBLIC_ROUTES


def test_a_declared_policy_is_also_enforced() -> None:
    """I-57: the policy is checked when the caller is asked for, so every route that is not public asks."""
    unchecked = [
        route.path
        for route in routes_with_accounts()
        if not route.endpoint.policy.public and not asks_who_it_is(route.dependant)  # type: ignore[attr-defined]
    ]

    assert unchecked == []


def test_changing_routes_require_a_changing_verb() -> None:
    """S-06."""
    weak = [
        route.path
        for route in routes_with_accounts()
        if route.methods - {"GET", "HEAD"}
        and getattr(route.endpoint, "policy", PUBLIC).verb is Verb.READ
        and route.path not in LOOKS
    ]

    assert weak == []


def test_changing_and_deleting_need_what_creating_needs() -> None:
    """S-08: making a thing of a kind, changing one and removing one are told by the same verb on the same thing."""
    declared = [(route, getattr(route.endpoint, "policy", PUBLIC)) for route in routes_with_accounts()]
    made = {route.path: (policy.verb, policy.thing) for route, policy in declared if "POST" in route.methods}
    changes = [(route.path, policy) for route, policy in declared if route.methods & {"PATCH", "PUT", "DELETE"}]
    of_made = [(re.sub(r"/\{[^{}]+\}$", "", path), policy) for path, policy in changes]
    of_made = [(collection, policy) for collection, policy in of_made if collection in made]

    assert len(of_made) > 20
    assert [collection for collection, policy in of_made if (policy.verb, policy.thing) != made[collection]] == []


def test_whatever_costs_money_takes_a_key() -> None:
    paid = {route.operation_id for route in routes() if getattr(route.endpoint, "policy", PUBLIC).cost is CallCost.PAID}
    keyed = {route.operation_id for route in routes() if takes_key(route.dependant)}

    assert paid - keyed == WITHOUT_KEY


def test_a_route_without_a_policy_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """I-57."""

    async def get_everything() -> dict[str, str]:
        return {}

    bare = APIRoute("/v1/everything", get_everything, methods=["GET"])
    monkeypatch.setattr(advisors.router, "routes", [*advisors.router.routes, bare])

    with pytest.raises(RuntimeError, match=r"without a policy: GET /v1/everything"):
        build()


def test_bodies_refuse_unknown_fields() -> None:
    """S-12."""
    assert [model.__name__ for model in BODIES if model.model_config.get("extra") != "forbid"] == []


def test_bodies_cannot_set_what_the_server_owns() -> None:
    """S-12."""
    assert [model.__name__ for model in BODIES if set(model.model_fields) & OWNED] == []


def test_every_body_is_one_of_these_models() -> None:
    """S-12: no route of ours takes a dictionary, a form or a model written somewhere else."""
    taken = [
        field.field_info.annotation
        for route in routes()
        if route.path not in OTHERS_WIRES
        for field in route.dependant.body_params
    ]

    assert taken
    assert set(taken) == set(BODIES) - {ChoiceBody}


def test_no_body_names_a_program_or_a_file() -> None:
    """R-01, F-01: programs are those of the operator's file, and files are found by ids of ours.

    The folder of a conversation is a row with an id of ours and has nothing to do with files.
    """
    named = {
        f"{model.__name__}.{field}" for model in BODIES for field in model.model_fields if PROGRAM_OR_FILE.search(field)
    }

    assert named == {"ChangedConversation.folder_id"}


def test_no_route_was_left_over_from_testing() -> None:
    """S-11."""
    assert [path for path in policies(build()) if "test" in path.lower() or "debug" in path.lower()] == []


def test_no_host_name_was_left_over_from_testing() -> None:
    """S-11, C-02: a name that only tests use would be a name somebody else can register."""
    source = inspect.getsource(inspect.getmodule(find_principal))  # type: ignore[arg-type]

    assert "testserver" not in source
