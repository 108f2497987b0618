"""`antiphon connect`: add a provider of models, test it, or take it away."""

import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.confirm import confirm
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.server.voice_models import propose_models, say_proposal
from antiphon.client.aio.client import AsyncClient
from antiphon.client.answers.providers import CheckedProvider, ConnectedProvider
from antiphon.conversation.errors import Malformed
from antiphon.settings import HOMES, Settings

_SHOWN = 8


def connect(
    provider: Annotated[
        str | None,
        typer.Argument(metavar="[PROVIDER]", help="openai, openrouter, …, or your own name for an --address."),
    ] = None,
    address: Annotated[
        str | None, typer.Option(help="Where a server that speaks the OpenAI Chat wire is, up to /v1.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="The model to use first; the usual one if left out.")] = None,
    local: Annotated[bool, typer.Option("--local", help="A model server that runs on this machine, no key.")] = False,
    key_file: Annotated[
        Path | None, typer.Option(help="Read the key from a file.", exists=True, dir_okay=False, readable=True)
    ] = None,
    key_stdin: Annotated[bool, typer.Option("--key-stdin", help="Read the key from standard input.")] = False,
    no_key: Annotated[bool, typer.Option("--no-key", help="The server wants no key.")] = False,
    test: Annotated[bool, typer.Option("--test", help="Ask a connected provider with the key it has.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Forget a provider that was added, and its key.")] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Give each advisor the model proposed for it without asking.")
    ] = False,
) -> None:
    """Connect a provider of models; alone it lists what is connected.

    The key is asked for without showing it and tested by asking for the provider's models. Each advisor is proposed a
    model of its own, which is asked for one word; what a question costs is said, and only then are the key and the
    models kept, the key in a file that only you can read. A running server uses them from the next message on.

    Where nobody can be asked and --yes is not said, or with --model, all advisors go on with one model.
    """
    if local:
        if key_file is not None or key_stdin:
            raise typer.BadParameter("a server of this machine wants no key; name it and its --address to give it one")
        run_to_exit(_add_local(read_settings().settings, provider, model, yes=yes))
        return
    if provider is None:
        run_to_exit(_list(read_settings().settings))
        return
    if remove:
        run_to_exit(_remove(read_settings().settings, provider))
        return
    if test:
        run_to_exit(_test(read_settings().settings, provider))
        return
    if address is None and provider not in HOMES:
        known = ", ".join(HOMES)
        raise Malformed(f"{provider} is not known here: say --address, or name one of {known}")
    key = None if no_key else _read_key(provider, key_file, is_piped=key_stdin)
    body = {"key": key, "base_url": address, "model": model}
    said = {name: value for name, value in body.items() if value is not None}
    run_to_exit(_add(read_settings().settings, provider, said, yes=yes))


def _read_key(provider: str, file: Path | None, *, is_piped: bool) -> str:
    """Never from an argument: those stand in the shell's history and in the list of processes."""
    if file is not None:
        return file.read_text(encoding="utf-8").strip()
    if is_piped:
        return sys.stdin.readline().strip()
    key: str = typer.prompt(f"Key for {provider} (it is not shown)", hide_input=True, err=True)
    return key.strip()


async def _add(settings: Settings, provider: str, body: dict[str, Any], *, yes: bool) -> int:
    async with open_antiphon(settings) as client:
        return await _connect(client, provider, body, yes=yes)


async def _add_local(settings: Settings, provider: str | None, model: str | None, *, yes: bool) -> int:
    async with open_antiphon(settings) as client:
        found = [each for each in await client.providers.find_local() if provider in (None, each.name)]
        if not found:
            raise Malformed("no model server answers on this machine; start Ollama or llama.cpp, or say --address")
        body = {"base_url": found[0].base_url} | ({} if model is None else {"model": model})
        return await _connect(client, found[0].name, body, yes=yes)


async def _connect(client: AsyncClient, provider: str, body: dict[str, Any], *, yes: bool) -> int:
    """Test, propose, ask, and only then keep."""
    wanted: dict[str, Any] = {"name": provider}
    wanted |= {name: body[name] for name in ("key", "base_url") if name in body}
    tested = await client.providers.check_new(wanted)
    _say_models(tested, body.get("model"))
    if "model" not in body and len(tested.spread) > 1 and (yes or sys.stdin.isatty()):
        proposed = await propose_models(client, wanted, tested)
        say_proposal(tested, proposed)
        if not await confirm("Keep the key and give each advisor its model?", yes=yes):
            typer.echo("nothing was kept", err=True)
            return 1
        body = {**body, "advisors": dict(proposed.models)}
    await client.providers.connect(provider, body)
    file = (await client.providers.list()).file
    given = "each advisor has its model" if "advisors" in body else "advisors that name no model can use it"
    private = ", which only you can read" if file.endswith(".json") else ""
    typer.echo(f"kept in {file}{private}; {given} now")
    return 0


async def _test(settings: Settings, provider: str) -> int:
    async with open_antiphon(settings) as client:
        _say_models(await client.providers.check(provider))
    return 0


async def _remove(settings: Settings, provider: str) -> int:
    async with open_antiphon(settings) as client:
        await client.providers.remove(provider)
    typer.echo(f"{provider} and its key are forgotten")
    return 0


async def _list(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        connected = (await client.providers.list()).items
    if not connected:
        typer.echo("nothing is connected: scripted voices rehearse. Add a key: antiphon connect openrouter")
    for each in connected:
        key = f"key ends in {each.key_end}" if each.key_end else ""
        parts = (each.name, each.model, each.base_url, each.source, make_printable(key), say_standing(each))
        typer.echo("\t".join(parts))
    return 0


_REFUSALS = {"auth": "the key is not accepted", "quota": "no credit is left", "net": "it cannot be reached"}


def say_standing(provider: ConnectedProvider) -> str:
    """Whether it works or since when it does not; nothing for one that was asked nothing lately."""
    if provider.refused_since is not None:
        reason = _REFUSALS.get(provider.refusal or "", "it fails")
        return f"refused since {_format(provider.refused_since)}: {reason}"
    return "" if provider.worked_at is None else f"worked {_format(provider.worked_at)}"


def _format(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M")


def _say_models(tested: CheckedProvider, model: str | None = None) -> None:
    models = tested.models
    shown = ", ".join(make_printable(each) for each in models[:_SHOWN])
    rest = f" and {len(models) - _SHOWN} more" if len(models) > _SHOWN else ""
    typer.echo(f"{tested.name} answers with {len(models)} models: {shown}{rest}")
    typer.echo(f"the model used first is {make_printable(model or tested.model)}")
