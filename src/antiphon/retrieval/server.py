"""Vectors from a server that speaks OpenAI's embeddings wire: `POST {base_url}/embeddings`."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from antiphon.conversation.errors import (
    AuthFailed,
    ConnectFailed,
    ProtocolError,
    ProviderError,
    ProviderTimeout,
    ProviderUnavailable,
    RateLimited,
    RequestRejected,
    StreamBroken,
)
from antiphon.egress.errors import AddressRefused, EgressError, NoConnection, NotHttp, WentSilent
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import read_capped
from antiphon.egress.session import Session, post
from antiphon.retrieval.embedder import Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Texts of a request: servers commonly allow hundreds, small ones on somebody's own machine get slow.
AT_ONCE = 32
# 32 vectors of 4,096 numbers, each written with twenty characters.
MOST_BYTES = 16 * 1024 * 1024
# Bad, too large, cannot be processed. Any other answer says something of the server: a model that was not pulled yet is
# a 404, an empty account a 402.
_ABOUT_THE_TEXT = frozenset({400, 413, 422})


@dataclass(frozen=True, slots=True)
class ServedModel:
    """Which model, where; some models want to be told whether a text is a question."""

    base_url: str
    model: str
    api_key: str | None = None
    query_prefix: str = ""
    passage_prefix: str = ""
    silence_seconds: float = 60.0


class ServedEmbedder:
    """A model behind an address the operator wrote down. The key is sent there and nowhere else."""

    def __init__(self, served: ServedModel, *, session: Session, policy: AddressPolicy) -> None:
        self._served = served
        self._url = served.base_url.rstrip("/") + "/embeddings"
        self._session = session
        self._policy = policy

    @property
    def name(self) -> str:
        """The model's name, with a digest of where it is and how it is asked."""
        served = self._served
        said = "\0".join((served.base_url, served.model, served.query_prefix, served.passage_prefix))
        return f"{served.model[:80]}-{hashlib.sha256(said.encode()).hexdigest()[:16]}"

    async def embed(self, texts: Sequence[str], kind: Kind) -> "NDArray[np.float32]":
        """See `Embedder.embed`; nothing is tried twice."""
        import numpy as np

        from antiphon.retrieval.unit_length import to_unit_length

        prefix = self._served.query_prefix if kind == "query" else self._served.passage_prefix
        rows: list[list[float]] = []
        for start in range(0, len(texts), AT_ONCE):
            rows += await self._ask([prefix + text for text in texts[start : start + AT_ONCE]])
        try:
            return to_unit_length(np.array(rows, np.float32))
        except ValueError as error:
            raise self._strange("its vectors are not of one length") from error

    async def close(self) -> None:
        """Nothing of its own is open."""

    async def _ask(self, texts: list[str]) -> list[list[float]]:
        body = orjson.dumps({"model": self._served.model, "input": texts, "encoding_format": "float"})
        headers = {"Content-Type": "application/json"}
        if self._served.api_key:
            headers["Authorization"] = f"Bearer {self._served.api_key}"
        try:
            response = await post(
                self._session,
                self._policy,
                self._url,
                body=body,
                headers=headers,
                silence_seconds=self._served.silence_seconds,
            )
            try:
                answer = await read_capped(response, MOST_BYTES)
            finally:
                response.close()
        except EgressError as error:
            raise _build_failure(self._served.model, error) from error
        if response.status != 200:
            raise _build_refusal(self._served.model, response.status)
        return self._read(answer, len(texts))

    def _read(self, answer: bytes, count: int) -> list[list[float]]:
        """The vectors in the order of the texts: the wire numbers them and promises no order."""
        try:
            data: list[Any] = orjson.loads(answer)["data"]
            by_index = {each["index"]: [float(number) for number in each["embedding"]] for each in data}
            return [by_index[index] for index in range(count)]
        except (ValueError, TypeError, KeyError) as error:
            raise self._strange("the answer is not a list of vectors") from error

    def _strange(self, why: str) -> ProtocolError:
        return ProtocolError(self._served.model, provider_message=why)


def _build_failure(model: str, error: EgressError) -> ProviderError:
    match error:
        case AddressRefused():
            return ConnectFailed(model, provider_message=f"the address is not allowed: {error.reason}")
        case NoConnection():
            return ConnectFailed(model)
        case WentSilent():
            return ProviderTimeout(model)
        case NotHttp():
            return ProtocolError(model)
        case _:
            return StreamBroken(model)


def _build_refusal(model: str, status: int) -> ProviderError:
    if status in (401, 403):
        return AuthFailed(model, status=status)
    if status == 429:
        return RateLimited(model, status=status)
    if status in _ABOUT_THE_TEXT:
        return RequestRejected(model, status=status)
    return ProviderUnavailable(model, status=status)
