"""A synthesis on a terminal: who was heard, the text with its sources, what it leaves out."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from antiphon.cli.analyses.quorum import describe_quorum
from antiphon.cli.maps.check_words import describe_held
from antiphon.cli.printing.figures import count
from antiphon.cli.printing.printable import make_printable
from antiphon.client.answers.syntheses import Anchor, Paragraph, Sentence, Synthesis

OWN = "synthesiser's own"
_MATTERS = {
    "constraint": "it names a limit: “{}”",
    "decision": "it decides something: “{}”",
    "priority": "it sets a priority: “{}”",
    "person": "you called the answer of {} important",
}
_SUPPORT = {"more": "says more than its source", "contradicts": "its source says otherwise"}
_DROPPED = {
    "handle": "that named a claim that is not there",
    "quote": "whose words stand in no answer",
    "length": "with no words or too many",
    "too_many": "past the longest text there is room for",
}


def print_synthesis(console: Console, synthesis: Synthesis, *, quotes: bool = False) -> None:
    """Who was heard comes first, then the text."""
    _print_head(console, synthesis)
    for number, paragraph in enumerate(synthesis.paragraphs, 1):
        mark = f"{number}. " if synthesis.mode == "checklist" else ""
        console.print(_write(paragraph, mark), soft_wrap=not console.is_terminal)
        console.print()
    for line in _describe_cover(synthesis):
        console.print(Text(line, style="dim"))
    if quotes:
        _print_quotes(console, synthesis)


def _print_head(console: Console, synthesis: Synthesis) -> None:
    first, *rest = describe_quorum(synthesis.quorum)
    console.print(Text(first, style="bold"))
    for line in rest:
        console.print(Text(line))
    if synthesis.is_stale:
        console.print(Text("Answers have changed or were disputed since this was written; --again writes it anew."))
    question = " ".join(make_printable(synthesis.question).split())
    console.print()
    console.print(Text(f"Turn {synthesis.position}: {question}", style="dim"), overflow="ellipsis", no_wrap=True)
    console.print()


def _write(paragraph: Paragraph, mark: str) -> Text:
    line = Text(mark)
    for index, sentence in enumerate(paragraph.sentences):
        line.append(" " if index else "")
        line.append(make_printable(sentence.text), style="italic" if sentence.own else "")
        line.append(f" [{_name_sources(sentence)}]", style="dim")
    return line


def _name_sources(sentence: Sentence) -> str:
    if sentence.own:
        return OWN
    sources = ", ".join(dict.fromkeys(_name(each) for each in sentence.anchors))
    figures = ", ".join(make_printable(each) for each in sentence.unsourced)
    found = (_SUPPORT.get(sentence.support or "", ""), f"not in the source: {figures}" if figures else "")
    return "; ".join((sources, *(each for each in found if each)))


def _name(anchor: Anchor) -> str:
    return f"{make_printable(anchor.name)} ¶{anchor.paragraph}" + (" (changed since)" if anchor.is_gone else "")


def _describe_cover(synthesis: Synthesis) -> Iterator[str]:
    cover = synthesis.coverage
    if cover.claims:
        yield f"Claims used: {cover.used} of {cover.claims}."
    yield f"Sentences with a source: {cover.anchored} of {cover.sentences}."
    if cover.anchored:
        yield describe_holding(synthesis)
    missed = {
        each.number: _MATTERS.get(each.rule, each.rule).format(make_printable(each.words)) for each in synthesis.missed
    }
    for claim in sorted(synthesis.left_out, key=lambda claim: claim.number not in missed):
        why = f" ({missed[claim.number]})" if claim.number in missed else ""
        yield f"{'Left out, though it matters' if why else 'Left out'}: {make_printable(claim.text)}{why}"
    for reason, number in synthesis.dropped.items():
        what = "sentence" if reason in ("length", "too_many") else "source"
        yield f"Not taken: {count(number, what)} {_DROPPED.get(reason, reason)}."


def describe_holding(synthesis: Synthesis) -> str:
    """Whether a model has held the sentences to their sources, and how well it does that."""
    if not synthesis.is_held:
        said = "Whether they say more than their sources was not read; only figures were compared."
        if synthesis.check is None:
            return f"{said} The model was never checked for this: antiphon eval map checks it."
        return f"{said} The model was checked, and does this no better than ways that ask nobody."
    held = [each.support for one in synthesis.paragraphs for each in one.sentences if not each.own]
    told = sum(each is not None for each in held)
    how = f" {describe_held(synthesis.check)}" if synthesis.check and not synthesis.is_rehearsal else ""
    return f"Held to their sources: {told} of {len(held)}.{how}"


def _print_quotes(console: Console, synthesis: Synthesis) -> None:
    console.print()
    sentences = (sentence for paragraph in synthesis.paragraphs for sentence in paragraph.sentences)
    quoted = dict.fromkeys(anchor for sentence in sentences for anchor in sentence.anchors)
    for anchor in quoted:
        words = " ".join(make_printable(anchor.quote).split())
        console.print(Text(f"{_name(anchor)}: \u201c{words}\u201d"))
