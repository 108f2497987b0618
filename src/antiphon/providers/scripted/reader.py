"""What the rehearsal answers when it is asked to look at a conversation: the same every time, and only from the words
it is shown. It knows what the rehearsal's own voices claim (`points.toml`); of other words it takes whole sentences.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

import orjson

from antiphon.advisors.prompt import (
    load_claim_prompts,
    load_eval_prompts,
    load_heartbeat_prompts,
    load_improve_prompts,
    load_synthesis_prompts,
    load_title_prompt,
)
from antiphon.providers.scripted.judging import judge_answer
from antiphon.providers.scripted.rewording import propose_words
from antiphon.providers.scripted.synthesiser import hold_sentences, write_text
from antiphon.providers.scripted.unasked import ask_what_happened, decide_to_speak

# As much of a step's instructions as tells it from the others.
_OPENING_CHARS: Final = 60
_MOST_SENTENCES: Final = 2
_SENTENCE = re.compile("[^.!?\u3002\uff01\uff1f]+[.!?\u3002\uff01\uff1f]+", re.DOTALL)
_NUMBERED = re.compile(r"^(\d+) (?:\[[A-Z]+\] )?(.*)$", re.MULTILINE)
_PAIR = re.compile(r"^(\d+)\. (.*)\n   (.*)$", re.MULTILINE)
_EARLIER = re.compile(r"^- (.*)$", re.MULTILINE)
_WORD = re.compile(r"\w{4,}")

Answer = Callable[[str], Any]


class _Said(NamedTuple):
    point: str
    words: str
    claim: str
    stand: str


def answer_look(system: str, asked: str) -> str | None:
    """The answer as JSON; nothing for a step the rehearsal does not know."""
    answer = next((answer for opening, answer in _list_steps() if opening in system), None)
    return None if answer is None else orjson.dumps(answer(asked)).decode()


@cache
def _list_steps() -> tuple[tuple[str, Answer], ...]:
    """How each step's instructions begin, and what answers it."""
    claims, unasked, synthesis = load_claim_prompts(), load_heartbeat_prompts(), load_synthesis_prompts()
    steps = (
        (claims.read, _find_claims),
        (claims.judge, _judge),
        (claims.news, _find_new),
        (unasked.heartbeat_decide, decide_to_speak),
        (unasked.review_ask, ask_what_happened),
        (synthesis.reading, write_text),
        (synthesis.hold, hold_sentences),
        (load_title_prompt(), _name),
        (load_eval_prompts().judge, judge_answer),
        (load_improve_prompts().improve, propose_words),
    )
    return tuple((text[:_OPENING_CHARS], answer) for text, answer in steps)


def _find_claims(asked: str) -> list[dict[str, str]]:
    """What the advisor claims: the points it is known for, else its first sentences that are no questions."""
    _, _, marked = asked.partition("\n[advisor]\n")
    text = "\n".join(line.removeprefix("| ") for line in marked.splitlines())
    known = [{"claim": said.claim, "quote": said.words} for said in _load_points() if said.words in text]
    if known:
        return known
    sentences = [match[0].strip() for match in _SENTENCE.finditer(text)] or [text.strip()]
    told = [each for each in sentences if each and each[-1] not in "?\uff1f"][:_MOST_SENTENCES]
    return [{"claim": _cut(each, 200), "quote": _cut(each, 400)} for each in told]


def _name(asked: str) -> dict[str, Any]:
    """The person's first words; a rehearsal knows no better, and no tags."""
    said = next((line.removeprefix("| ") for line in asked.splitlines() if line.startswith("| ")), "")
    return {"title": _cut(said.strip(" ?!.") or "Untitled", 60), "tags": []}


def _cut(sentence: str, most: int) -> str:
    """The sentence, or as many of its words as fit."""
    return sentence if len(sentence) <= most else sentence[:most].rpartition(" ")[0] or sentence[:most]


def _judge(asked: str) -> list[dict[str, Any]]:
    """Claims about one known point agree or are opposed; all others are about different points."""
    known = {said.claim: said for said in _load_points()}
    _, _, listed = asked.rpartition("\nPairs:\n")
    return [
        {"pair": int(number), "verdict": _compare(known.get(one), known.get(other), one == other)}
        for number, one, other in _PAIR.findall(listed)
    ]


def _compare(one: _Said | None, other: _Said | None, same: bool) -> str:
    if one is None or other is None:
        return "agree" if same else "different"
    if one.point != other.point:
        return "different"
    return "agree" if one.stand == other.stand else "opposed"


def _find_new(asked: str) -> list[int]:
    """Those that share less than half of their words with each earlier one."""
    before, _, now = asked.rpartition("\nMade now:\n")
    earlier = [set(_WORD.findall(text.casefold())) for text in _EARLIER.findall(before)]
    return [number for number, text in _numbered(now) if not any(_is_like(text, words) for words in earlier)]


def _is_like(text: str, words: set[str]) -> bool:
    own = set(_WORD.findall(text.casefold()))
    return 2 * len(own & words) >= len(own)


def _numbered(asked: str) -> Iterator[tuple[int, str]]:
    for number, text in _NUMBERED.findall(asked):
        yield int(number), text


@cache
def _load_points() -> tuple[_Said, ...]:
    page = resources.files("antiphon.providers.scripted") / "points.toml"
    points = tomllib.loads(page.read_text(encoding="utf-8"))["point"]
    return tuple(_Said(point["text"], **said) for point in points for said in point["said"])
