"""The text the rehearsal writes about a turn: the same every time, and only from what it is shown."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple

from antiphon.conversation.figures import find_unsourced

_CLAIM = re.compile(r"^(?:! )?\[(\d+)\] (.+)$", re.MULTILINE)
_STANCE = re.compile(r'^\| \[(\d+)([a-z])\] (.+?) (agrees|contradicts|speaks of it): "', re.MULTILINE)
_ANSWER = re.compile(r'^\[turn \d+, advisor "(.*)"\]\n((?:\| .*\n?)+)', re.MULTILINE)
_HELD = re.compile(r"^(\d+)\. (.*)\n((?:   - .*\n?)+)", re.MULTILINE)
_SENTENCE = re.compile("[^.!?\u3002\uff01\uff1f\n]+[.!?\u3002\uff01\uff1f]")
_CLOSING: Final = "This is a rehearsal: what is still open, only you can say."
_MOST_CLAIMS: Final = 8


class _Stand(NamedTuple):
    claim: str
    letter: str
    name: str
    stand: str

    @property
    def handle(self) -> str:
        return self.claim + self.letter


def write_text(asked: str) -> dict[str, Any]:
    """One paragraph of what is agreed, one of what is not, and a sentence of its own; without claims, each voice's
    first sentence.
    """
    _, _, listed = asked.rpartition("\n[claims]\n")
    claims = dict(_CLAIM.findall(listed))
    stands = [_Stand(*each) for each in _STANCE.findall(listed)]
    told = [list(its) for _, its in groupby(stands, lambda each: each.claim)][:_MOST_CLAIMS]
    if not told:
        return _form([list(_retell(asked)), [_say(_CLOSING)]])
    split = [its for its in told if {"agrees", "contradicts"} <= {each.stand for each in its}]
    agreed = [its for its in told if its not in split]
    paragraphs = [
        [_say(f"{_join(its)}: {claims[its[0].claim]}", *(each.handle for each in its)) for its in agreed],
        [sentence for its in split for sentence in _divide(its, claims[its[0].claim])],
        [_say(_CLOSING)],
    ]
    return _form(paragraphs)


def hold_sentences(asked: str) -> list[dict[str, Any]]:
    """One verdict for each sentence: those above are made of their sources; another figure would be more."""
    _, _, listed = asked.rpartition("\nSentences:\n")
    return [
        {"sentence": int(number), "verdict": "more" if find_unsourced(text, [sources]) else "supported"}
        for number, text, sources in _HELD.findall(listed)
    ]


def _divide(its: list[_Stand], claim: str) -> Iterator[dict[str, Any]]:
    agreeing = [each for each in its if each.stand != "contradicts"]
    against = [each for each in its if each.stand == "contradicts"]
    yield _say(f"{_join(agreeing)}: {claim}", *(each.handle for each in agreeing))
    verb = "sees" if len(against) == 1 else "see"
    yield _say(f"{_join(against)} {verb} it differently.", *(each.handle for each in against))


def _retell(asked: str) -> Iterator[dict[str, Any]]:
    for name, marked in _ANSWER.findall(asked):
        text = "\n".join(line.removeprefix("| ") for line in marked.splitlines())
        sentence = _SENTENCE.search(text)
        words = (sentence[0] if sentence else text).strip()
        yield _say(f"{name}: {words}", words)


def _say(text: str, *sources: str) -> dict[str, Any]:
    return {"text": text, "sources": list(sources)}


def _form(paragraphs: list[list[dict[str, Any]]]) -> dict[str, Any]:
    return {"paragraphs": [{"sentences": sentences} for sentences in paragraphs if sentences]}


def _join(its: list[_Stand]) -> str:
    *first, last = dict.fromkeys(each.name for each in its)
    return f"{', '.join(first)} and {last}" if first else last
