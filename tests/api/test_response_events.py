"""Events of a response: every character once and in order, from whichever number a program comes back with."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from antiphon.api.openai.responses.events import EventWriter
from antiphon.api.openai.responses.items import list_items
from antiphon.api.openai.responses.places import Place, number_of, place_of
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.program_request import ProgramRequest
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn

PANEL = ProgramRequest("antiphon/panel/x", "panel")
ADVISOR = ProgramRequest("antiphon/advisor/x", "advisor")
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
Cuts = list[tuple[int, int]]


def voice(number: int, text: str, thinking: str = "", *, ended: bool = True, epoch: int = 1) -> Reply:
    state = ReplyState.COMPLETE if ended else ReplyState.STREAMING
    return Reply(
        ReplyId(f"r{number}"),
        AdvisorId(f"a{number}"),
        1,
        f"The Voice {number}",
        "blue",
        "m",
        state,
        epoch,
        text=text,
        thinking=thinking,
    )


def turn_of(*replies: Reply) -> Turn:
    return Turn(TurnId("t"), ConversationId("c"), 1, "?", NOON, replies)


def grow(whole: Turn, cuts: Cuts) -> Iterable[Turn]:
    """The turn as it comes in: so many characters of this voice more, then everything."""
    said = [0] * len(whole.replies)
    for number, count in cuts:
        which = number % len(said)
        said[which] += count
        replies = []
        for reply, length in zip(whole.replies, said, strict=True):
            spoken = max(0, length - len(reply.thinking))
            is_over = length > len(reply.thinking) + len(reply.text)
            now = reply if is_over else replace(reply, state=ReplyState.STREAMING)
            replies.append(replace(now, thinking=reply.thinking[:length], text=reply.text[:spoken]))
        yield replace(whole, replies=tuple(replies))
    yield whole


def tell(turns: Iterable[Turn], request: ProgramRequest, after: int | None = None) -> list[dict[str, Any]]:
    """The events behind a number, read as a program reads them."""
    writer = EventWriter(None if after is None else place_of(after))
    is_alone = writer.began_alone
    told = b""
    for turn in turns:
        if is_alone is None and turn.replies[0].text:
            is_alone = not turn.replies[0].thinking
        told += b"".join(writer.advance(list_items(turn, request, {}, is_alone=is_alone)))
    return [json.loads(each.split("data: ", 1)[1]) for each in told.decode().split("\n\n") if each]


def read_texts(events: Sequence[dict[str, Any]]) -> dict[str, str]:
    """What a program has heard of each item."""
    heard: dict[str, str] = {}
    for each in events:
        if each["type"].endswith(".delta"):
            heard[each["item_id"]] = heard.get(each["item_id"], "") + each["delta"]
    return heard


texts = st.text(alphabet="ab\n é𝄞", max_size=12)
cuts = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 6)), max_size=12)


@given(st.lists(texts, min_size=1, max_size=3), cuts, cuts)
def test_resuming_after_any_number_gives_what_follows_it(said: list[str], first: Cuts, second: Cuts) -> None:
    whole = turn_of(*(voice(number, text) for number, text in enumerate(said)))
    events = tell(grow(whole, first), PANEL)
    numbers = [each["sequence_number"] for each in events]

    assert numbers == sorted(set(numbers))
    for count, number in enumerate(numbers, 1):
        rest = tell(grow(whole, second), PANEL, number)
        assert all(each["sequence_number"] > number for each in rest)
        together = [*events[:count], *rest]
        assert read_texts(together) == read_texts(events)
        assert [each["output_index"] for each in together if each["type"].endswith("item.added")] == list(
            range(len(said))
        )


@given(texts.filter(bool), texts, cuts, cuts)
def test_thoughts_are_an_item_before_the_words(thought: str, text: str, first: Cuts, second: Cuts) -> None:
    whole = turn_of(voice(0, text, thought))
    events = tell(grow(whole, first), ADVISOR)

    for count, each in enumerate(events, 1):
        rest = tell(grow(whole, second), ADVISOR, each["sequence_number"])
        heard = read_texts([*events[:count], *rest])
        assert heard.get("msg_r0", "") == text
        assert {each["output_index"] for each in rest if each.get("item_id") == "msg_r0"} <= {
            each["output_index"] for each in events if each.get("item_id") == "msg_r0"
        }


def test_a_voice_that_begins_anew_says_so_and_is_told_from_its_beginning() -> None:
    half = turn_of(voice(0, "Yes, beca", ended=False))
    whole = turn_of(voice(0, "No, never.", epoch=2))

    at_once = tell([half, whole], PANEL)
    last = tell([half], PANEL)[-1]["sequence_number"]
    later = tell([whole], PANEL, last)

    anew = "\n\n> Begun anew after an interruption.\n\nNo, never.\n\n"
    assert read_texts(at_once)["msg_r0"] == "## The Voice 0\n\nYes, beca" + anew
    assert read_texts(later)["msg_r0"] == anew
    assert at_once[-1]["item"]["content"][0]["text"] == "## The Voice 0\n\nNo, never.\n\n"


def test_thoughts_that_come_after_the_first_words_change_no_index() -> None:
    words = turn_of(voice(0, "Yes", ended=False))
    whole = turn_of(voice(0, "Yes.", "Hm."))

    events = tell([words, whole], ADVISOR)

    assert read_texts(events) == {"msg_r0": "Yes."}
    assert {each["output_index"] for each in events} == {0}


@given(st.integers(0, 20), st.integers(0, 7), st.integers(0, 2), st.integers(0, (1 << 22) - 1))
def test_a_number_stands_for_one_place(which: int, start: int, stage: int, step: int) -> None:
    place = Place(which, start, stage, step)

    assert place_of(number_of(place)) == place
