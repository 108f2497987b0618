"""Where a reply stands, in one line."""

import pytest

from antiphon.cli.turns.state_line import format_state
from antiphon.conversation.reply import Reply, ReplyError
from antiphon.conversation.state import ReplyState
from tests.cli.samples import build_reply

CUT = ReplyError("net", "the answer was cut off")
LIMITED = ReplyError("rate_limited", "too many requests")


@pytest.mark.parametrize(
    ("reply", "line"),
    [
        (build_reply(state=ReplyState.WAITING), "waiting…"),
        (build_reply(state=ReplyState.SENDING), "sending"),
        (build_reply(state=ReplyState.STREAMING, text="one"), "speaking 1 word"),
        (build_reply(state=ReplyState.STREAMING, text="w " * 124), "speaking 124 words"),
        (build_reply(state=ReplyState.STREAMING, thinking="let me see"), "thinking 3 words"),
        (build_reply(state=ReplyState.COMPLETE, text="w " * 210, seconds=3.21), "complete 3.2 s · 210 words"),
        (build_reply(state=ReplyState.COMPLETE, text="two words"), "complete · 2 words"),
        (build_reply(state=ReplyState.EMPTY, seconds=1.0), "empty: no text came · 1.0 s"),
        (build_reply(state=ReplyState.ERROR, error=CUT), "error: [error: net] the answer was cut off"),
        (
            build_reply(state=ReplyState.ERROR, text="so far", error=CUT),
            "error: [error: net] the answer was cut off · 2 words",
        ),
        (build_reply(state=ReplyState.ERROR), "error"),
        (
            build_reply(state=ReplyState.RATE_LIMITED, error=LIMITED),
            "rate limited: [error: rate_limited] too many requests",
        ),
        (build_reply(state=ReplyState.STOPPED, text="so far", seconds=1.2), "stopped 1.2 s · 2 words"),
        (
            build_reply(state=ReplyState.INCOMPLETE, text="so far", finish_reason="length"),
            "cut at the limit · 2 words",
        ),
        (
            build_reply(state=ReplyState.COMPLETE, text="so far", finish_reason="length"),
            "cut at the limit · 2 words",
        ),
        (build_reply(state=ReplyState.INTERRUPTED, text="so far"), "broke off · 2 words"),
    ],
    ids=lambda value: value if isinstance(value, str) else str(value.state),
)
def test_state_is_said_in_one_line(reply: Reply, line: str) -> None:
    assert format_state(reply) == line


_SAID = {
    ReplyState.STREAMING: "speaking",
    ReplyState.INCOMPLETE: "broke off",
    ReplyState.INTERRUPTED: "broke off",
}


@pytest.mark.parametrize("state", ReplyState)
def test_every_state_has_a_line_that_names_it(state: ReplyState) -> None:
    line = format_state(build_reply(state=state))

    assert line.startswith(_SAID.get(state, str(state).replace("_", " ")))


def test_provider_message_cannot_move_the_cursor() -> None:
    reply = build_reply(state=ReplyState.ERROR, error=ReplyError("net\x1b[2J", "gone\x9b31m\a"))

    assert format_state(reply) == "error: [error: net[2J] gone31m"


def test_the_providers_own_words_stand_beside_ours_on_one_line() -> None:
    error = ReplyError("auth", "the key was refused", {"provider_message": "No such key:\n\x1b[2Jsk-1" + " again" * 99})

    said = format_state(build_reply(state=ReplyState.ERROR, error=error))

    assert said.startswith('error: [error: auth] the key was refused (it said: "No such key:')
    assert said.endswith('…")')
    assert len(said) < 320
    assert "\n" not in said
    assert "\x1b" not in said
