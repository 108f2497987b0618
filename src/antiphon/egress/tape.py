"""What other machines answered, kept byte by byte, to be heard again without asking them.

A tape is a file with one JSON object per line. An answer is found by whose it was (its lane), the address, the
fingerprint of what was sent, and which time that was: several at once do not get each other's. Nothing that was sent
stands on it but the fingerprint, and no key: where an answer repeats one, it is taken out.

    tape = Tape()                    # records: hand `tape.post` to providers, then `tape.save(path)`
    tape = Tape.load(path)           # replays: `tape.post` gives the same bytes and opens no connection
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from contextvars import ContextVar
from hashlib import sha256 as fingerprint
from pathlib import Path
from typing import Any, Protocol, Self

import orjson
from typing_extensions import override

from antiphon.egress.errors import EgressError
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import Response
from antiphon.egress.session import Session
from antiphon.egress.session import post as post_out
from antiphon.egress.taped import Taped, TapePosition, decode_taped, encode_taped, read_place, write_place

FORMAT = "antiphon-tape-v1"
# Whose request it is. Whoever asks for several at once gives each a lane of its own.
lane: ContextVar[str] = ContextVar("lane", default="")
# What a reader of answers looks at; everything else is about the connection or the account.
_KEPT_HEADERS = ("Content-Type", "Retry-After", "Retry-After-Ms")
# How keys travel on the wires we speak.
_KEY_HEADERS = frozenset({"authorization", "api-key", "x-api-key", "x-goog-api-key"})
# Shorter, it guards nothing (`none`, `ollama`), and would be taken out of the middle of words.
_LEAST_KEY = 8
_LOGIN = re.compile(r"(?<=://)[^/?#]*@")


class TapeUnreadable(EgressError):
    """The file is not a tape, or one of a later version."""


class NotOnTape(EgressError):
    """Nothing like this request was recorded."""


class Post(Protocol):
    """How providers send: `egress.session.post`, or a tape in its place."""

    async def __call__(
        self,
        session: Session,
        policy: AddressPolicy,
        url: str,
        *,
        body: bytes,
        headers: Mapping[str, str],
        silence_seconds: float,
        connect_seconds: float | None = None,
    ) -> Response:
        """Post these bytes once and return when the answer's headers are here."""
        ...


