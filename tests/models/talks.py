"""Conversations of several kinds whose prompts a real tokenizer counts: `python -m tests.models.talks` prints them.

The output is kept as `tests/context/reports.json`, so that the calibration can be tested where there is no model.
"""

import argparse
import heapq
import json
import random
import textwrap
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from types import ModuleType
from typing import Any

from antiphon.conversation.size import measure, total
from tests.fakes.servers import find_free_port
from tests.models.llama import run_llama

ROOT = Path(__file__).parents[2]

SYSTEM = (
    "You are the sceptic in a panel of advisors. You look for what could go wrong and say it kindly. Ask one question "
    "when something is unclear. Answer in the language of the person, in at most three short paragraphs."
)
# How long the messages of a conversation are beside each other: short questions, longer answers.
LENGTHS = (0.3, 1.6, 0.2, 1.2, 0.5, 2.0, 0.1, 1.0)
TURNS = 21

# Characters, wide ones, marks, messages, and what the model's own tokenizer counted.
Report = tuple[int, int, int, int, int]


def english() -> str:
    """The prose of this repository with its tables and code, but not the page that shows the outcome."""
    pages = sorted(
        page for page in (ROOT / "docs").rglob("*.md") if page.stem != "tokens" and "reference" not in page.parts
    )
    return "\n\n".join(page.read_text(encoding="utf-8") for page in pages)


def code() -> str:
    """Modules of the standard library, as they are installed here."""
    modules: tuple[ModuleType, ...] = (json.decoder, textwrap, heapq, argparse)
    return "\n\n".join(Path(str(module.__file__)).read_text(encoding="utf-8") for module in modules)


def chinese() -> str:
    """A talk about a bookshop and another about a slow program, written for these tests."""
    return (Path(__file__).parent / "chinese.md").read_text(encoding="utf-8")


def records() -> str:
    """What a tool returns: lines of JSON with numbers, names and times."""
    chance = random.Random(1)
    rows = [
        {
            "id": f"r{number}",
            "price": chance.random() * 100,
            "at": f"2026-0{chance.randint(1, 9)}-1{chance.randint(0, 9)}T10:00:00Z",
            "name": chance.choice(("Amsel", "Drossel", "Fink", "Star")),
        }
        for number in range(400)
    ]
    return json.dumps(rows, indent=1)


def talks() -> dict[str, list[str]]:
    """The messages of one conversation of each kind, and after them those of another that goes on with other text."""
    texts = {"English": english(), "code": code(), "Chinese": chinese(), "JSON": records()}
    pieces = {kind: cut(text, 40 if kind == "Chinese" else 480) for kind, text in texts.items()}
    order = cycle(("English", "Chinese", "code", "English", "JSON", "Chinese"))
    pieces["mixed"] = [pieces[next(order)][i] for i in range(4 * TURNS)]
    return pieces


def cut(text: str, length: int) -> list[str]:
    """Enough pieces for two conversations."""
    lengths = cycle(LENGTHS)
    pieces: list[str] = []
    at = 0
    while len(pieces) < 4 * TURNS:
        size = int(next(lengths) * length)
        pieces.append(text[at : at + size])
        at += size
    assert at <= len(text), "there is not enough text"
    return pieces


def payloads(messages: Sequence[str]) -> list[list[dict[str, str]]]:
    """What is sent in each turn of a growing conversation."""
    roles = cycle(("user", "assistant"))
    said = [{"role": role, "content": text} for role, text in zip(roles, messages, strict=False)]
    return [[{"role": "system", "content": SYSTEM}, *said[: 2 * turn + 1]] for turn in range(TURNS)]


def record(url: str) -> dict[str, list[Report]]:
    """The reports of two conversations of each kind."""
    found = {}
    for kind, messages in talks().items():
        found[kind] = [report(url, payload) for payload in payloads(messages[: 2 * TURNS])]
        found[f"{kind}, another"] = [report(url, payload) for payload in payloads(messages[2 * TURNS :])]
    return found


def report(url: str, payload: Sequence[dict[str, str]]) -> Report:
    """The size of a prompt, and its tokens by the model's own template and tokenizer."""
    size = total(measure(message["content"]) for message in payload)
    prompt = ask(f"{url}/apply-template", {"messages": payload})["prompt"]
    tokens = ask(f"{url}/tokenize", {"content": prompt, "parse_special": True})["tokens"]
    return (*size, len(payload), len(tokens))


def ask(url: str, body: object) -> dict[str, Any]:
    """One question to the model server."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


@contextmanager
def running_model() -> Iterator[str]:
    """A llama.cpp server on a free port, loaded."""
    port = find_free_port()
    with run_llama(port):
        yield f"http://127.0.0.1:{port}"


if __name__ == "__main__":
    with running_model() as address:
        lines = [f"  {json.dumps(kind)}: {json.dumps(rows)}" for kind, rows in record(address).items()]
    print("{", ",\n".join(lines), "}", sep="\n")
