# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about oneself, where people have accounts."""

from collections.abc import Sequence

from antiphon.client.answers.account import DeviceCodes, DeviceToken, Me, Token
from antiphon.client.sync.base import Noun


class Account(Noun):
    """Who one is, and a token for a program without a browser."""

    def me(self) -> Me:
        """Whose token goes along with every call."""
        return Me.read(self._wire.get("/v1/me"))

    def begin_login(self, client: str, scopes: Sequence[str]) -> DeviceCodes:
        """A code to show; somebody who is signed in types it in a browser."""
        return DeviceCodes.read(self._wire.ask("POST", "/v1/auth/device", {"client": client, "scopes": list(scopes)}))

    def take_token(self, device_code: str) -> DeviceToken:
        """The token, once it was allowed; until then refused with the code `authorization_pending`."""
        return DeviceToken.read(self._wire.ask("POST", "/v1/auth/device/token", {"device_code": device_code}))

    def token(self) -> Token:
        """The token that goes along with every call: what it may spend, and what it has spent."""
        return Token.read(self._wire.get("/v1/me/token"))

    def give_back_token(self) -> None:
        """The token that goes along with every call counts no more."""
        self._wire.ask("DELETE", "/v1/me/token")
