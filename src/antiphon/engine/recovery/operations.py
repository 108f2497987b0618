"""What whoever runs the server looks at: nodes, what is under way and what waits, providers, disk, errors.

Read when somebody asks, from what is kept anyway. Nothing on the way of a message is counted for it.
"""

import asyncio
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from math import ceil
from pathlib import Path
from statistics import median
from typing import Final, Literal, NamedTuple

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.ids import NodeId
from antiphon.conversation.state import ReplyState
from antiphon.engine.recovery.stuck import is_stuck
from antiphon.store.reads.clock import read_now
from antiphon.store.reads.operations import (
    Kept,
    OpenCount,
    OpenThing,
    SeenNode,
    Waiting,
    count_open,
    count_waiting,
    list_open,
    read_kept,
    read_nodes,
)
from antiphon.store.reads.provider_health import Asked, FailedLook, read_asked, read_failed_looks
from antiphon.store.unit import Store, Unit

POLICY = Policy(Verb.OPERATE, "operations")

_WINDOW: Final = timedelta(hours=24)
# Nothing that the provider could have done better.
_NO_FAULT: Final = frozenset(
    (
        ReplyState.COMPLETE,
        ReplyState.EMPTY,
        ReplyState.FILTERED,
        ReplyState.STOPPED,
        ReplyState.INTERRUPTED,
        "called_tools",
    )
)
_MOST_ERRORS: Final = 50

NodeState = Literal["alive", "silent", "gone"]


class NodeView(NamedTuple):
    """A node, and when it last gave a sign of life by the database's clock."""

    node: SeenNode
    state: NodeState
    seen_at: datetime


class ProviderView(NamedTuple):
    """How one provider has answered of late: seconds to the first word and to the last, of answers that came."""

    name: str
    requests: int
    failed: int
    first_token_seconds: float | None
    slow_first_token_seconds: float | None
    total_seconds: float | None
    last_at: datetime
    last_problem: str | None


class ErrorCount(NamedTuple):
    """A class of errors: at which provider or in which kind of work it came up, how often, and when last."""

    source: Literal["model", "work"]
    where: str
    code: str
    times: int
    last_at: datetime


class OpenView(NamedTuple):
    """What has not ended, and whether it should have long ago."""

    thing: OpenThing
    is_stuck: bool


class Disk(NamedTuple):
    """What is kept, and how much room is left beside the data folder of the node that was asked."""

    kept: Kept
    free_bytes: int | None
    total_bytes: int | None


class Operations(NamedTuple):
    """Everything at one moment; requests and errors since another."""

    at: datetime
    since: datetime
    nodes: tuple[NodeView, ...]
    under_way: tuple[OpenView, ...]
    counts: tuple[OpenCount, ...]
    queue: tuple[Waiting, ...]
    providers: tuple[ProviderView, ...]
    errors: tuple[ErrorCount, ...]
    disk: Disk


class _Read(NamedTuple):
    now: datetime
    nodes: tuple[SeenNode, ...]
    things: tuple[OpenThing, ...]
    counts: tuple[OpenCount, ...]
    queue: tuple[Waiting, ...]
    asked: tuple[Asked, ...]
    looks: tuple[FailedLook, ...]
    kept: Kept


async def read_operations(
    store: Store, principal: Principal, me: NodeId, lease_seconds: float, folder: Path
) -> Operations:
    """One snapshot of it all, as the node `me` sees it."""
    read = await store.read(principal, _read)
    room = await asyncio.to_thread(_look_at_disk, folder)
    lease = timedelta(seconds=lease_seconds)
    return Operations(
        at=read.now,
        since=read.now - _WINDOW,
        nodes=tuple(_view_node(each, me, read.now, lease) for each in read.nodes),
        under_way=tuple(OpenView(each, is_stuck(each, read.now)) for each in read.things),
        counts=read.counts,
        queue=read.queue,
        providers=tuple(_view_providers(read.asked)),
        errors=_add_up((*_list_failed(read.asked), *_list_failed_looks(read.looks))),
        disk=Disk(read.kept, *room),
    )


def _read(unit: Unit) -> _Read:
    now = read_now(unit)
    since = now - _WINDOW
    return _Read(
        now,
        read_nodes(unit),
        list_open(unit),
        count_open(unit),
        count_waiting(unit),
        read_asked(unit, since),
        read_failed_looks(unit, since),
        read_kept(unit),
    )


def _look_at_disk(folder: Path) -> tuple[int | None, int | None]:
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return None, None
    return usage.free, usage.total


def _view_node(node: SeenNode, me: NodeId, now: datetime, lease: timedelta) -> NodeView:
    """A lease was renewed when it had its whole length; the node that answers is alive, whatever its lease says."""
    if node.id == me:
        return NodeView(node, "alive", now)
    if node.reaped_at is not None:
        return NodeView(node, "gone", node.lease_until - lease)
    return NodeView(node, "alive" if node.lease_until > now else "silent", node.lease_until - lease)


def _view_providers(asked: Sequence[Asked]) -> Iterator[ProviderView]:
    """By name; those asked most come first."""
    by_name: dict[str, list[Asked]] = defaultdict(list)
    for each in asked:
        by_name[each.provider].append(each)
    for name, its in sorted(by_name.items(), key=lambda each: (-len(each[1]), each[0])):
        failed = [each for each in its if _has_failed(each)]
        good = [each for each in its if each.outcome == ReplyState.COMPLETE]
        first = sorted(each.first_token_seconds for each in good if each.first_token_seconds is not None)
        total = [each.total_seconds for each in good if each.total_seconds is not None]
        yield ProviderView(
            name=name,
            requests=len(its),
            failed=len(failed),
            first_token_seconds=median(first) if first else None,
            slow_first_token_seconds=first[ceil(len(first) * 0.95) - 1] if first else None,
            total_seconds=median(total) if total else None,
            last_at=max(each.sent_at for each in its),
            last_problem=_name_problem(max(failed, key=lambda each: each.sent_at)) if failed else None,
        )


def _has_failed(each: Asked) -> bool:
    return each.outcome is not None and each.outcome not in _NO_FAULT


def _name_problem(each: Asked) -> str:
    """An attempt that was followed by another has its problem as its outcome; the last one's stands with the reply."""
    return each.code or "unknown" if each.outcome in (ReplyState.ERROR, ReplyState.INCOMPLETE) else str(each.outcome)


def _list_failed(asked: Iterable[Asked]) -> Iterator[ErrorCount]:
    for each in asked:
        if _has_failed(each):
            yield ErrorCount("model", each.provider, _name_problem(each), 1, each.sent_at)


def _list_failed_looks(looks: Iterable[FailedLook]) -> Iterator[ErrorCount]:
    for each in looks:
        if each.code != "stopped":
            yield ErrorCount("work", each.kind, each.code or "unknown", 1, each.ended_at)


def _add_up(found: Iterable[ErrorCount]) -> tuple[ErrorCount, ...]:
    """By where and what, the last first."""
    counts: dict[tuple[str, str, str], ErrorCount] = {}
    for each in found:
        before = counts.get(each[:3], each._replace(times=0))
        counts[each[:3]] = before._replace(times=before.times + 1, last_at=max(before.last_at, each.last_at))
    return tuple(sorted(counts.values(), key=lambda each: each.last_at, reverse=True)[:_MOST_ERRORS])
