"""Colon commands."""

import pytest

from antiphon.conversation.errors import CommandRefused, FilterInvalid
from antiphon.filter import command
from antiphon.filter.command import COMMANDS, Command, ExportFormat, name_of
from antiphon.filter.format import format_filter
from antiphon.filter.meaning import check_command
from antiphon.filter.parse import parse_line
from antiphon.filter.tree import FlagColour

READ: dict[str, Command] = {
    ":export": command.Export(ExportFormat.JSON),
    ":export md": command.Export(ExportFormat.MARKDOWN),
    ":export txt": command.Export(ExportFormat.TEXT),
    ":export html": command.Export(ExportFormat.HTML),
    ':topic "Work/Hiring"': command.MoveToTopic("/Work/Hiring"),
    ":topic 'Work > Hiring'": command.MoveToTopic("/Work/Hiring"),
    ":delete": command.Delete(),
    ":star 2": command.Star(2),
    ":star 0": command.Star(0),
    ":pin": command.Pin(),
    ":unpin": command.Unpin(),
    ":out": command.Out(),
    ":out a'Skeptic'": command.Out("Skeptic"),
    ":in advisor'Skeptic'": command.In("Skeptic"),
    ":in 'Skeptic'": command.In("Skeptic"),
    ':tag "to do"': command.Tag("to do"),
    ":flag blue": command.Flag(FlagColour.BLUE),
    ":flag none": command.Flag(None),
    ":hud on": command.Hud(on=True),
    ":hud off": command.Hud(on=False),
    ":new": command.New(),
}


@pytest.mark.parametrize("line", READ)
def test_it_is_read_as_this(line: str) -> None:
    assert parse_line(line).command == READ[line]
    assert line.startswith(f":{name_of(READ[line])}")


def test_every_command_is_tried_here() -> None:
    assert {name_of(each) for each in READ.values()} == set(COMMANDS)


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        (":", 2, "a command must follow the colon: :export,"),
        ("s2 :", 5, ":new"),
        (":explode", 2, "there is :export, :topic, :delete"),
        (":star", 6, "needs 0 to 3"),
        (":star 4", 7, "takes 0 to 3"),
        (":star 2 3", 9, "nothing more"),
        (":pin x", 6, "takes nothing"),
        (":export pdf", 9, "json, md, txt or html"),
        (":topic Work", 8, "in quotes"),
        (":topic 'W*'", 8, "without *"),
        (":tag ''", 6, "nothing between"),
        (":tag '" + "x" * 101 + "'", 6, "1 to 100"),
        (":hud", 5, "on or off"),
        (":out b'x'", 7, "nothing more"),
        (":pin :star 2", 6, "one command"),
        (":'pin'", 2, "without quotes"),
    ],
)
def test_a_mistake_is_named_at_its_column(line: str, column: int, words: str) -> None:
    with pytest.raises(FilterInvalid) as caught:
        parse_line(line)

    assert caught.value.column == column
    assert words in caught.value.reason


def test_a_colon_inside_quotes_is_text() -> None:
    read = parse_line("c'note: later' :pin")

    assert format_filter(read.filter) == "c'note: later'"
    assert read.command == command.Pin()


def test_without_a_command_the_whole_line_is_the_filter() -> None:
    read = parse_line(" s2 r3 ")

    assert (format_filter(read.filter), read.command) == ("s2 r3", None)


@pytest.mark.parametrize("line", ["r5", "b | r5", "!o", "o2", "t", "t5", "t...", "m", "s2 !a"])
def test_what_an_unsteady_filter_shows_is_not_deleted(line: str) -> None:
    """r, o and a bare t can come to mean other turns between looking and deleting; so can a bare m or a."""
    with pytest.raises(CommandRefused, match="delete was not carried out"):
        check_command(parse_line(line).filter, command.Delete())

    check_command(parse_line(line).filter, command.Star(2))


@pytest.mark.parametrize("line", ["", "s2", "t'Work'...", "m'gpt*'", "a'Skeptic'", "d>30d", "n", "d2026-01-01"])
def test_what_a_steady_filter_shows_may_be_deleted(line: str) -> None:
    check_command(parse_line(line).filter, command.Delete())
