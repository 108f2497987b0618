"""An importer: a notebook of questions and answers, `{"notebook": "…", "pages": [{"asked": "…", "answered": "…"}]}`.

It runs in a child process without network, files or database: it reads the members it is given, and yields.
"""

import json
from collections.abc import Iterator, Sequence

from antiphon.importers.ledger import FieldUse, Ledger, declare
from antiphon.importers.nodes import Author, ImportedConversation, Node
from antiphon.importers.protocol import Sample
from antiphon.importers.source import Member, Source


class Notebook:
    """One file, one conversation."""

    name = "notebook"
    label = "Notebook"
    version = 1
    api = 1
    fields: tuple[FieldUse, ...] = (
        *declare("notebook", "taken", notebook="title", pages="turns"),
        *declare("page", "taken", asked="what the person said", answered="the answer"),
    )

    def recognise(self, sample: Sample) -> int:
        """By the two keys at its top."""
        return 90 if {"notebook", "pages"} <= sample.keys else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[ImportedConversation]:
        """Every page is a question and its answer."""
        for member in members:
            with source.open(member) as stream:
                original = stream.read()
            book = json.loads(original)
            ledger.look("notebook", book)
            nodes: list[Node] = []
            for number, page in enumerate(book["pages"]):
                ledger.look("page", page)
                before = nodes[-1].id if nodes else None
                nodes.append(Node(f"q{number}", before, "user", page["asked"]))
                nodes.append(
                    Node(f"a{number}", f"q{number}", "assistant", page["answered"], Author("notebook", "Notebook"))
                )
            yield ImportedConversation(book["notebook"], tuple(nodes), original, title=book["notebook"])


importer = Notebook()
