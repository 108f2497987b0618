"""How much somebody thinks, as the terminal takes it and says it."""

from typing import Annotated, Any

import typer

from antiphon.conversation.thinking import read_thinking

# What stands for no choice at all.
NONE = "none"
LEVELS_HELP = "off, low, medium, high, or a number of tokens"

ThinkingArgument = Annotated[
    str | None,
    typer.Argument(metavar="THINKING", help=f"{LEVELS_HELP[0].upper()}{LEVELS_HELP[1:]}; none takes the choice back."),
]
ThinkingOption = Annotated[
    str | None,
    typer.Option("--thinking", metavar="THINKING", help=f"How much everybody thinks this once: {LEVELS_HELP}."),
]


def read_wanted(said: str) -> Any:
    """What was typed, as the API takes it; `Malformed` for what is no measure."""
    return NONE if said.strip().lower() == NONE else read_thinking(said)


def format_thinking(thinking: str | int | None, otherwise: str) -> str:
    """`high`, `4,000 tokens`, or what holds where nobody chose."""
    if thinking is None:
        return otherwise
    return f"{thinking:,} tokens" if isinstance(thinking, int) else thinking
