"""Passwords as they are kept: argon2id, on two threads of its own, so that nobody's answers wait for them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from antiphon.conversation.errors import SignInBusy

T = TypeVar("T")

# 46 MiB and one pass, of the settings that OWASP lists as equal: less than half the time of the library's own, and two
# at a time never take more than 92 MiB.
_MEMORY_KIB, _PASSES, _LANES = 47_104, 1, 1
_THREADS = 2
_MOST_WAITING = 20


class Passwords:
    """Hashes and compares, two at a time. `SignInBusy` when so many wait that a person would give up."""

    def __init__(self, memory_kib: int = _MEMORY_KIB) -> None:
        # It comes with an extra; whoever has no accounts may be without it.
        from argon2 import PasswordHasher
        from argon2.exceptions import InvalidHashError, VerificationError

        self._wrong = (VerificationError, InvalidHashError)
        self._hasher = PasswordHasher(time_cost=_PASSES, memory_cost=memory_kib, parallelism=_LANES)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="passwords")
        self._waiting = 0
        # Compared with where there is nobody: whoever guesses names must not see it by the time it takes.
        self._nobodys: str | None = None

    async def hash(self, password: str) -> str:
        """What is kept of it."""
        return await self._in_thread(lambda: self._hasher.hash(password))

    async def is_right(self, kept: str | None, password: str) -> bool:
        """Whether this is what was kept. Where nothing was kept it never is, and that takes as long."""
        return await self._in_thread(lambda: self._compare(kept, password))

    def is_outdated(self, kept: str) -> bool:
        """Whether it was made with other settings than those of today."""
        return bool(self._hasher.check_needs_rehash(kept))

    def close(self) -> None:
        """Nothing new is begun."""
        self._threads.shutdown(wait=False)

    def _compare(self, kept: str | None, password: str) -> bool:
        if self._nobodys is None:
            self._nobodys = self._hasher.hash("nobody has this password")
        try:
            return bool(self._hasher.verify(kept or self._nobodys, password)) and bool(kept)
        except self._wrong:
            return False

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._waiting >= _THREADS + _MOST_WAITING:
            raise SignInBusy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1
