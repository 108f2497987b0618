"""Whether a provider has signed something: the one file that knows how signatures are checked."""

import json
import time
import warnings
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from antiphon.conversation.errors import SignOnRefused

if TYPE_CHECKING:
    from joserfc.jwk import Key

_KINDS = {"RS": "RSA", "PS": "RSA", "ES": "EC", "Ed": "OKP"}
# A key that is not known may be new. Whoever invents names of keys must not have us ask the provider each time.
_RELOAD_SECONDS = 60.0
# A key that the provider has withdrawn is believed no longer than this.
_BELIEVED_SECONDS = 600.0
_LONGEST_TOKEN = 64 * 1024

LoadKeys = Callable[[], Awaitable[Any]]


class Signatures:
    """Checks tokens against the keys of one provider, which `load` fetches as they are published."""

    def __init__(
        self, load: LoadKeys, algorithms: Collection[str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        # It comes with an extra; whoever has no accounts may be without it.
        from joserfc import jws

        self._registry = jws.JWSRegistry(algorithms=list(algorithms), strict_check_header=False)
        self._load = load
        self._algorithms = frozenset(algorithms)
        self._clock = clock
        self._keys: tuple[Key, ...] = ()
        self._loaded_at: float | None = None

    async def read_claims(self, token: str) -> dict[str, Any]:
        """What the token claims, once its signature is the provider's; `SignOnRefused` for everything else."""
        from joserfc import jws
        from joserfc.errors import JoseError

        if len(token) > _LONGEST_TOKEN:
            raise SignOnRefused("not_proved", "a token longer than tokens are")
        try:
            header = jws.extract_compact(token.encode(), registry=self._registry).headers()
            key = await self._find_key(header.get("alg"), header.get("kid"))
            with _unwarned():
                found = jws.deserialize_compact(token, key, registry=self._registry)
            claims = json.loads(found.payload or b"")
        except (JoseError, ValueError, TypeError) as error:
            raise SignOnRefused("not_proved", f"the token was not signed by the provider: {error}") from error
        if not isinstance(claims, dict):
            raise SignOnRefused("not_proved", "the token claims nothing")
        return claims

    async def _find_key(self, algorithm: object, kid: object) -> "Key":
        if not isinstance(algorithm, str) or algorithm not in self._algorithms:
            raise SignOnRefused("not_proved", "the token is signed in a way that is not allowed")
        if self._age() > _BELIEVED_SECONDS:
            await self._reload()
        found = self._choose(algorithm, kid)
        if found is None and self._age() > _RELOAD_SECONDS:
            await self._reload()
            found = self._choose(algorithm, kid)
        if found is None:
            raise SignOnRefused("not_proved", "the token is signed with a key that is not known")
        return found

    def _choose(self, algorithm: str, kid: object) -> "Key | None":
        """The key of this name that fits; without a name, the only one that does."""
        kind = _KINDS[algorithm[:2]]
        fitting = [
            key
            for key in self._keys
            if key.key_type == kind and key.get("use", "sig") == "sig" and key.get("alg", algorithm) == algorithm
        ]
        named = fitting if kid is None else [key for key in fitting if key.get("kid") == kid]
        return named[0] if len(named) == 1 or (named and kid is not None) else None

    def _age(self) -> float:
        return float("inf") if self._loaded_at is None else self._clock() - self._loaded_at

    async def _reload(self) -> None:
        said = await self._load()
        self._loaded_at = self._clock()
        published = said.get("keys") if isinstance(said, dict) else None
        self._keys = tuple(key for each in published or () if (key := _import(each)) is not None)


@contextmanager
def _unwarned() -> Iterator[None]:
    """The library warns of the older name of Ed25519, which providers still use."""
    from joserfc.errors import SecurityWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SecurityWarning)
        yield


def _import(said: object) -> "Key | None":
    """A public key of a kind that is known; what else a provider publishes is passed over."""
    from joserfc.errors import JoseError
    from joserfc.jwk import JWKRegistry

    if not isinstance(said, dict) or said.get("kty") not in _KINDS.values():
        return None
    try:
        return JWKRegistry.import_key(said)
    except (JoseError, ValueError, TypeError, KeyError):
        return None
