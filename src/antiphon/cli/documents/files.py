"""Files a person names, and what comes through a pipe, on their way in and out."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from antiphon.client import AsyncClient
from antiphon.client.answers.documents import Document
from antiphon.conversation.errors import Malformed


async def bring_document(client: AsyncClient, path: Path, kind: str, conversation_id: str | None = None) -> Document:
    """The file as the server keeps it; `Malformed` for a path that cannot be read here."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Malformed(f"{path} cannot be read: {(error.strerror or 'no such file').lower()}") from error
    return await client.documents.add(path.name, data, kind, conversation_id)


def read_words(said: str) -> str:
    """What was said, or with `-` what standard input holds; `Malformed` where that is no text in UTF-8."""
    try:
        words = sys.stdin.read() if said == "-" else said
        words.encode()
    except UnicodeError:
        raise Malformed("the text is not UTF-8") from None
    return words


def check_target(path: Path) -> None:
    """`Malformed` for a path to which nothing can be written, before anything is asked for."""
    if not path.parent.is_dir():
        raise Malformed(f"{path} cannot be written: there is no folder {path.parent}")


@contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """Write to this file; `Malformed` for a path that cannot be written here."""
    try:
        yield
    except FileExistsError:
        raise Malformed(f"{path} is there already; name another file") from None
    except OSError as error:
        raise Malformed(f"{path} cannot be written: {(error.strerror or 'no such folder').lower()}") from error


async def attach_files(client: AsyncClient, paths: Sequence[Path], conversation_id: str) -> tuple[str, ...]:
    """The ids of these files, brought to go into one message."""
    return tuple([(await bring_document(client, each, "inline", conversation_id)).id for each in paths])
