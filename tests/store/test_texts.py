"""Growing text: what was saved is what is read, from any place."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from antiphon.access.principal import LOCAL
from antiphon.conversation.state import ReplyState
from antiphon.conversation.text import clean_text
from antiphon.store.reads.texts import read_open_epochs, read_open_texts, read_text_from
from antiphon.store.reads.turns import read_reply, read_turn
from antiphon.store.tables import chunks
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.append_chunks import read_standings
from antiphon.store.writes.request_stop import request_stop_of_reply
from tests.store.deeds import ask, begin, piece, save, settle, start

ODD_TEXTS = {
    "nul": "a\x00b",
    "lone surrogate": "a\ud83db",
    "two halves": "a\ud83d\ude00b",
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈",
    "right to left": "שלום \u202eabc\u202c עולם",
    "combining": "e\u0301 é ﬀ",
    "line ends": "a\r\nb\u2028c\u0085d",
    "looks like a number": "0012",
    "looks like JSON": '{"a": "\\u0000"}',
    "quotes": "'; -- \"\\ %s :x",
    "private and last": "\ue000\U0010ffff\ufffe",
}


def count_chunks(unit: Unit) -> int:
    return int(unit.connection.execute(select(func.count()).select_from(chunks)).scalar_one())


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
async def test_odd_text_comes_back_as_the_boundary_let_it_through(store: Store, text: str) -> None:
    """D-05, I-42: both databases give the very characters `clean_text` allows, in messages, pieces and endings."""
    said = clean_text(text)
    turn = await ask(store, await begin(store, title=said), said, advisors=2)
    await start(store, turn)
    await save(store, piece(turn, 0, said), piece(turn, 0, said, channel="thinking"))

    await settle(store, turn, 1, said)

    read = await store.read(LOCAL, read_turn, turn.id)
    assert read.text == said
    assert (read.replies[0].text, read.replies[0].thinking, read.replies[1].text) == (said, said, said)


def test_boundary_lets_through_only_what_can_be_encoded() -> None:
    """D-05."""
    for text in ODD_TEXTS.values():
        said = clean_text(text)

        assert "\x00" not in said
        assert json.loads(json.dumps(said).encode()) == said
        assert said.encode().decode() == said


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=st.lists(st.text(min_size=1, max_size=5).map(clean_text).filter(bool), max_size=8), data=st.data())
async def test_text_can_be_read_from_any_place(store: Store, pieces: list[str], data: st.DataObject) -> None:
    """I-10: the pieces add up, from every offset, while the reply is open and after it has ended."""
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)
    whole = ""
    for text in pieces:
        await save(store, piece(turn, 0, text, offset=len(whole)))
        whole += text
    offset = data.draw(st.integers(0, len(whole) + 2))

    reply = turn.replies[0]
    growing = await store.read(LOCAL, read_text_from, reply.id, 1, "text", offset)
    shown = (await store.read(LOCAL, read_reply, reply.id)).text
    await settle(store, turn, 0, whole)
    ended = await store.read(LOCAL, read_text_from, reply.id, 1, "text", offset)

    assert (growing, shown, ended) == (whole[offset:], whole, whole[offset:])


async def test_channels_are_kept_apart(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)

    await save(store, piece(turn, 0, "Hm.", channel="thinking"), piece(turn, 0, "Yes."))

    found = await store.read(LOCAL, read_open_texts, [turn.replies[0].id])
    assert [(each.text, each.thinking) for each in found] == [("Yes.", "Hm.")]
    assert await store.read(LOCAL, read_text_from, turn.replies[0].id, 1, "thinking", 1) == "m."


async def test_open_reply_with_text_is_streaming(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=2)
    await start(store, turn)

    await save(store, piece(turn, 0, "Y"))

    read = await store.read(LOCAL, read_turn, turn.id)
    assert [reply.state for reply in read.replies] == [ReplyState.STREAMING, ReplyState.SENDING]


async def test_pieces_of_an_older_epoch_are_refused(store: Store) -> None:
    """I-14: the fence lets nothing through that a newer start has made void."""
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)
    await start(store, turn)

    await save(store, piece(turn, 0, "old", epoch=1), piece(turn, 0, "future", epoch=3), piece(turn, 0, "new", epoch=2))

    assert await store.read(LOCAL, count_chunks) == 1
    assert (await store.read(LOCAL, read_reply, turn.replies[0].id)).text == "new"
    assert await store.read(LOCAL, read_text_from, turn.replies[0].id, 1, "text", 0) == ""


async def test_pieces_after_the_end_are_refused(store: Store) -> None:
    """I-13."""
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)
    await save(store, piece(turn, 0, "Yes."))
    await settle(store, turn, 0, "Yes.")

    await save(store, piece(turn, 0, " And no.", offset=4))

    assert await store.read(LOCAL, count_chunks) == 0
    assert (await store.read(LOCAL, read_reply, turn.replies[0].id)).text == "Yes."


async def test_pieces_before_the_start_are_refused(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=1)

    await save(store, piece(turn, 0, "Yes.", epoch=0))

    assert await store.read(LOCAL, count_chunks) == 0


async def test_new_epoch_voids_what_the_earlier_wrote(store: Store) -> None:
    """I-14."""
    turn = await ask(store, await begin(store), advisors=2)
    await start(store, turn)
    await save(store, piece(turn, 0, "half an ans"), piece(turn, 1, "other half"))

    await start(store, turn)

    read = await store.read(LOCAL, read_turn, turn.id)
    assert [(reply.epoch, reply.state, reply.text) for reply in read.replies] == [(2, ReplyState.SENDING, "")] * 2
    assert await store.read(LOCAL, count_chunks) == 0


async def test_piece_saved_twice_stands_once(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)

    for _ in range(2):
        await save(store, piece(turn, 0, "Yes."))

    assert (await store.read(LOCAL, read_reply, turn.replies[0].id)).text == "Yes."


async def test_piece_saved_again_with_more_leaves_no_hole(store: Store) -> None:
    """I-10: the answer to a commit was lost; the next save starts at the same place and says more."""
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)
    await save(store, piece(turn, 0, "abc"))

    await save(store, piece(turn, 0, "abcdef"))
    await save(store, piece(turn, 0, "ghi", offset=6))

    reply_id = turn.replies[0].id
    assert (await store.read(LOCAL, read_reply, reply_id)).text == "abcdefghi"
    assert await store.read(LOCAL, read_text_from, reply_id, 1, "text", 4) == "efghi"


async def test_open_epochs_are_those_of_the_newest_turn(store: Store) -> None:
    conversation_id = await begin(store)
    earlier = await ask(store, conversation_id, advisors=1)
    await settle(store, earlier, 0, epoch=0, state=ReplyState.STOPPED)
    turn = await ask(store, conversation_id, advisors=2)
    waiting = await store.read(LOCAL, read_open_epochs, conversation_id)
    await start(store, turn)
    await settle(store, turn, 0, "Yes.")

    left = await store.read(LOCAL, read_open_epochs, conversation_id)

    assert sorted(waiting) == sorted((reply.id, 0) for reply in turn.replies)
    assert left == [(turn.replies[1].id, 1)]


async def test_standing_says_what_counts(store: Store) -> None:
    """The node that writes a reply learns its epoch, its end and the wish to stop."""
    turn = await ask(store, await begin(store), advisors=3)
    await start(store, turn)
    await settle(store, turn, 0, "Yes.")
    await store.write(LOCAL, request_stop_of_reply, turn.replies[1].id)

    found = await store.read(LOCAL, read_standings, [reply.id for reply in turn.replies])

    by_id = {each.reply_id: (each.epoch, each.ended, each.stop_requested) for each in found}
    expected = [(1, True, False), (1, False, True), (1, False, False)]
    assert [by_id[reply.id] for reply in turn.replies] == expected
