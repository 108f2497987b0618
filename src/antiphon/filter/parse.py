"""Read the line a person typed."""

import re
from dataclasses import dataclass

from lark import UnexpectedInput

from antiphon.conversation.errors import FilterInvalid
from antiphon.filter.builder import Built
from antiphon.filter.command import Command
from antiphon.filter.explain import explain
from antiphon.filter.grammar import grammar
from antiphon.filter.tree import Expr
from antiphon.filter.wrong import Wrong

# Control characters but the tab, line separators, and halves of characters that no database can store.
_UNREADABLE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Line:
    """A filter, and the command behind it if there is one."""

    filter: Expr
    command: Command | None


def parse_line(line: str) -> Line:
    """The filter and the command of a line; an empty filter shows everything.

    Whatever the line holds, the answer is a tree or `FilterInvalid` with the column and what was expected there.
    """
    built = _parse(line)
    return Line(built.filter, built.command)


def parse_filter(line: str) -> Expr:
    """The filter of a line that has no command; `FilterInvalid` otherwise."""
    built = _parse(line)
    if built.colon is not None:
        raise FilterInvalid(line, built.colon + 1, "only a filter is expected here, without a command")
    return built.filter


def _parse(line: str) -> Built:
    try:
        _check_characters(line)
        built: Built = grammar().parse(line)  # type: ignore[assignment] # the builder makes it, lark knows trees only
        return built
    except UnexpectedInput as error:
        wrong = explain(line, error)
    except Wrong as error:
        wrong = error
    raise FilterInvalid(line, wrong.position + 1, wrong.reason)


def _check_characters(line: str) -> None:
    if found := _UNREADABLE.search(line):
        raise Wrong(found.start(), "a filter is one line of text; this character cannot be part of it")
