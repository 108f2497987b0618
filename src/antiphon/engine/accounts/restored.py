"""What must not come back with a backup."""

from antiphon.access.principal import Principal
from antiphon.store.unit import Store
from antiphon.store.writes.credentials import count_every_epoch


async def sign_everybody_out(store: Store, principal: Principal) -> None:
    """No session of then counts: it may have been ended since."""
    await store.write(principal, count_every_epoch)
