"""A key that a client sends along, so that what it asks for twice is done once."""

from typing import NamedTuple

from antiphon.conversation.ids import PrincipalId


class UsedKey(NamedTuple):
    """Whose key it is, the key, and a fingerprint of what came with it."""

    principal_id: PrincipalId
    key: str
    body_sha256: str
