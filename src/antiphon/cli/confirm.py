"""A question that must be answered before something happens."""

import asyncio
import sys

from antiphon.conversation.errors import Malformed


def check_can_ask(*, yes: bool) -> None:
    """`Malformed` when a question would come and nobody is there to answer it."""
    if not yes and not sys.stdin.isatty():
        raise Malformed("this asks before it acts, and there is no terminal to ask on; --yes says yes beforehand")


async def confirm(question: str, *, yes: bool) -> bool:
    """True when the person says yes, or said so beforehand; otherwise as `check_can_ask`.

    The loop goes on while the person thinks: the server may be running on it.
    """
    if yes:
        return True
    check_can_ask(yes=yes)
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return (await _read_line()).strip().casefold() in ("y", "yes")


async def _read_line() -> str:
    """What the person typed; a terminal is readable once the line is whole."""
    loop, stdin = asyncio.get_running_loop(), sys.stdin
    answered = asyncio.Event()
    try:
        loop.add_reader(stdin.fileno(), answered.set)
    except NotImplementedError:
        # Windows has no readers on the loop.
        return await asyncio.to_thread(stdin.readline)
    try:
        await answered.wait()
    finally:
        loop.remove_reader(stdin.fileno())
    return stdin.readline()
