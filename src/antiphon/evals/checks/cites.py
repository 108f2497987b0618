"""Whether what an answer quotes was ever said."""

import re
from collections.abc import Iterator
from typing import Final

from antiphon.analysis.anchor import Anchors
from antiphon.analysis.quote import is_quotable
from antiphon.conversation.prose import CharSpan
from antiphon.evals.case import Assertion
from antiphon.evals.checks.finding import Finding, list_texts, show
from antiphon.evals.evidence import Evidence
from antiphon.evals.result import Spot

_QUOTED: Final = re.compile(
    "|".join(
        f"{begin}([^{begin}{end}\n]{{1,500}}){end}"
        for begin, end in ('""', "\u201c\u201d", "\u201e\u201c", "\u201e\u201d", "\u00ab\u00bb", "\u300c\u300d")
    )
)
_QUOTED_LINES: Final = re.compile(r"(?:^ {0,3}>.*(?:\n|\Z))+", re.MULTILINE)
_LINE_MARK: Final = re.compile(r"^ {0,3}> ?", re.MULTILINE)


def check_cites(evidence: Evidence, assertion: Assertion) -> Finding:
    """Every quotation stands in the given text, or in what was sent; there are as many as asked for, or one.

    The score is the share that was found. A word or two in quotation marks is no quotation.
    """
    sources = [Anchors(text) for text in list_texts(assertion.value) or _list_sent(evidence)]
    quoted = list(_find_quotations(evidence.exchange.answer))
    lost = [spot for spot in quoted if not any(_stands(spot.quote, source) for source in sources)]
    hits = tuple(spot.quote for spot in quoted if spot not in lost)
    least = int(assertion.options.get("at_least", 1))
    if len(quoted) < least:
        return Finding(0.0, f"quotes {len(quoted)} times; asked for: at least {least}", hits, spots=tuple(lost))
    misses = tuple(spot.quote for spot in lost)
    reason = f"nobody has said {', '.join(map(show, misses))}" if lost else ""
    return Finding(len(hits) / len(quoted) if quoted else 1.0, reason, hits, misses, tuple(lost))


def _list_sent(evidence: Evidence) -> tuple[str, ...]:
    return tuple(message.content for message in evidence.exchange.messages if message.role != "system")


def _find_quotations(answer: str) -> Iterator[Spot]:
    """What stands in quotation marks or on quoted lines."""
    for match in _QUOTED.finditer(answer):
        number = match.lastindex or 0
        if is_quotable(match[number]):
            yield Spot("answer", match.start(number), match.end(number), match[number])
    for match in _QUOTED_LINES.finditer(answer):
        words = _LINE_MARK.sub("", match[0]).strip()
        if is_quotable(words):
            yield Spot("answer", match.start(), match.end(), words)


def _stands(quote: str, source: Anchors) -> bool:
    return isinstance(source.find(quote.rstrip(".,;:")), CharSpan)
