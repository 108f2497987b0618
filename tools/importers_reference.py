"""Write docs/reference/importers.md from what each importer declares: every field, and what becomes of it."""

import sys
from collections.abc import Iterator

from antiphon.importers.protocol import IMPORTERS, Importer
from antiphon.plugins.loader import load

_HEAD = """# What importers read

Every field that was seen in exports of other programs, and what becomes of it. Written by `just docs` from what each
importer declares; a field that stands nowhere here is counted when it is met, told before anything is written, and
kept in the original. [Bring your past](../how-to/bring-your-past.md) is how it is done.

*taken* comes over, *original* stays in the bytes the conversation was read from, *refused* is never kept."""


def main() -> None:
    """Print the page."""
    lines = [_HEAD, *(line for each in load(IMPORTERS).values for line in _describe(each))]
    sys.stdout.write("\n".join(lines) + "\n")


def _describe(importer: Importer) -> Iterator[str]:
    yield f"\n## {importer.label}\n"
    yield f"`{importer.name}`, version {importer.version}. {_sentence(importer)}"
    for record in dict.fromkeys(each.record for each in importer.fields):
        yield f"\n| {record} | | becomes |\n|---|---|---|"
        fields = (each for each in importer.fields if each.record == record)
        yield from (f"| `{each.name}` | {each.use} | {each.becomes} |" for each in fields)


def _sentence(importer: Importer) -> str:
    return " ".join((type(importer).__doc__ or "").split())


if __name__ == "__main__":
    main()
