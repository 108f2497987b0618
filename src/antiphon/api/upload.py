"""The bytes of a file as they arrive: never more than may be. How slowly they may come, the route says."""

from starlette.requests import ClientDisconnect, Request

from antiphon.conversation.errors import FileTooLarge, UploadBroken

_MIB = 1024 * 1024


async def read_upload(request: Request, name: str, limit_mib: int) -> bytes:
    """The whole body. Refused before it is read if it says it is too large, and while it is read if it is."""
    limit = limit_mib * _MIB
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > limit:
        raise FileTooLarge(name, limit_mib)
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > limit:
                raise FileTooLarge(name, limit_mib)
    except ClientDisconnect:
        raise UploadBroken(name) from None
    return bytes(body)
