"""Differences as a person reads them: where the bytes part, then message by message, then the answers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from rich.console import Console
from rich.text import Text

from antiphon.cli.printing.figures import format_share
from antiphon.cli.printing.printable import make_printable
from antiphon.client.answers.replies import MessageChange, PayloadDiff, TextChange
from antiphon.providers.wire_text import WireMessage, read_messages

_MARKS = {"same": ("", ""), "removed": ("[-", "-]"), "added": ("{+", "+}")}
_STYLES = {"same": "", "removed": "red strike", "added": "green"}
_ORDER: tuple[Literal["same", "changed", "added", "removed"], ...] = ("same", "changed", "added", "removed")
# Around the first differing byte: enough to recognise the place, and two of them fit on a line.
_AROUND = 28


def print_payload_diff(
    console: Console, diff: PayloadDiff, bodies: tuple[bytes, bytes], names: tuple[str, str]
) -> None:
    """The first differing byte, what a cache would serve, and every message that is not the same in both."""
    a, b = names
    if diff.first_difference is None:
        console.print(Text(f"{a} and {b} were made of the same {diff.a_size:,} bytes"))
        return
    console.print(
        Text(f"first difference: byte {diff.first_difference:,} ({a} has {diff.a_size:,} bytes, {b} {diff.b_size:,})")
    )
    for name, body in zip(names, bodies, strict=True):
        console.print(Text(f"  {name}: {_cut(body, diff.first_difference)}"), soft_wrap=True)
    console.print(Text(f"a cache filled by {a} would serve {format_share(diff.shared)} of {b}"))
    counts = Counter(change.kind for change in diff.changes)
    console.print(Text("messages: " + ", ".join(f"{counts[kind]} {kind}" for kind in _ORDER if counts[kind])))
    said = (read_messages(bodies[0]), read_messages(bodies[1]))
    for change in diff.changes:
        if change.kind != "same":
            console.print()
            console.print(Text(_format_place(change), style="bold"))
            console.print(build_pieces(_list_pieces(change, *said), colour=has_colour(console)), soft_wrap=True)


def print_answer_diff(console: Console, pieces: Sequence[TextChange]) -> None:
    """What came back, word by word."""
    console.print()
    console.print(Text("the answers", style="bold"))
    if all(piece.op == "same" for piece in pieces):
        console.print(Text("the same words"))
    else:
        console.print(build_pieces(pieces, colour=has_colour(console)), soft_wrap=True)


def build_pieces(pieces: Iterable[TextChange], *, colour: bool) -> Text:
    """Runs of words: in colour, or as `[-old-]{+new+}` where there is none."""
    text = Text()
    for piece in pieces:
        opening, closing = ("", "") if colour else _MARKS[piece.op]
        text.append(f"{opening}{make_printable(piece.text)}{closing}", style=_STYLES[piece.op] if colour else "")
    return text


def has_colour(console: Console) -> bool:
    """True when old and new can be told apart by colour alone."""
    return console.is_terminal and console.color_system is not None and not console.no_color


def _list_pieces(change: MessageChange, a: Sequence[WireMessage], b: Sequence[WireMessage]) -> Sequence[TextChange]:
    """The words of the change; a message that is in one only is taken from its payload."""
    if change.kind == "removed" and change.a is not None and change.a < len(a):
        return (TextChange(op="removed", text=a[change.a].text),)
    if change.kind == "added" and change.b is not None and change.b < len(b):
        return (TextChange(op="added", text=b[change.b].text),)
    return change.pieces


def _format_place(change: MessageChange) -> str:
    """`changed: user, message 4`, with both places where they differ."""
    places = [str(each + 1) for each in (change.a, change.b) if each is not None]
    return f"{change.kind}: {change.role}, message {' → '.join(dict.fromkeys(places))}"


def _cut(body: bytes, at: int) -> str:
    """The bytes around a place as text, with a bar where the two part."""
    before = body[max(0, at - _AROUND) : at].decode(errors="replace")
    after = body[at : at + _AROUND].decode(errors="replace")
    return f"{'…' if at > _AROUND else ''}{make_printable(before)}|{make_printable(after)}"
