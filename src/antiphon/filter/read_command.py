"""From the words behind a colon to the command they mean, or to why they mean none."""

from collections.abc import Callable, Sequence
from typing import Final

from lark import Token

from antiphon.filter import command as kinds
from antiphon.filter.command import COMMANDS, Command
from antiphon.filter.quoted import read_path, read_text
from antiphon.filter.read_predicate import MAX_STARS
from antiphon.filter.tree import FlagColour
from antiphon.filter.words import LETTER_OF
from antiphon.filter.wrong import Wrong

# As long as the column that keeps it.
MAX_TAG: Final = 100


def read_command(name: Token, arguments: Sequence[Token]) -> Command:
    """The command; `Wrong` for an unknown one and for arguments it does not take."""
    if name not in COMMANDS:
        raise Wrong(_at(name), f"there is no command :{name[:20]}; there is {_listed()}")
    return _READERS[name](name, list(arguments))


def explain_missing(position: int) -> Wrong:
    """Why a colon alone is not enough."""
    return Wrong(position, f"a command must follow the colon: {_listed()}")


def _listed() -> str:
    return ", ".join(f":{name}" for name in COMMANDS)


def _read_bare(name: Token, arguments: list[Token]) -> Command:
    if arguments:
        raise Wrong(_at(arguments[0]), f":{name} takes nothing")
    return _BARE[name]


def _read_export(name: Token, arguments: list[Token]) -> Command:
    if not arguments:
        return kinds.Export()
    return kinds.Export(kinds.ExportFormat(_one_of(name, arguments, list(kinds.ExportFormat))))


def _read_topic(name: Token, arguments: list[Token]) -> Command:
    argument = _only(name, arguments)
    return kinds.MoveToTopic(read_path(_in_quotes(name, argument), _at(argument)))


def _read_star(name: Token, arguments: list[Token]) -> Command:
    return kinds.Star(int(_one_of(name, arguments, [str(count) for count in range(MAX_STARS + 1)])))


def _read_out(name: Token, arguments: list[Token]) -> Command:
    return kinds.Out(_read_advisor(name, arguments))


def _read_in(name: Token, arguments: list[Token]) -> Command:
    return kinds.In(_read_advisor(name, arguments))


def _read_advisor(name: Token, arguments: list[Token]) -> str | None:
    """`a'name'`, `advisor'name'` or just `'name'`."""
    if len(arguments) == 2 and LETTER_OF.get(arguments[0]) == "a":
        arguments = arguments[1:]
    if not arguments:
        return None
    argument = _only(name, arguments)
    return read_text(_in_quotes(name, argument), _at(argument))


def _read_tag(name: Token, arguments: list[Token]) -> Command:
    argument = _only(name, arguments)
    tag = read_text(_in_quotes(name, argument), _at(argument)).strip()
    if not 1 <= len(tag) <= MAX_TAG:
        raise Wrong(_at(argument), f"a tag has 1 to {MAX_TAG} characters")
    return kinds.Tag(tag)


def _read_flag(name: Token, arguments: list[Token]) -> Command:
    word = _one_of(name, arguments, [*FlagColour, "none"])
    return kinds.Flag(None if word == "none" else FlagColour(word))


def _read_hud(name: Token, arguments: list[Token]) -> Command:
    return kinds.Hud(_one_of(name, arguments, ["on", "off"]) == "on")


def _one_of(name: Token, arguments: list[Token], words: Sequence[str]) -> str:
    argument = _only(name, arguments)
    if argument not in words:
        raise Wrong(_at(argument), f":{name} takes {_takes(name)}")
    return str(argument)


def _only(name: Token, arguments: list[Token]) -> Token:
    if not arguments:
        raise Wrong(name.end_pos or 0, f":{name} needs {_takes(name)}")
    if len(arguments) > 1:
        raise Wrong(_at(arguments[1]), f":{name} takes {_takes(name)}, and nothing more")
    return arguments[0]


def _in_quotes(name: Token, argument: Token) -> Token:
    if argument.type != "STRING":
        raise Wrong(_at(argument), f":{name} takes {_takes(name)}, in quotes")
    return argument


def _takes(name: str) -> str:
    return COMMANDS[name][1].removesuffix(" in quotes")


def _at(token: Token) -> int:
    return token.start_pos or 0


_BARE: dict[str, Command] = {
    "delete": kinds.Delete(),
    "pin": kinds.Pin(),
    "unpin": kinds.Unpin(),
    "new": kinds.New(),
}
_READERS: dict[str, Callable[[Token, list[Token]], Command]] = {
    **dict.fromkeys(_BARE, _read_bare),
    "export": _read_export,
    "topic": _read_topic,
    "star": _read_star,
    "out": _read_out,
    "in": _read_in,
    "tag": _read_tag,
    "flag": _read_flag,
    "hud": _read_hud,
}
