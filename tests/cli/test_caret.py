"""Where a filter line cannot be read."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from antiphon.cli.printing.caret import draw_caret


def test_caret_stands_under_the_place() -> None:
    assert draw_caret("s2 s9", 5) == "s2 s9\n    ^"
    assert draw_caret("s2", 3) == "s2\n  ^"


def test_wide_characters_and_escapes_do_not_move_it() -> None:
    assert draw_caret("c'世界' s9", 8) == "c'世界' s9\n         ^"
    assert draw_caret("\x1b[2Js9", 6) == "[2Js9\n    ^"


@given(st.text(max_size=400), st.integers(-5, 500))
def test_any_line_fits_a_narrow_terminal_and_points_into_itself(line: str, column: int) -> None:
    text, mark = draw_caret(line, column).rsplit("\n", 1)

    assert cell_len(mark) <= 2 * 36 + 3
    assert mark.strip() == "^"
    assert "\x1b" not in text
