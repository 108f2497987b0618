"""Pictures made to order: the wire of `/images/generations`, which OpenAI and many others speak.

A picture comes as letters (`b64_json`) or as an address (`url`). What is behind an address is fetched without a key and
without following anything: from the provider's own host, or from the open internet, and never from between the two.
"""

from base64 import b64decode
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, Literal, NamedTuple, Protocol, runtime_checkable
from urllib.parse import urlsplit

import orjson

from antiphon.conversation.errors import AnswerTooLarge, PictureUnusable, ProtocolError
from antiphon.conversation.ids import AdvisorId
from antiphon.egress.errors import AddressRefused, EgressError
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import Response, read_capped
from antiphon.egress.session import Session, get, open_session
from antiphon.providers.chat_body import model_name
from antiphon.providers.classify.connection import build_failure
from antiphon.providers.provider import WireRequest
from antiphon.providers.sending import Sender, check_content_type
from antiphon.providers.size_limits import PICTURE_FRAME

Shape = Literal["square", "wide", "tall"]

_CHAT: Final = "/chat/completions"
_IMAGES: Final = "/images/generations"
_SIZES: Final[Mapping[Shape, str]] = {"square": "1024x1024", "wide": "1536x1024", "tall": "1024x1536"}
# The older models know other sizes.
_OLDER_SIZES: Final[Mapping[Shape, str]] = {"square": "1024x1024", "wide": "1792x1024", "tall": "1024x1792"}
_PUBLIC: Final = AddressPolicy(allow_private=False)


class PictureWish(NamedTuple):
    """What somebody wants to see, made by this `provider:model`; without a shape the model chooses one."""

    advisor_id: AdvisorId
    model: str
    description: str
    shape: Shape | None = None


@runtime_checkable
class PictureMaker(Protocol):
    """A provider that makes pictures when it is asked for one."""

    def encode_picture(self, wish: PictureWish) -> WireRequest:
        """The exact request. Pure: the same wish gives the same bytes."""
        ...

    async def make_picture(self, request: WireRequest) -> bytes:
        """Send exactly these bytes once; the picture, as it came. A `ProviderError` when none does.

        With a status on it, the provider refused and made nothing; without, it may have made one. `PictureUnusable`:
        it did.
        """
        ...


def build_picture_body(wish: PictureWish) -> bytes:
    """One picture. How it is to come back is not said: not every model lets itself be told."""
    name = model_name(wish.model)
    body: dict[str, Any] = {"model": name, "prompt": wish.description, "n": 1}
    if wish.shape is not None:
        body["size"] = (_OLDER_SIZES if "dall-e" in name else _SIZES)[wish.shape]
    return orjson.dumps(body)


def find_pictures_url(chat_url: str) -> str:
    """Where the same server makes pictures."""
    return chat_url.replace(_CHAT, _IMAGES)


async def order_picture(sender: Sender, request: WireRequest, auth: Mapping[str, str], secret: str | None) -> bytes:
    """Send the request and take the picture out of the answer; see `PictureMaker.make_picture`."""
    response = await sender.send(request, auth, secret)
    try:
        check_content_type(sender.provider, response)
        body = await _read(sender.provider, response)
    finally:
        response.close()
    return await _take_picture(sender, request.url, body)


async def _read(provider: str, response: Response) -> bytes:
    try:
        body = await read_capped(response, PICTURE_FRAME + 1)
    except EgressError as error:
        raise build_failure(provider, error) from error
    if len(body) > PICTURE_FRAME:
        raise AnswerTooLarge(provider, most=PICTURE_FRAME, what="bytes")
    return body


async def _take_picture(sender: Sender, home: str, body: bytes) -> bytes:
    try:
        answer = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise ProtocolError(sender.provider) from None
    match answer:
        case {"data": [{"b64_json": str(letters)}, *_]}:
            return _decode(sender.provider, letters)
        case {"data": [{"url": str(url)}, *_]} if url.startswith("data:"):
            return _decode(sender.provider, url.partition(",")[2])
        case {"data": [{"url": str(url)}, *_]}:
            return await _fetch(sender, home, url)
        case _:
            raise PictureUnusable(sender.provider, why="there is none in its answer")


def _decode(provider: str, letters: str) -> bytes:
    try:
        return b64decode(letters, validate=True)
    except ValueError:
        raise PictureUnusable(provider, why="it is not written in base64") from None


async def _fetch(sender: Sender, home: str, url: str) -> bytes:
    try:
        async with _find_way(sender, home, url) as (session, policy):
            silence = sender.timeouts.first_byte
            response = await get(session, policy, url, headers={}, silence_seconds=silence)
            try:
                if response.status != 200:
                    why = f"its address answers with HTTP {response.status}"
                    raise PictureUnusable(sender.provider, why=why)
                return await _read(sender.provider, response)
            finally:
                response.close()
    except AddressRefused as error:
        why = f"it came as an address that may not be reached: {error.reason}"
        raise PictureUnusable(sender.provider, why=why) from error
    except EgressError as error:
        raise PictureUnusable(sender.provider, why="it came as an address that cannot be reached") from error


@asynccontextmanager
async def _find_way(sender: Sender, home: str, url: str) -> AsyncIterator[tuple[Session, AddressPolicy]]:
    """The provider's own connections to its own host; to others, such as lead to the open internet only."""
    if _find_origin(url) == _find_origin(home):
        yield sender.session, sender.policy
        return
    async with open_session(_PUBLIC, connect_seconds=sender.timeouts.connect) as session:
        yield session, _PUBLIC


def _find_origin(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        # No address at all; whoever looks at it next refuses it with a reason.
        return ""
    return f"{parts.scheme}://{parts.netloc}".lower()
