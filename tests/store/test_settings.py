"""Settings in the database, and the sums over receipts."""

from dataclasses import replace
from datetime import timedelta

import pytest

from antiphon.access.principal import LOCAL
from antiphon.advisors.starter import load_starter
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.ids import PrincipalId
from antiphon.conversation.scope import Saved
from antiphon.conversation.state import ReplyState
from antiphon.store.reads.settings import read_changed_settings, read_settings
from antiphon.store.reads.spending import count_turns_asked, read_used
from antiphon.store.unit import Store
from antiphon.store.writes.seed import seed
from antiphon.store.writes.settings import delete_setting, write_setting
from antiphon.store.writes.settle_reply import Ending, settle_reply
from tests.store.deeds import NOON, OTHER, ask, begin, start


def accept(saved: Saved) -> None:
    """Any rows will do."""


@pytest.mark.parametrize("value", [30, 0.5, -1, True, None, "30", "κείμενο", 1e22, ""])
async def test_any_value_comes_back_as_it_was(store: Store, value: object) -> None:
    await store.write(LOCAL, write_setting, "workspace", "one", "before", accept)
    await store.write(LOCAL, write_setting, "workspace", "one", value, accept)

    found = (await store.read(LOCAL, read_settings))["workspace"]["one"]

    assert (found, type(found)) == (value, type(value))


async def test_a_refused_row_leaves_the_one_before(store: Store) -> None:
    """The check sees all rows with the new one among them."""
    await store.write(LOCAL, write_setting, "workspace", "one", 1, accept)
    seen: list[Saved] = []

    def refuse(saved: Saved) -> None:
        seen.append(saved)
        raise SettingsInvalid(("two: no",))

    with pytest.raises(SettingsInvalid):
        await store.write(LOCAL, write_setting, "workspace", "two", 2, refuse)

    assert seen == [{"instance": {}, "workspace": {"one": 1, "two": 2}}]
    assert (await store.read(LOCAL, read_settings))["workspace"] == {"one": 1}


async def test_going_back_twice_is_going_back(store: Store) -> None:
    await store.write(LOCAL, write_setting, "workspace", "one", 1, accept)

    await store.write(LOCAL, delete_setting, "workspace", "one")
    await store.write(LOCAL, delete_setting, "workspace", "one")

    assert (await store.read(LOCAL, read_settings))["workspace"] == {}


async def test_what_people_change_for_themselves_is_theirs(store: Store) -> None:
    """Two people of one workspace share what is its own, and all of them what is the instance's."""
    bob = replace(LOCAL, id=PrincipalId("bob"))
    await store.write(OTHER, seed, load_starter(), NOON)
    await store.write(LOCAL, write_setting, "instance", "all", 1, accept)
    await store.write(LOCAL, write_setting, "workspace", "ours", 2, accept)
    await store.write(LOCAL, write_setting, "person", "mine", 3, accept)
    await store.write(bob, delete_setting, "person", "mine")

    assert await store.read(LOCAL, read_settings) == {
        "instance": {"all": 1},
        "workspace": {"ours": 2},
        "person": {"mine": 3},
    }
    assert await store.read(bob, read_settings) == {"instance": {"all": 1}, "workspace": {"ours": 2}, "person": {}}
    assert await store.read(OTHER, read_settings) == {"instance": {"all": 1}, "workspace": {}, "person": {}}


async def test_only_what_was_changed_since_is_read_again(store: Store) -> None:
    """By the number of its workspace; taking a change back is a change too."""
    await store.write(OTHER, seed, load_starter(), NOON)
    await store.write(LOCAL, write_setting, "workspace", "one", 1, accept)
    await store.write(OTHER, write_setting, "person", "two", 2, accept)
    first = await store.read(LOCAL, read_changed_settings, {})
    known = {each: rows.number for each, rows in first.workspaces.items()}

    still = await store.read(LOCAL, read_changed_settings, known)
    await store.write(OTHER, delete_setting, "person", "two")
    after = await store.read(LOCAL, read_changed_settings, known)

    assert first.workspaces[LOCAL.workspace_id].shared == {"one": 1}
    assert first.workspaces[OTHER.workspace_id].people == {OTHER.id: {"two": 2}}
    assert still.workspaces == {}
    assert list(after.workspaces) == [OTHER.workspace_id]
    assert after.workspaces[OTHER.workspace_id].people == {}


async def test_settings_and_spending_stay_in_their_workspace(store: Store) -> None:
    """I-50."""
    await store.write(OTHER, seed, load_starter(), NOON)
    await store.write(LOCAL, write_setting, "workspace", "one", 1, accept)
    await start(store, await ask(store, await begin(store), "mine", advisors=1))
    await store.write(OTHER, delete_setting, "workspace", "one")

    assert (await store.read(OTHER, read_settings))["workspace"] == {}
    assert (await store.read(LOCAL, read_settings))["workspace"] == {"one": 1}
    assert await store.read(OTHER, read_used, NOON - timedelta(days=9)) == ()
    assert await store.read(OTHER, count_turns_asked, NOON - timedelta(days=9)) == 0


async def test_sums_begin_at_the_moment_and_know_what_was_not_counted(store: Store) -> None:
    """A reply that is being answered is counted as neither."""
    turn = await ask(store, await begin(store), "How much?", advisors=3)
    await start(store, turn)
    (counted, silent, _) = turn.replies
    told = {"input_tokens": 7, "output_tokens": 3, "cached_tokens": 2, "cache_write_tokens": 4}
    for reply, usage in ((counted, told), (silent, None)):
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

    assert used[counted.advisor_id][3:] == (1, 1, 0, 7, 3, 2, 4)
    assert used[silent.advisor_id][3:] == (1, 0, 1, 0, 0, 0, 0)
    assert used[turn.replies[2].advisor_id][3:] == (1, 0, 0, 0, 0, 0, 0)
    assert await store.read(LOCAL, count_turns_asked, NOON) == 1
    assert later == ()
