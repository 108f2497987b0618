"""The journal written out as Markdown, so that nothing anybody said can pass for a part of the page.

Lines of our own are headings and lists. Whatever a person or a model wrote stands either on one line with every mark of
Markdown escaped, or unchanged inside a fence longer than any it holds: then its fingerprint can be checked by hand.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from antiphon.conversation.decision import Decision, FrozenStance
from antiphon.conversation.text import on_one_line

EMPTY: Final = "Nothing has been decided here yet."
_MARKS: Final = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~&=:$^@/\"'])")
_TICKS: Final = re.compile("`+")
_ATTITUDES: Final = {"for": "for it", "against": "against it", "open": "open", None: "not said"}
_OUTCOMES: Final = {"right": "It was right", "wrong": "It was wrong", "mixed": "Mixed", "unknown": "Cannot be told"}


def write_journal(decisions: Sequence[Decision]) -> str:
    """All of them under one title, in the order given."""
    pages = "\n\n".join(write_decision(each, level=2) for each in decisions)
    return f"# Decisions\n\n{pages or EMPTY}\n"


def write_decision(decision: Decision, *, level: int = 1) -> str:
    """One decision, its headings from this level down."""
    lines = [
        f"{'#' * level} {escape(decision.question)}",
        "\n".join(_describe(decision)),
        *_fenced("What would change my mind:", decision.change_my_mind),
        *_write_outcome(decision),
    ]
    stances = (_write_stance(each, level + 1) for each in decision.stances)
    return "\n\n".join([*lines, *stances])


def escape(text: str) -> str:
    """The words on one line, with nothing in them that Markdown would take for its own."""
    return _MARKS.sub(r"\\\1", on_one_line(text))


def _describe(decision: Decision) -> Iterable[str]:
    yield f"- decided: {_day(decision.created_at)}"
    yield f"- chosen: {escape(decision.choice)}"
    others = [each for each in decision.options if each != decision.choice]
    yield from (f"- not chosen: {escape(each)}" for each in others)
    yield f"- confidence: {decision.confidence} %"
    if decision.review_at is not None:
        asks = "" if decision.reviewer is None else f", {escape(decision.reviewer.name)} asks"
        yield f"- look back: {_day(decision.review_at)}{asks}"
    yield f"- id: {escape(decision.id)}, turn {escape(decision.turn_id)}"


def _write_outcome(decision: Decision) -> Iterable[str]:
    if decision.outcome is None:
        return ("What happened: not known yet.",)
    known = "" if decision.outcome_at is None else f", {_day(decision.outcome_at)}"
    said = f"{_OUTCOMES[decision.outcome]}{known}."
    return (f"What happened: {said}", *_fenced("", decision.outcome_text))


def _write_stance(stance: FrozenStance, level: int) -> str:
    about = [
        f"- stands: {_ATTITUDES[stance.attitude]}",
        f"- model: {escape(stance.model)}, version {stance.version} of the advisor, reply {escape(stance.state)}",
        f"- sha256 of these words: `{stance.reply_sha256}`" + (" (edited by the person)" if stance.edited else ""),
        f"- sha256 of what it was sent: {_hash(stance.request_sha256)}",
    ]
    words = _fenced("", stance.text) or ("No words.",)
    return "\n\n".join([f"{'#' * level} {escape(stance.name)}", "\n".join(about), *words])


def _fenced(title: str, text: str) -> tuple[str, ...]:
    if not text:
        return ()
    fence = "`" * max(3, 1 + max((len(each) for each in _TICKS.findall(text)), default=0))
    block = f"{fence}text\n{text}\n{fence}"
    return (title, block) if title else (block,)


def _hash(sha256: str | None) -> str:
    return "nothing was sent" if sha256 is None else f"`{sha256}`"


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()
