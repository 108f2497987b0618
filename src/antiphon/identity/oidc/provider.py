"""One OpenID provider: where a browser is sent, and what the provider says about whoever comes back."""

import base64
import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus, urlencode

from antiphon.conversation.errors import SignOnProblem, SignOnRefused
from antiphon.egress.errors import EgressError
from antiphon.egress.session import Session, get_json, open_session, post_form
from antiphon.identity.oidc.claims import Notice, check_notice, check_person
from antiphon.identity.oidc.configured import ConfiguredProvider
from antiphon.identity.oidc.metadata import WELL_KNOWN, Metadata, read_metadata
from antiphon.identity.oidc.signatures import Signatures
from antiphon.identity.vouched import VouchedPerson

_SECONDS = 10.0
_METADATA_BYTES = 256 * 1024
_KEYS_BYTES = 512 * 1024
_TOKEN_BYTES = 256 * 1024
_BELIEVED_SECONDS = 3600.0
# What a provider may say instead of an answer (RFC 6749, 4.1.2.1, and OpenID Connect Core, 3.1.2.6), as we say it.
_PROBLEMS: Mapping[str, SignOnProblem] = {
    "access_denied": "cancelled",
    "login_required": "cancelled",
    "interaction_required": "cancelled",
    "consent_required": "cancelled",
    "account_selection_required": "cancelled",
    "temporarily_unavailable": "provider_unavailable",
    "server_error": "provider_unavailable",
}


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one attempt to sign in is known by: in the address, in the ID token, and to the two of us alone."""

    state: str
    nonce: str
    verifier: str


class Provider:
    """Asks one provider, under a policy that knows its hosts and no others."""

    def __init__(self, configured: ConfiguredProvider) -> None:
        self.configured = configured
        self._policy = configured.build_policy()
        self._session: Session | None = None
        self._metadata: tuple[Metadata, float] | None = None
        self._signatures = Signatures(self._load_keys, configured.algorithms)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._session is not None:
            await self._session.close()

    async def build_address(self, attempt: Attempt, redirect_uri: str, *, again: bool = False) -> str:
        """Where the browser goes; `again` wants the person to prove there that they are present."""
        asked = {
            "response_type": "code",
            "response_mode": "query",
            "client_id": self.configured.client_id,
            "redirect_uri": redirect_uri,
            "scope": " ".join(self.configured.scopes),
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": _challenge(attempt.verifier),
            "code_challenge_method": "S256",
        }
        if again:
            asked |= {"prompt": "login", "max_age": "0"}
        return _extend((await self._find_metadata()).authorization, asked)

    async def redeem(self, attempt: Attempt, answer: Mapping[str, str], redirect_uri: str) -> VouchedPerson:
        """Whom the provider vouches for, by what the browser brought back; `SignOnRefused` unless all of it holds."""
        metadata = await self._find_metadata()
        said_by = answer.get("iss")
        if said_by != self.configured.issuer and (said_by is not None or metadata.names_itself):
            raise SignOnRefused("not_proved", "the answer comes from another issuer")
        if "error" in answer or not answer.get("code"):
            raise SignOnRefused(_PROBLEMS.get(answer.get("error", ""), "provider_refused"))
        token = await self._ask_for_token(metadata, answer["code"], attempt.verifier, redirect_uri)
        claims = await self._signatures.read_claims(token)
        return check_person(claims, self.configured, attempt.nonce, time.time())

    async def read_notice(self, token: str) -> Notice:
        """Who has gone, as the provider itself tells us."""
        return check_notice(await self._signatures.read_claims(token), self.configured, time.time())

    async def find_sign_out(self, return_uri: str) -> str | None:
        """Where a browser ends the session it has there too, if the provider has such a place."""
        ends = (await self._find_metadata()).end_session
        said = {"client_id": self.configured.client_id, "post_logout_redirect_uri": return_uri}
        return None if ends is None else _extend(ends, said)

    async def _ask_for_token(self, metadata: Metadata, code: str, verifier: str, redirect_uri: str) -> str:
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_uri,
            "code_verifier": verifier,
        }
        headers = {"Accept": "application/json"}
        if self.configured.client_secret is None:
            fields["client_id"] = self.configured.client_id
        else:
            headers["Authorization"] = _basic(self.configured.client_id, self.configured.client_secret)
        try:
            answer = await post_form(
                self._open(), self._policy, metadata.token, fields, headers, _SECONDS, limit=_TOKEN_BYTES
            )
        except EgressError as error:
            raise SignOnRefused("provider_unavailable", f"no token: {error}") from error
        token = answer.get("id_token") if isinstance(answer, dict) else None
        if not isinstance(token, str):
            raise SignOnRefused("provider_refused", "the provider gave no ID token")
        return token

    async def _find_metadata(self) -> Metadata:
        if self._metadata is not None and time.monotonic() - self._metadata[1] < _BELIEVED_SECONDS:
            return self._metadata[0]
        address = self.configured.issuer.rstrip("/") + WELL_KNOWN
        found = read_metadata(await self._get(address, _METADATA_BYTES), self.configured.issuer, self._policy)
        self._metadata = (found, time.monotonic())
        return found

    async def _load_keys(self) -> Any:
        return await self._get((await self._find_metadata()).keys, _KEYS_BYTES)

    async def _get(self, address: str, limit: int) -> Any:
        try:
            return await get_json(self._open(), self._policy, address, _SECONDS, limit=limit)
        except EgressError as error:
            raise SignOnRefused("provider_unavailable", f"{address}: {error}") from error

    def _open(self) -> Session:
        """Connections are opened when somebody comes, and not at the start."""
        if self._session is None:
            self._session = open_session(self._policy, connect_seconds=_SECONDS)
        return self._session


def _challenge(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def _basic(client_id: str, secret: str) -> str:
    """RFC 6749, 2.3.1: both are written as in a form before they are joined."""
    return "Basic " + base64.b64encode(f"{quote_plus(client_id)}:{quote_plus(secret)}".encode()).decode()


def _extend(address: str, said: Mapping[str, str]) -> str:
    return f"{address}{'&' if '?' in address else '?'}{urlencode(said)}"
