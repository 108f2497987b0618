"""The commands of the terminal as a group that imports one only when it is called."""

from collections.abc import Iterator, MutableMapping, Sequence
from importlib import import_module
from itertools import groupby
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group
from typing_extensions import override

from antiphon.cli.command_list import COMMANDS, EVAL_COMMANDS, CommandEntry


class ListedCommands(MutableMapping[str, Any]):
    """The commands by name, in the order of the list; looking one up imports it, naming them does not."""

    def __init__(self, listed: Sequence[CommandEntry]) -> None:
        self._listed = {each.name: each for each in listed}
        self._loaded: dict[str, Any] = {}

    @override
    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = load_command(self._listed[name])
        return self._loaded[name]

    @override
    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    @override
    def __delitem__(self, name: str) -> None:
        del self._listed[name]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    @override
    def __len__(self) -> int:
        return len(self._listed)


class CommandGroup(TyperGroup):
    """`antiphon` itself: help and suggestions come from the list, so that asking for them starts nothing."""

    listed: ClassVar[tuple[CommandEntry, ...]] = COMMANDS

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**{**attributes, "commands": None})
        self.commands = ListedCommands(self.listed)

    @override
    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)

    @override
    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """One section per group; the sentences stand under each other across all of them."""
        width = max(len(each.name) for each in self.listed)
        for group, listed in groupby(self.listed, lambda each: each.group):
            with formatter.section(group):
                formatter.write_dl([(each.name.ljust(width), each.sentence) for each in listed])


class EvalGroup(CommandGroup):
    """`antiphon eval`."""

    listed = EVAL_COMMANDS


def load_command(listed: CommandEntry) -> Any:
    """Import one command and make it ready to be called; a group of its own comes with all that is in it."""
    module, _, attribute = listed.place.partition(":")
    found = getattr(import_module(f"antiphon.cli.{module}"), attribute)
    if not isinstance(found, typer.Typer):
        return get_command(_wrap(found, listed.name))
    command = get_group(found)
    command.name = listed.name
    return command


def _wrap(function: Any, name: str) -> typer.Typer:
    alone = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
    alone.command(name)(function)
    return alone
