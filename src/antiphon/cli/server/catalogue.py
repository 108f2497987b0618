"""`antiphon catalogue`: the list that prices and windows of models come from, and how it is renewed."""

import os
from pathlib import Path
from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.providers.price_list import CATALOGUE_FILE, PriceList, check_price_list, use_price_list


def catalogue(
    renew: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Use this price list from the next start on.", exists=True, dir_okay=False),
    ] = None,
    reset: Annotated[bool, typer.Option("--reset", help="Go back to the list that came with Antiphon.")] = False,
) -> None:
    """Say where prices and windows of models come from, or renew the list from a file.

    The file is the list that the project genai-prices publishes as data.json. It is read whole before it is kept; one
    that cannot be read changes nothing. A running server takes it up at its next start.
    """
    folder = read_settings().settings.data_dir
    if reset:
        (folder / CATALOGUE_FILE).unlink(missing_ok=True)
    if renew is not None:
        raw = renew.read_bytes()
        check_price_list(raw)
        _keep(folder, raw)
    typer.echo(_say(use_price_list(folder)))


def _keep(folder: Path, raw: bytes) -> None:
    """A crash leaves the old list or the new one, never half."""
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"{CATALOGUE_FILE}.new"
    with draft.open("wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(folder / CATALOGUE_FILE)


def _say(known: PriceList) -> str:
    where = f"renewed on {known.renewed_at:%Y-%m-%d}" if known.renewed_at else "as it came with Antiphon"
    return f"prices and windows: {known.models} models of {known.providers} providers, {where}"
