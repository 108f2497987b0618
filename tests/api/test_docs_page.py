"""The page about the API: everything on it, nothing from elsewhere, and every link leads somewhere."""

import json
import re
from base64 import b64encode
from hashlib import sha256

import httpx

from antiphon.api.errors import STATUS
from tests.api.test_errors import build


async def read_page() -> httpx.Response:
    transport = httpx.ASGITransport(build())
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        return await client.get("/v1/docs")


async def test_the_page_shows_every_operation_and_every_problem() -> None:
    page = await read_page()

    ids = set(re.findall(r'id="([^"]+)"', page.text))
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    known = json.dumps(build().openapi())
    assert {f"op-{each}" for each in re.findall(r'"operationId": "(\w+)"', known)} <= ids
    assert {f"problem-{kind.code}" for kind in STATUS} <= ids


async def test_every_link_of_the_page_leads_somewhere_on_this_server() -> None:
    page = (await read_page()).text

    ids = set(re.findall(r'id="([^"]+)"', page))
    links = set(re.findall(r'href="([^"]+)"', page))
    assert links - {f"#{each}" for each in ids} == {"/v1/openapi.json"}


async def test_the_page_runs_nothing_and_loads_nothing() -> None:
    """X-09: its policy lets through the one style that stands in it."""
    page = await read_page()

    [style] = re.findall(r"<style>(.*?)</style>", page.text, re.S)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = page.headers["content-security-policy"]
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; frame-ancestors 'none'"
    assert not re.search(r"<script|<link|<img|style=|://", page.text)
