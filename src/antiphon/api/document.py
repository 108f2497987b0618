"""The OpenAPI document: what the framework knows of the routes, and the problems each can answer with."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute
from starlette.types import ASGIApp
from typing_extensions import override

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.errors import STATUS, ProblemResponse
from antiphon.api.key import KEY_HEADER
from antiphon.api.schemas.problem import Problem
from antiphon.api.tracing import Traced
from antiphon.conversation import errors

# Made by the guard and the framework, not raised: their codes stand where they are answered.
_FOREIGN, _INTERNAL = (403, "foreign_request"), (500, "internal")
_SHARED = {
    401: "NotSignedIn",
    403: "Forbidden",
    404: "NotFound",
    408: "BodyStalled",
    413: "TooLarge",
    422: "Malformed",
    429: "TooManyCalls",
    500: "Internal",
    503: "Unavailable",
    507: "StoreFull",
}

_LOCATION = {"description": "Where the thing is that was made", "schema": {"type": "string"}}

Codes = dict[int, tuple[str, ...]]


class Application(FastAPI):
    """The web framework's application, with a document that tells the truth about problems.

    With `accounts` whoever is nobody is refused, and the document says so.
    """

    accounts: bool = False

    @override
    def build_middleware_stack(self) -> ASGIApp:
        """Everything around the routes, and around all of that what gives a request its id."""
        return Traced(super().build_middleware_stack(), lambda: self.state.tracer)

    @override
    def openapi(self) -> dict[str, Any]:
        """The document, made once."""
        if self.openapi_schema is None:
            _declare_problems(super().openapi(), list_routes(self.routes), accounts=self.accounts)
        assert self.openapi_schema is not None  # noqa: S101 - made above
        return self.openapi_schema


def list_routes(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """Routes of the application and of every router in it, however deep; a mount counts as a route."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is None:
            yield route
        else:
            yield from list_routes(inner.routes)


def list_codes(route: APIRoute, *, accounts: bool = False) -> Codes:
    """Every status this route can refuse or fail with, and the codes that then stand in the problem.

    What follows from the policy, the limit for bodies and the address is derived; the rest its endpoint declares.
    """
    found: dict[int, set[str]] = {}
    for status, code in _list_pairs(route, accounts=accounts):
        found.setdefault(status, set()).add(code)
    return {status: tuple(sorted(found[status])) for status in sorted(found)}


def _list_pairs(route: APIRoute, *, accounts: bool) -> Iterator[tuple[int, str]]:
    yield _FOREIGN
    yield _INTERNAL
    for kind in (*_derive(route), *_derive_proof(route, accounts=accounts), *getattr(route.endpoint, "raises", ())):
        yield STATUS[kind], kind.code


def _derive(route: APIRoute) -> Iterator[type[errors.AntiphonError]]:
    policy: Policy = route.endpoint.policy  # type: ignore[attr-defined] # an application without it is not built
    yield errors.BodyTooLarge
    if policy.body:
        yield errors.BodyStalled
    if route.path.startswith("/v1/") or route.dependant.query_params:
        yield errors.Malformed
    # A PUT makes what it names.
    if "{" in route.path and route.methods != {"PUT"}:
        yield errors.NotFound
    if takes_key(route.dependant):
        yield errors.KeyReused
    if policy.public:
        return
    yield from (errors.NotAllowed, errors.TooManyCalls, errors.StoreUnavailable, errors.StoreDamaged)
    if policy.cost is CallCost.PAID:
        # A token may be let spend so much and no more.
        yield from (errors.CeilingReached, errors.PriceUnknown)
    if policy.verb is not Verb.READ:
        yield from (errors.Draining, errors.StoreFull, errors.StoreReadOnly)


def _derive_proof(route: APIRoute, *, accounts: bool) -> Iterator[type[errors.AntiphonError]]:
    """Where people have accounts: what whoever is nobody is told, or was here too long ago."""
    policy: Policy = route.endpoint.policy  # type: ignore[attr-defined] # an application without it is not built
    if not accounts or policy.public:
        return
    yield from (errors.NotSignedIn, errors.NotSetUp, errors.SignOnRefused)
    if policy.fresh:
        yield errors.VerifyAgain


def takes_key(dependant: Dependant) -> bool:
    """Whether a request may bring an `Idempotency-Key`."""
    here = any(each.alias == KEY_HEADER for each in dependant.header_params)
    return here or any(takes_key(each) for each in dependant.dependencies)


def _declare_problems(document: dict[str, Any], routes: Iterable[BaseRoute], *, accounts: bool) -> None:
    shown = [each for each in routes if isinstance(each, APIRoute) and each.include_in_schema]
    codes = [(route, list_codes(route, accounts=accounts)) for route in shown]
    common = _find_common(found for _, found in codes)
    components = document["components"]
    components["schemas"].pop("HTTPValidationError", None)
    components["schemas"].pop("ValidationError", None)
    components["schemas"]["Problem"] = Problem.model_json_schema()
    components["responses"] = {_SHARED[status]: _describe(names) for status, names in common.items()}
    for route, found in codes:
        for method in (route.methods or set()) - {"HEAD"}:
            responses = document["paths"][route.path_format][method.lower()]["responses"]
            responses.pop("422", None)
            if "201" in responses:
                responses["201"]["headers"] = {"Location": _LOCATION}
            responses |= {
                str(status): _refer(status) if common.get(status) == names else _describe(names)
                for status, names in found.items()
                if str(status) not in responses
            }


def _find_common(every: Iterable[Codes]) -> Codes:
    """For each status that is shared, the codes that most routes answer it with."""
    seen: dict[int, dict[tuple[str, ...], int]] = {}
    for codes in every:
        for status, names in codes.items():
            if status in _SHARED:
                counts = seen.setdefault(status, {})
                counts[names] = counts.get(names, 0) + 1
    return {status: max(sorted(counts), key=lambda each: counts[each]) for status, counts in sorted(seen.items())}


def _refer(status: int) -> Mapping[str, str]:
    return {"$ref": f"#/components/responses/{_SHARED[status]}"}


def _describe(codes: tuple[str, ...]) -> Mapping[str, Any]:
    content = {str(ProblemResponse.media_type): {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": ", ".join(f"`{code}`" for code in codes), "content": content}
