"""Everybody who may come, and every route there is: each is answered as its policy says, and no other way.

Routes are read from the application itself. One that is added is asked by everybody here, without anybody's doing.
"""

import re
from collections.abc import AsyncIterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi import APIRouter
from fastapi.routing import APIRoute

from antiphon.access.policy import SCOPES, Policy, Verb, is_allowed
from antiphon.access.principal import InstanceRole, Principal, Role
from antiphon.api import application, guard
from antiphon.api.bounded import BoundedRoute
from antiphon.api.guard import allow
from antiphon.api.routes import topics
from antiphon.app import run_in_process
from antiphon.conversation.ids import PrincipalId, WorkspaceId
from antiphon.settings import Settings, override_settings
from antiphon.store.unit import Store
from tests.fakes.accounts import OURS, Place, Somebody, open_place
from tests.fakes.model_server import ModelServer
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.journeys.conftest import House
from tests.journeys.test_two_people import enter, live

pytestmark = [pytest.mark.both_databases, pytest.mark.timeout(400)]

UNLIMITED = {"calls_per_minute": 0, "heavy_calls_per_minute": 0, "paid_calls_per_minute": 0}
# Whoever is signed out by a question signs in again before the next.
LEAVING = ("/v1/auth/sign-out", "/v1/auth/sign-out-everywhere", "/v1/auth/oidc/sign-out")
# A token that gives itself back is none any more.
GIVING_BACK = ("/v1/me/token",)
# What is written down of a request whatever it asks: when a credential was used last.
NOTED = ("touch_session", "touch_token")


@dataclass(frozen=True, slots=True)
class Route:
    """A route, and what it requires."""

    method: str
    path: str
    policy: Policy

    @property
    def address(self) -> str:
        return re.sub(r"{[^}]+}", "nobody_has_this", self.path)


@dataclass(slots=True)
class Visitor:
    """Somebody who asks, and who they are; nobody when nothing they show counts."""

    name: str
    browser: Somebody
    principal: Principal | None
    email: str = ""

    async def ask(self, route: Route) -> tuple[int, str]:
        """The status of the answer and the code of its problem; a stream is not read."""
        headers = {"Authorization": f"Bearer {self.browser.token}"} if self.browser.token else OURS
        more: dict[str, Any] = {"json": {}} if route.policy.body else {}
        address = self.browser.url + route.address
        async with self.browser.session.request(route.method, address, headers=headers, **more) as answer:
            is_problem = answer.status >= 400 and answer.content_type.endswith("json")
            return answer.status, (await answer.json()).get("code", "") if is_problem else ""

    async def return_from(self, route: Route) -> None:
        if route.path in LEAVING and self.email and self.principal is not None:
            assert (await self.browser.sign_in(self.email))[0] == 204

    def expect(self, route: Route) -> set[str] | None:
        """The codes it must be refused with; `None` when it is let in, whatever comes of it then."""
        if route.policy.public:
            return None
        if self.principal is None:
            return {"not_signed_in"}
        if route.policy.fresh and self.principal.verified_at is None and self.browser.token:
            # A program proves nothing again, so it is refused for one or the other.
            return {"verify_again", "not_allowed"}
        return None if is_allowed(self.principal, route.policy) else {"not_allowed"}


def list_api_routes() -> list[Route]:
    """Every route of the application with accounts."""
    app = application.build_application(None, "0", accounts=True)  # type: ignore[arg-type] # it is not started
    return [
        Route(method, route.path, route.endpoint.policy)
        for route in application.list_routes(app.routes)
        if isinstance(route, APIRoute)
        for method in sorted(route.methods)
    ]


@pytest.fixture
async def place(settings: Settings, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Place]:
    async with open_place(override_settings(settings, accounts="on", **UNLIMITED), capsys) as made:
        yield made


async def gather(place: Place) -> list[Visitor]:
    """The owner and everybody else who may come."""
    owner = await place.own()
    found = [await _meet("owner", owner, "ada@example.org")]
    for name, instance_role, role in (
        ("another", "member", "member"),
        ("admin", "admin", "admin"),
        ("auditor", "auditor", "viewer"),
        ("suspended", "member", "member"),
    ):
        somebody = await place.join(owner, name, instance_role=instance_role, workspace_role=role)
        found.append(await _meet(name, somebody, f"{name}@example.org"))
    for name, scopes in (("a token for all", list(SCOPES)), ("a token for less", ["export"])):
        _, made = await found[1].browser.ask("POST", "/v1/me/tokens", {"name": name, "scopes": scopes})
        program = await _meet(name, place.open(made["token"]), "")
        assert program.principal is not None
        program.principal = Principal(*_roles(program.principal), scopes=frozenset(scopes), token_id="k")
        found.append(program)
    suspended = next(each for each in found if each.name == "suspended")
    assert suspended.principal is not None
    assert (await owner.ask("POST", f"/v1/people/{suspended.principal.id}/suspend"))[0] == 200
    suspended.principal = None
    return [*found, Visitor("signed out", place.open(), None)]


