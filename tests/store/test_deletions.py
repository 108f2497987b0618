"""What is known of conversations that were deleted for good."""

from datetime import timedelta

from antiphon.access.principal import LOCAL
from antiphon.store.reads.deletions import was_deleted_since
from antiphon.store.unit import Store
from antiphon.store.writes.delete_conversation import begin_deletion
from tests.store.deeds import NOON, begin


async def test_a_file_is_spoilt_by_what_stands_in_it_alone(store: Store) -> None:
    mine, another = await begin(store), await begin(store)
    await store.write(LOCAL, begin_deletion, another, NOON)

    looks = [(NOON, ()), (NOON, (mine,)), (NOON, (mine, another)), (NOON + timedelta(seconds=1), ())]

    assert [await store.read(LOCAL, was_deleted_since, *look) for look in looks] == [True, False, True, False]
