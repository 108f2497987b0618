"""Somebody who runs it alone notices nothing of accounts."""

import json
import urllib.error
import urllib.request
from email.message import Message
from pathlib import Path
from typing import Any

from tests.fakes.nodes import Node

# What a server of one person keeps, and nothing else; its log is the test's.
KEPT = {"antiphon.db", "antiphon.db-shm", "antiphon.db-wal", "antiphon.db.lock", "server.json"}
# Libraries that come with accounts.
OF_ACCOUNTS = ("_argon2", "joserfc", "cryptography")


def test_alone_nothing_has_changed(tmp_path: Path) -> None:
    """T-01: a new folder and no settings: no link, no file, no cookie, no route, no library more than without."""
    folder = tmp_path / "data"
    node = Node(folder, {"ANTIPHON_DETECT_LOCAL_MODELS": "false"}, as_a_person_does=True)
    try:
        node.start()
        _, headers, _ = _ask(node, "/v1/conversations")
        _, _, status = _ask(node, "/v1/status")
        missing = [_ask(node, path)[0] for path in ("/v1/auth/ways", "/v1/me", "/v1/people", "/v1/audit")]
        paths = _ask(node, "/v1/openapi.json")[2]["paths"]
        assert node.process is not None
        loaded = Path(f"/proc/{node.process.pid}/maps").read_text()
        kept = {each.name for each in folder.iterdir() if each.suffix != ".log"}
    finally:
        node.close()

    assert "setup" not in node.log
    assert kept == KEPT
    assert (headers["Set-Cookie"], headers["WWW-Authenticate"]) == (None, None)
    assert (status["accounts"], missing) == (False, [404] * 4)
    assert not [path for path in paths if path.split("/")[2:3] in (["auth"], ["me"], ["people"], ["audit"])]
    assert not [each for each in OF_ACCOUNTS if each in loaded]


def _ask(node: Node, path: str) -> tuple[int, Message, Any]:
    try:
        with urllib.request.urlopen(node.url + path, timeout=30) as answer:
            return answer.status, answer.headers, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, None
