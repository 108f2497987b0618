"""Todos, instructions, documents and memories as they are kept, and what of them counts where."""

import asyncio
from functools import partial
from typing import Any

import pytest
from sqlalchemy import insert

from antiphon.access.principal import LOCAL, Principal
from antiphon.context.reminders import Reminders
from antiphon.conversation.errors import Malformed, NotFound, TodosRefused
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.todo import Todo
from antiphon.conversation.todo_edits import TodoChanges, add_todos, change_todo, remove_todo, replace_todos
from antiphon.engine.payloads import reminders
from antiphon.store.reads.conversation_context import NOWHERE
from antiphon.store.reads.instructions import read_instructions
from antiphon.store.reads.reminders import read_present
from antiphon.store.reads.todos import read_todos
from antiphon.store.tables import documents, memories
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.conversations import remove_conversation
from antiphon.store.writes.instructions import (
    add_instruction,
    change_instruction,
    order_instructions,
    remove_instruction,
    switch_instruction,
)
from antiphon.store.writes.todos import edit_todos
from tests.store.deeds import NOON, OTHER, answer, begin, remove

FULL = Todo(3, "Größe 家", "why", "blocked", "critical", (1,), "rain", 0.25)


def read_reminders(unit: Unit, conversation_id: ConversationId) -> Reminders:
    """As they are read for a message."""
    return reminders.read_reminders(unit, conversation_id, read_present(unit, conversation_id))


async def edit(store: Store, conversation_id: ConversationId, how: Any) -> tuple[Todo, ...]:
    return await store.write(LOCAL, edit_todos, conversation_id, how, NOON)


async def instruct(store: Store, name: str, conversation_id: ConversationId | None = None) -> None:
    await store.write(LOCAL, add_instruction, f"i_{name}", name, f"Text of {name}", conversation_id, NOON)


async def names(store: Store, conversation_id: ConversationId = NOWHERE) -> list[str]:
    return [each.name for each in await store.read(LOCAL, read_instructions, conversation_id)]


async def counting(store: Store, conversation_id: ConversationId = NOWHERE) -> list[str]:
    return [each.name for each in (await store.read(LOCAL, read_reminders, conversation_id)).instructions]


async def test_a_list_is_read_as_it_was_written_in_its_order(store: Store) -> None:
    here, there = await begin(store), await begin(store)
    wanted: list[TodoChanges] = [{"number": 3, "title": FULL.title}, {"title": "Ask"}, {"number": 1, "title": "First"}]

    await edit(store, here, partial(replace_todos, wanted=wanted))
    await edit(
        store,
        here,
        partial(
            change_todo,
            number=3,
            changes={
                "description": "why",
                "status": "blocked",
                "priority": "critical",
                "depends_on": [1],
                "blocked_reason": "rain",
                "progress": 0.25,
            },
        ),
    )

    assert await store.read(LOCAL, read_todos, here) == (FULL, Todo(4, "Ask"), Todo(1, "First"))
    assert await store.read(LOCAL, read_todos, there) == ()
    assert await store.read(OTHER, read_todos, here) == ()


async def test_a_refused_edit_changes_nothing(store: Store) -> None:
    here = await begin(store)
    before = await edit(store, here, partial(add_todos, added=[{"title": "Ask"}]))

    with pytest.raises(TodosRefused):
        await edit(store, here, partial(change_todo, number=1, changes={"depends_on": [9]}))

    assert await store.read(LOCAL, read_todos, here) == before
    assert await edit(store, here, partial(remove_todo, number=1)) == ()


async def test_edits_that_meet_are_both_kept(store: Store) -> None:
    here = await begin(store)

    await asyncio.gather(*(edit(store, here, partial(add_todos, added=[{"title": f"Item {n}"}])) for n in range(8)))

    assert sorted(each.number for each in await store.read(LOCAL, read_todos, here)) == list(range(1, 9))


async def test_a_conversation_that_is_not_there_has_no_list(store: Store) -> None:
    here = await begin(store)
    await store.write(LOCAL, remove_conversation, here, NOON)
    add = partial(add_todos, added=[{"title": "Ask"}])

    for conversation_id in (here, ConversationId("c_nobody")):
        with pytest.raises(NotFound):
            await edit(store, conversation_id, add)
    with pytest.raises(NotFound):
        await store.write(OTHER, edit_todos, await begin(store), add, NOON)


async def test_instructions_for_all_come_before_those_of_one_conversation(store: Store) -> None:
    """M11."""
    here, there = await begin(store), await begin(store)
    await instruct(store, "own", here)
    await instruct(store, "first")
    await instruct(store, "second")

    assert await names(store, here) == ["first", "second", "own"]
    assert await names(store, there) == await names(store) == ["first", "second"]
    assert await store.read(OTHER, read_instructions, here) == ()


