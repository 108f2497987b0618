"""`antiphon login`, `logout` and `whoami`."""

import asyncio
import platform
from time import monotonic
from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.logins import Login, find_login, forget_login, keep_login
from antiphon.cli.printing.rows import print_lines
from antiphon.cli.terminal import open_output
from antiphon.client import AsyncClient, ServerRefused
from antiphon.client.answers.account import DeviceCodes, Token
from antiphon.conversation.errors import DeviceExpired, Malformed
from antiphon.settings import Settings

SCOPES = ("ask", "history:read", "history:write", "line-up:read", "line-up:write", "export", "webhooks")
NO_SERVER = "which server? Say its address: antiphon login https://…"
NOT_SIGNED_IN = "you are not signed in anywhere; commands talk to this machine's own server"
_WAITING = ("authorization_pending", "slow_down")


def login(
    server: Annotated[str | None, typer.Argument(metavar="ADDRESS", help="The server's address.")] = None,
    token: Annotated[
        bool, typer.Option("--token", help="Read a token from standard input instead of showing a code.")
    ] = False,
) -> None:
    """Sign in at a server with a browser; commands talk to it from now on."""
    run_to_exit(_login(read_settings().settings, server, paste=token))


def logout() -> None:
    """Give the token back; commands talk to this machine's own server again."""
    run_to_exit(_logout(read_settings().settings))


def whoami() -> None:
    """Say which server commands talk to, who you are there, and what your token has spent."""
    run_to_exit(_whoami(read_settings().settings))


async def _login(settings: Settings, server: str | None, *, paste: bool) -> int:
    found = find_login(settings, server)
    if found is None:
        raise Malformed(NO_SERVER)
    token = await (_read_token() if paste else _ask_for_token(found.url))
    kept = Login(found.url, token)
    async with AsyncClient(kept.url, headers=kept.headers) as client:
        me = await client.account.me()
    path = await asyncio.to_thread(keep_login, settings, kept)
    print_lines(open_output(), (f"You are {me.name} at {kept.url}.", f"The token is kept in {path}."))
    return 0


async def _read_token() -> str:
    token = (await asyncio.to_thread(typer.get_text_stream("stdin").readline)).strip()
    if not token:
        raise Malformed("there was no token on standard input")
    return token


async def _ask_for_token(url: str) -> str:
    async with AsyncClient(url) as client:
        codes = await client.account.begin_login(f"antiphon on {platform.node() or 'a terminal'}", SCOPES)
        lines = (f"Open {codes.verification_uri} and type this code:", "", f"    {codes.user_code}", "", "Waiting …")
        print_lines(open_output(), lines)
        return await _wait_for_token(client, codes)


async def _wait_for_token(client: AsyncClient, codes: DeviceCodes) -> str:
    """Ask as often as the server likes to be asked, until it was decided or the code no longer counts."""
    deadline, pause = monotonic() + codes.expires_in, float(codes.interval)
    while monotonic() < deadline:
        await asyncio.sleep(pause)
        try:
            return (await client.account.take_token(codes.device_code)).access_token
        except ServerRefused as refused:
            if refused.code not in _WAITING:
                raise
            if refused.code == "slow_down":
                pause += codes.interval
    raise DeviceExpired


async def _logout(settings: Settings) -> int:
    found = find_login(settings)
    if found is None or found.token is None:
        raise Malformed(NOT_SIGNED_IN)
    try:
        async with AsyncClient(found.url, headers=found.headers) as client:
            await client.account.give_back_token()
    except ServerRefused as refused:
        # It has ended by itself, or somebody took it back: then it is gone already.
        if refused.status != 401:
            raise
    await asyncio.to_thread(forget_login, settings, found.url)
    print_lines(open_output(), (f"You are signed out of {found.url}.",))
    return 0


async def _whoami(settings: Settings) -> int:
    found = find_login(settings)
    if found is None or found.token is None:
        raise Malformed(NOT_SIGNED_IN)
    async with AsyncClient(found.url, headers=found.headers) as client:
        me, token = await client.account.me(), await client.account.token()
    roles = f"{me.workspace_role} of the workspace, {me.instance_role} of the installation"
    lines = (f"{me.name}, {me.email or 'no address'}", f"{roles}, at {found.url}", _describe_spent(token))
    print_lines(open_output(), lines)
    return 0


def _describe_spent(token: Token) -> str:
    """What the token has spent, and of how much."""
    spent = ((token.spent.day, token.day_ceiling, "today"), (token.spent.month, token.month_ceiling, "this month"))
    parts = [f"${dollars:.4f}{'' if most is None else f' of ${most:.2f}'} {when}" for dollars, most, when in spent]
    return f"this token has spent {', '.join(parts)}"
