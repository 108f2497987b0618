"""Files that are written by the server and fetched when they are done: archives, and anything about everything."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from antiphon.cli.documents.files import writing_to
from antiphon.cli.printing.rows import print_lines
from antiphon.cli.terminal import open_output
from antiphon.client import AsyncClient
from antiphon.client.answers.exports import Export
from antiphon.conversation.errors import CommandRefused


async def take_along(client: AsyncClient, form: str, conversation_ids: Sequence[str], out: Path | None) -> None:
    """Have the file written, save it, and say what it is. Nothing is overwritten; the server keeps no copy."""
    begun = await client.exports.create(form, conversation_ids)
    target = out or Path(begun.name)
    done = await _watch(client, begun.id)
    if done.error is not None:
        raise CommandRefused("export", done.error.message)
    try:
        with writing_to(target), target.open("xb") as file:
            async for piece in client.exports.fetch(done.id):
                file.write(piece)
        signed = _name_signature(target) if done.signature is not None else None
        if signed is not None:
            signed.write_bytes(await client.exports.signature(done.id))
    finally:
        await client.exports.delete(done.id)
    print_lines(open_output(), _describe(done, target, signed))


def _name_signature(target: Path) -> Path:
    return target.with_name(f"{target.name}.sig")


async def _watch(client: AsyncClient, export_id: str) -> Export:
    """The file once nobody is at it; a terminal is told how far it has come."""
    output = open_output()
    found = await client.exports.read(export_id)
    if not output.is_terminal:
        return [each async for each in client.exports.wait(export_id)][-1]
    with output.status("writing") as line:
        async for found in client.exports.wait(export_id):
            of = "" if found.of is None else f" of {found.of:,}"
            line.update(f"writing: {found.written:,}{of} conversations")
    return found


def _describe(done: Export, target: Path, signed: Path | None) -> Iterator[str]:
    conversations = "1 conversation" if done.of == 1 else f"{done.of or 0:,} conversations"
    yield f"{target}: {done.bytes:,} bytes, {conversations}."
    yield f"SHA-256 {done.sha256}"
    if signed is not None:
        yield f"Signed with {done.signer}; the signature is in {signed}."
    if done.format == "archive":
        yield f"To bring it back: antiphon import add {target}"
