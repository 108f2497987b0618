"""The finished turn, whole."""

import pytest
from rich.console import Console

from antiphon.cli.terminal import open_output
from antiphon.cli.turns.stacked import format_lines, format_summary, print_turn
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.state import ReplyState
from tests.cli.samples import build_reply, build_turn


def test_finished_replies_are_printed_whole() -> None:
    text = "\n".join(f"line {number}" for number in range(300))
    turn = build_turn(build_reply(1, ReplyState.COMPLETE, text, seconds=1.0), build_reply(2, ReplyState.EMPTY))
    console = Console(width=60, height=10, color_system=None)

    with console.capture() as capture:
        print_turn(console, turn)

    lines = [line.rstrip() for line in capture.get().splitlines()]
    assert lines[:2] == ["Iris", "line 0"]
    assert lines[300:302] == ["line 299", "complete 1.0 s · 600 words"]
    assert lines[-3:] == ["Bruno", "empty: no text came", ""]


def test_in_a_pipe_no_line_is_broken(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    code = f"print({'x' * 200!r})"

    print_turn(open_output(), build_turn(build_reply(1, ReplyState.COMPLETE, code, seconds=1.0)))

    assert code in capsys.readouterr().out.splitlines()


def test_plain_lines_carry_the_name_on_each() -> None:
    reply = build_reply(1, ReplyState.COMPLETE, "First.\n\nThen \x1b[1mthis.")

    assert list(format_lines(reply)) == ["Iris: First.", "Iris:", "Iris: Then [1mthis."]


def test_plain_lines_of_a_failure_end_with_its_error() -> None:
    failed = build_reply(1, ReplyState.ERROR, "So far", error=ReplyError("net", "the answer was cut off"))
    stopped = build_reply(2, ReplyState.STOPPED)

    assert list(format_lines(failed)) == ["Iris: So far", "Iris: [error: net] the answer was cut off"]
    assert list(format_lines(stopped)) == ["Bruno: [stopped · 0 words]"]


def test_summary_counts_answers_and_the_slowest() -> None:
    turn = build_turn(
        build_reply(1, ReplyState.COMPLETE, "a", seconds=4.06),
        build_reply(2, ReplyState.COMPLETE, "b", seconds=1.0),
        build_reply(3, ReplyState.ERROR),
    )

    assert format_summary(turn) == "2 of 3 answered in 4.1 s · conversation c-1"
