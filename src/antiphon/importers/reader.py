"""The child process that reads one export: `python -m antiphon.importers.reader NAME [PACKAGE…]`.

The file is its input, so that it can be read from any place. It writes frames: which format it is, one for each
conversation, and what came of it all. Before it looks at a byte it gives up what a process may do.
"""

import sys
import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, BinaryIO, Final

from antiphon.documents.confine import confine
from antiphon.documents.limits import Unreadable
from antiphon.importers.detect import detect
from antiphon.importers.fold import fold
from antiphon.importers.frame import write_frame
from antiphon.importers.kept import KeptPart
from antiphon.importers.ledger import Ledger
from antiphon.importers.nodes import ImportedConversation
from antiphon.importers.protocol import IMPORTERS, Importer
from antiphon.importers.report import Report
from antiphon.importers.source import Source
from antiphon.plugins.loader import load

# A gibibyte of JSON takes about a minute on a slow core.
CPU_SECONDS: Final = 1_800
_QUICKLY: Final = 1
_Tell = Callable[[dict[str, Any], bytes], None]


def main() -> None:
    """Read the input and answer on the output; never in any other way."""
    name, *packages = sys.argv[1:]
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    importers = load(IMPORTERS, packages).values
    for codec in ("utf_16", "utf_16_le", "utf_16_be", "cp437", "idna"):
        import_module(f"encodings.{codec}")
    confine(CPU_SECONDS)
    answer(sys.stdin.buffer, name, importers, lambda body, data: write_frame(answers, body, data))


def answer(file: BinaryIO, name: str, importers: tuple[Importer, ...], tell: _Tell) -> None:
    """Tell what is in the file, or why nothing can be read.

    What is hostile or damaged ends formats in every way there is, so every way ends here.
    """
    try:
        _read(file, name, importers, tell)
    except Unreadable as reason:
        tell({"kind": "refused", "why": reason.why}, b"")
    except MemoryError:
        tell({"kind": "refused", "why": "reading it needs too much memory"}, b"")
    except RecursionError:
        tell({"kind": "refused", "why": "it is nested too deeply"}, b"")
    except Exception as error:  # noqa: BLE001
        tell({"kind": "refused", "why": "it is damaged", "fault": type(error).__name__}, b"")


def _read(file: BinaryIO, name: str, importers: tuple[Importer, ...], tell: _Tell) -> None:
    source = Source(file, name)
    found = detect(source, importers)
    importer, ledger, report = found.importer, Ledger(found.importer.fields), Report()
    tell({"kind": "source", "importer": importer.name, "label": importer.label, "version": importer.version}, b"")
    for conversation in _bounded(importer.read(source, found.members, ledger), ledger):
        if isinstance(conversation, KeptPart):
            report.add_part(conversation)
            tell({"kind": "part", "part": _describe(conversation)}, zlib.compress(conversation.records, _QUICKLY))
            continue
        original = zlib.compress(conversation.original, _QUICKLY)
        several = fold(conversation)
        if not several:
            ledger.warn("no_messages")
        for folded in several:
            report.add(folded)
            # The original goes with the path that was shown; its branches came out of the same bytes.
            tell(
                {"kind": "conversation", "conversation": folded},
                b"" if folded.branch else original,
            )
    if not (report.conversations or report.records):
        raise Unreadable("there is no conversation in it")
    tell({"kind": "end", "report": report.write(ledger, found.others)}, b"")


def _describe(part: KeptPart) -> dict[str, Any]:
    return {
        "key": part.key,
        "title": part.title,
        "began_at": part.began_at,
        "turns": part.kinds["turn"],
        "replies": part.kinds["reply"],
        "is_conversation": part.is_conversation,
    }


def _bounded(
    several: Iterator[ImportedConversation] | Iterator[KeptPart], ledger: Ledger
) -> Iterator[ImportedConversation | KeptPart]:
    """Each conversation once: a file that names one twice has the first."""
    seen: set[str] = set()
    for each in several:
        key = each.key if isinstance(each, KeptPart) else each.source_id
        if key in seen:
            ledger.warn("named_twice")
            continue
        seen.add(key)
        yield each


if __name__ == "__main__":
    main()
