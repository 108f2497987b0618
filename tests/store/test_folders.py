"""Folders: made, renamed, removed, brought back; conversations lie in one at most."""

from collections.abc import Sequence

import pytest

from antiphon.access.principal import LOCAL
from antiphon.advisors.starter import load_starter
from antiphon.conversation.errors import Malformed, NameTaken, NotFound, NotKept
from antiphon.conversation.ids import ConversationId
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.conversations import read_conversation, read_conversations
from antiphon.store.reads.folders import read_folder, read_folders
from antiphon.store.unit import Store
from antiphon.store.writes.branches import NewBranch, branch_conversation
from antiphon.store.writes.conversations import create_conversation, remove_conversation, restore_conversation
from antiphon.store.writes.delete_conversation import begin_deletion, finish_deletion
from antiphon.store.writes.folders import (
    make_folder,
    move_conversation,
    remove_folder,
    rename_folder,
    restore_folder,
)
from antiphon.store.writes.seed import seed
from tests.store.deeds import NOON, OTHER, answer, begin


async def make(store: Store, name: str) -> str:
    return (await store.write(LOCAL, make_folder, new_id("f"), name, NOON)).id


async def move(store: Store, conversation: ConversationId, folder: str | None) -> None:
    await store.write(LOCAL, move_conversation, conversation, folder)


async def folder_of(store: Store, conversation: ConversationId) -> str | None:
    return (await store.read(LOCAL, read_conversation, conversation)).folder_id


async def inside(store: Store, folder: str) -> Sequence[str]:
    return [line.id for line in await store.read(LOCAL, read_conversations, folder_id=folder)]


async def counts(store: Store) -> dict[str, int]:
    return {line.name: line.conversations for line in await store.read(LOCAL, read_folders)}


async def test_a_conversation_lies_in_one_folder_at_most(store: Store) -> None:
    work, home = await make(store, "  Work  at sea "), await make(store, "home")
    one, other = await begin(store), await begin(store)

    await move(store, one, work)
    await move(store, one, home)

    assert await counts(store) == {"home": 1, "Work at sea": 0}
    assert await inside(store, home) == [one]
    assert await folder_of(store, other) is None
    assert len(await store.read(LOCAL, read_conversations)) == 2

    await move(store, one, None)
    assert await folder_of(store, one) is None


async def test_no_two_folders_have_one_name_in_capitals_or_not(store: Store) -> None:
    work, home = await make(store, "Work"), await make(store, "Home")

    with pytest.raises(NameTaken):
        await make(store, "work")
    with pytest.raises(NameTaken):
        await store.write(LOCAL, rename_folder, home, "WORK")
    with pytest.raises(Malformed):
        await make(store, " \n ")

    assert (await store.write(LOCAL, rename_folder, work, "WORK")).name == "WORK"


async def test_a_removed_folder_leaves_its_conversations_and_comes_back_with_them(store: Store) -> None:
    work, home = await make(store, "Work"), await make(store, "Home")
    stayed, moved = await begin(store), await begin(store)
    await move(store, stayed, work)
    await move(store, moved, work)

    await store.write(LOCAL, remove_folder, work, NOON)

    assert await counts(store) == {"Home": 0}
    assert await folder_of(store, stayed) is None
    with pytest.raises(NotFound):
        await move(store, moved, work)
    with pytest.raises(NotFound):
        await store.write(LOCAL, remove_folder, work, NOON)

    await move(store, moved, home)
    back = await store.write(LOCAL, restore_folder, work)
    assert back == await store.write(LOCAL, restore_folder, work)
    assert await counts(store) == {"Home": 1, "Work": 1}
    assert await inside(store, work) == [stayed]


async def test_a_folder_whose_name_was_given_away_does_not_come_back(store: Store) -> None:
    work = await make(store, "Work")
    await store.write(LOCAL, remove_folder, work, NOON)
    await make(store, "work")

    with pytest.raises(NameTaken):
        await store.write(LOCAL, restore_folder, work)


async def test_a_branch_stays_in_the_folder_of_its_origin(store: Store) -> None:
    work, conversation = await make(store, "Work"), await begin(store)
    turn = await answer(store, conversation, "shall I?", "yes")
    await move(store, conversation, work)

    branch = ConversationId(new_id("c"))
    await store.write(LOCAL, branch_conversation, NewBranch(branch, turn.id, NOON, new_id))

    assert await folder_of(store, branch) == work
    assert await counts(store) == {"Work": 2}


async def test_what_was_put_away_or_deleted_is_not_counted(store: Store) -> None:
    work = await make(store, "Work")
    away, gone = await begin(store), await begin(store)
    await move(store, away, work)
    await move(store, gone, work)

    await store.write(LOCAL, remove_conversation, away, NOON)
    await store.write(LOCAL, begin_deletion, gone, NOON)
    await store.write(LOCAL, finish_deletion, gone, NOON)
    assert await counts(store) == {"Work": 0}

    await store.write(LOCAL, restore_conversation, away)
    assert await inside(store, work) == [away]


async def test_one_that_is_not_kept_lies_in_no_folder(store: Store) -> None:
    work, unkept = await make(store, "Work"), ConversationId(new_id("c"))
    await store.write(LOCAL, create_conversation, unkept, "", None, NOON, NOON)

    with pytest.raises(NotKept):
        await move(store, unkept, work)


async def test_folders_of_others_do_not_exist(store: Store) -> None:
    """I-50: the same silence for a foreign folder as for none."""
    await store.write(OTHER, seed, load_starter(), NOON)
    mine, theirs = await begin(store), await begin(store, principal=OTHER)
    work = await make(store, "Work")
    await move(store, mine, work)

    assert await store.read(OTHER, read_folders) == ()
    for folder in (work, "f_none"):
        with pytest.raises(NotFound):
            await store.read(OTHER, read_folder, folder)
        with pytest.raises(NotFound):
            await store.read(OTHER, read_conversations, folder_id=folder)
        with pytest.raises(NotFound):
            await store.write(OTHER, rename_folder, folder, "Theirs")
        with pytest.raises(NotFound):
            await store.write(OTHER, remove_folder, folder, NOON)
        with pytest.raises(NotFound):
            await store.write(OTHER, restore_folder, folder)
        with pytest.raises(NotFound):
            await store.write(OTHER, move_conversation, theirs, folder)

    assert (await store.write(OTHER, make_folder, "f_theirs", "Work", NOON)).conversations == 0
    assert await counts(store) == {"Work": 1}
