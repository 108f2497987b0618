"""What was reckoned is kept with what was sent."""

from dataclasses import replace

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.ids import AdvisorId, ReplyId, TurnId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.telemetry import Selected, Sent, Telemetry
from antiphon.store.reads.receipts import read_first_telemetry, read_newest_bodies, read_receipts
from antiphon.store.unit import Store
from antiphon.store.writes.receipts import append_attempt
from antiphon.store.writes.settle_reply import settle_reply
from tests.store.deeds import answer, ask, begin, ending_of, receipt_of, remove, settle, start

SKEPTIC, BUILDER, HISTORIAN = (AdvisorId(name) for name in ("skeptic", "builder", "historian"))
RECKONED = Telemetry(
    advisor_id=SKEPTIC,
    model="scripted:one",
    max_context=8_000,
    max_usable=7_000,
    binding="window",
    chars_per_token=3.75,
    calibrated=True,
    visible_count=5,
    predicted_count=3,
    predicted_history_tokens=900,
    predicted_total_tokens=1_200,
    attempt_history_tokens=900,
    attempt_total_tokens=1_200,
    fixed_tokens=250,
    request_tokens=50,
    request_allowance=60,
    reply_allowance=500,
    max_tokens=500,
    trimmed=(),
    dropped_reference=False,
    attempt=1,
    stage="sent",
    selection=(Selected(TurnId("t_1"), "scripted:one", 300), Selected(TurnId("t_2"), "scripted:one", 600)),
    messages=(Sent("system", "system", None, 1_000), Sent("user", "turn", TurnId("t_1"), 40)),
)
TRIMMED = replace(
    RECKONED, trimmed=(TurnId("t_1"),), attempt=2, attempt_total_tokens=900, stage="overflow_retry", last_error="413"
)


def with_telemetry(reply_id: ReplyId, telemetry: Telemetry | None, *, epoch: int = 1, attempt: int = 1) -> Receipt:
    return replace(receipt_of(reply_id, epoch, attempt), telemetry=telemetry)


async def test_every_attempt_keeps_what_was_reckoned_for_it(store: Store) -> None:
    """W8, W65, I-35, D48: before it left, and how it stood in the end."""
    turn = await ask(store, await begin(store), advisors=1)
    reply_id = turn.replies[0].id
    await start(store, turn, prepare=lambda *_: [with_telemetry(reply_id, RECKONED)])
    failed = replace(RECKONED, stage="overflow_initial", overflow_matched=True)
    await store.write(LOCAL, append_attempt, with_telemetry(reply_id, TRIMMED, attempt=2), "overflow", failed)
    delivered = replace(TRIMMED, stage="delivered")
    await store.write(LOCAL, settle_reply, replace(ending_of(turn, 0, "yes"), attempt=2, telemetry=delivered))

    one, two = await store.read(LOCAL, read_receipts, reply_id)

    assert (one.telemetry, one.outcome) == (failed, "overflow")
    assert (two.telemetry, two.outcome) == (delivered, "complete")


async def test_an_attempt_whose_answer_was_lost_is_written_once(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)
    second = receipt_of(turn.replies[0].id, attempt=2, body=b"again")

    for _ in range(2):
        await store.write(LOCAL, append_attempt, second, "rate_limited", None)

    found = await store.read(LOCAL, read_receipts, turn.replies[0].id)
    assert [(each.attempt, each.outcome) for each in found] == [(1, "rate_limited"), (2, None)]


async def test_an_attempt_of_a_run_that_no_longer_counts_is_refused(store: Store) -> None:
    """Then nothing leaves."""
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)
    await start(store, turn)
    late = receipt_of(turn.replies[0].id, epoch=1, attempt=2)

    with pytest.raises(StaleEpoch):
        await store.write(LOCAL, append_attempt, late, "rate_limited", None)

    found = await store.read(LOCAL, read_receipts, turn.replies[0].id)
    assert [(each.epoch, each.attempt, each.outcome) for each in found] == [(1, 1, None), (2, 1, None)]


async def test_first_reckoning_is_found_after_a_crash(store: Store) -> None:
    """I-25: a reply that is started again is sent what its first receipt names."""
    turn = await ask(store, await begin(store), advisors=1)
    reply_id = turn.replies[0].id
    await start(store, turn, prepare=lambda *_: [with_telemetry(reply_id, RECKONED)])
    await start(store, turn, prepare=lambda *_: [with_telemetry(reply_id, TRIMMED, epoch=2)])

    assert await store.read(LOCAL, read_first_telemetry, reply_id) == RECKONED


async def test_reply_that_was_never_sent_has_no_reckoning(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=2)
    await start(store, turn, prepare=lambda *_: [with_telemetry(turn.replies[1].id, None)])

    assert await store.read(LOCAL, read_first_telemetry, turn.replies[0].id) is None
    assert await store.read(LOCAL, read_first_telemetry, turn.replies[1].id) is None


async def test_newest_bodies_are_those_of_the_newest_turn(store: Store) -> None:
    """Of several attempts the last one counts; whoever was not asked there has none."""
    conversation_id = await begin(store)
    assert await store.read(LOCAL, read_newest_bodies, conversation_id, [SKEPTIC]) == {}
    old = await ask(store, conversation_id, advisors=3)
    await start(store, old)
    for slot in range(3):
        await settle(store, old, slot, "yes")
    new = await ask(store, conversation_id, advisors=2)
    await start(store, new, prepare=lambda *_: [receipt_of(reply.id, body=b"first") for reply in new.replies])
    # Within the same millisecond: the clock does not tell them apart.
    later = receipt_of(new.replies[0].id, attempt=2, body=b"second")
    await store.write(LOCAL, append_attempt, later, "rate_limited", None)

    found = await store.read(LOCAL, read_newest_bodies, conversation_id, [SKEPTIC, BUILDER, HISTORIAN])

    assert found == {SKEPTIC: b"second", BUILDER: b"first"}


async def test_deleted_turn_is_not_the_newest(store: Store) -> None:
    """W30."""
    conversation_id = await begin(store)
    await answer(store, conversation_id, "one", "yes")
    gone = await answer(store, conversation_id, "two", "yes", "yes")

    await remove(store, conversation_id, gone)

    found = await store.read(LOCAL, read_newest_bodies, conversation_id, [SKEPTIC, BUILDER])
    assert set(found) == {SKEPTIC}
