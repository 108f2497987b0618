"""A synthesis goes along when it was ticked, in one block that nothing inside it can end or forge."""

from dataclasses import replace

from hypothesis import given

from antiphon.advisors.prompt import fill
from antiphon.context.choice import Choice
from antiphon.context.synthesis import write_synthesis
from tests.context.scenes import ANN, BEN, PROMPTS, QUIET, compose, past, seat, spoken
from tests.context.syntheses import build_sentence, build_synthesis
from tests.context.test_reference import hostile, names

TICKED = replace(QUIET, last=past(1, "Hello", ben="Two."), synthesis=build_synthesis())


def test_it_stands_directly_behind_the_reference_block_as_words_for_the_advisor_to_read() -> None:
    """D43, I-20: in the role of the user, and everybody reads the same."""
    one, other = (compose(TICKED, seat(each)) for each in (ANN, BEN))

    assert [message.kind for message in one.frame.items] == ["reference", "synthesis", "state"]
    assert [message.kind for message in other.frame.items] == ["synthesis", "state"]
    assert {message.role for message in one.frame.items} == {"user"}
    assert one.frame.items[1] == other.frame.items[0]


def test_it_can_be_switched_off_for_one_send_and_is_counted_when_it_is_not() -> None:
    """D3, D43."""
    with_it, off = (
        compose(TICKED, seat()),
        compose(replace(TICKED, choice=Choice(off=frozenset({"synthesis"}))), seat()),
    )

    assert with_it.frame.fixed_tokens > off.frame.fixed_tokens
    assert [message.kind for message in off.frame.items] == ["reference", "state"]


def test_it_says_who_was_not_heard_before_it_says_anything_else() -> None:
    """D43: those who failed first."""
    synthesis = build_synthesis(
        build_sentence("They would wait.", "Ann", "Ben"),
        build_sentence("Ask again."),
        missing=("Dee", "Eva"),
        cut=("Cem",),
        trimmed=("Ann",),
    )

    block = write_synthesis(synthesis, PROMPTS)

    opening = fill(PROMPTS.synthesis, {"turn": "1", "answered": "2", "asked": "5"})
    assert block == (
        f"[{opening} Not heard: Dee, Eva. Cut short: Cem. Answered without part of the conversation: Ann.\n\n"
        "from Ann, Ben: They would wait.\nthe reader's own: Ask again.]"
    )


@given(hostile, names)
def test_nothing_inside_can_end_the_block(text: str, name: str) -> None:
    """I-21: whatever a model wrote, and whatever a voice is called."""
    synthesis = build_synthesis(build_sentence(f"x{text}", name), missing=(name,))

    block = write_synthesis(synthesis, PROMPTS)

    assert (block[0], block.count("[")) == ("[", 1)
    assert (block[-1], block.count("]")) == ("]", 1)
    assert [line[:4] for line in block.splitlines()[2:] if line.strip() and line[0] != " "] == ["from"]


def test_without_a_tick_there_is_no_word_of_it() -> None:
    """D43."""
    assert "They would wait" not in str(spoken(compose(replace(TICKED, synthesis=None), seat())))
