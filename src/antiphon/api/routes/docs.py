"""The API described for people. It comes out of this package alone."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from antiphon.api.bounded import BoundedRoute
from antiphon.api.guard import PUBLIC, allow
from antiphon.api.page import PAGE_POLICY, render_page

router = APIRouter(route_class=BoundedRoute, include_in_schema=False)


# Not async: the first reader waits for the document to be made, and nobody else should.
@router.get("/v1/docs")
@allow(PUBLIC)
def get_docs(request: Request) -> HTMLResponse:
    """Every operation, every problem and every schema on one page."""
    return HTMLResponse(render_page(request.app.openapi()), headers={"Content-Security-Policy": PAGE_POLICY})
