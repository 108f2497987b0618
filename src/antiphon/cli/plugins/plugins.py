"""`antiphon plugins`: what packages beside ours add, and why something of theirs is left out."""

from collections.abc import Iterator
from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_json, print_lines
from antiphon.cli.terminal import open_output
from antiphon.client.answers.plugins import Plugin, PluginPackage
from antiphon.settings import Settings

_NO_HASH = "points at a folder, so its files can change"


def plugins(
    ours: Annotated[bool, typer.Option("--ours", help="Also what Antiphon itself brings by the same door.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print all the server knows of them as JSON.")] = False,
) -> None:
    """List installed plug-ins: name, version, kind, a hash of their files, and why one is left out."""
    run_to_exit(_list(read_settings().settings, ours=ours, as_json=as_json))


async def _list(settings: Settings, *, ours: bool, as_json: bool) -> int:
    async with open_antiphon(settings) as client:
        found = [each for each in await client.plugins.list() if ours or not each.ours]
    if as_json:
        print_json({"items": [each.raw for each in found]})
        return 0
    print_lines(open_output(), (make_printable(line) for line in describe_packages(found)))
    return 0


def describe_packages(found: list[PluginPackage]) -> Iterator[str]:
    """A line for each package, and below it one for each of its plug-ins."""
    if not found:
        yield "No plug-ins are installed. Write one: docs/how-to/plug-ins.md"
    for package in found:
        used = "used" if package.ours or (package.named and package.why_not is None) else "not used"
        yield f"{package.name} {package.version}".rstrip() + f": {package.why_not or used}"
        if package.why_not is None:
            yield f"  files: {package.sha256 or _NO_HASH}"
        yield from (f"  {_describe(each)}" for each in package.plugins)


def _describe(plugin: Plugin) -> str:
    if plugin.why_not is not None:
        return f"{plugin.kind} {plugin.name}: left out: {plugin.why_not}"
    return f"{plugin.kind} {plugin.name}, version {plugin.version}: {plugin.label}"
