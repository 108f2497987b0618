"""Previews, differences and figures at the point where they are printed."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from antiphon.cli.previews.advisor_table import format_notes, print_preview
from antiphon.cli.printing.figures import format_dollars, format_share
from antiphon.cli.replies.differences import build_pieces, has_colour, print_answer_diff
from antiphon.client.answers.base import Failure
from antiphon.client.answers.previews import AdvisorPreview, Cache, Cost, Preview, PreviewItem, Span
from antiphon.client.answers.replies import TextChange

names = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=60)
amounts = st.none() | st.floats(0, 10_000)
numbers = st.integers(0, 10**9)
spans = st.builds(
    Span,
    first=numbers,
    last=numbers,
    turns=numbers,
    inside=st.booleans(),
    sentence=st.just("out: older turns do not fit the limit"),
)
items = st.builds(PreviewItem, kind=st.sampled_from(["reference", "state", "something new"]), tokens=numbers)
costs = st.builds(Cost, cold=amounts, warm=amounts, output=amounts)
advisors = st.builds(
    AdvisorPreview,
    advisor_id=names,
    name=names,
    model=names,
    problem=st.none() | st.builds(Failure, code=st.just("user_prompt_too_large"), message=names),
    sha256=st.none() | st.just("ab" * 32),
    message_count=numbers,
    tokens=numbers,
    calibrated=st.booleans(),
    estimate_error=st.none() | st.floats(0, 5),
    limit=st.none() | numbers,
    binding=st.none() | st.sampled_from(["window", "tokens_per_minute", "characters", "something new"]),
    included=numbers,
    items=st.lists(items, max_size=3).map(tuple),
    cost=costs,
    cache=st.none() | st.builds(Cache, share=st.floats(0, 1)),
    spans=st.lists(spans, max_size=3).map(tuple),
)
previews = st.builds(
    Preview,
    conversation_id=st.just("c_1"),
    at=st.just("2026-05-01T12:00:00.000Z"),
    counter=st.just("1 / 2"),
    visible=numbers,
    hidden_pins=st.integers(0, 3),
    cost=costs,
    advisors=st.lists(advisors, max_size=5).map(tuple),
)


def build(name: str, **more: object) -> AdvisorPreview:
    """An advisor of whom nothing special is said."""
    usual: dict[str, object] = {
        "advisor_id": name,
        "name": name,
        "model": "fake:m",
        "message_count": 4,
        "tokens": 100,
        "calibrated": False,
        "included": 1,
        "cost": Cost(),
    }
    return AdvisorPreview.model_validate(usual | more)


def build_preview(*who: AdvisorPreview) -> Preview:
    return Preview(conversation_id="c_1", at="", counter="1 / 13", visible=13, hidden_pins=0, cost=Cost(), advisors=who)


@given(previews)
def test_any_preview_fits_eighty_columns_without_escapes(preview: Preview) -> None:
    console = Console(file=io.StringIO(), width=80)

    print_preview(console, preview)

    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert max(cell_len(line) for line in lines) <= 80
    assert "\x1b" not in "".join(lines)


@pytest.mark.parametrize("prices", [Cost(), Cost(cold=0.0123, warm=0.0045, output=0.02)], ids=["unpriced", "priced"])
def test_a_narrow_terminal_gets_fewer_columns_and_whole_figures(prices: Cost) -> None:
    one = build("The Contrarian", tokens=41_999, limit=42_703, included=12, sha256="ab" * 32, cost=prices)
    shown: dict[int, list[str]] = {}

    for width in (60, 80):
        console = Console(file=io.StringIO(), width=width)
        print_preview(console, build_preview(one))
        assert isinstance(console.file, io.StringIO)
        shown[width] = console.file.getvalue().splitlines()[:2]

    assert "sha256" in shown[80][0]
    assert "sha256" not in shown[60][0]
    for lines in shown.values():
        assert "…" not in "".join(lines)
        assert all(figure in lines[1] for figure in ("The Contrarian", "12 / 13", "≈41,999", "42,703"))


def test_same_problem_is_told_once() -> None:
    wrong = Failure(code="model", message="foo: it does not know this model")

    notes = list(format_notes(build_preview(build("Iris", problem=wrong), build("Bruno", problem=wrong))))

    assert notes[0] == "everybody: nothing can be sent: foo: it does not know this model (model)"


def test_same_fate_is_told_once() -> None:
    out = Span(first=1, last=12, turns=12, inside=False, sentence="out: older turns do not fit the limit")
    some = Span(first=1, last=12, turns=7, inside=False, sentence="out: left out by you")

    together = list(format_notes(build_preview(build("Iris", spans=(out,)), build("Bruno", spans=(out,)))))
    apart = list(format_notes(build_preview(build("Iris", spans=(out,)), build("Bruno", spans=(some,)))))

    assert together[0] == "everybody: turns 1-12 out: older turns do not fit the limit"
    assert apart[:2] == [
        "Iris: turns 1-12 out: older turns do not fit the limit",
        "Bruno: turns 1-12 (7 visible) out: left out by you",
    ]


def test_words_are_marked_where_there_is_no_colour() -> None:
    pieces = (
        TextChange(op="same", text="I "),
        TextChange(op="removed", text="may"),
        TextChange(op="added", text="will\x1b[2J"),
    )

    assert build_pieces(pieces, colour=False).plain == "I [-may-]{+will[2J+}"
    assert build_pieces(pieces, colour=True).plain == "I maywill[2J"


def test_colour_is_only_for_terminals_that_have_it() -> None:
    def has(**more: object) -> bool:
        return has_colour(Console(file=io.StringIO(), **more))  # type: ignore[arg-type] # a test may say anything

    assert has(force_terminal=True, color_system="standard")
    assert not has(force_terminal=True, color_system="standard", no_color=True)
    assert not has()


def test_same_answer_is_said_to_be_the_same() -> None:
    console = Console(file=io.StringIO(), width=80)

    print_answer_diff(console, (TextChange(op="same", text="Yes."),))

    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().split() == ["the", "answers", "the", "same", "words"]


@pytest.mark.parametrize(
    ("amount", "text"),
    [(None, "unknown"), (0.0, "$0.0000"), (0.00001, "<$0.0001"), (0.0123, "$0.0123"), (12.5, "$12.50")],
)
def test_unknown_price_is_never_zero(amount: float | None, text: str) -> None:
    assert format_dollars(amount) == text


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, "0 %"), (0.001, "1 %"), (0.5, "50 %"), (0.999, "99 %"), (1.0, "100 %")]
)
def test_only_everything_is_a_hundred_percent(share: float, text: str) -> None:
    assert format_share(share) == text
