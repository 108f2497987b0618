"""Every command on the pages that teach them runs, in the order of the page."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from antiphon.advisors.prompt import load_title_prompt
from tests.cli.house import Done, Person
from tests.fakes.cards import KEEPER, picture, text_chunk
from tests.fakes.model_server import Script, answer, fail

# The card that somebody has who reads the page on cards.
CARD = KEEPER | {"data": KEEPER["data"] | {"name": "Keeper"}}
TITLE = '{"title": "An offer", "tags": []}'
DOCS = Path(__file__).parents[2] / "docs"
PAGES = (
    "how-to/advisors-and-panels.md",
    "how-to/see-what-is-sent.md",
    "how-to/shape-the-context.md",
    "how-to/ask-again.md",
    "how-to/character-cards.md",
    "how-to/contamination.md",
    "how-to/find-again.md",
    "how-to/heartbeats.md",
    "how-to/journal.md",
    "how-to/keep-and-delete.md",
    "how-to/rounds.md",
    "how-to/webhooks.md",
    "tutorial/first-panel.md",
)
# Alone and with `serve` it runs until it is stopped; `doctor` looks at the machine it is on.
NOT_HERE = ([], ["serve"], ["doctor"])


def list_commands(page: str) -> Iterator[list[str]]:
    """The arguments of every `antiphon` line in a block of shell, up to a pipe."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for line in re.findall(r"^antiphon\b.*$", block, re.MULTILINE):
            words = shlex.split(line, comments=True)
            if words[1:2] not in NOT_HERE:
                yield words[1 : words.index("|") if "|" in words else len(words)]


class Names:
    """What the words in capitals stand for, as of now."""

    def __init__(self, person: Person) -> None:
        person.asks("Should I take the offer?")
        person.asks("I have savings.", "--continue")
        person.voices.script("historian", fail(401, {"error": {"message": "bad key"}}))
        turn = person.asks("What about the offer?", "--continue")
        replies = {reply["advisor_id"]: reply["id"] for reply in turn["replies"]}
        self.known = {
            "CONVERSATION_ID": turn["conversation_id"],
            "REPLY_ID": replies["skeptic"],
            "OTHER_REPLY_ID": replies["builder"],
            "FAILED_REPLY_ID": replies["historian"],
        }
        self._others = person.voices.server.handler
        person.voices.server.handler = self._choose

    def _choose(self, body: dict[str, Any]) -> Script:
        """Everybody answers for themselves; whoever names a conversation calls it this."""
        first = body["messages"][0]["content"]
        return answer(TITLE) if first.startswith(load_title_prompt()) else self._others(body)

    def fill(self, words: list[str]) -> list[str]:
        """The command with real ids; a person who is asked says yes."""
        filled = [self.known.get(word, word) for word in words]
        asks = "--checked" in words or words[:2] == ["cards", "add"]
        return [*filled, "--yes"] if asks and "--yes" not in words else filled

    def learn(self, done: Done) -> None:
        """Note what a command told the person to use next."""
        if found := re.search(r"antiphon choose (r_\w+)", done.err):
            self.known["NEW_REPLY_ID"] = found[1]
        if found := re.search(r"antiphon restore --conversation \S+ (t_\w+)", done.out):
            self.known["TURN_ID"] = found[1]
        if found := re.match(r"wh_\w+", done.out):
            self.known["WEBHOOK_ID"] = found[0]
        if found := re.match(r"d_\w+$", done.out, re.MULTILINE):
            self.known["DECISION_ID"] = found[0]


@pytest.mark.parametrize("page", PAGES)
def test_every_command_on_the_page_runs(
    page: str, person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, failed = Names(person), list[str]()
    monkeypatch.chdir(tmp_path)
    Path("keeper.png").write_bytes(picture(text_chunk(b"chara", CARD)))
    commands = list(list_commands(page))

    for line in commands:
        words, into = (line[: line.index(">")], line[-1]) if ">" in line else (line, None)
        done = person.types(*names.fill(words))
        if into is not None:
            Path(into).write_bytes(done.raw)
        names.learn(done)
        if done.code:
            failed.append(f"{shlex.join(words)}: {done.err}")

    assert commands
    assert failed == []


def test_the_links_of_every_page_lead_somewhere() -> None:
    links = [
        (page, link)
        for page in sorted(DOCS.rglob("*.md"))
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    ]

    assert [f"{page}: {link}" for page, link in links if not (page.parent / link).exists()] == []