class Tape:
    """Records what comes back, or replays what was recorded; how long things took is kept too.

    `notes` are for whoever records: what must be the same again when the tape is replayed. No place for secrets.
    """

    def __init__(
        self,
        answers: Mapping[TapePosition, Taped] | None = None,
        times: Mapping[TapePosition, float] | None = None,
        notes: Mapping[str, Any] | None = None,
    ) -> None:
        self.is_replaying = answers is not None
        self.notes = dict(notes or {})
        self._answers = dict(answers or {})
        self._times = dict(times or {})
        self._secrets: set[bytes] = set()
        self._posts: dict[tuple[str, str, str], int] = defaultdict(int)
        self._asks: dict[tuple[str, str, str], int] = defaultdict(int)

    @classmethod
    def load(cls, path: Path) -> Self:
        """The tape in this file, to be replayed; `TapeUnreadable` when there is none."""
        try:
            head, *lines = [orjson.loads(line) for line in path.read_bytes().splitlines()]
            if head["format"] != FORMAT:
                raise TapeUnreadable(f"{path} is a tape of another version: {head['format']}")
            answers = {read_place(each): decode_taped(each) for each in lines if each["kind"] == "answer"}
            times = {read_place(each): float(each["seconds"]) for each in lines if each["kind"] == "time"}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise TapeUnreadable(f"{path} is not a tape that can be read") from error
        return cls(answers, times, head.get("notes"))

    def save(self, path: Path) -> None:
        """Write everything heard so far, in an order that does not depend on who was quick; whole or not at all."""
        secrets = tuple(sorted(self._secrets, key=len, reverse=True))
        lines: list[Mapping[str, Any]] = [{"format": FORMAT, "notes": self.notes}]
        lines += [encode_taped(place, self._answers[place].without(secrets)) for place in sorted(self._answers)]
        lines += [{"kind": "time", **write_place(each), "seconds": self._times[each]} for each in sorted(self._times)]
        option = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(path.name + ".part")
        draft.write_bytes(b"".join(orjson.dumps(line, option=option) for line in lines))
        draft.replace(path)

    def holds(self, url: str, sha256: str) -> bool:
        """Whether the next such request of this lane was recorded, or may be now."""
        key = (lane.get(), hide_login(url), sha256)
        return not self.is_replaying or TapePosition(*key, self._asks[key] + 1) in self._times

    def time(self, url: str, sha256: str, seconds: float) -> float:
        """How long this request took: as measured, and kept; or as it was when it was recorded."""
        key = (lane.get(), hide_login(url), sha256)
        self._asks[key] += 1
        place = TapePosition(*key, self._asks[key])
        if self.is_replaying:
            return self._times.get(place, seconds)
        self._times[place] = seconds
        return seconds

    async def post(
        self,
        session: Session,
        policy: AddressPolicy,
        url: str,
        *,
        body: bytes,
        headers: Mapping[str, str],
        silence_seconds: float,
        connect_seconds: float | None = None,
    ) -> Response:
        """As `egress.session.post`; while replaying nothing leaves, and what was not recorded is `NotOnTape`."""
        key = (lane.get(), hide_login(url), fingerprint(body).hexdigest())
        self._posts[key] += 1
        place = TapePosition(*key, self._posts[key])
        if self.is_replaying:
            return self._replay(place)
        self._secrets |= {secret for name, value in headers.items() if (secret := _find_secret(name, value))}
        taped = self._answers[place] = Taped()
        try:
            source = await post_out(
                session,
                policy,
                url,
                body=body,
                headers=headers,
                silence_seconds=silence_seconds,
                connect_seconds=connect_seconds,
            )
        except EgressError as error:
            taped.fail(error)
            raise
        taped.status = source.status
        taped.headers = {name: source.headers[name] for name in _KEPT_HEADERS if name in source.headers}
        return _Recording(source, taped)

    def _replay(self, place: TapePosition) -> Response:
        taped = self._answers.get(place)
        if taped is None:
            raise NotOnTape(f"no answer was recorded for {place.url} ({place.sha256[:12]}, time {place.nth})")
        if not taped.status:
            taped.raise_failure()
        return _Replayed(taped)


class _Recording(Response):
    """An answer that is written down while it is read."""

    __slots__ = ("_inner", "_taped")

    def __init__(self, inner: Response, taped: Taped) -> None:
        # It has no connection of its own, so nothing of what it inherits is set up.
        self.status, self.headers = inner.status, inner.headers
        self._inner = inner
        self._taped = taped

    @override
    async def read_some(self) -> bytes:
        try:
            some = await self._inner.read_some()
        except EgressError as error:
            self._taped.fail(error)
            raise
        if some:
            self._taped.chunks.append(some)
        return some

    @override
    def wait_at_most(self, seconds: float) -> None:
        self._inner.wait_at_most(seconds)

    @override
    def close(self) -> None:
        self._inner.close()


class _Replayed(Response):
    """An answer from a tape: all of its pieces are here at once."""

    __slots__ = ("_read", "_taped")

    def __init__(self, taped: Taped) -> None:
        # As above: there is no connection.
        self.status, self.headers = taped.status, taped.headers
        self._taped = taped
        self._read = 0

    @override
    async def read_some(self) -> bytes:
        if self._read == len(self._taped.chunks):
            self._taped.raise_failure()
            return b""
        self._read += 1
        return self._taped.chunks[self._read - 1]

    @override
    def wait_at_most(self, seconds: float) -> None:
        return None

    @override
    def close(self) -> None:
        return None


def hide_login(url: str) -> str:
    """The address without a name and a password in it."""
    return _LOGIN.sub("", url)


def _find_secret(name: str, value: str) -> bytes:
    """The key in this header, without the word before it; none if it is too short to be one."""
    key = value.rpartition(" ")[2].encode() if name.lower() in _KEY_HEADERS else b""
    return key if len(key) >= _LEAST_KEY else b""
