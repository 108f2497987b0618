"""Who was heard, in sentences: whoever is missing comes before anything that was said."""

from collections.abc import Iterator, Mapping
from typing import Final

from antiphon.conversation.quorum import Quorum

_STATES: Final[Mapping[str, str]] = {
    "waiting": "has not answered yet",
    "sending": "has not answered yet",
    "streaming": "is still answering",
    "empty": "answered without a word",
    "filtered": "was withheld by the provider",
    "error": "failed",
    "rate_limited": "was turned away by the provider",
    "stopped": "was stopped",
    "interrupted": "was cut off by a crash",
    "incomplete": "broke off",
    "length": "ran into the limit on what may be said",
}


def describe_quorum(quorum: Quorum) -> tuple[str, ...]:
    """One sentence each: how many were heard and what that is worth, then everybody who was not heard in full."""
    heard = f"{quorum.answered} of {_count(quorum.asked, 'voice')} heard in full. Confidence: {quorum.confidence}"
    lowered = "" if quorum.was == quorum.confidence else f", lowered from {quorum.was}"
    return (f"{heard}{lowered}.", *_list_absent(quorum))


def _list_absent(quorum: Quorum) -> Iterator[str]:
    for missing in quorum.missing:
        code = "" if missing.code in (None, missing.state) else f" ({missing.code})"
        yield f"Not heard: {missing.name} {_STATES.get(missing.state, missing.state)}{code}."
    for cut in quorum.cut:
        yield f"Heard in part: {cut.name} {_STATES[cut.state]}."
    for trimmed in quorum.trimmed:
        yield f"Without all its history: {trimmed.name}, {_count(trimmed.turns, 'turn')} dropped."
    for suspected in quorum.suspected:
        yield f"Perhaps without the beginning: {suspected.name}."
    if quorum.is_selective:
        yield "Slow and strong models fail first: those heard are no fair sample."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
