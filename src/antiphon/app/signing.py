"""The key that signs what leaves the house: made of the root of all keys, or in a file while there is none."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from antiphon.engine.exports.signing import OpenSigner, Signer
from antiphon.secrets.key_file import read_or_write_key_file

if TYPE_CHECKING:
    from antiphon.engine.accounts.vault import Vault

# Beside the database, for its owner alone; only where accounts are off and nothing could seal it.
SIGNING_FILE = "signing.key"


def find_signing(folder: Path, vault: "Vault | None") -> OpenSigner:
    """How to sign when it is first needed; with nothing installed to sign with there is nobody who does."""

    @cache
    def open_signer() -> Signer | None:
        try:
            from antiphon.secrets.signing import PURPOSE, SigningKey
        except ModuleNotFoundError:
            return None
        return SigningKey(vault.derive(PURPOSE) if vault is not None else read_or_write_key_file(folder / SIGNING_FILE))

    return open_signer
