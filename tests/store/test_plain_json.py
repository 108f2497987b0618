"""What is kept as JSON is data, and comes back as data."""

from antiphon.access.principal import LOCAL
from antiphon.store.reads.turns import read_reply
from antiphon.store.unit import Store
from tests.store.deeds import ask, begin, settle, start, vary


async def test_what_looks_like_a_marker_of_a_serializer_stays_a_dictionary(store: Store) -> None:
    """R-06."""
    markers = {"py/object": "os.system", "__class__": "Turn", "$type": "date", "__pickle__": "gASVCgAAAAAAAAB9lC4="}
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)
    await settle(store, turn, 0, "one")

    added = await vary(store, turn.replies[0], changes={"filter": "pinned", "off": [markers]})

    kept = await store.read(LOCAL, read_reply, added.reply.id)
    assert kept.changes == {"filter": "pinned", "off": [markers]}
