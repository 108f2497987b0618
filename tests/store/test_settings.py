"""Settings in the database, and the sums over receipts."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from antiphon.access.principal import LOCAL
from antiphon.advisors.starter import load_starter
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.state import ReplyState
from antiphon.store.reads.settings import read_settings
from antiphon.store.reads.spending import count_turns_asked, read_used
from antiphon.store.unit import Store
from antiphon.store.writes.seed import seed
from antiphon.store.writes.settings import delete_setting, write_setting
from antiphon.store.writes.settle_reply import Ending, settle_reply
from tests.store.deeds import NOON, OTHER, ask, begin, start


def accept(rows: Mapping[str, object]) -> None:
    """Any rows will do."""


@pytest.mark.parametrize("value", [30, 0.5, -1, True, None, "30", "κείμενο", 1e22, ""])
async def test_any_value_comes_back_as_it_was(store: Store, value: object) -> None:
    await store.write(LOCAL, write_setting, "one", "before", accept)
    await store.write(LOCAL, write_setting, "one", value, accept)

    found = (await store.read(LOCAL, read_settings))["one"]

    assert (found, type(found)) == (value, type(value))


async def test_a_refused_row_leaves_the_one_before(store: Store) -> None:
    """The check sees all rows with the new one among them."""
    await store.write(LOCAL, write_setting, "one", 1, accept)
    seen: list[dict[str, object]] = []

    def refuse(rows: Mapping[str, object]) -> None:
        seen.append(dict(rows))
        raise SettingsInvalid(("two: no",))

    with pytest.raises(SettingsInvalid):
        await store.write(LOCAL, write_setting, "two", 2, refuse)

    assert seen == [{"one": 1, "two": 2}]
    assert await store.read(LOCAL, read_settings) == {"one": 1}


async def test_going_back_twice_is_going_back(store: Store) -> None:
    await store.write(LOCAL, write_setting, "one", 1, accept)

    await store.write(LOCAL, delete_setting, "one")
    await store.write(LOCAL, delete_setting, "one")

    assert await store.read(LOCAL, read_settings) == {}


async def test_settings_and_spending_stay_in_their_workspace(store: Store) -> None:
    """I-50."""
    await store.write(OTHER, seed, load_starter(), NOON)
    await store.write(LOCAL, write_setting, "one", 1, accept)
    await start(store, await ask(store, await begin(store), "mine", advisors=1))
    await store.write(OTHER, delete_setting, "one")

    assert await store.read(OTHER, read_settings) == {}
    assert await store.read(LOCAL, read_settings) == {"one": 1}
    assert await store.read(OTHER, read_used, NOON - timedelta(days=9)) == ()
    assert await store.read(OTHER, count_turns_asked, NOON - timedelta(days=9)) == 0


async def test_sums_begin_at_the_moment_and_know_what_was_not_counted(store: Store) -> None:
    """A reply that is being answered is counted as neither."""
    turn = await ask(store, await begin(store), "How much?", advisors=3)
    await start(store, turn)
    (counted, silent, _) = turn.replies
    for reply, usage in ((counted, {"input_tokens": 7, "output_tokens": 3, "cached_tokens": 2}), (silent, None)):
        ending = Ending(
            turn.conversation_id,
            turn.id,
            reply.id,
            1,
            ReplyState.COMPLETE,
            "Yes.",
            "",
            NOON,
            attempt=1,
            usage=usage,
        )
        await store.write(LOCAL, settle_reply, ending)

    used = {each.advisor_id: each for each in await store.read(LOCAL, read_used, NOON)}
    later = await store.read(LOCAL, read_used, NOON + timedelta(days=1))

    assert used[counted.advisor_id][3:] == (1, 1, 0, 7, 3, 2)
    assert used[silent.advisor_id][3:] == (1, 0, 1, 0, 0, 0)
    assert used[turn.replies[2].advisor_id][3:] == (1, 0, 0, 0, 0, 0)
    assert await store.read(LOCAL, count_turns_asked, NOON) == 1
    assert later == ()
