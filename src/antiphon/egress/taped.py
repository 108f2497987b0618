"""One answer as a tape keeps it, and where it stands there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from antiphon.egress.errors import AddressRefused, CutOff, EgressError, NoConnection, NotHttp, WentSilent

_HIDDEN = b"[redacted]"
_FAILURES: dict[str, type[EgressError]] = {
    each.__name__: each for each in (AddressRefused, CutOff, NoConnection, NotHttp, WentSilent)
}


class TapePosition(NamedTuple):
    """Where something stands on a tape."""

    lane: str
    url: str
    sha256: str
    nth: int


@dataclass(slots=True)
class Taped:
    """One answer: its head, its bytes in the pieces they came in, and what broke it, if anything did."""

    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    chunks: list[bytes] = field(default_factory=list)
    failure: tuple[str, str] | None = None

    def fail(self, error: EgressError) -> None:
        """Note what broke it."""
        self.failure = (type(error).__name__, str(error))

    def raise_failure(self) -> None:
        """Break as it broke then."""
        if self.failure is not None:
            name, words = self.failure
            kind = _FAILURES.get(name, EgressError)
            raise AddressRefused("recorded", words) if kind is AddressRefused else kind(words)

    def without(self, secrets: tuple[bytes, ...]) -> "Taped":
        """The same without these keys; only an answer that repeats one loses its pieces."""
        whole = b"".join(self.chunks)
        chunks = [_hide(whole, secrets)] if any(each in whole for each in secrets) else self.chunks
        failure = self.failure and (self.failure[0], _hide(self.failure[1].encode(errors="replace"), secrets).decode())
        return Taped(self.status, self.headers, chunks, failure)


def _hide(text: bytes, secrets: tuple[bytes, ...]) -> bytes:
    for each in secrets:
        text = text.replace(each, _HIDDEN)
    return text


def write_place(place: TapePosition) -> dict[str, Any]:
    """The place as JSON."""
    return place._asdict()


def read_place(body: Mapping[str, Any]) -> TapePosition:
    """The place that was written."""
    return TapePosition(body["lane"], body["url"], body["sha256"], body["nth"])


def encode_taped(place: TapePosition, taped: Taped) -> dict[str, Any]:
    """The answer as JSON. Bytes stand as text in which each character is one of them: people can read most of it."""
    return {
        "kind": "answer",
        **write_place(place),
        "status": taped.status,
        "headers": dict(taped.headers),
        "chunks": [each.decode("latin-1") for each in taped.chunks],
        "failure": taped.failure,
    }


def decode_taped(body: Mapping[str, Any]) -> Taped:
    """The answer that was encoded."""
    failure = body["failure"]
    return Taped(
        status=body["status"],
        headers=body["headers"],
        chunks=[each.encode("latin-1") for each in body["chunks"]],
        failure=None if failure is None else (failure[0], failure[1]),
    )
