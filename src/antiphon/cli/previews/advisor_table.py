"""A preview as a person reads it: a table, then in sentences what is out, what is added, what it rests on."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from antiphon.cli.printing.figures import count, format_dollars, format_share, group, name_all
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.thinking import format_thinking
from antiphon.client.answers.previews import AdvisorPreview, Preview, Span

_LIMITS = {
    "window": "the model's window",
    "tokens_per_minute": "the tokens per minute allowed",
    "characters": "your limit in characters",
}
_ITEMS = {
    "reference": "what the others said last",
    "synthesis": "the synthesis you send along",
    "state": "a note on the state of the conversation",
    "memory": "what is remembered",
    "instructions": "your instructions",
    "todo": "the list of things to do",
    "documents": "documents",
    "caller": "the note of the program that asks",
}
_QUOTED = {
    "ends": "its first and last paragraph",
    "claims": "the sentences its claims rest on",
    "sentences": "its first and last sentence",
    "none": "nothing, too long",
}
_SHORT_SHA = 8
# Below so many cells not every column fits; `--json` and a wider terminal have them all.
_NARROW = 72
_SPARED = frozenset({"messages", "sha256"})
_LEFT = frozenset({"of", "sha256"})


def print_preview(console: Console, preview: Preview) -> None:
    """The table and the sentences below it."""
    console.print(_build_table(preview, console.width))
    console.print()
    for line in format_notes(preview):
        console.print(Text(line))


def print_messages(console: Console, preview: Preview) -> None:
    """Every advisor's messages, whole, each with its role and what it is there for."""
    for advisor in preview.advisors:
        console.print()
        console.print(Text(f"{_name(advisor)}, {count(advisor.message_count, 'message')}", style="bold"))
        for number, message in enumerate(advisor.messages or (), 1):
            console.print()
            console.print(Text(f"{number}. {message.role} ({message.kind})", style="dim"))
            console.print(Text(make_printable(message.content)), soft_wrap=True)


def format_notes(preview: Preview) -> Iterator[str]:
    """Sentences, what is wrong first; the same said of several advisors is said once."""
    everybody = [_name(each) for each in preview.advisors]
    problems = ((_format_problem(each), _name(each)) for each in preview.advisors if each.problem is not None)
    for what, who in group(problems).items():
        yield f"{name_all(who, everybody)}: {what}"
    outside = ((_format_span(span), _name(each)) for each in preview.advisors for span in each.spans if not span.inside)
    for what, who in group(outside).items():
        yield f"{name_all(who, everybody)}: {what}"
    if preview.hidden_pins:
        hidden = count(preview.hidden_pins, "pinned turn")
        yield f"{hidden} hidden by the filter, so not sent; a pin does not overrule the filter"
    added = ((_ITEMS.get(item.kind, item.kind), _name(each)) for each in preview.advisors for item in each.items)
    for what, who in group(added).items():
        yield f"{name_all(who, everybody)}: with {what}"
    thought = ((told, _name(each)) for each in preview.advisors if (told := _format_thinking(each)))
    for what, who in group(thought).items():
        yield f"{name_all(who, everybody)}: {what}"
    quoted = ((what, _name(each)) for each in preview.advisors for what in _format_quotes(each))
    for what, who in group(quoted).items():
        yield f"{name_all(who, everybody)}: {what}"
    for what, who in group((_format_basis(each), _name(each)) for each in preview.advisors).items():
        yield f"{name_all(who, everybody)}: {what}"
    yield _format_cost(preview)
    yield f"conversation {preview.conversation_id} · {preview.counter} turns"


def _format_quotes(advisor: AdvisorPreview) -> Iterator[str]:
    """Who is not quoted whole, and what that spares."""
    for quote in advisor.quotes:
        if quote.rule in _QUOTED:
            whole = quote.rules.get("whole", quote.tokens)
            yield f"of {make_printable(quote.name)} {_QUOTED[quote.rule]}, {quote.tokens:,} of {whole:,} tokens"


