"""One turn on one sheet: the question, who was heard, where they stand, what was made of it, what was chosen.

Whoever is missing is named before anything that was said. The sheet is HTML, and light: it is meant for paper.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from html import escape

from antiphon.analysis.export import ReadPicture, export_turns, no_picture, write_shown, write_voices
from antiphon.analysis.html_page import colour_of, tag, wrap, write_html
from antiphon.analysis.quorum_words import describe_quorum
from antiphon.analysis.synthesis_page import describe_marks
from antiphon.analysis.voices import find_standing, mark_words
from antiphon.conversation.claim import Claim
from antiphon.conversation.decision import Decision
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.quorum import Quorum
from antiphon.conversation.reply import Reply
from antiphon.conversation.synthesis import Sentence, Synthesis
from antiphon.conversation.turn import Turn

_ABSENT = {"absent": "no answer", "unread": "not read"}


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """The claims of a turn, who read them out of the answers, and which words were read, by reply."""

    claims: tuple[Claim, ...]
    model: str
    read: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DecisionSheet:
    """All that stands on the sheet; what does not exist is left out. `answers` adds every answer in full."""

    turn: Turn
    quorum: Quorum
    drawn: DrawnMap | None = None
    synthesis: Synthesis | None = None
    decisions: tuple[Decision, ...] = ()
    answers: bool = False
    read_picture: ReadPicture = no_picture
    missing: frozenset[AdvisorId] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "missing", frozenset(each.advisor_id for each in self.quorum.missing))


def write_sheet(sheet: DecisionSheet) -> str:
    """The page."""
    day = _day(sheet.decisions[-1].created_at if sheet.decisions else sheet.turn.created_at)
    blocks = [
        wrap("p", (tag("b", "Antiphon"), tag("span", day)), kind="brand"),
        tag("h1", sheet.turn.text, dir="auto"),
        *write_shown(sheet.turn, read_picture=sheet.read_picture),
        _write_heard(sheet),
        *_write_claims(sheet),
        *_write_synthesis(sheet),
        *(_write_decision(each) for each in sheet.decisions),
        *(_write_answers(sheet) if sheet.answers else ()),
        _write_foot(sheet),
    ]
    return write_html(f"Turn {sheet.turn.position}, {day}", blocks)


def _write_answers(sheet: DecisionSheet) -> Iterable[str]:
    return tag("h2", "The answers"), *write_voices(sheet.turn, read_picture=sheet.read_picture)


def fingerprint_turn(turn: Turn, read_picture: ReadPicture = no_picture) -> str:
    """The SHA-256 of the turn as Markdown: anybody who has that file can check the sheet."""
    return hashlib.sha256(export_turns([turn], "md", read_picture=read_picture).encode()).hexdigest()


def _write_heard(sheet: DecisionSheet) -> str:
    first, *absent = describe_quorum(sheet.quorum)
    heard = [each for each in find_standing(sheet.turn) if each.advisor_id not in sheet.missing]
    named = (wrap("span", (_mark(each), escape(each.name)), dir="auto") for each in heard)
    lines = [tag("li", each, kind="missing", dir="auto") for each in absent]
    return wrap("ul", (*lines, tag("li", first, kind="first"), wrap("li", named, kind="voices")), kind="heard")


def _mark(reply: Reply) -> str:
    return tag("span", "", kind="mark", style=colour_of(reply.colour))


def _write_claims(sheet: DecisionSheet) -> Iterator[str]:
    drawn = sheet.drawn
    if drawn is None or not drawn.claims:
        return
    voices = find_standing(sheet.turn)
    marks = mark_words(sheet.turn)
    heads = (tag("th", "Claims, most contested first"), *(tag("th", each.name, dir="auto") for each in voices))
    rows = (
        wrap("tr", (tag("td", claim.text, dir="auto"), *(_write_cell(sheet, claim, each, marks) for each in voices)))
        for claim in drawn.claims
    )
    yield tag("h2", "Where they stand")
    yield wrap("table", (wrap("thead", (wrap("tr", heads),)), wrap("tbody", rows)), kind="claims")


def _write_cell(sheet: DecisionSheet, claim: Claim, reply: Reply, marks: Mapping[str, str]) -> str:
    read = {} if sheet.drawn is None else sheet.drawn.read
    if reply.advisor_id in sheet.missing:
        return tag("td", _ABSENT["absent"], kind="absent")
    if read.get(reply.id) != marks.get(reply.id):
        return tag("td", _ABSENT["unread"], kind="absent")
    stand = next(
        (each.stand for each in claim.stances if each.advisor_id == reply.advisor_id and not each.disputed), "silent"
    )
    return tag("td", "speaks of it" if stand == "speaks" else stand, kind=stand)


def _write_synthesis(sheet: DecisionSheet) -> Iterator[str]:
    if sheet.synthesis is None:
        return
    yield tag("h2", "Synthesis")
    if dict(sheet.synthesis.read) != dict(mark_words(sheet.turn)):
        yield tag("p", "Written before the answers were what they are now.", kind="stale")
    for paragraph in sheet.synthesis.paragraphs:
        yield wrap("p", (" ".join(_write_sentence(each) for each in paragraph),), dir="auto")


def _write_sentence(sentence: Sentence) -> str:
    if sentence.is_own:
        return tag("span", sentence.text, kind="own")
    sources = dict.fromkeys(f"{each.name} ¶{each.paragraph}" for each in sentence.anchors)
    more = list(describe_marks(sentence))
    return f"{escape(sentence.text)} {tag('span', '[' + '; '.join((', '.join(sources), *more)) + ']', kind='cite')}"


def _write_decision(decision: Decision) -> str:
    others = [each for each in decision.options if each != decision.choice]
    facts = [
        ("Decided", _day(decision.created_at)),
        ("Not chosen", "; ".join(others)),
        ("Would change my mind", decision.change_my_mind),
        ("Look back on", "" if decision.review_at is None else _day(decision.review_at)),
    ]
    told = (tag("dt", name) + tag("dd", words, dir="auto") for name, words in facts if words)
    chosen = wrap("b", (tag("span", decision.choice, dir="auto"), tag("span", f"{decision.confidence} % sure")))
    return wrap("section", (chosen, wrap("dl", told)), kind="choice")


def _write_foot(sheet: DecisionSheet) -> str:
    read = [] if sheet.drawn is None else [f"The claims were read out of the answers by {sheet.drawn.model}."]
    own = sheet.synthesis is not None and any(each.is_own for each in sheet.synthesis.sentences)
    dotted = ["Dotted sentences are the synthesiser's own: they have no source in the answers."] if own else []
    print_ = f"Turn {sheet.turn.position}. SHA-256 of the turn as Markdown: "
    words: Sequence[str] = [*read, *dotted, print_]
    return wrap(
        "footer", (escape(" ".join(words)), tag("span", fingerprint_turn(sheet.turn, sheet.read_picture), kind="hash"))
    )


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"
