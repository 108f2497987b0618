"""`antiphon synthesize` in front of the whole application, and sending a synthesis along."""

import json
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

from antiphon.advisors.prompt import load_prompts, load_synthesis_prompts
from antiphon.providers.scripted.reader import answer_look
from tests.cli.house import Person
from tests.cli.test_pages import Names, list_commands
from tests.fakes.model_server import Script, answer, fail
from tests.journeys.synthesiser import page

READING = load_synthesis_prompts().reading[:60]
OPENING = load_prompts().synthesis[:50]


@pytest.fixture
def writes(person: Person) -> Iterator[deque[object]]:
    """What is written, in order; when nothing waits, the rehearsal's reader writes and draws maps too."""
    waiting: deque[object] = deque()
    advisors = person.voices.choose

    def choose(body: dict[str, Any]) -> Script:
        system, asked = (body["messages"][index]["content"] for index in (0, -1))
        if waiting and system.startswith(READING):
            said = waiting.popleft()
            return said if isinstance(said, tuple) else answer(json.dumps(said))
        looked = answer_look(system, asked)
        return advisors(body) if looked is None else answer(looked)

    person.voices.server.handler = choose
    yield waiting
    person.voices.server.handler = advisors


def two_answer(person: Person, *options: str) -> Any:
    """Two advisors answer, and a third fails."""
    person.voices.script("skeptic", answer("I would wait until spring.\n\nAsk your sister first."))
    person.voices.script("builder", answer("Move now, while rents are low."))
    person.voices.script("historian", fail(402))
    asked = (part for voice in ("skeptic", "builder", "historian") for part in ("--advisor", voice))
    return person.asks("Shall I move?", *asked, *options)


def test_what_a_text_may_cost_is_said_and_nothing_is_written(person: Person, writes: deque[object]) -> None:
    """U-09: the map it needs is part of it."""
    two_answer(person)

    said = person.types("synthesize", "--forecast", "--instruction", "As a haiku, please.")

    assert ": 3 calls, about " in said.out
    assert person.types("map", "--forecast", "--json").json["calls"] == 2
    assert person.types("synthesize", "--forecast", "--mode", "custom").code == 1


def test_who_was_not_heard_comes_before_the_text(person: Person, writes: deque[object]) -> None:
    """P60, D43: then sentences with their sources, those of its own, and what was left out."""
    two_answer(person)
    writes.append(page(("One would wait.", ["I would wait until spring."]), ("Sleep on it.", [])))

    done = person.types("synthesize", "--quotes")

    assert done.code == 0, done.err
    head, about, text, cover, quotes = done.out.strip().split("\n\n")
    assert head.splitlines()[:2] == [
        "2 of 3 voices heard in full. Confidence: moderate, lowered from high.",
        "Not heard: The Historian failed (quota).",
    ]
    assert about == "Turn 1: Shall I move?"
    assert text == "One would wait. [The Skeptic ¶1] Sleep on it. [synthesiser's own]"
    assert [line.rstrip() for line in cover.splitlines()] == [
        "Claims used: 1 of 2.",
        "Sentences with a source: 1 of 2.",
        "Whether they say more than their sources was not read; only figures were",
        "compared. The model was never checked for this: antiphon eval map checks it.",
        "Left out: Ask your sister first.",
    ]
    assert quotes == "The Skeptic ¶1: “I would wait until spring.”"


def test_it_is_shown_again_and_written_anew_only_when_that_is_asked_for(person: Person, writes: deque[object]) -> None:
    """P60"""
    two_answer(person)
    writes.extend(page((text, [])) for text in ("First.", "Second.", "- Third."))

    shown = [person.types("synthesize").out for _ in range(2)]
    again = person.types("synthesize", "--again", "--json").json
    other = person.types("synthesize", "--instruction", "Shout.", "--markdown").out

    assert shown[0] == shown[1]
    assert "First." in shown[0]
    assert [again["paragraphs"][0]["sentences"][0]["text"], again["mode"]] == ["Second.", "fuse"]
    assert "\\- Third. *(synthesiser's own)*" in other
    assert other.startswith("# Synthesis of turn 1")


def test_one_that_could_not_be_written_says_why(person: Person, writes: deque[object]) -> None:
    two_answer(person)
    writes.extend([answer("No."), answer("Never.")])

    done = person.types("synthesize")

    assert (done.code, done.out) == (1, "")
    assert "the synthesis of turn 1 was not written: the model's answer could not be read" in done.err


def test_the_newest_is_sent_along_with_one_message(person: Person, writes: deque[object]) -> None:
    """D43: the preview names it, the bytes hold it once, and the next message goes without."""
    two_answer(person)
    writes.append(page(("One would wait.", ["I would wait until spring."])))
    person.types("synthesize")
    one = ("--advisor", "skeptic")

    looked = person.types("preview", "And now?", "--with-synthesis", "--full", *one)
    person.asks("And now?", "--continue", "--with-synthesis", *one)
    person.asks("And then?", "--continue", *one)

    assert "with the synthesis you send along" in looked.out
    assert OPENING in looked.out
    ticked, later = (request.body.decode() for request in person.voices.server.requests[-2:])
    assert (ticked.count(OPENING), later.count(OPENING)) == (1, 0)


def test_without_one_there_is_nothing_to_send_along(person: Person, writes: deque[object]) -> None:
    """D43: said before anything is sent."""
    person.talks("Hello")

    none = person.types("send", "And now?", "--continue", "--with-synthesis")
    new = person.types("send", "Hello", "--with-synthesis")

    assert (none.code, none.err.strip()) == (
        1,
        "antiphon: there is no synthesis in this conversation yet; antiphon synthesize writes one",
    )
    assert new.code == 2
    assert "needs --continue or --conversation" in new.err


def test_every_command_on_the_page_runs(person: Person, writes: deque[object]) -> None:
    names = Names(person)
    for words in list_commands("how-to/synthesis.md"):
        done = person.types(*names.fill(words))

        assert done.code == 0, (words, done.err)
