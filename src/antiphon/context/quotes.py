"""How much of another voice's answer is quoted: all of it where there is room, else less by rule.

Whole; its first and last paragraph; the sentences the claims of the map rest on; its first and last sentence; nothing.
No rule ends in the middle of a sentence. The longest quote is shortened first, one rule at a time, until all of them
fit the room the block has.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.past import PastReply, PastTurn
from antiphon.conversation.payload import ImageData
from antiphon.conversation.prose import CharSpan, split_paragraphs, split_sentences

QuoteRule = Literal["whole", "ends", "claims", "sentences", "none"]
RULES: Final[tuple[QuoteRule, ...]] = ("whole", "ends", "claims", "sentences", "none")
ELLIPSIS: Final = "…"

# Where the words of each voice stand on which the map of a turn rests.
Claimed = Mapping[AdvisorId, tuple[CharSpan, ...]]
Measure = Callable[[str], int]


class QuoteLimits(NamedTuple):
    """What quotes may be: the rule they begin with, the characters of each, the tokens of all; 0 and none: any."""

    rule: QuoteRule = "whole"
    chars: int = 0
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """One voice as it is quoted, by which rule, and the tokens that takes; `images` are all that its answer shows."""

    advisor_id: AdvisorId
    name: str
    text: str
    rule: QuoteRule
    tokens: int
    images: tuple[ImageData, ...] = ()


def choose_quotes(
    last: PastTurn, advisor_id: AdvisorId, limits: QuoteLimits, claimed: Claimed, measure: Measure
) -> tuple[Quote, ...]:
    """Every other voice of the last turn, quoted as whole as the limits allow."""
    ladders = [
        _Ladder(each, reply, limits, claimed.get(each, ()), measure) for each, reply in _others(last, advisor_id)
    ]
    if limits.tokens is not None:
        _fit(ladders, limits.tokens)
    return tuple(ladder.quote() for ladder in ladders)


def weigh_rules(
    last: PastTurn, advisor_id: AdvisorId, claimed: Claimed, measure: Measure
) -> dict[AdvisorId, dict[QuoteRule, int]]:
    """What each rule would take in tokens, for every other voice; a rule that would not shorten is not named."""
    return {
        each: _Ladder(each, reply, QuoteLimits(), claimed.get(each, ()), measure).weigh()
        for each, reply in _others(last, advisor_id)
    }


def _others(last: PastTurn, advisor_id: AdvisorId) -> list[tuple[AdvisorId, PastReply]]:
    answers = ((each, reply) for each, reply in last.replies.items() if each != advisor_id)
    return [(each, reply) for each, reply in answers if reply.text.strip() or reply.all_images]


def _fit(ladders: Sequence["_Ladder"], room: int) -> None:
    """Shorten the longest that can be shortened until all of them fit, or nothing can be."""
    while sum(each.tokens for each in ladders) > room:
        longest = max((each for each in ladders if each.can_go_down), key=lambda each: each.tokens, default=None)
        if longest is None:
            return
        longest.go_down()


class _Ladder:
    """The ways to quote one voice, each shorter than the one before; it stands on one of them."""

    def __init__(
        self,
        advisor_id: AdvisorId,
        reply: PastReply,
        limits: QuoteLimits,
        claimed: Sequence[CharSpan],
        measure: Measure,
    ) -> None:
        self._advisor_id, self._reply, self._claimed, self._measure = advisor_id, reply, claimed, measure
        self._whole = reply.text.strip()
        self._rungs: list[tuple[QuoteRule, str, int]] = [("whole", self._whole, measure(self._whole))]
        self._is_complete = False
        self._step = 0
        while self.can_go_down and (self._is_before(limits.rule) or 0 < limits.chars < len(self.text)):
            self.go_down()

    @property
    def text(self) -> str:
        return self._rungs[self._step][1]

    @property
    def tokens(self) -> int:
        return self._rungs[self._step][2]

    @property
    def can_go_down(self) -> bool:
        return self.text != ELLIPSIS

    def go_down(self) -> None:
        self._complete()
        self._step += 1

    def quote(self) -> Quote:
        rule, text, tokens = self._rungs[self._step]
        return Quote(self._advisor_id, self._reply.name, text, rule, tokens, self._reply.all_images)

    def weigh(self) -> dict[QuoteRule, int]:
        self._complete()
        return {rule: tokens for rule, _, tokens in self._rungs}

    def _is_before(self, rule: QuoteRule) -> bool:
        """Whether there is a shorter way up to this rule. Without claims, the paragraphs stand for them."""
        if rule == "whole":
            return False
        self._complete()
        return any(RULES.index(each[0]) <= RULES.index(rule) for each in self._rungs[self._step + 1 :])

    def _complete(self) -> None:
        """Find the shorter ways; nobody needs them as long as the whole fits."""
        if self._is_complete:
            return
        self._is_complete = True
        for rule, text in _shorten(self._reply.text, self._claimed):
            tokens = self._measure(text)
            if len(text) < len(self._rungs[-1][1]) and tokens < self._rungs[-1][2]:
                self._rungs.append((rule, text, tokens))
        if self._rungs[-1][1] != ELLIPSIS:
            self._rungs.append(("none", ELLIPSIS, self._measure(ELLIPSIS)))


def _shorten(text: str, claimed: Sequence[CharSpan]) -> Iterable[tuple[QuoteRule, str]]:
    paragraphs, sentences = _split(text)
    yield "ends", _leave_gaps(text, paragraphs, _ends(paragraphs), "\n\n")
    if claimed:
        kept = [each for each in sentences if any(one.start < each.end and each.start < one.end for one in claimed)]
        yield "claims", _leave_gaps(text, sentences, kept, " ")
    yield "sentences", _leave_gaps(text, sentences, _ends(sentences), " ")


@lru_cache(maxsize=64)
def _split(text: str) -> tuple[list[CharSpan], list[CharSpan]]:
    return split_paragraphs(text), split_sentences(text)


def _ends(parts: Sequence[CharSpan]) -> list[CharSpan]:
    return [parts[0], parts[-1]] if len(parts) > 1 else list(parts)


def _leave_gaps(text: str, parts: Sequence[CharSpan], kept: Sequence[CharSpan], gap: str) -> str:
    """What is kept, as it stands where nothing is missing in between; an ellipsis stands for what is."""
    said, missing, end = "", False, -1
    for part in parts:
        if part not in kept:
            missing = True
            continue
        if missing:
            said += f"{gap}{ELLIPSIS}{gap}" if said else f"{ELLIPSIS}{gap}"
        elif said:
            said += text[end : part.start]
        said, missing, end = said + part.of(text), False, part.end
    return f"{said}{gap}{ELLIPSIS}" if missing and said else said
