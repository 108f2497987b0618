"""The calls about oneself, where people have accounts."""

from collections.abc import Sequence

from antiphon.client.aio.base import Noun
from antiphon.client.answers.account import DeviceCodes, DeviceToken, Me, Token


class Account(Noun):
    """Who one is, and a token for a program without a browser."""

    async def me(self) -> Me:
        """Whose token goes along with every call."""
        return Me.read(await self._wire.get("/v1/me"))

    async def begin_login(self, client: str, scopes: Sequence[str]) -> DeviceCodes:
        """A code to show; somebody who is signed in types it in a browser."""
        return DeviceCodes.read(
            await self._wire.ask("POST", "/v1/auth/device", {"client": client, "scopes": list(scopes)})
        )

    async def take_token(self, device_code: str) -> DeviceToken:
        """The token, once it was allowed; until then refused with the code `authorization_pending`."""
        return DeviceToken.read(await self._wire.ask("POST", "/v1/auth/device/token", {"device_code": device_code}))

    async def token(self) -> Token:
        """The token that goes along with every call: what it may spend, and what it has spent."""
        return Token.read(await self._wire.get("/v1/me/token"))

    async def give_back_token(self) -> None:
        """The token that goes along with every call counts no more."""
        await self._wire.ask("DELETE", "/v1/me/token")
