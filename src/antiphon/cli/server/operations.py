"""What goes on in the whole installation, printed."""

from collections.abc import Iterator
from datetime import datetime

from rich.console import Console

from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_rows
from antiphon.client.answers.operations import DiskUse, Operations, ProviderHealth

_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")
_KIBI = 1024


def print_operations(console: Console, seen: Operations) -> None:
    """One row for each thing, and what it is at the front: a table on a terminal, tab-separated lines in a pipe."""
    print_rows(console, [tuple(make_printable(cell) for cell in row) for row in _rows(seen)])


def _rows(seen: Operations) -> Iterator[tuple[str, ...]]:
    for node in seen.nodes:
        since = f"runs for {_ago(seen, node.started_at)}, seen {_ago(seen, node.seen_at)} ago"
        yield "node", node.id, node.version or "?", node.state, since
    for each in seen.under_way:
        stuck = "stuck" if each.stuck else ""
        yield "open", each.id, each.kind, each.status, f"for {_ago(seen, each.created_at)}", stuck
    for waiting in seen.queue:
        yield "queue", waiting.kind, str(waiting.count), f"the oldest for {_ago(seen, waiting.oldest_at)}"
    for provider in seen.providers:
        yield "provider", provider.name, *_describe_provider(provider)
    for error in seen.errors:
        yield "error", error.where or error.source, error.code, str(error.count), f"{_ago(seen, error.last_at)} ago"
    yield "disk", *_describe_disk(seen.disk)


def _describe_provider(each: ProviderHealth) -> tuple[str, ...]:
    first = "" if each.first_word_seconds is None else f"first word {each.first_word_seconds:.1f} s"
    slow = "" if each.slow_first_word_seconds is None else f"95 of 100 within {each.slow_first_word_seconds:.1f} s"
    return f"{each.requests} requests", f"{each.failed} failed", first, slow, each.last_problem or ""


def _describe_disk(disk: DiskUse) -> tuple[str, ...]:
    files = f"{disk.documents} documents, {_size(disk.document_bytes)}"
    free = "" if disk.free_bytes is None else f"{_size(disk.free_bytes)} free"
    return f"database {_size(disk.database_bytes)}", files, free, disk.database


def _ago(seen: Operations, moment: str) -> str:
    seconds = max(0.0, (datetime.fromisoformat(seen.at) - datetime.fromisoformat(moment)).total_seconds())
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def _size(count: float) -> str:
    for unit in _UNITS:
        if count < _KIBI or unit == _UNITS[-1]:
            break
        count /= _KIBI
    return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
