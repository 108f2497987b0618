"""What is asked for twice with one key is done once."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from antiphon.access.principal import Principal
from antiphon.conversation.errors import Refused
from antiphon.conversation.used_key import UsedKey
from antiphon.store.reads.keys import read_made
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.keys import KeyTaken

T = TypeVar("T")


async def do_once(
    store: Store,
    principal: Principal,
    key: UsedKey | None,
    do: Callable[[], Awaitable[T]],
    recall: Callable[[Unit, str], T],
) -> T:
    """What `do` makes; or what was made with this key before, as `recall` reads it by its id now.

    `do` claims the key in the transaction that writes what it makes (`claim_key`), so nothing is made twice, whoever
    comes at the same time and wherever a process dies. What was refused has used no key.
    """
    if key is None:
        return await do()
    if (made_id := await store.read(principal, read_made, key)) is not None:
        return await store.read(principal, recall, made_id)
    try:
        return await do()
    except (KeyTaken, Refused):
        # Somebody may have come between with the same key; then what they made is in the way of making it again.
        if (made_id := await store.read(principal, read_made, key)) is None:
            raise
    return await store.read(principal, recall, made_id)
