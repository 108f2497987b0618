"""Databases as versions left them: `python -m tests.store.record NAME` lives a short life and keeps the file.

Each release records one of its own; `--source FOLDER`, the `src` folder of a checkout, records another version's. The
life is led over HTTP with the scripted voices, so whoever answers is the version itself. `recorded/NAME.db.gz` is the
SQLite file, `recorded/NAME.json.gz` what that version said of it.
"""

import argparse
import gzip
import json
import sqlite3
import time
import urllib.request
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.fakes.nodes import Node
from tests.fakes.servers import make_folder

RECORDED = Path(__file__).parent / "recorded"
SETTINGS = {"ANTIPHON_DEFAULT_MODEL": "scripted:rehearsal"}
QUESTIONS = ("Should I take the offer? 東京 👩‍👩‍👧", "Six months of savings.", "And if it rains?")


def call(node: Node, method: str, path: str, body: object = None, **headers: str) -> Any:
    """What it answers to this, if that is JSON."""
    data = None if body is None else json.dumps(body).encode()
    head = {"Content-Type": "application/json", **headers}
    request = urllib.request.Request(node.url + path, data, head, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        said = response.read()
    return json.loads(said) if said else None


def live(node: Node) -> str:
    """Three questions in one conversation, the first of them marked in every way; the conversation's id."""
    here = str(call(node, "POST", "/v1/conversations", {})["id"])
    turns = [ask(node, here, text, f"key-{number}") for number, text in enumerate(QUESTIONS)]
    call(node, "PATCH", f"/v1/conversations/{here}", {"title": "Plans"})
    marks = {"stars": 2, "pinned": True, "topic": "work/offers", "add_tags": ["money"], "contexts": {"": "pin"}}
    call(node, "POST", f"/v1/conversations/{here}/marks", {"turn_ids": [turns[0]["id"]], **marks})
    return here


def ask(node: Node, conversation: str, text: str, key: str) -> Mapping[str, Any]:
    """The turn, once everybody has answered."""
    headers = {"Idempotency-Key": key}
    sent = call(node, "POST", f"/v1/conversations/{conversation}/turns", {"text": text}, **headers)
    for _ in range(600):
        turn: Mapping[str, Any] = call(node, "GET", f"/v1/turns/{sent['turn']['id']}")
        if all(each["completed"] for each in turn["replies"]):
            return turn
        time.sleep(0.1)
    raise AssertionError("nobody answered")


def tell(node: Node, conversation: str) -> dict[str, Any]:
    """What a version says of the conversation, and of what was sent for each reply."""
    view = call(node, "GET", f"/v1/conversations/{conversation}")
    replies = [each["id"] for turn in view["turns"] for each in turn["replies"]]
    receipts = {each: call(node, "GET", f"/v1/replies/{each}/receipts") for each in replies}
    return {"conversation": view, "receipts": receipts}


def record(name: str, source: Path | None) -> None:
    """Live, and keep what is left."""
    given = SETTINGS | ({"PYTHONPATH": str(source)} if source else {})
    with make_folder() as folder:
        node = Node(folder, given, as_a_person_does=True).start()
        try:
            told = tell(node, live(node))
        finally:
            node.terminate()
            node.wait()
        with closing(sqlite3.connect(folder / "antiphon.db")) as connection:
            connection.execute("VACUUM INTO ?", (str(folder / "kept.db"),))
        RECORDED.mkdir(exist_ok=True)
        (RECORDED / f"{name}.db.gz").write_bytes(gzip.compress((folder / "kept.db").read_bytes(), 9, mtime=0))
    said = json.dumps(told, ensure_ascii=False, sort_keys=True).encode()
    (RECORDED / f"{name}.json.gz").write_bytes(gzip.compress(said, 9, mtime=0))


def main() -> None:
    """Record one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", help="the version, as `0.2.0`")
    parser.add_argument("--source", type=Path, help="the `src` folder of a checkout")
    given = parser.parse_args()
    record(given.name, given.source)


if __name__ == "__main__":
    main()
