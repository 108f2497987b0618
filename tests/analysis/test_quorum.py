"""Who was heard is reckoned, not asked; and nobody's failure makes a room look better."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.analysis.quorum import Trim, build_quorum
from antiphon.analysis.quorum_words import describe_quorum
from antiphon.conversation.quorum import Quorum, decode_quorum, encode_quorum
from antiphon.conversation.reply import Metrics, Reply, ReplyError
from antiphon.conversation.state import OPEN, TERMINAL, ReplyState
from tests.analysis.turns import build_reply, build_turn

WHOLE = "whole"
HALF = "half"
GONE = "gone"
ORDER = {"low": 0, "moderate": 1, "high": 2}
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eva")


def voice(name: str, state: ReplyState, code: str | None = None, seconds: float | None = None) -> Reply:
    """A reply that ended like this; it says something unless it failed before its first word."""
    silent = state in (ReplyState.ERROR, ReplyState.RATE_LIMITED, ReplyState.EMPTY)
    error = None if code is None else ReplyError(code, "it failed")
    metrics = None if seconds is None else Metrics(total_seconds=seconds)
    return build_reply(name, "" if silent else f"{name} says so.", state, error=error, metrics=metrics)


def room(*fates: str) -> Quorum:
    """The quorum of a turn in which each voice was heard whole, half or not at all."""
    states = {WHOLE: ReplyState.COMPLETE, HALF: ReplyState.STOPPED, GONE: ReplyState.ERROR}
    replies = (voice(f"Voice{n}", states[fate]) for n, fate in enumerate(fates))
    return build_quorum(build_turn(1, "Well?", *replies), {})


def test_two_of_five_failed_and_the_confidence_is_lowered() -> None:
    """P60, D43, U-07: who, in which state, and why."""
    turn = build_turn(
        1,
        "Do I sign?",
        voice("Ann", ReplyState.COMPLETE),
        voice("Ben", ReplyState.ERROR, "quota"),
        voice("Cem", ReplyState.COMPLETE),
        voice("Dee", ReplyState.RATE_LIMITED, "rate_limited"),
        voice("Eva", ReplyState.COMPLETE),
    )

    quorum = build_quorum(turn, {})

    assert (quorum.asked, quorum.answered) == (5, 3)
    assert [(each.name, each.state, each.code) for each in quorum.missing] == [
        ("Ben", "error", "quota"),
        ("Dee", "rate_limited", "rate_limited"),
    ]
    assert (quorum.confidence, quorum.was) == ("moderate", "high")
    assert describe_quorum(quorum)[:3] == (
        "3 of 5 voices heard in full. Confidence: moderate, lowered from high.",
        "Not heard: Ben failed (quota).",
        "Not heard: Dee was turned away by the provider.",
    )


@pytest.mark.parametrize(
    ("fates", "confidence", "was"),
    [
        ((WHOLE,) * 5, "high", "high"),
        ((WHOLE,) * 3, "high", "high"),
        ((WHOLE, WHOLE), "moderate", "moderate"),
        ((WHOLE,), "low", "low"),
        ((), "low", "low"),
        ((WHOLE,) * 4 + (GONE,), "moderate", "high"),
        ((WHOLE,) * 4 + (HALF,), "moderate", "high"),
        ((WHOLE, WHOLE, GONE, GONE), "moderate", "high"),
        ((WHOLE, WHOLE, GONE, GONE, GONE), "low", "high"),
        ((WHOLE, GONE), "low", "moderate"),
        ((WHOLE, HALF), "low", "moderate"),
        ((HALF,) * 5, "moderate", "high"),
        ((GONE,) * 5, "low", "high"),
    ],
)
def test_the_rule(fates: tuple[str, ...], confidence: str, was: str) -> None:
    """D43: high is everybody of three or more; moderate is two voices' worth and half of those asked."""
    quorum = room(*fates)

    assert (quorum.confidence, quorum.was) == (confidence, was)


