"""Options that several commands have, declared once so that they mean the same everywhere."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from antiphon.conversation.thinking import read_thinking

# Said in a model's place: nobody is held to the model of the message before.
USUAL: Final = "usual"


class Dropping(StrEnum):
    """What goes first when not everything fits."""

    OLDEST = "oldest"
    IMPORTANCE = "importance"
    STICKY = "sticky"


class Item(StrEnum):
    """What may stand between the history and the message."""

    REFERENCE = "reference"
    SYNTHESIS = "synthesis"
    STATE = "state"
    MEMORY = "memory"
    INSTRUCTIONS = "instructions"
    TODO = "todo"
    DOCUMENTS = "documents"
    CALLER = "caller"


ConversationOption = Annotated[
    str | None,
    typer.Option("--conversation", metavar="ID", help="In this conversation; the default is the one changed last."),
]
ContinueOption = Annotated[
    bool, typer.Option("--continue", "-c", help="In the conversation that changed last; the default.")
]
AdvisorsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--advisor", "-a", metavar="NAME_OR_ID", help="Only this advisor, by name, its slug or id; may be repeated."
    ),
]
FilterOption = Annotated[
    str | None, typer.Option("--filter", "-f", metavar="LINE", help="Only the turns this filter shows.")
]
DroppingOption = Annotated[
    Dropping | None, typer.Option("--dropping", help="What goes first when not everything fits.")
]
WithoutOption = Annotated[
    list[Item] | None,
    typer.Option(
        "--without",
        metavar="ITEM",
        help="Leave this out for once: reference, synthesis, state, memory, instructions, todo or documents; may be "
        "repeated.",
    ),
]
ModelOption = Annotated[
    str | None, typer.Option("--model", "-m", metavar="PROVIDER:MODEL", help="Another model for once.")
]
ModelsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--model",
        "-m",
        metavar="[ADVISOR=]PROVIDER:MODEL",
        help="Another model: for everybody from this message on, until another is named, or `usual`; with a name and "
        "an equals sign for one advisor and this message alone; may be repeated.",
    ),
]
WithSynthesisOption = Annotated[
    bool,
    typer.Option("--with-synthesis", help="Send the newest synthesis of the conversation along, this once."),
]
AttachOption = Annotated[
    list[Path] | None,
    typer.Option("--attach", metavar="FILE", help="Put this file or picture into the message; may be repeated."),
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")]
ConversationArgument = Annotated[
    str | None,
    typer.Argument(metavar="CONVERSATION_ID", help="The conversation; the default is the one changed last."),
]
TurnOption = Annotated[
    str | None, typer.Option("--turn", metavar="TURN", help="The turn by number or id; the default is the last.")
]
ReplyArgument = Annotated[str, typer.Argument(metavar="REPLY_ID", help="The reply; `antiphon show --ids` prints it.")]
TurnsArgument = Annotated[
    list[str], typer.Argument(metavar="TURN", help="Turns by number, as `antiphon show` prints them, or by id.")
]


def build_choice(
    filter_line: str | None = None,
    dropping: Dropping | None = None,
    without: Sequence[Item] | None = None,
    models: Sequence[str] | None = None,
    thinking: str | None = None,
) -> dict[str, Any]:
    """What the person chose for one send, as the API takes it; what is as usual is left out.

    Models for single advisors stand under the names that were typed; `naming.name_models` finds whom they mean.
    """
    picked = dict(_split_model(each) for each in models or ())
    everybody = picked.pop("", None)
    said = {
        "filter": filter_line,
        "dropping": None if dropping is None else str(dropping),
        "off": [str(each) for each in without] if without else None,
        "model": None if everybody == USUAL else everybody,
        "usual_models": True if everybody == USUAL else None,
        "models": picked or None,
        "thinking": None if thinking is None else read_thinking(thinking),
    }
    return {name: value for name, value in said.items() if value is not None}


def _split_model(said: str) -> tuple[str, str]:
    """Whom a model is for, nobody meaning everybody, and its name; what stands behind a colon is part of the name."""
    name, sign, model = said.partition("=")
    return (name.strip(), model.strip()) if sign and ":" not in name else ("", said)
