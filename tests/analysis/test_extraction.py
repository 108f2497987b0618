"""What is found, and what it rests on."""

import json
import time
from typing import Any

import pytest

from antiphon.advisors.prompt import load_memory_prompts, load_strict_prompt
from antiphon.analysis.extraction import (
    Found,
    Matching,
    build_match,
    build_scan,
    build_update,
    choose_known,
    parse_match,
    parse_scan,
    parse_update,
)
from antiphon.analysis.insist import insist
from antiphon.analysis.quote import find_quote, is_quotable, read_text
from antiphon.analysis.transcript import Transcript, build_transcript
from antiphon.conversation.errors import AnswerUnreadable
from antiphon.conversation.ids import TurnId
from antiphon.conversation.memory import MemoryItem
from tests.analysis.turns import build_reply, build_turn

PROMPTS = load_memory_prompts()


@pytest.fixture
def transcript() -> Transcript:
    """Two turns in which the person says a little about themselves, and an advisor guesses."""
    turns = [
        build_turn(1, "I live in Athens,\nand I don\u2019t drink coffee.", build_reply("Skeptic", "You are a pilot.")),
        build_turn(2, "My sister Eleni visits in May.", build_reply("Builder", "Plan the trip with Eleni.")),
    ]
    return build_transcript(turns, 10_000, len)


def found(**more: Any) -> dict[str, Any]:
    """One entry of a model's answer."""
    return {"kind": "fact", "text": "Lives in Athens.", "quote": "I live in Athens", "turn": 1} | more


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("I live in Athens", "I live in Athens"),
        ("in Athens, and I", "in Athens,\nand I"),
        ("Athens,\n| and I don't drink", "Athens,\nand I don\u2019t drink"),
        ("\u2026drink coffee.\u2026", "drink coffee."),
        ("I live in Sparta", None),
        ("i live in athens", None),
        ("I", None),
        ("", None),
        ("(.*)", None),
    ],
)
def test_a_quote_is_found_as_it_stands_or_not_at_all(transcript: Transcript, quote: str, stands: str | None) -> None:
    assert find_quote(quote, read_text(transcript.turns[0].text)) == stands


@pytest.mark.parametrize(
    ("quote", "text", "stands"),
    [
        ("bees", "I keep bees.", False),
        ("keep bees", "I keep bees.", True),
        ("beekeepe", "A beekeeper, they say", False),
        ("beekeeper", "A beekeeper, they say", True),
        ("keep bee", "I keep bees", False),
        ("eep bees", "I keep bees", False),
        ("keep bee", "They keep beer. I keep bee hives.", True),
        ("\u732b\u304c", "\u79c1\u306f\u732b\u304c\u597d\u304d\u3067\u3059", False),
        ("\u732b\u304c\u597d\u304d", "\u79c1\u306f\u732b\u304c\u597d\u304d\u3067\u3059", True),
        ("so " * 168, "so " * 300, False),
        ("so " * 167, "so " * 300, True),
    ],
)
def test_a_quote_is_whole_words_and_enough_of_them(quote: str, text: str, *, stands: bool) -> None:
    """What occurs in anything, or goes on for ever, is no source of anything."""
    assert (is_quotable(quote) and find_quote(quote, read_text(text)) is not None) is stands


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("a " * 200 + "b", "a " * 100_000),
        ("a" * 400, "a" * 200_000),
        ("aa " * 120 + "a", "aa " * 66_666),
        ("\u4eba" * 400 + "b", "\u4eba" * 200_000),
    ],
)
@pytest.mark.measured
def test_looking_for_a_quote_takes_no_longer_than_reading_the_text(quote: str, text: str) -> None:
    began = time.thread_time()

    assert find_quote(quote, read_text(text)) is None

    assert time.thread_time() - began < 1


def test_what_is_found_must_quote_its_turn(transcript: Transcript) -> None:
    answer = json.dumps(
        [
            found(),
            found(quote="I live in Sparta"),
            found(turn=2),
            found(turn=9),
            found(text="You are a pilot.", quote="You are a pilot"),
            found(kind="person", text="Eleni is their sister.", quote="Plan the trip with Eleni", turn=2),
            found(text="x" * 301),
            found(text="LIVES in Athens"),
            found(text="Lives there.", quote="Athens"),
        ]
    )

    findings = parse_scan(answer, transcript)

    assert [(each.kind, each.text, each.quote, each.turn_id) for each in findings.found] == [
        ("fact", "Lives in Athens.", "I live in Athens", "t_1"),
        ("person", "Eleni is their sister.", "Plan the trip with Eleni", "t_2"),
    ]
    assert findings.dropped == {"quote": 3, "not_own_words": 1, "length": 1, "quote_length": 1}


def test_the_scan_is_blind_and_holds_one_transcript(transcript: Transcript) -> None:
    """H12, R2: a system prompt that never changes, and the transcript as the only other message."""
    messages = build_scan(PROMPTS, transcript)

    assert [(each.role, each.content) for each in messages] == [("system", PROMPTS.scan), ("user", transcript.text)]


ATHENS = Found("fact", "Lives in Athens.", "I live in Athens", TurnId("t_1"))
KNOWN = (
    MemoryItem("m_a", "fact", "Lives in Greece,\nnear the sea"),
    MemoryItem("m_b", "topic", "Lives in Athens"),
    MemoryItem("m_c", "fact", "Lives now in Athens"),
)


def test_only_the_same_kind_is_compared_closest_first() -> None:
    assert [item.id for item in choose_known(ATHENS, KNOWN)] == ["m_c", "m_a"]


def test_a_match_shows_numbers_and_one_line_each() -> None:
    text = build_match(PROMPTS, ATHENS, KNOWN)[1].content

    assert text == (
        "New note:\nLives in Athens.\n\n"
        "Existing notes:\n1. Lives in Greece, near the sea\n2. Lives in Athens\n3. Lives now in Athens"
    )


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ('{"verdict": "new", "item": null}', Matching("new")),
        ('{"verdict": "new", "item": 2}', Matching("new")),
        ('{"verdict": "same", "item": 3}', Matching("same", KNOWN[2])),
        ('{"verdict": "contradicts", "item": 1}', Matching("contradicts", KNOWN[0])),
    ],
)
def test_a_verdict_names_one_of_those_shown(answer: str, verdict: Matching) -> None:
    assert parse_match(answer, KNOWN) == verdict


@pytest.mark.parametrize("item", ["null", "0", "4", "-1"])
def test_a_verdict_about_nothing_shown_is_no_verdict(item: str) -> None:
    with pytest.raises(AnswerUnreadable):
        parse_match(f'{{"verdict": "same", "item": {item}}}', KNOWN)


def test_merged_words_stay_short() -> None:
    assert "at most 300 characters" in build_update(PROMPTS, ATHENS, KNOWN[0])[0].content
    assert parse_update('{"text": " Lives in\\nAthens. "}') == "Lives in Athens."
    for text in ("", " ", "x" * 301):
        with pytest.raises(AnswerUnreadable):
            parse_update(json.dumps({"text": text}))


def test_asking_again_says_why_and_keeps_the_transcript(transcript: Transcript) -> None:
    asked = build_scan(PROMPTS, transcript)

    again = insist(asked, load_strict_prompt(), "it is not JSON")

    assert "could not be read: it is not JSON." in again[0].content
    assert again[0].content.startswith(asked[0].content)
    assert again[1] == asked[1]
