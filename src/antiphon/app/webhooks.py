"""Opening the room that tells other programs what has ended."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from antiphon.app.ways import PUBLIC_POLICY, Ways
from antiphon.engine.engine import OPERATOR, Engine
from antiphon.engine.webhooks.courier import Courier
from antiphon.engine.webhooks.sending import Road, Signer
from antiphon.engine.webhooks.webhooks import Webhooks
from antiphon.secrets.key_file import read_or_write_key_file
from antiphon.secrets.webhooks import PURPOSE
from antiphon.settings import Settings

if TYPE_CHECKING:
    from antiphon.engine.accounts.vault import Vault

# Beside the database, for its owner alone; only where accounts are off and there is no root of all keys.
WEBHOOKS_FILE = "webhooks.key"


def open_webhooks(settings: Settings, engine: Engine, ways: Ways, vault: "Vault | None") -> Webhooks:
    """Looks and sends for as long as the engine runs, and sooner where a turn ends here."""
    base_url = (settings.public_url or f"http://{settings.host}:{settings.port}").rstrip("/")
    way = ways.of_operator() if settings.allow_private_webhooks else None
    road = Road(ways.public, PUBLIC_POLICY) if way is None else Road(*way)
    signer = Signer(_find_root(settings.data_dir, vault))
    courier = Courier(engine.store, OPERATOR, road, signer, base_url, is_open=lambda: not engine.draining)
    engine.hear_endings(lambda _principal, _turn_id, _origin: courier.hear_ending())
    engine.add_job("webhooks", courier.run_for_ever)
    return Webhooks(courier)


def _find_root(folder: Path, vault: "Vault | None") -> Callable[[], bytes]:
    @cache
    def read_root() -> bytes:
        return read_or_write_key_file(folder / WEBHOOKS_FILE) if vault is None else vault.derive(PURPOSE)

    return read_root