def _build_table(preview: Preview, width: int) -> Table:
    """One row per advisor. Prices are two more columns; on a narrow terminal the two least needed are left out."""
    has_prices = any(each.cost.cold is not None for each in preview.advisors)
    table = Table(box=None, pad_edge=False, padding=(0, 1 if has_prices else 2, 0, 0))
    table.add_column("advisor", no_wrap=True, overflow="ellipsis", min_width=7)
    rows = [_list_cells(advisor, preview.visible, has_prices) for advisor in preview.advisors]
    titles = [title for title in rows[0] if width >= _NARROW or title not in _SPARED] if rows else []
    for title in titles:
        table.add_column(title, justify="left" if title in _LEFT else "right", no_wrap=True)
    for advisor, cells in zip(preview.advisors, rows, strict=True):
        table.add_row(Text(_name(advisor)), *(Text(cells[title]) for title in titles))
    return table


def _list_cells(advisor: AdvisorPreview, visible: int, has_prices: bool) -> dict[str, str]:
    """What stands in each column but the first, under its title and in its order."""
    prices = {"cold": format_dollars(advisor.cost.cold), "cached": format_dollars(advisor.cost.warm)}
    return {
        "messages": f"{advisor.message_count:,}",
        "turns": f"{advisor.included:,} / {visible:,}",
        "tokens": f"≈{advisor.tokens:,}",
        "of": "no limit" if advisor.limit is None else f"{advisor.limit:,}",
        **(prices if has_prices else {}),
        "cache": "none" if advisor.cache is None else format_share(advisor.cache.share),
        "sha256": "not sent" if advisor.sha256 is None else advisor.sha256[:_SHORT_SHA],
    }


def _format_problem(advisor: AdvisorPreview) -> str:
    assert advisor.problem is not None, "asked only of those who have one"  # noqa: S101
    return f"nothing can be sent: {make_printable(advisor.problem.message)} ({advisor.problem.code})"


def _format_span(span: Span) -> str:
    if span.first == span.last:
        return f"turn {span.first} {span.sentence}"
    shown = "" if span.turns == span.last - span.first + 1 else f" ({span.turns:,} visible)"
    return f"turns {span.first}-{span.last}{shown} {span.sentence}"


_CHOOSERS = {
    "send": "chosen for this message",
    "advisor": "its own setting",
    "panel": "the panel's setting",
    "settings": "your settings",
}


def _format_thinking(advisor: AdvisorPreview) -> str:
    """How much is asked for and who chose it; nothing where nobody did."""
    told = advisor.thinking
    if told is None or told.chosen is None:
        return ""
    chosen = f"thinking {format_thinking(told.chosen, '')} ({_CHOOSERS.get(told.chosen_by or '', 'chosen')})"
    if told.unmet:
        return f"{chosen} is not asked for: {make_printable(told.unmet)}"
    price = "" if not told.cost else f", {format_dollars(told.cost)}"
    return f"{chosen}, at most {told.tokens:,} tokens{price}" if told.tokens else chosen


def _format_basis(advisor: AdvisorPreview) -> str:
    """The model, how its tokens are counted, and which limit binds."""
    rule = "tokens by the plain rule"
    if advisor.calibrated:
        off = "" if advisor.estimate_error is None else f", lately {format_share(advisor.estimate_error)} off"
        rule = f"tokens calibrated by the model's own reports{off}"
    limit = "" if advisor.binding is None else f", limit from {_LIMITS.get(advisor.binding, advisor.binding)}"
    return f"{make_printable(advisor.model)}, {rule}{limit}"


def _format_cost(preview: Preview) -> str:
    cost = preview.cost
    if cost.cold is None:
        unpriced = (make_printable(each.model) for each in preview.advisors if each.cost.cold is None)
        return f"cost unknown: no prices for {', '.join(dict.fromkeys(unpriced))}"
    return (
        f"cost {format_dollars(cost.cold)}, {format_dollars(cost.warm)} with what is cached; "
        f"at most {format_dollars(cost.output)} more for the answers"
    )


def _name(advisor: AdvisorPreview) -> str:
    return " ".join(make_printable(advisor.name).split())
