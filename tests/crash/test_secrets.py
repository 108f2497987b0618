"""A key in a real process: what it writes to its log is seen by whoever keeps logs."""

from pathlib import Path

import aiohttp

from tests.fakes.canary import find_pieces
from tests.fakes.model_server import ModelServer, Script, fail, say, sse
from tests.fakes.nodes import Node
from tests.fakes.reader import Api
from tests.fakes.voices import voice_of

KEY = "zq-4711-7f3a9b2c1d4e5f60718293a4-end"
PAGES = ("v1/status", "v1/settings", "v1/models", "metrics", "readyz", "healthz")


def repeat_the_key(body: dict[str, object]) -> Script:
    """Every advisor's provider says the key in its own way."""
    words = {
        "skeptic": fail(401, {"error": {"message": f"Incorrect API key provided: {KEY}."}}),
        "builder": fail(400, {"error": {"message": f"bad key [key] and also {KEY[8:32]}"}}),
        "historian": fail(429, f"<h1>slow down, {KEY[:9]}</h1><p>{KEY[20:]}", {"Retry-After": "90000"}),
        "confidant": say("Half.") + sse({"error": {"message": f"key={KEY[3:19]} {KEY}", "code": 503}}),
    }
    return words.get(voice_of(body), fail(403, {"detail": [{"msg": KEY[5:15]}], "key": KEY}))


async def test_no_piece_of_a_key_is_in_the_log_or_anywhere_else(tmp_path: Path) -> None:
    """I-52, R-09: of eight characters or more, in standard error, files, pages, receipts and replies."""
    with ModelServer(handler=repeat_the_key) as server:
        environment = {
            "ANTIPHON_PROVIDERS__FAKE__BASE_URL": server.base_url,
            "ANTIPHON_PROVIDERS__FAKE__API_KEY": KEY,
            "ANTIPHON_DEFAULT_MODEL": "fake:m",
            "ANTIPHON_LOG_LEVEL": "DEBUG",
            "ANTIPHON_RECALL__BY_MEANING": "0",
            "ANTIPHON_DETECT_LOCAL_MODELS": "0",
        }
        node = Node(tmp_path / "house", environment)
        try:
            node.start()
            async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as session:
                api = Api(session)
                sent = await api.send(node.url, await api.create(node.url), "Shall I?", "one")
                turn = await api.settled(node.url, sent["turn"]["id"])
                pages = [f"v1/turns/{turn.id}", *(f"v1/replies/{each.id}/receipts" for each in turn.replies), *PAGES]
                seen = {page: await _read(session, f"{node.url}/{page}") for page in pages}
        finally:
            node.close()

    seen |= {str(path): path.read_bytes() for path in node.folder.rglob("*") if path.is_file()}
    assert all(each.headers["authorization"] == f"Bearer {KEY}" for each in server.requests if each.method == "POST")
    assert {name: found for name, body in seen.items() if (found := find_pieces(KEY, body))} == {}
    assert [reply.error is not None for reply in turn.replies] == [True] * 5
    assert node.log


async def _read(session: aiohttp.ClientSession, url: str) -> bytes:
    async with session.get(url) as response:
        assert response.status in (200, 503), url
        return await response.read()
