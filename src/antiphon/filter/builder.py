"""Builds the tree while the grammar is still reading, from the leaves up, so that no depth of nesting matters."""

from dataclasses import dataclass
from typing import Any

from lark import Token, Transformer

from antiphon.filter import tree
from antiphon.filter.command import Command
from antiphon.filter.read_command import explain_missing, read_command
from antiphon.filter.read_predicate import read_moment, read_predicate
from antiphon.filter.tree import Expr


@dataclass(frozen=True, slots=True)
class Built:
    """The filter, and the command with the place of its colon."""

    filter: Expr
    colon: int | None
    command: Command | None


class Builder(Transformer[Token, Any]):
    """One method per rule of the grammar. It keeps nothing, so one serves every line."""

    def start(self, children: list[Any]) -> Built:
        """The whole line; `Wrong` when nothing follows the colon."""
        expr, colon, command = children
        if colon is not None and command is None:
            raise explain_missing(colon.end_pos)
        return Built(tree.All() if expr is None else expr, None if colon is None else colon.start_pos, command)

    def any_of(self, children: list[Expr]) -> Expr:
        """Terms between bars."""
        return tree.any_of(*children)

    def all_of(self, children: list[Expr]) -> Expr:
        """Terms side by side."""
        return tree.all_of(*children)

    def negate(self, children: list[Any]) -> Expr:
        """A term behind an exclamation mark."""
        return tree.Not(children[1])

    def everything(self, children: list[Token]) -> Expr:
        """A star of its own."""
        return tree.All()

    def saved(self, children: list[Token]) -> Expr:
        """A name behind an at sign."""
        return tree.Saved(str(children[0][1:]), (children[0].start_pos or 0) + 1)

    def predicate(self, children: list[Any]) -> Expr:
        """A letter or word with its value."""
        return read_predicate(*children)

    def moment(self, children: list[Any]) -> Expr:
        """An age or a day."""
        return read_moment(*children)

    def command(self, children: list[Token]) -> Command:
        """A command with its arguments."""
        return read_command(children[0], children[1:])
