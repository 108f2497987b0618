"""The one place that starts another program."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from pathlib import Path

_LINE = 64 * 1024


async def start_program(
    command: Sequence[str],
    environment: Mapping[str, str],
    *,
    stdin: int = PIPE,
    stderr: int = DEVNULL,
    cwd: Path | str | None = None,
    own_session: bool = False,
    longest_line: int = _LINE,
) -> Process:
    """The program, running, with pipes to its input and from its output. No shell reads the command.

    `environment` is all of its environment: keys are kept in ours, so nothing is inherited. With `own_session`
    it and whatever it starts can be ended together. `stdin` is a file that is read instead of a pipe.
    """
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=stdin,
        stdout=PIPE,
        stderr=stderr,
        env=dict(environment),
        cwd=cwd,
        start_new_session=own_session,
        limit=longest_line,
    )
