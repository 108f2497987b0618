"""The web client: one static page for all of its addresses, and the files that page asks for."""

from importlib import resources
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match
from starlette.types import Scope
from typing_extensions import override

from antiphon.api.bounded import BoundedRoute
from antiphon.api.browser import FRAME, ClientFile, is_client_address, read_client, read_frame_hash
from antiphon.api.guard import PUBLIC, allow
from antiphon.api.headers import CLIENT_HEADERS, build_frame_headers

# The one page with a style of its own inside; it has no script.
_STATUS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"


class ClientRoute(BoundedRoute):
    """Leaves the server's own addresses alone, so that an unknown one is still said to be unknown."""

    @override
    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return super().matches(scope) if is_client_address(scope["path"]) else (Match.NONE, {})


router = APIRouter(include_in_schema=False, route_class=ClientRoute)


# Not async: files are read, and the web framework does that on a thread.
@router.api_route("/{address:path}", methods=["GET", "HEAD"])
@allow(PUBLIC)
def get_client(request: Request, address: str) -> Response:
    """A file of the client, or its page; before the first build a plain page that says how to make one."""
    folder: Path = request.app.state.client
    found = read_client(folder, address, request.headers.get("accept-encoding", ""))
    if found is not None:
        trust = build_frame_headers(read_frame_hash(folder)) if address == FRAME else CLIENT_HEADERS
        return _answer(found, trust, request.headers.get("if-none-match", ""))
    if "." in address:
        raise HTTPException(404)
    return _answer_unbuilt()


def _answer(found: ClientFile, trust: dict[str, str], known: str) -> Response:
    headers = trust | {"ETag": found.etag, "Cache-Control": found.cache, "Vary": "Accept-Encoding"}
    if _is_known(found.etag, known):
        return Response(status_code=304, headers=headers)
    if found.encoding is not None:
        headers["Content-Encoding"] = found.encoding
    # Given as a header: as `media_type` the framework would add a charset to what has none.
    return Response(found.body, headers=headers | {"Content-Type": found.media_type})


def _is_known(etag: str, known: str) -> bool:
    tags = {each.strip().removeprefix("W/") for each in known.split(",")}
    return etag in tags or "*" in tags


def _answer_unbuilt() -> HTMLResponse:
    page = (resources.files("antiphon.api") / "status.html").read_text(encoding="utf-8")
    return HTMLResponse(page, headers={"Content-Security-Policy": _STATUS_POLICY, "Cache-Control": "no-store"})
