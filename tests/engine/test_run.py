"""What arrives, and what may be shown of it."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import ContentFiltered, ProviderError, RateLimited, StreamBroken
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.state import ReplyState
from antiphon.engine.identity import new_id
from antiphon.engine.prepared import Prepared
from antiphon.engine.reply import build_ending
from antiphon.engine.run import Run
from antiphon.providers.provider import Finished, Said, Thought, Used, WireRequest
from antiphon.providers.scripted.provider import Scripted


def make_run() -> Run:
    """A run that was just sent."""
    request = WireRequest(AdvisorId("skeptic"), "p", "m", "u", b"{}")
    receipt = Receipt(ReplyId("r"), 2, 1, "p", "m", "u", b"{}", request.sha256, datetime.now(UTC))
    return Run(Prepared(LOCAL, ConversationId("c"), TurnId("t"), request, Scripted(), receipt))


@given(pieces=st.lists(st.tuples(st.sampled_from(["text", "thinking"]), st.text(max_size=12)), max_size=20))
def test_deltas_tile_the_text(pieces: list[tuple[str, str]]) -> None:
    """I-10: each delta begins where the last one of its channel ended, and together they are what is settled."""
    run = make_run()
    shown = {"text": "", "thinking": ""}

    deltas = [
        each for channel, text in pieces for each in run.take((Said(text) if channel == "text" else Thought(text),))
    ]
    for delta in deltas + run.close():
        assert delta.offset == len(shown[delta.channel])
        assert (delta.reply_id, delta.epoch) == ("r", 2)
        shown[delta.channel] += delta.text

    assert shown == {"text": run.text("text"), "thinking": run.text("thinking")}
    assert shown["text"] == shown["text"].strip()


@pytest.mark.parametrize(
    ("outputs", "error", "state"),
    [
        ((Said("Yes"), Finished("stop", "stop")), None, ReplyState.COMPLETE),
        ((Said("Yes"), Finished("length", "length")), None, ReplyState.COMPLETE),
        ((Finished("stop", "stop"),), None, ReplyState.EMPTY),
        ((Thought("hm"), Finished("stop", "stop")), None, ReplyState.EMPTY),
        ((Said("Y"), Finished("filtered", "content_filter")), None, ReplyState.FILTERED),
        ((), ContentFiltered("p"), ReplyState.FILTERED),
        ((Said("Y"),), StreamBroken("p"), ReplyState.INCOMPLETE),
        ((Thought("hm"),), StreamBroken("p"), ReplyState.INCOMPLETE),
        ((), StreamBroken("p"), ReplyState.ERROR),
        ((), RateLimited("p"), ReplyState.RATE_LIMITED),
    ],
)
def test_state_follows_from_what_happened(
    outputs: tuple[Said | Thought | Finished, ...], error: ProviderError | None, state: ReplyState
) -> None:
    """I-15, XP08, XP12, XP20."""
    run = make_run()
    run.take(outputs)

    assert build_ending(run, error).state == state


def test_usage_and_figures_are_kept() -> None:
    """M25, I-35: what the provider reports is booked as it reports it."""
    run = make_run()
    run.take((Said("Yes"), Used(10, 2, 4, 1), Finished("stop", "stop")))

    ending = build_ending(run, None)

    assert ending.usage == {"input_tokens": 10, "output_tokens": 2, "cached_tokens": 4, "reasoning_tokens": 1}
    assert ending.metrics is not None
    assert (ending.metrics.input_tokens, ending.metrics.output_tokens, ending.metrics.attempts) == (10, 2, 1)
    assert ending.metrics.first_token_seconds is not None


def test_ids_sort_by_time() -> None:
    """Neighbours in time are neighbours in an index; no two are alike."""
    ids = [new_id("t") for _ in range(2000)]

    assert len(set(ids)) == 2000
    assert all(len(each) == 28 and each.startswith("t_") for each in ids)
    assert [each[:12] for each in ids] == sorted(each[:12] for each in ids)
