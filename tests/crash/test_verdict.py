"""The verdict on `just chaos` is shown things that must not be, and sees each of them. Nothing is started here."""

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import pytest

from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from tests.crash.followers import find_differences
from tests.crash.partition import Cluster, Crowd, words
from tests.crash.verdict import Narrator, Stored, judge
from tests.fakes.model_server import ModelServer, Received
from tests.fakes.reader import Api, Reader
from tests.fakes.voices import VOICES

URL = "http://127.0.0.1:1/node0/v1/chat/completions"
OTHER_URL = "http://127.0.0.1:1/node1/v1/chat/completions"


def _build_case() -> tuple[Stored, Crowd, Narrator]:
    """One message, five answers, each asked once by one node and answered."""
    model = Narrator(ModelServer())
    for number, voice in enumerate(VOICES):
        body = {"messages": [{"role": "system", "content": voice}], "number": number}
        raw = _encode(number)
        model.server.requests.append(Received(0, "POST", "/node0/v1/chat/completions", {}, raw, body, 1))
        model.answer(body)
    said = [model.said[id(request.json)] for request in model.server.requests]
    replies = [(f"r{number}", "complete", 1, text, True) for number, text in enumerate(said)]
    receipts = [_receipt(number, 1, URL) for number in range(len(VOICES))]
    settled = {reply_id: 1 for reply_id, *_ in replies}
    stored = Stored([("t1", words("key-1"), len(VOICES))], replies, receipts, settled, [], 0)
    crowd = Crowd(Cluster(model, [], [], None), Api(None), accepted={"key-1": "t1"})  # type: ignore[arg-type]
    return stored, crowd, model


def _encode(number: int) -> bytes:
    return f"body {number}".encode()


def _receipt(
    number: int, epoch: int, url: str, outcome: str | None = "complete"
) -> tuple[str, int, int, str, str, bytes, str | None]:
    body = _encode(number)
    return f"r{number}", epoch, 1, url, sha256(body).hexdigest(), body, outcome


def _change(rows: list[Any], **values: object) -> list[Any]:
    """The same rows, the first with other values at these places."""
    first = list(rows[0])
    for place, value in values.items():
        first[int(place[1:])] = value
    return [tuple(first), *rows[1:]]


def test_a_run_in_which_nothing_happened_is_fine() -> None:
    stored, crowd, model = _build_case()

    assert list(judge(stored, crowd, model)) == []


def test_a_start_that_never_sent_is_fine_too() -> None:
    stored, crowd, model = _build_case()
    unsent = _receipt(0, 1, OTHER_URL, outcome=None)
    again = _receipt(0, 2, URL)
    stored = replace(stored, replies=_change(stored.replies, _2=2), receipts=[unsent, again, *stored.receipts[1:]])

    assert list(judge(stored, crowd, model)) == []


@pytest.mark.parametrize(
    ("rows", "values", "says"),
    [
        ("turns", {"_0": "t2"}, "key-1 was acknowledged and is not there"),
        ("turns", {"_1": "other words"}, "key-1 was acknowledged and is not there"),
        ("turns", {"_2": 4}, "turn t1 has 4 replies"),
        ("replies", {"_1": "streaming"}, "reply r0 is streaming"),
        ("replies", {"_2": 4}, "reply r0 was started 4 times"),
        ("replies", {"_2": 2}, "its last receipt is of start 1"),
        ("replies", {"_3": "half of it"}, "which nobody said to start 1"),
        ("receipts", {"_3": OTHER_URL}, "1 times more than there are receipts"),
        ("receipts", {"_3": OTHER_URL}, "have an answer, and /node1/v1/chat/completions was never asked"),
        ("receipts", {"_5": b"other bytes"}, "is not what its hash says"),
    ],
)
def test_what_must_not_be_is_said(rows: str, values: dict[str, object], says: str) -> None:
    stored, crowd, model = _build_case()
    spoilt = replace(stored, **{rows: _change(getattr(stored, rows), **values)})

    assert any(says in sentence for sentence in judge(spoilt, crowd, model))


def test_an_answer_given_to_an_earlier_start_does_not_count() -> None:
    stored, crowd, model = _build_case()
    again = _receipt(0, 2, OTHER_URL)
    body = {"messages": [{"role": "system", "content": VOICES[0]}]}
    model.server.requests.append(Received(0, "POST", "/node1/v1/chat/completions", {}, _encode(0), body, 2))
    model.answer(body)
    spoilt = replace(
        stored,
        replies=_change(stored.replies, _2=2),
        receipts=[_receipt(0, 1, URL, outcome=None), again, *stored.receipts[1:]],
    )

    assert [sentence for sentence in judge(spoilt, crowd, model) if "which nobody said to start 2" in sentence]


def test_doubles_holes_and_what_is_open_are_said() -> None:
    stored, crowd, model = _build_case()
    spoilt = replace(
        stored,
        turns=[*stored.turns, ("t9", words("key-1"), 5)],
        settled={**stored.settled, "r0": 2},
        holes=[("c1", 9, 8, 9, 0)],
        open_turns=1,
    )

    said = "\n".join(judge(spoilt, crowd, model))

    assert "is there 2 times" in said
    assert "reply r0 ended 2 times" in said
    assert "8 facts up to 9" in said
    assert "1 turns are still open" in said


def _hear(text: str, state: ReplyState = ReplyState.COMPLETE) -> Reader:
    """Somebody who sees one turn with one reply."""
    reply = Reply(ReplyId("r0"), AdvisorId("skeptic"), 1, "Skeptic", "red", "fake:m", state, 1, text)
    conversation = ConversationId("c1")
    turn = Turn(TurnId("t1"), conversation, 1, "And now?", datetime(2026, 11, 16, tzinfo=UTC), (reply,))
    return Reader(conversation, ConversationView(conversation, 7, turns=(turn,)))


def test_a_reader_who_has_heard_everything_is_believed() -> None:
    heard, fresh = _hear("All of it."), _hear("All of it.")
    heard.shown = {("r0", 1): ["", "All", "All of it."]}

    assert list(find_differences(heard, fresh)) == []


def test_a_reader_who_has_heard_something_else_is_named() -> None:
    other, more = _hear("Half"), _hear("All of it.")
    more.shown, more.terminal = {("r0", 1): ["Or not"]}, {"r0": 2}
    behind = Reader("c1", ConversationView(ConversationId("c1"), 6))

    assert list(find_differences(other, _hear("All of it."))) == [
        "reply r0 (complete), text: heard 'Half', is 'All of it.'"
    ]
    assert list(find_differences(more, _hear("All of it."))) == [
        "reply r0 has other words than were shown of its start 1",
        "reply r0 was heard to end 2 times",
    ]
    assert list(find_differences(behind, more)) == ["seq was heard as 6, and is 7", "0 turns were heard of 1"]


def test_words_of_a_reply_that_was_cut_off_for_good_may_be_taken_back() -> None:
    heard, fresh = _hear("All", ReplyState.INTERRUPTED), _hear("All", ReplyState.INTERRUPTED)
    heard.shown = {("r0", 1): ["", "All of it."]}

    assert list(find_differences(heard, fresh)) == []
