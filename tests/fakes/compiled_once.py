"""Statements are put into words once per process, whichever of its thousands of databases they are for.

A server has one engine and keeps what it has compiled. A test has an engine of its own, and a fifth of its time went
into compiling the same statements again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine


class CompiledOnce:
    """What every engine of a process keeps its compiled statements in; dialects of one kind write alike."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Any, ...], Any] = {}

    def get(self, key: tuple[Any, ...]) -> Any:
        """The compiled statement, if any engine had it."""
        return self._kept.get(_name(key))

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        self._kept[_name(key)] = compiled

    def clear(self) -> None:
        """An engine that forgets what it compiled forgets it for all."""
        self._kept.clear()


def _name(key: tuple[Any, ...]) -> tuple[Any, ...]:
    dialect, *statement = key
    return type(dialect), *statement


@contextmanager
def share_compiled() -> Iterator[None]:
    """All engines have one cache meanwhile; that they make one of their own is passed over."""
    kept = CompiledOnce()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Engine, "_compiled_cache", property(lambda _: kept, lambda _, own: None), raising=False)
        yield
