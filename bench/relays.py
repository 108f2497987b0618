"""The floor: two relays that pass the provider's bytes through and do nothing else.

Both are Starlette under uvicorn, one process; they differ only in the HTTP client.
"""

import argparse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

PATH = "/v1/chat/completions"
_JSON = {"content-type": "application/json"}


async def healthz(request: Request) -> Response:
    """Say that the relay is up."""
    return PlainTextResponse("ok")


def build_aiohttp_relay(upstream: str) -> Starlette:
    """A byte relay with aiohttp as its client."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout()) as session:
            app.state.session = session
            yield

    async def relay(request: Request) -> Response:
        session: aiohttp.ClientSession = request.app.state.session
        answer = await session.post(upstream + PATH, data=await request.body(), headers=_JSON)

        async def body() -> AsyncIterator[bytes]:
            async with answer:
                async for piece in answer.content.iter_any():
                    yield piece

        return StreamingResponse(body(), answer.status, media_type="text/event-stream")

    return Starlette(routes=_routes(relay), lifespan=lifespan)


def build_httpx_relay(upstream: str) -> Starlette:
    """A byte relay with httpx as its client."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=500)
        async with httpx.AsyncClient(limits=limits, timeout=None) as client:
            app.state.client = client
            yield

    async def relay(request: Request) -> Response:
        client: httpx.AsyncClient = request.app.state.client
        call = client.build_request("POST", upstream + PATH, content=await request.body(), headers=_JSON)
        answer = await client.send(call, stream=True)

        async def body() -> AsyncIterator[bytes]:
            try:
                async for piece in answer.aiter_raw():
                    yield piece
            finally:
                await answer.aclose()

        return StreamingResponse(body(), answer.status_code, media_type="text/event-stream")

    return Starlette(routes=_routes(relay), lifespan=lifespan)


def _routes(relay: object) -> list[Route]:
    assert callable(relay)
    return [Route("/healthz", healthz), Route(PATH, relay, methods=["POST"])]


BUILDERS = {"aiohttp": build_aiohttp_relay, "httpx": build_httpx_relay}


def main() -> None:
    """Serve one relay as the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m bench.relays", description=__doc__)
    parser.add_argument("client", choices=sorted(BUILDERS))
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--upstream", required=True)
    options = parser.parse_args()
    app = BUILDERS[options.client](options.upstream)
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=options.port,
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_level="error",
    )


if __name__ == "__main__":
    main()
