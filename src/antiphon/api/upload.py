"""The bytes of a file as they arrive: never more than may be, and not for ever (D-02)."""

import asyncio

from starlette.requests import ClientDisconnect, Request

from antiphon.conversation.errors import FileTooLarge, UploadBroken

# Whoever sends nothing for so long has gone, or wants to keep us waiting.
STALLED_SECONDS = 30.0
_MIB = 1024 * 1024


async def read_upload(request: Request, name: str, limit_mib: int) -> bytes:
    """The whole body. Refused before it is read if it says it is too large, and while it is read if it is."""
    limit = limit_mib * _MIB
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > limit:
        raise FileTooLarge(name, limit_mib)
    body = bytearray()
    pieces = request.stream()
    try:
        while piece := await asyncio.wait_for(anext(pieces, None), STALLED_SECONDS):
            body += piece
            if len(body) > limit:
                raise FileTooLarge(name, limit_mib)
    except (ClientDisconnect, TimeoutError):
        raise UploadBroken(name) from None
    return bytes(body)
