"""Panels side by side that fit the terminal."""

import pytest
from rich.cells import cell_len
from rich.console import Console

from antiphon.cli.turns.columns import build_columns, build_tail, count_columns
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from tests.cli.samples import NAMES, build_reply, build_turn


def render(turn: Turn, *, width: int, height: int = 40) -> list[str]:
    console = Console(width=width, height=height, color_system=None)
    with console.capture() as capture:
        console.print(build_columns(turn, console, footer="Ctrl-C stops"))
    return capture.get().splitlines()


def build_busy_turn() -> Turn:
    long = "\n".join(f"line {number} of a long answer that goes on" for number in range(200))
    return build_turn(
        build_reply(1, ReplyState.STREAMING, long),
        build_reply(2, ReplyState.COMPLETE, "Yes.", seconds=3.2),
        build_reply(3, ReplyState.WAITING),
        build_reply(4, ReplyState.ERROR, error=ReplyError("net", "the answer was cut off")),
        build_reply(5, ReplyState.SENDING),
    )


@pytest.mark.parametrize(("width", "columns"), [(60, 1), (79, 1), (80, 2), (100, 2), (139, 2), (140, 3), (160, 3)])
def test_columns_follow_the_width(width: int, columns: int) -> None:
    assert count_columns(width) == columns


@pytest.mark.parametrize(("width", "rows"), [(60, 5), (100, 3), (160, 2)])
def test_panels_flow_into_further_rows(width: int, rows: int) -> None:
    lines = render(build_busy_turn(), width=width)

    titles = [line for line in lines if any(f" {name} " in line for name in NAMES)]
    assert len(titles) == rows
    assert all(any(name in line for line in titles) for name in NAMES)


@pytest.mark.parametrize("width", [40, 60, 100, 160])
@pytest.mark.parametrize("height", [8, 12, 24, 40])
def test_nothing_is_wider_or_taller_than_the_terminal(width: int, height: int) -> None:
    lines = render(build_busy_turn(), width=width, height=height)

    assert max(cell_len(line) for line in lines) <= width
    assert len(lines) < height


@pytest.mark.parametrize("width", [60, 100, 160])
def test_each_panel_says_its_state_and_newest_words(width: int) -> None:
    text = "\n".join(render(build_busy_turn(), width=width))

    assert "line 199" in text
    assert "line 3 " not in text
    assert "complete 3.2 s · 1 word" in text
    assert "waiting…" in text
    assert "sending" in text
    assert "error: [error: net]" in text
    assert text.endswith("Ctrl-C stops")


def test_one_advisor_has_the_whole_width() -> None:
    lines = render(build_turn(build_reply(1, ReplyState.COMPLETE, "Yes.")), width=160)

    assert cell_len(lines[0].rstrip()) == 160


@pytest.mark.parametrize("text", ["", "Yes.", "Yes.\n\nAnd no.", "many words " * 500])
def test_state_stands_at_the_foot_of_the_panel(text: str) -> None:
    lines = render(build_turn(build_reply(1, ReplyState.STREAMING, text)), width=60, height=24)

    assert lines[-3].startswith("│ speaking")
    assert lines[-2].startswith("╰")


def test_low_terminal_shows_one_line_per_advisor() -> None:
    lines = render(build_busy_turn(), width=60, height=10)

    assert len(lines) == 6
    assert lines[1].startswith("Bruno  complete 3.2 s")


def test_markup_and_escapes_of_a_model_are_only_text() -> None:
    reply = build_reply(1, ReplyState.STREAMING, "[red]no[/red] \x1b[31mred\x1b[0m \x1b]0;title\x07")

    text = "\n".join(render(build_turn(reply), width=60))

    assert "[red]no[/red]" in text
    assert "\x1b" not in text
    assert "\x07" not in text


def test_tail_wraps_wide_characters_within_the_width() -> None:
    console = Console(width=80)

    tail = build_tail("漢字" * 100, console, width=11, lines=3)

    assert len(tail) == 3
    assert all(cell_len(line.plain) <= 11 for line in tail)
