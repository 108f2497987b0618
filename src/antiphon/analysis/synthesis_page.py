"""A synthesis as a page of Markdown: who was heard, the text, where each sentence comes from, what it leaves out."""

import re
from collections.abc import Iterator

from antiphon.analysis.quorum_words import describe_quorum
from antiphon.conversation.synthesis import Anchor, Sentence, Synthesis
from antiphon.conversation.text import on_one_line

# What Markdown takes for its own inside a line, and what it takes for its own at the beginning of one.
_MARKS = re.compile(r"([\\`*_{}\[\]<>|~$&])")
_BEGINNING = re.compile(r"\A(\d{0,9})([.)#+=-])")


def write_page(synthesis: Synthesis, question: str) -> str:
    """The page. Quotes stand below as footnotes, numbered in the order they are first used."""
    numbers: dict[Anchor, int] = {}
    for sentence in synthesis.sentences:
        for anchor in sentence.anchors:
            numbers.setdefault(anchor, len(numbers) + 1)
    blocks = [
        f"# Synthesis of turn {synthesis.position}",
        f"> {_escape(question)}",
        "\n".join(f"- {_escape(each)}" for each in describe_quorum(synthesis.quorum)),
        *_write_text(synthesis, numbers),
        _write_coverage(synthesis),
        "\n".join(_write_note(number, anchor) for anchor, number in numbers.items()),
    ]
    return "\n\n".join(each for each in blocks if each) + "\n"


def _escape(text: str) -> str:
    """The words on one line, with nothing in them that could pass for a part of the page."""
    return _BEGINNING.sub(r"\1\\\2", _MARKS.sub(r"\\\1", on_one_line(text)))


def _write_text(synthesis: Synthesis, numbers: dict[Anchor, int]) -> Iterator[str]:
    paragraphs = [" ".join(_write_sentence(each, numbers) for each in one) for one in synthesis.paragraphs]
    if synthesis.mode == "checklist":
        yield "\n".join(f"- [ ] {each}" for each in paragraphs)
    else:
        yield from paragraphs


def _write_sentence(sentence: Sentence, numbers: dict[Anchor, int]) -> str:
    if sentence.is_own:
        return f"{_escape(sentence.text)} *(synthesiser's own)*"
    notes = "".join(f"[^{numbers[each]}]" for each in sentence.anchors)
    marks = "".join(f" *({_escape(each)})*" for each in describe_marks(sentence))
    return _escape(sentence.text) + notes + marks


def describe_marks(sentence: Sentence) -> tuple[str, ...]:
    """What is said of it beside its sources: what a checked model found, and figures that stand in none of them."""
    figures = f"not in the source: {', '.join(sentence.unsourced)}" if sentence.unsourced else ""
    found = {"more": "says more than its source", "contradicts": "its source says otherwise"}
    return tuple(each for each in (found.get(sentence.support or "", ""), figures) if each)


def _write_coverage(synthesis: Synthesis) -> str:
    cover = synthesis.coverage
    lines = [f"Sentences with a source: {cover.anchored} of {cover.sentences}."]
    if cover.claims:
        lines.insert(0, f"Claims used: {cover.used} of {cover.claims}.")
    missed = {each.number for each in synthesis.missed}
    left = [
        f"- Left out{', though it matters' if each.number in missed else ''}: {_escape(each.text)}"
        for each in sorted(synthesis.left_out, key=lambda claim: claim.number not in missed)
    ]
    if synthesis.is_held:
        lines.append(_write_held(synthesis))
    return "\n".join((" ".join(lines), *(("", *left) if left else ())))


def _write_held(synthesis: Synthesis) -> str:
    held = [each.support for each in synthesis.sentences if not each.is_own]
    return f"Held to their sources: {sum(each is not None for each in held)} of {len(held)}."


def _write_note(number: int, anchor: Anchor) -> str:
    return f"[^{number}]: {_escape(anchor.name)}, ¶{anchor.paragraph}: “{_escape(anchor.quote)}”"
