"""What arrives, and what may be shown of it."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.access.principal import LOCAL
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import load_prompts
from antiphon.context.budget import Habits, build_budget
from antiphon.context.build import Composition, build_composition
from antiphon.context.estimate import PLAIN
from antiphon.context.frame import FrameInput, Seat
from antiphon.conversation.errors import ContentFiltered, ProviderError, RateLimited, StreamBroken
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.model import ModelFacts
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.state import ReplyState
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.turns.prepared import Prepared
from antiphon.engine.turns.reply import build_ending
from antiphon.engine.turns.run import Run
from antiphon.providers.provider import AnswerText, Finished, Thought, Used, WireRequest
from antiphon.providers.scripted.provider import Scripted


def make_composition() -> Composition:
    """One question to one advisor, with nothing before it."""
    advisor = Advisor(AdvisorId("skeptic"), 1, "Skeptic", "It doubts.", "blue")
    seat = Seat(advisor, 0, "p:m", 200, build_budget(ModelFacts(), PLAIN, Habits(), 200))
    return build_composition(FrameInput("Shall I?"), seat, (), load_prompts())


def make_run() -> Run:
    """A run that was just sent."""
    request = WireRequest(AdvisorId("skeptic"), "p", "m", "u", b"{}")
    composition = make_composition()
    receipt = Receipt(ReplyId("r"), 2, 1, "p", "m", "u", b"{}", request.sha256, datetime.now(UTC))
    conversation, turn, predicted = ConversationId("c"), TurnId("t"), composition.predict()
    return Run(Prepared(LOCAL, conversation, turn, request, Scripted(), receipt, composition, predicted))


ECHOES = [
    "[2026-11-15T10:30] ",
    "<think>",
    "</think>",
    "<system-reminder>",
    "</system-",
    "reminder>",
    "```\n",
    " ",
    "<",
]
_texts = st.text(max_size=12) | st.sampled_from(ECHOES)


@given(pieces=st.lists(st.tuples(st.sampled_from(["text", "thinking"]), _texts), max_size=20))
def test_deltas_tile_the_text(pieces: list[tuple[str, str]]) -> None:
    """I-10: each delta begins where the last one of its channel ended, and together they are what is settled."""
    run = make_run()
    shown = {"text": "", "thinking": ""}

    deltas = [
        each
        for channel, text in pieces
        for each in run.take((AnswerText(text) if channel == "text" else Thought(text),))
    ]
    for delta in deltas + run.close():
        assert delta.offset == len(shown[delta.channel])
        assert (delta.reply_id, delta.epoch) == ("r", 2)
        shown[delta.channel] += delta.text

    assert shown == {"text": run.text("text"), "thinking": run.text("thinking")}
    assert shown["text"] == shown["text"].strip()


def say(run: Run, answer: str, size: int) -> dict[str, str]:
    """Everything shown of an answer that arrives in pieces of this size; what was shown is checked on the way."""
    shown = {"text": "", "thinking": ""}
    for start in range(0, len(answer), size):
        for delta in run.take((AnswerText(answer[start : start + size]),)):
            assert delta.offset == len(shown[delta.channel])
            shown[delta.channel] += delta.text
        assert shown == {"text": run.text("text"), "thinking": run.text("thinking")}
    for delta in run.close():
        assert delta.offset == len(shown[delta.channel])
        shown[delta.channel] += delta.text
    return shown


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize(
    ("answer", "text", "thinking"),
    [
        ("[2026-11-15T10:30] At ten.", "At ten.", ""),
        ("<think> hm </think>\n\n[2026-11-15T10:30] At ten.", "At ten.", "hm"),
        ("Yes. <system-reminder>be kind</system-reminder>", "Yes.", ""),
        ("<system-reminder>be kind</system-reminder>", "", ""),
        ("Yes.</think>\n```\n</think>\n```", "Yes.\n```\n</think>\n```", ""),
        ("Yes. <system-reminder>and no", "Yes. <system-reminder>and no", ""),
    ],
)
def test_echoes_are_neither_shown_nor_kept(size: int, answer: str, text: str, thinking: str) -> None:
    """reg-06, reg-07, I-10: deltas stay a prefix of what is stored, position by position."""
    run = make_run()

    shown = say(run, answer, size)

    assert shown == {"text": text, "thinking": thinking}
    assert (run.text("text"), run.text("thinking")) == (text, thinking)


def test_an_answer_that_is_only_an_echo_is_empty() -> None:
    """reg-07, XP20: it was output, so it is not asked for again; it is visible as nothing said."""
    run = make_run()

    run.take((AnswerText("<system-reminder>be kind</system-reminder>"), Finished("stop", "stop")))
    run.close()

    assert run.output_seen
    assert build_ending(run, None).state == ReplyState.EMPTY


def test_thoughts_of_both_kinds_share_a_channel() -> None:
    """reg-07: reasoning that came by itself, and reasoning that came in tags."""
    run = make_run()

    run.take((Thought("first "), AnswerText("<think>second</think>Yes."), Finished("stop", "stop")))
    run.close()

    assert (run.text("thinking"), run.text("text")) == ("first second", "Yes.")


@pytest.mark.parametrize(
    ("outputs", "error", "state"),
    [
        ((AnswerText("Yes"), Finished("stop", "stop")), None, ReplyState.COMPLETE),
        ((AnswerText("Yes"), Finished("length", "length")), None, ReplyState.COMPLETE),
        ((Finished("stop", "stop"),), None, ReplyState.EMPTY),
        ((Thought("hm"), Finished("stop", "stop")), None, ReplyState.EMPTY),
        ((AnswerText("Y"), Finished("filtered", "content_filter")), None, ReplyState.FILTERED),
        ((), ContentFiltered("p"), ReplyState.FILTERED),
        ((AnswerText("Y"),), StreamBroken("p"), ReplyState.INCOMPLETE),
        ((Thought("hm"),), StreamBroken("p"), ReplyState.INCOMPLETE),
        ((), StreamBroken("p"), ReplyState.ERROR),
        ((), RateLimited("p"), ReplyState.RATE_LIMITED),
    ],
)
def test_state_follows_from_what_happened(
    outputs: tuple[AnswerText | Thought | Finished, ...], error: ProviderError | None, state: ReplyState
) -> None:
    """I-15, XP08, XP12, XP20, M47."""
    run = make_run()
    run.take(outputs)

    assert build_ending(run, error).state == state


def test_usage_and_figures_are_kept() -> None:
    """M25, I-35, M3: what the provider reports is booked as it reports it."""
    run = make_run()
    run.take((AnswerText("Yes"), Used(10, 2, 4, 1), Finished("stop", "stop")))

    ending = build_ending(run, None)

    assert ending.usage == {"input_tokens": 10, "output_tokens": 2, "cached_tokens": 4, "reasoning_tokens": 1}
    assert ending.metrics is not None
    assert (ending.metrics.input_tokens, ending.metrics.output_tokens, ending.metrics.attempts) == (10, 2, 1)
    assert ending.metrics.first_token_seconds is not None


def test_what_was_written_to_a_cache_is_kept_where_it_was_counted() -> None:
    run = make_run()
    run.take((Used(10, 2, cached_tokens=1, cache_write_tokens=8), Finished("stop", "stop")))

    assert (run.usage or {})["cache_write_tokens"] == 8


def test_ids_sort_by_time() -> None:
    """Neighbours in time are neighbours in an index; no two are alike."""
    ids = [new_id("t") for _ in range(2000)]

    assert len(set(ids)) == 2000
    assert all(len(each) == 28 and each.startswith("t_") for each in ids)
    assert [each[:12] for each in ids] == sorted(each[:12] for each in ids)
