"""Live columns and what is left of them."""

import io

from rich.console import Console

from antiphon.cli.turns.display import LiveDisplay, PlainDisplay
from antiphon.conversation.state import ReplyState
from tests.cli.samples import build_reply, build_turn


def test_live_columns_give_way_to_the_whole_replies() -> None:
    output = io.StringIO()
    console = Console(file=output, force_terminal=True, width=100, height=20, color_system=None)
    text = "\n".join(f"line {number}" for number in range(100))

    with LiveDisplay(console) as display:
        display.note("Ctrl-C stops")
        display.show(build_turn(build_reply(1, ReplyState.STREAMING, text), build_reply(2)))
        display.finish(build_turn(build_reply(1, ReplyState.COMPLETE, text), build_reply(2, ReplyState.EMPTY)))

    live, _, final = output.getvalue().rpartition("\x1b[2K")
    assert "waiting…" in live
    assert "Ctrl-C stops" in live
    assert "╭" not in final
    assert all(f"line {number}\n" in final for number in range(100))
    assert final.endswith("1 of 2 answered · conversation c-1\n")


def test_live_display_gives_the_cursor_back_when_left() -> None:
    output = io.StringIO()
    console = Console(file=output, force_terminal=True, width=100, height=20)

    with LiveDisplay(console) as display:
        display.show(build_turn(build_reply(1, ReplyState.STREAMING, "So far")))

    assert output.getvalue().rfind("\x1b[?25h") > output.getvalue().rfind("\x1b[?25l")


def test_plain_display_prints_each_reply_once_as_it_settles() -> None:
    output, side = io.StringIO(), io.StringIO()
    display = PlainDisplay(Console(file=output), Console(file=side))
    first = build_reply(2, ReplyState.COMPLETE, "Quick.")

    display.show(build_turn(build_reply(1, ReplyState.STREAMING, "Slo"), first))
    early = output.getvalue()
    display.show(build_turn(build_reply(1, ReplyState.COMPLETE, "Slow."), first))
    display.finish(build_turn(build_reply(1, ReplyState.COMPLETE, "Slow."), first))

    assert early == "Bruno: Quick.\n"
    assert output.getvalue() == "Bruno: Quick.\nIris: Slow.\n"
    assert side.getvalue() == "2 of 2 answered · conversation c-1\n"
