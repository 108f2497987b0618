"""Who pinned a turn: the rule for the first messages, or somebody."""

from antiphon.access.principal import LOCAL
from antiphon.store.reads.marks import has_said_pin
from antiphon.store.unit import Store
from tests.store.deeds import OTHER, answer, begin, mark


async def test_only_a_pin_somebody_set_or_took_off_was_said(store: Store) -> None:
    """M39, D31."""
    conversation_id = await begin(store)
    first, second, third = [await answer(store, conversation_id, f"turn {n}", "yes") for n in range(3)]
    await mark(store, conversation_id, first, second, stars=2)
    await mark(store, conversation_id, second, pinned=False)
    await mark(store, conversation_id, second, third, pinned=True)

    said = [await store.read(LOCAL, has_said_pin, conversation_id, each.id) for each in (first, second, third)]

    assert said == [False, True, True]
    assert not await store.read(OTHER, has_said_pin, conversation_id, second.id)