def test_losing_a_voice_or_part_of_one_never_raises_the_confidence() -> None:
    """D43: every room of up to five voices, and every way in which one of them can be worse."""
    worse = {WHOLE: (HALF, GONE), HALF: (GONE,), GONE: ()}
    for size in range(1, 6):
        for fates in product((WHOLE, HALF, GONE), repeat=size):
            before = ORDER[room(*fates).confidence]
            for place, fate in enumerate(fates):
                for lower in worse[fate]:
                    after = room(*fates[:place], lower, *fates[place + 1 :])
                    assert ORDER[after.confidence] <= before <= ORDER[after.was]


@given(st.lists(st.sampled_from(sorted(OPEN | TERMINAL)), max_size=5))
def test_everybody_asked_is_heard_missing_or_cut(states: list[ReplyState]) -> None:
    """D43, U-07: nobody disappears, whatever became of them."""
    replies = tuple(voice(name, state) for name, state in zip(NAMES, states, strict=False))

    quorum = build_quorum(build_turn(1, "Well?", *replies), {})

    assert quorum.asked == len(states) == quorum.answered + len(quorum.missing) + len(quorum.cut)
    assert decode_quorum(encode_quorum(quorum)) == quorum


def test_an_answer_cut_at_the_longest_allowed_is_not_whole() -> None:
    """D43, U-07: its state is `complete`, and still its end is missing."""
    reply = replace(voice("Ann", ReplyState.COMPLETE), finish_reason="length")

    quorum = build_quorum(build_turn(1, "Well?", reply), {})

    assert (quorum.answered, [(each.name, each.state) for each in quorum.cut]) == (0, [("Ann", "length")])


def test_a_voice_stopped_before_its_first_word_is_missing_and_not_cut() -> None:
    quorum = build_quorum(build_turn(1, "Well?", build_reply("Ann", "", ReplyState.STOPPED)), {})

    assert [each.state for each in quorum.missing] == ["stopped"]
    assert not quorum.cut


def test_trimmed_histories_are_named_and_lower_the_confidence() -> None:
    """D43, U-07: how many turns, says the receipt; a cut that is only suspected is named and lowers nothing."""
    replies = [voice(name, ReplyState.COMPLETE) for name in NAMES[:4]]
    trims = {replies[1].id: Trim(turns=2), replies[2].id: Trim(suspected=True), replies[3].id: Trim()}

    quorum = build_quorum(build_turn(1, "Well?", *replies), trims)

    assert [(each.name, each.turns) for each in quorum.trimmed] == [("Ben", 2)]
    assert [each.name for each in quorum.suspected] == ["Cem"]
    assert (quorum.answered, quorum.confidence, quorum.was) == (4, "moderate", "high")
    assert replace(quorum, trimmed=()).confidence == "high"
    assert "Without all its history: Ben, 2 turns dropped." in describe_quorum(quorum)


def test_only_the_reply_that_stands_counts() -> None:
    """D26: an answer that failed and was asked again is heard."""
    failed = replace(voice("Ann", ReplyState.ERROR, "net"), chosen=False)
    again = build_reply("Ann", "Yes.", variant=1)

    quorum = build_quorum(build_turn(1, "Well?", failed, again), {})

    assert (quorum.asked, quorum.answered, quorum.missing) == (1, 1, ())


@pytest.mark.parametrize(
    ("failed", "selective"),
    [
        (voice("Ben", ReplyState.ERROR, "net"), True),
        (voice("Ben", ReplyState.RATE_LIMITED, "rate_limited"), True),
        (voice("Ben", ReplyState.ERROR, "auth", seconds=1.0), False),
        (voice("Ben", ReplyState.ERROR, "auth", seconds=60.0), True),
        (voice("Ben", ReplyState.STOPPED, seconds=60.0), False),
    ],
    ids=["silent too long", "busy", "refused at once", "slower than all", "stopped by the person"],
)
def test_a_slow_voice_that_failed_is_called_a_selection(failed: Reply, selective: bool) -> None:
    """D43: what fails under load, or had worked longest, is not missing by chance."""
    quorum = build_quorum(build_turn(1, "Well?", voice("Ann", ReplyState.COMPLETE, seconds=5.0), failed), {})

    assert quorum.is_selective is selective
    assert ("Slow and strong models fail first" in describe_quorum(quorum)[-1]) is selective
