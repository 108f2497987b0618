"""`antiphon eval new`."""

import sys
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer


def new(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; none is written over.")] = Path(
        "first.eval.yaml"
    ),
) -> None:
    """Write a first suite with a few cases, each explained."""
    text = (resources.files("antiphon.cli.evals") / "first.eval.yaml").read_bytes()
    try:
        with path.open("xb") as file:
            file.write(text)
    except FileExistsError:
        print(f"antiphon: {path} is there already, and stays as it is", file=sys.stderr)
        raise typer.Exit(1) from None
    except OSError as error:
        print(f"antiphon: {path} cannot be written: {error.strerror}", file=sys.stderr)
        raise typer.Exit(1) from None
    print(f"{path} written. Play it: antiphon eval run {path}")
