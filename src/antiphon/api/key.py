"""The `Idempotency-Key` of a request: with it, asking twice is asking once."""

import hashlib
import json
from typing import Annotated, Final

from fastapi import Depends, Header, Request

from antiphon.api.guard import Caller
from antiphon.conversation.used_key import UsedKey

KEY_HEADER: Final = "Idempotency-Key"
MustHaveKey = Annotated[str, Header(alias=KEY_HEADER, min_length=1, max_length=255)]
MayHaveKey = Annotated[str | None, Header(alias=KEY_HEADER, min_length=1, max_length=255)]


async def find_key(request: Request, caller: Caller, key: MayHaveKey = None) -> UsedKey | None:
    """The key that came along, bound to who sent it, to this address and to what the body says."""
    if key is None:
        return None
    # Nobody has looked yet whether the body says what it must, so there may be none.
    has_body = request.scope["endpoint"].policy.body and await request.body()
    said = await request.json() if has_body else None
    whole = json.dumps([request.method, request.scope["path"], said], sort_keys=True)
    return UsedKey(caller.id, key, hashlib.sha256(whole.encode()).hexdigest())


Key = Annotated[UsedKey | None, Depends(find_key)]
