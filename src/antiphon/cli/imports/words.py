"""What is said about imports in the terminal."""

from collections.abc import Iterator, Mapping
from typing import Final

from antiphon.cli.printing.printable import make_printable
from antiphon.client.answers.imports import Import, ImportedConversation

_LEFT: Final = {
    "no_messages": "records without messages",
    "damaged": "records that are damaged",
    "too_large": "records of more than 64 MiB",
    "cut_off": "files that break off",
    "named_twice": "conversations that are there twice; the first counts",
    "branch": "branches beyond the twentieth; they stay in the original",
    "variant": "answers beyond the fiftieth to one message; they stay in the original",
    "unreached": "beginnings that lead nowhere; they stay in the original",
    "empty": "messages without words",
    "hidden": "messages that were hidden there; they stay in the original",
    "file_changed": "files that are not what the archive's manifest says",
    "receipt_changed": "receipts whose bytes are not what was sent; they come as they are",
}
_UNKNOWN: Final = "Fields this version does not know (they stay in the original)"
_UNKNOWN_OURS: Final = "Written by a later version (kept, and it leaves again as it came)"


def describe_import(found: Import) -> Iterator[str]:
    """A row of the list."""
    yield found.id
    yield found.status
    yield found.label or "?"
    yield found.name
    yield f"{found.counts.get('imported', 0):,} imported"


def describe_conversation(found: ImportedConversation) -> Iterator[str]:
    """A row of one import."""
    yield str(found.number)
    yield found.fate
    yield found.title[:80]
    yield f"{found.turns:,} turns"
    yield found.conversation_id or ""


def describe_report(found: Import) -> Iterator[str]:
    """What will come, and what cannot."""
    if found.error is not None:
        yield make_printable(found.error.message)
    report = found.report
    if report is None:
        return
    counts = found.counts
    yield make_printable(
        f"{found.name}: {found.label}, {report.conversations:,} conversations and {report.branches:,} branches, "
        f"{report.turns:,} turns, {report.replies:,} answers."
    )
    yield (
        f"{counts.get('new', 0):,} are new, {counts.get('grown', 0):,} have grown, "
        f"{counts.get('known', 0):,} are here already."
    )
    yield from _list_some("Who answered", report.authors)
    yield from _list_some("What is in it", report.records or {})
    if report.files_missing:
        yield f"{report.files_missing:,} files are named and are not in the export."
    for kind, count in report.left.items():
        yield make_printable(f"Left: {count:,} {_LEFT.get(kind, kind)}.")
    yield from _list_some(_UNKNOWN_OURS if found.importer == "antiphon" else _UNKNOWN, report.unknown_fields)


def _list_some(title: str, counts: Mapping[str, int]) -> Iterator[str]:
    if counts:
        some = ", ".join(f"{name} {count:,}" for name, count in list(counts.items())[:8])
        more = f", and {len(counts) - 8:,} more" if len(counts) > 8 else ""
        yield make_printable(f"{title}: {some}{more}.")


def describe_end(found: Import) -> Iterator[str]:
    """How it ended."""
    counts = found.counts
    if found.status == "undone":
        kept = counts.get("kept", 0)
        yield (
            "Everything it brought is gone."
            if not kept
            else f"{kept:,} conversations stay: you have gone on with them, or a later import has."
        )
    elif found.error is not None:
        yield make_printable(found.error.message)
    else:
        what = "parts of the archive" if found.report is not None and found.report.records else "conversations"
        yield f"{counts.get('imported', 0):,} {what} were imported."
        yield f"To take them back: antiphon import undo {found.id}"
