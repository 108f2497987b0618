"""A tool used in the middle of an answer: asked for, allowed, run, told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal, cast

from antiphon.conversation.picture import Picture, decode_pictures, encode_picture, is_picture

# asking: the person has not decided. Everything but asking and running is final.
ToolStatus = Literal["asking", "running", "success", "error", "rejected"]
_OPEN = frozenset({"asking", "running"})


@dataclass(frozen=True, slots=True)
class ToolUse:
    """One call of one advisor in one reply, and what came of it.

    `id` is the call's as the model wrote it, unique in the reply; `name` is what the model called. `at` is where in the
    reply's text the call stands, `round` how often results had been handed back before. `allowed` are the arguments the
    person put in place of the model's. `result` is what the tool said or why it did not; `told` is what the model reads
    where that differs. `pictures` are those it brought: parts of the reply. `epoch` is the run that last had a hand
    in it.
    """

    id: str
    round: int
    at: int
    server: str
    tool: str
    name: str
    arguments: str
    status: ToolStatus
    epoch: int = 1
    result: str = ""
    told: str = ""
    allowed: str | None = None
    approval_id: str | None = None
    expires_at: str | None = None
    seconds: float | None = None
    pictures: tuple[Picture, ...] = ()

    @property
    def is_open(self) -> bool:
        """True while it is not known what comes of it."""
        return self.status in _OPEN

    @property
    def words(self) -> str:
        """What the model reads as the answer to its call."""
        return self.told or self.result


_NAMES = tuple(ToolUse.__dataclass_fields__)


def encode_use(use: ToolUse) -> dict[str, Any]:
    """The use as JSON."""
    told = {name: getattr(use, name) for name in _NAMES}
    return told | {"pictures": [encode_picture(each) for each in use.pictures]}


def decode_use(body: Mapping[str, Any]) -> ToolUse:
    """The use that was encoded; what was kept before there were rounds and servers is read as well."""
    return ToolUse(
        id=body["id"],
        round=body.get("round", 0),
        at=body.get("at", 0),
        server=body.get("server", ""),
        tool=body.get("tool", body["name"]),
        name=body["name"],
        arguments=body["arguments"],
        status=cast("ToolStatus", body.get("status", "success")),
        epoch=body.get("epoch", 1),
        result=body.get("result", ""),
        told=body.get("told", ""),
        allowed=body.get("allowed"),
        approval_id=body.get("approval_id"),
        expires_at=body.get("expires_at"),
        seconds=body.get("seconds"),
        pictures=decode_pictures(body.get("pictures", ())),
    )


def is_use(body: object) -> bool:
    """Whether what came from elsewhere can be read as the use of a tool."""
    if not isinstance(body, dict) or not all(isinstance(body.get(name), str) for name in ("id", "name", "arguments")):
        return False
    pictures = body.get("pictures", [])
    return isinstance(pictures, list) and all(is_picture(each) for each in pictures)


def put_uses(known: Iterable[ToolUse], changed: Iterable[ToolUse]) -> tuple[ToolUse, ...]:
    """The known uses with these in their places, and new ones behind them."""
    by_id = {use.id: use for use in known}
    by_id |= {use.id: use for use in changed}
    return tuple(by_id.values())


def group_rounds(uses: Iterable[ToolUse]) -> tuple[tuple[ToolUse, ...], ...]:
    """The uses by round, in order."""
    ordered = sorted(uses, key=lambda use: use.round)
    return tuple(tuple(group) for _, group in groupby(ordered, key=lambda use: use.round))


def close_uses(uses: Iterable[ToolUse], epoch: int, why: str) -> tuple[ToolUse, ...]:
    """Those that are still open, ended for this reason."""
    return tuple(
        replace(use, status="rejected" if use.status == "asking" else "error", epoch=epoch, result=why, told=why)
        for use in uses
        if use.is_open
    )