async def test_one_for_all_is_switched_in_one_conversation_alone(store: Store) -> None:
    here, there = await begin(store), await begin(store)
    await instruct(store, "usual")
    await instruct(store, "rare")
    await store.write(LOCAL, change_instruction, "i_rare", {"enabled": False}, NOON)

    await store.write(LOCAL, switch_instruction, "i_usual", here, False)
    await store.write(LOCAL, switch_instruction, "i_rare", here, False)
    await store.write(LOCAL, switch_instruction, "i_rare", here, True)
    switched = await counting(store, here)
    await store.write(LOCAL, switch_instruction, "i_usual", here, None)

    assert switched == ["rare"]
    assert await counting(store, here) == ["usual", "rare"]
    assert await counting(store, there) == await counting(store) == ["usual"]


async def test_the_order_is_the_persons(store: Store) -> None:
    here = await begin(store)
    for name in ("a", "b", "c"):
        await instruct(store, name)
    await instruct(store, "own", here)

    await store.write(LOCAL, order_instructions, ["i_c", "i_a"])

    assert await names(store, here) == ["c", "a", "b", "own"]
    with pytest.raises(Malformed):
        await store.write(LOCAL, order_instructions, ["i_a", "i_own"])


async def test_what_is_removed_leaves_nothing_behind(store: Store) -> None:
    here = await begin(store)
    await instruct(store, "a")
    await store.write(LOCAL, switch_instruction, "i_a", here, False)

    await store.write(LOCAL, remove_instruction, "i_a")
    await instruct(store, "a")

    assert await counting(store, here) == ["a"]


@pytest.mark.parametrize("principal", [LOCAL, OTHER])
async def test_what_is_not_there_cannot_be_changed(store: Store, principal: Principal) -> None:
    """I-50: nor what belongs to somebody else."""
    here = await begin(store)
    await instruct(store, "a")
    id = "i_a" if principal is OTHER else "i_nobody"

    for deed, more in (
        (change_instruction, ({"name": "b"}, NOON)),
        (remove_instruction, ()),
        (switch_instruction, (here, False)),
    ):
        with pytest.raises(NotFound):
            await store.write(principal, deed, id, *more)
    with pytest.raises(NotFound):
        await store.write(principal, order_instructions, [id])
    with pytest.raises(NotFound):
        await store.write(principal, add_instruction, "i_b", "b", "B", ConversationId("c_nobody"), NOON)


async def test_an_instruction_of_one_conversation_is_not_switched_in_another(store: Store) -> None:
    here, there = await begin(store), await begin(store)
    await instruct(store, "own", here)

    with pytest.raises(Malformed):
        await store.write(LOCAL, switch_instruction, "i_own", there, False)


def write_document(unit: Unit, id: str, more: dict[str, Any]) -> None:
    row = {"id": id, "workspace_id": unit.workspace_id, "kind": "library", "name": f"{id}.pdf", "created_at": NOON}
    row |= {
        "owner_id": unit.principal.id,
        "media_type": "application/pdf",
        "bytes": 2048,
        "sha256": "0" * 64,
        "pages": 3,
    }
    unit.connection.execute(insert(documents), row | more)


def write_memory(unit: Unit, id: str, more: dict[str, Any]) -> None:
    row = {"id": id, "workspace_id": unit.workspace_id, "kind": "fact", "text": f"Text of {id}", "created_at": NOON}
    unit.connection.execute(insert(memories), row | {"owner_id": unit.principal.id, "status": "accepted"} | more)


async def test_only_the_library_that_is_switched_on_is_listed(store: Store) -> None:
    """D36, M15."""
    here, there = await begin(store), await begin(store)
    rows: dict[str, dict[str, Any]] = {
        "d_all": {},
        "d_here": {"conversation_id": here},
        "d_there": {"conversation_id": there},
        "d_guideline": {"kind": "guideline"},
        "d_inline": {"kind": "inline", "conversation_id": here},
        "d_off": {"enabled": False},
        "d_gone": {"removed_at": NOON},
    }
    for id, more in rows.items():
        await store.write(LOCAL, write_document, id, more)

    found = {place: await store.read(LOCAL, read_reminders, place) for place in (here, there, NOWHERE)}

    assert [each.id for each in found[here].documents] == ["d_all", "d_here"]
    assert [each.id for each in found[there].documents] == ["d_all", "d_there"]
    assert [each.id for each in found[NOWHERE].documents] == ["d_all"]
    assert (await store.read(OTHER, read_reminders, here)).documents == ()


async def test_only_accepted_memories_count_and_they_name_their_turn(store: Store) -> None:
    """D46."""
    here = await begin(store)
    await answer(store, here, "First", "yes")
    told = await answer(store, here, "I have a dog", "yes")
    gone = await answer(store, here, "I have a cat", "yes")
    await store.write(LOCAL, write_memory, "m_dog", {"conversation_id": here, "turn_id": told.id})
    await store.write(LOCAL, write_memory, "m_cat", {"conversation_id": here, "turn_id": gone.id})
    await store.write(LOCAL, write_memory, "m_hand", {})
    for status in ("proposed", "declined", "retired"):
        await store.write(LOCAL, write_memory, f"m_{status}", {"status": status})
    await remove(store, here, gone)

    found = (await store.read(LOCAL, read_reminders, here)).memories

    assert {each.id: (each.position, each.conversation_id) for each in found} == {
        "m_dog": (2, here),
        "m_cat": (None, here),
        "m_hand": (None, None),
    }
    assert (await store.read(OTHER, read_reminders, here)).memories == ()
