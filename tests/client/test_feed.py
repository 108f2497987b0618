"""What is new between two states of a turn."""

from dataclasses import replace

from antiphon.client.feed import TextAdded, find_added
from antiphon.conversation.state import ReplyState
from tests.cli.samples import build_reply, build_turn


def test_words_that_were_added_are_told_apart_from_a_new_start() -> None:
    first = build_reply(1, ReplyState.STREAMING, "Yes")
    before = build_turn(first)

    more = find_added(before, build_turn(replace(first, text="Yes, but")))
    again = find_added(before, build_turn(replace(first, text="No")))
    nothing = find_added(before, before)

    assert more == (TextAdded(first.advisor_id, first.id, ", but"),)
    assert again == (TextAdded(first.advisor_id, first.id, "No", restarted=True),)
    assert nothing == ()
