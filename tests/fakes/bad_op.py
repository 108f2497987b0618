"""An OpenID provider that does what no good one does: one way at a time, said by `self.bad`."""

import base64
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

from aiohttp import web
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

Claims = dict[str, Any]


class BadProvider:
    """Signs whoever comes in at once, as `subject`. `change` is done to the claims before they are signed."""

    def __init__(self, port: int) -> None:
        self.issuer = f"http://127.0.0.1:{port}"
        self.port = port
        self.bad = ""
        self.subject = "eve"
        self.change: Callable[[Claims], Claims] = lambda claims: claims
        self.key = RSAKey.generate_key(2048, {"kid": "first", "use": "sig"})
        self.published = [self.key]
        self.asked: list[str] = []
        self.nonce = ""
        self.tokens: list[str] = []

    @asynccontextmanager
    async def run(self) -> AsyncIterator["BadProvider"]:
        """Listen for the length of the context."""
        app = web.Application()
        app.router.add_get("/.well-known/openid-configuration", self._describe)
        app.router.add_get("/keys", self._publish)
        app.router.add_get("/auth", self._authorise)
        app.router.add_post("/token", self._give)
        app.router.add_post("/elsewhere", self._give)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self.port).start()
        try:
            yield self
        finally:
            await runner.cleanup()

    def sign(self, claims: Claims) -> str:
        """A token with these claims, signed as badly as was said."""
        header: dict[str, Any] = {"alg": "RS256", "kid": self.key.kid}
        if self.bad == "unsigned":
            return f"{_spell({'alg': 'none'})}.{_spell(claims)}."
        if self.bad == "shared secret":
            public = OctKey.import_key({"kty": "oct", "k": "YW50aXBob24tYW50aXBob24tYW50aXBob24"})
            return jwt.encode({"alg": "HS256", "kid": self.key.kid}, claims, public, algorithms=["HS256"])
        if self.bad == "another key":
            stranger = RSAKey.generate_key(2048, {"kid": str(self.key.kid)})
            return jwt.encode(header, claims, stranger, algorithms=["RS256"])
        if self.bad == "critical":
            said = f"{_spell({**header, 'crit': ['unheard of'], 'unheard of': 1})}.{_spell(claims)}"
            signature = self.key.private_key.sign(said.encode(), padding.PKCS1v15(), hashes.SHA256())  # type: ignore[union-attr]
            return f"{said}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"
        return jwt.encode(header, claims, self.key, algorithms=["RS256"])

    def build_claims(self) -> Claims:
        """What a good provider would say."""
        now = int(time.time())
        who = {"iss": self.issuer, "sub": self.subject, "aud": "antiphon", "nonce": self.nonce}
        return self.change({**who, "iat": now, "exp": now + 300})

    def rotate(self) -> None:
        """Sign with another key from now on, and publish it in place of the old one."""
        self.key = RSAKey.generate_key(2048, {"kid": f"after {self.key.kid}", "use": "sig"})
        self.published = [self.key]

    async def _describe(self, request: web.Request) -> web.Response:
        self.asked.append("metadata")
        said: Claims = {
            "issuer": "https://other.example" if self.bad == "other metadata" else self.issuer,
            "authorization_endpoint": f"{self.issuer}/auth",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": "https://unnamed.example/keys" if self.bad == "unnamed host" else f"{self.issuer}/keys",
        }
        if self.bad == "endless metadata":
            said["more"] = "x" * 10_000_000
        return web.json_response(said)

    async def _publish(self, request: web.Request) -> web.Response:
        self.asked.append("keys")
        padding = " " * (600_000 if self.bad == "endless keys" else 0)
        keys = {"keys": [{"kty": "oct", "k": "AAAA"}, *(each.as_dict(private=False) for each in self.published)]}
        return web.Response(text=web.json_response(keys).text + padding, content_type="application/json")  # type: ignore[operator]

    async def _authorise(self, request: web.Request) -> web.Response:
        self.nonce = request.query["nonce"]
        said = {"code": "c", "state": request.query["state"]}
        raise web.HTTPFound(f"{request.query['redirect_uri']}?{urlencode(said)}")

    async def _give(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        if self.bad == "redirecting" and request.path == "/token":
            raise web.HTTPTemporaryRedirect("/elsewhere")
        if self.bad == "key changes":
            self.rotate()
        self.tokens.append(self.sign(self.build_claims()))
        return web.json_response({"id_token": self.tokens[-1], "access_token": "a", "token_type": "Bearer"})


def _spell(said: Claims) -> str:
    return base64.urlsafe_b64encode(json.dumps(said).encode()).rstrip(b"=").decode()
