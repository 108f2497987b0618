"""State plus events gives state, however often and however much of them is repeated."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.event import (
    ConversationCreated,
    ConversationRenamed,
    Delta,
    Event,
    RepliesSending,
    ReplySettled,
    Sending,
    TurnAccepted,
)
from antiphon.conversation.fold import MissingText, apply_event, fold
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Metrics, Reply, ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from tests.conversation.strategies import splits, texts

HERE = ConversationId("c_1")
TURN = TurnId("t_1")
ANN, BEN = ReplyId("r_ann"), ReplyId("r_ben")
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
NEW = ConversationView(HERE)


def waiting(reply_id: ReplyId) -> Reply:
    return Reply(reply_id, AdvisorId(reply_id[2:]), 1, reply_id[2:].title(), "#123456", "echo:small")


def accepted(seq: int = 2) -> TurnAccepted:
    return TurnAccepted(HERE, seq, Turn(TURN, HERE, 1, "Should I?", NOON, (waiting(ANN), waiting(BEN))))


def sending(seq: int, *replies: ReplyId, epoch: int = 1) -> RepliesSending:
    return RepliesSending(HERE, seq, TURN, tuple(Sending(each, epoch) for each in replies))


def said(text: str, offset: int = 0, *, by: ReplyId = ANN, epoch: int = 1) -> Delta:
    return Delta(HERE, by, epoch, "text", offset, text)


def settled(seq: int, length: int, *, by: ReplyId = ANN, epoch: int = 1, thinking: int = 0) -> ReplySettled:
    return ReplySettled(HERE, seq, TURN, by, epoch, ReplyState.COMPLETE, length, thinking, finish_reason="stop")


BEGUN = fold(NEW, [ConversationCreated(HERE, 1, "", NOON), accepted(), sending(3, ANN, BEN)])


def reply_of(view: ConversationView, reply_id: ReplyId = ANN) -> Reply:
    return next(reply for reply in view.turns[-1].replies if reply.id == reply_id)


def in_order(pieces: list[str], *, by: ReplyId = ANN, epoch: int = 1) -> list[Delta]:
    """The pieces as deltas, one standing after the other."""
    offset, deltas = 0, []
    for piece in pieces:
        deltas.append(said(piece, offset, by=by, epoch=epoch))
        offset += len(piece)
    return deltas


def test_a_turn_from_question_to_answer() -> None:
    view = fold(BEGUN, [said("Yes"), said(", do.", 3), settled(4, 8)])

    assert view.seq == 4
    assert reply_of(view).text == "Yes, do."
    assert reply_of(view).state is ReplyState.COMPLETE
    assert reply_of(view).finish_reason == "stop"
    assert reply_of(view, BEN).state is ReplyState.SENDING


def test_title_is_the_last_one_given() -> None:
    view = fold(NEW, [ConversationCreated(HERE, 1, "First", NOON), ConversationRenamed(HERE, 2, "Second")])

    assert view.title == "Second"


def test_first_character_makes_it_streaming() -> None:
    assert reply_of(BEGUN).state is ReplyState.SENDING
    assert reply_of(apply_event(BEGUN, said("Y"))).state is ReplyState.STREAMING


def test_thinking_is_kept_apart_from_text() -> None:
    thought = Delta(HERE, ANN, 1, "thinking", 0, "hmm")

    view = fold(BEGUN, [thought, said("Yes"), settled(4, 3, thinking=3)])

    assert (reply_of(view).thinking, reply_of(view).text) == ("hmm", "Yes")


def test_an_error_is_kept_apart_from_text() -> None:
    error = ReplyError("net", "echo: the answer was cut off", {"provider": "echo"})
    end = ReplySettled(HERE, 4, TURN, ANN, 1, ReplyState.INCOMPLETE, 3, 0, error=error, metrics=Metrics(attempts=1))

    view = fold(BEGUN, [said("Yes"), end])

    assert reply_of(view).text == "Yes"
    assert reply_of(view).error == error
    assert reply_of(view).metrics == Metrics(attempts=1)


@given(splits(texts), st.data())
def test_replay_changes_nothing(pieces: list[str], data: st.DataObject) -> None:
    """I-10, I-11: any stretch of events already seen may come again, at any time."""
    deltas = in_order(pieces)
    events: list[Event] = [*deltas, settled(4, sum(map(len, pieces)))]
    view = BEGUN

    for index, event in enumerate(events):
        view = apply_event(view, event)
        again = data.draw(st.integers(0, index))

        assert fold(view, events[again : index + 1]) == view


@given(splits(texts), splits(texts))
def test_overlap_of_any_cut_is_harmless(live: list[str], stored: list[str]) -> None:
    """I-10: the same text cut in two ways, one after the other and mixed, adds up to the text once."""
    text = "".join(live)
    recut = in_order([text[: len("".join(stored))], text[len("".join(stored)) :]])

    view = fold(BEGUN, [*in_order(live), *recut, settled(4, len(text))])
    other = fold(BEGUN, [*recut, *in_order(live), settled(4, len(text))])

    assert reply_of(view).text == text
    assert view == other


@given(st.lists(st.sampled_from([ANN, BEN]), max_size=8), texts)
def test_one_voice_never_writes_into_another(speakers: list[ReplyId], text: str) -> None:
    """I-06, P12."""
    lengths = {ANN: 0, BEN: 0}
    view = BEGUN

    for by in speakers:
        view = apply_event(view, said(text, lengths[by], by=by))
        lengths[by] += len(text)

    assert reply_of(view, ANN).text == text * speakers.count(ANN)
    assert reply_of(view, BEN).text == text * speakers.count(BEN)


def test_new_epoch_begins_with_nothing() -> None:
    """I-14: after a crash the reply is said again from the start."""
    view = fold(BEGUN, [said("Yes, bu"), sending(4, ANN, epoch=2)])

    assert (reply_of(view).text, reply_of(view).epoch) == ("", 2)
    assert reply_of(view).state is ReplyState.SENDING
    assert reply_of(view, BEN) == reply_of(BEGUN, BEN)


@pytest.mark.parametrize("epoch", [1, 3], ids=["older", "newer"])
def test_deltas_of_another_epoch_are_dropped(epoch: int) -> None:
    """I-14: deltas of epoch e are never applied to another epoch."""
    begun_again = fold(BEGUN, [sending(4, ANN, epoch=2), said("No", epoch=2)])

    assert apply_event(begun_again, said(", never", 2, epoch=epoch)) is begun_again
    assert apply_event(begun_again, said("far away", 99, epoch=epoch)) is begun_again


def test_nothing_follows_the_end() -> None:
    """I-13."""
    ended = fold(BEGUN, [said("Yes"), settled(4, 3)])

    assert apply_event(ended, said("!", 3)) is ended


def test_a_hole_in_the_text_is_refused() -> None:
    with pytest.raises(MissingText, match="known to 3, the delta starts at 5"):
        fold(BEGUN, [said("Yes"), said("do.", 5)])


def test_an_end_beyond_what_is_known_is_refused() -> None:
    with pytest.raises(MissingText, match="ended at 8, known to 3"):
        fold(BEGUN, [said("Yes"), settled(4, 8)])


def test_thinking_that_is_missing_is_refused() -> None:
    with pytest.raises(MissingText):
        fold(BEGUN, [said("Yes"), settled(4, 3, thinking=1)])


def test_a_missing_fact_is_refused() -> None:
    """I-07: facts have no gaps."""
    with pytest.raises(MissingText, match="fact 5 does not follow 3"):
        apply_event(BEGUN, settled(5, 0))


def test_a_refused_event_leaves_the_view_as_it_was() -> None:
    before = replace(BEGUN)

    with pytest.raises(MissingText):
        apply_event(BEGUN, said("late", 7))

    assert before == BEGUN


def test_news_of_turns_not_shown_only_moves_the_number() -> None:
    """A view holds the newest turns; older ones may still change."""
    short = replace(BEGUN, turns=(), has_older=True)

    view = fold(short, [said("Yes"), settled(4, 3)])

    assert view == replace(short, seq=4)
