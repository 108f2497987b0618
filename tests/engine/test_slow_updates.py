"""What a piece of text may cost on its way out."""

import logging
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from antiphon.conversation.event import Delta
from antiphon.conversation.ids import ConversationId, ReplyId
from antiphon.engine.runtime.metrics import Tally
from antiphon.engine.turns import reply

DELTA = Delta(ConversationId("c"), ReplyId("r"), 1, "text", 0, "Hello")


@pytest.mark.parametrize(("seconds", "told"), [(0.015, []), (0.017, [17.0])])
def test_an_update_slower_than_a_frame_is_logged_with_its_duration(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, seconds: float, told: list[float]
) -> None:
    """M50: 16 milliseconds are one picture on a screen."""
    clock = count(0.0, seconds)
    monkeypatch.setattr(reply.time, "perf_counter", lambda: next(clock))
    heard: list[Delta] = []
    deps: Any = SimpleNamespace(
        checkpointer=SimpleNamespace(add=heard.append, tally=Tally()), live=SimpleNamespace(publish=heard.append)
    )

    with caplog.at_level(logging.WARNING):
        reply._publish(deps, DELTA)

    assert heard == [DELTA, DELTA]
    assert [getattr(record, "milliseconds", None) for record in caplog.records] == told
    assert deps.checkpointer.tally.peak == pytest.approx(seconds)