def _roles(principal: Principal) -> tuple[PrincipalId, WorkspaceId, Role, Any, InstanceRole]:
    return principal.id, principal.workspace_id, principal.role, principal.kind, principal.instance_role


async def _meet(name: str, browser: Somebody, email: str) -> Visitor:
    _, me = await browser.ask("GET", "/v1/me")
    roles = PrincipalId(me["id"]), WorkspaceId(me["workspace_id"]), me["workspace_role"]
    return Visitor(name, browser, Principal(*roles, instance_role=me["instance_role"]), email)


async def find_faults(place: Place) -> tuple[int, list[str]]:
    """How many answers were seen, and those that were others than expected."""
    visitors = await gather(place)
    faults, seen = [], 0
    for route in list_api_routes():
        for visitor in visitors:
            if route.path in GIVING_BACK and visitor.browser.token:
                continue
            status, code = await visitor.ask(route)
            expected, seen = visitor.expect(route), seen + 1
            is_right = code not in ("not_signed_in", "not_allowed") if expected is None else code in expected
            if not is_right:
                faults.append(f"{visitor.name}: {route.method} {route.path}: {status} {code}, expected {expected}")
            await visitor.return_from(route)
    return seen, faults


async def test_everybody_is_answered_as_the_policy_of_each_route_says(place: Place) -> None:
    """S-05."""
    seen, faults = await find_faults(place)

    assert faults == []
    assert seen > 8 * 180


async def test_a_route_without_a_check_is_found(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """One is planted among the others: it declares a policy, and asks nobody who they are."""
    router = APIRouter(route_class=BoundedRoute)

    @router.get("/v1/planted", operation_id="get_planted")
    @allow(Policy(Verb.READ, "topic"))
    async def get_planted() -> dict[str, str]:
        return {"found": "by anybody"}

    monkeypatch.setattr(topics, "router", router)
    planted = [each for each in list_api_routes() if each.path == "/v1/planted"]
    there = override_settings(settings, accounts="on", **UNLIMITED)

    async with run_in_process(there) as url:
        nobody = Place(url, "").open()
        visitor = Visitor("signed out", nobody, None)
        status, code = await visitor.ask(planted[0])
        await nobody.session.close()

    assert (status, code) == (200, "")
    assert visitor.expect(planted[0]) == {"not_signed_in"}


ALLOWED_NOW: ContextVar[Policy | None] = ContextVar("allowed_now", default=None)
LOOKING = frozenset((Verb.READ, Verb.AUDIT))


async def test_whatever_changes_a_row_was_allowed_to(
    settings: Settings, voices: Voices, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """S-06: one person does nearly everything there is to do, and every write on the way is looked at."""
    written: dict[str, set[str]] = {}
    check, write = guard.check_allowed, Store.write

    def remember(principal: Principal, policy: Policy) -> None:
        check(principal, policy)
        ALLOWED_NOW.set(policy)

    async def watch(self: Store, principal: Principal, work: Any, *args: Any, **kwargs: Any) -> Any:
        policy = ALLOWED_NOW.get()
        if policy is not None:
            written.setdefault(f"{policy.verb} {policy.thing}", set()).add(work.__name__)
        return await write(self, principal, work, *args, **kwargs)

    monkeypatch.setattr(guard, "check_allowed", remember)
    monkeypatch.setattr(Store, "write", watch)
    there = override_settings(settings, accounts="on", **UNLIMITED)
    with ModelServer() as other:
        async with open_place(there, capsys) as place:
            owner = await place.own()
            mine = await enter(place.url, owner)
            walked = await live(House(place.url, voices, Api(owner.session), settings.data_dir), mine, other)

    assert walked > 60
    assert sum(map(len, written.values())) > 40
    assert _find_unallowed(written) == {}


def _find_unallowed(written: Mapping[str, set[str]]) -> dict[str, set[str]]:
    only_looking = {said: names - set(NOTED) for said, names in written.items() if said.split()[0] in LOOKING}
    return {said: names for said, names in only_looking.items() if names}
