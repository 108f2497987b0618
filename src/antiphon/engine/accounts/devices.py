"""A program without a browser is let in from one: it shows a code, and whoever is signed in types it (RFC 8628)."""

import secrets
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from antiphon.access.device_codes import ALPHABET, LENGTH, name_code, normalise_code, spell_code
from antiphon.access.names import clean_person_name
from antiphon.access.principal import Principal, on_behalf_of
from antiphon.access.tokens import hash_token
from antiphon.conversation.errors import (
    CodeUnknown,
    DeviceDenied,
    DeviceExpired,
    DeviceUndecided,
    TooManyAttempts,
)
from antiphon.conversation.ids import PrincipalId, WorkspaceId
from antiphon.engine.accounts.accounts import Accounts, Visit, begin_deed, draw_secret
from antiphon.engine.accounts.attempts import EVERY_SECONDS
from antiphon.engine.accounts.tokens import USUAL_DAYS, check_scopes, draw_token
from antiphon.store.reads.devices import DeviceRequest, count_devices, find_device, read_device
from antiphon.store.writes.devices import decide_device, hand_over, write_device

LASTS_SECONDS = 600
# Anybody can begin; more than this at once is nobody's team.
_MOST_WAITING = 200


class DeviceCodes(NamedTuple):
    """What the program keeps for itself, and what it shows."""

    device_code: str
    user_code: str


class DeviceToken(NamedTuple):
    """A token, told once, and what it is for."""

    token: str
    scopes: tuple[str, ...]


async def begin_device(accounts: Accounts, client: str, scopes: Collection[str], visit: Visit) -> DeviceCodes:
    """A code for a program that calls itself so; it counts for ten minutes."""
    chosen = check_scopes(scopes)
    deed = begin_deed(visit)
    # Nobody is named by it, so nothing but the address is counted.
    accounts.attempts.begin(f"device {deed.id}", visit.address)
    if await accounts.store.read(accounts.system, count_devices, deed.at) >= _MOST_WAITING:
        raise TooManyAttempts(EVERY_SECONDS)
    device_code, letters = draw_secret(), "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    ends = deed.at + timedelta(seconds=LASTS_SECONDS)
    named = clean_person_name(client)
    await accounts.store.write(
        accounts.system, write_device, name_code(letters), hash_token(device_code), named, chosen, ends, deed
    )
    return DeviceCodes(device_code, spell_code(letters))


async def look_up_device(accounts: Accounts, principal: Principal, typed: str, visit: Visit) -> DeviceRequest:
    """Who waits for this code; `CodeUnknown`, and after some of those `TooManyAttempts`."""
    name = f"device:{principal.id}"
    accounts.attempts.begin(name, visit.address)
    letters = normalise_code(typed)
    now = datetime.now(UTC)
    found = None if letters is None else await accounts.store.read(principal, read_device, name_code(letters), now)
    if found is None or found.state != "waiting":
        raise CodeUnknown
    accounts.attempts.succeed(name, visit.address)
    return found


async def allow_device(accounts: Accounts, principal: Principal, typed: str, visit: Visit) -> None:
    """Let the program in as oneself."""
    found = await look_up_device(accounts, principal, typed, visit)
    await accounts.store.write(principal, decide_device, found.id, "allowed", begin_deed(visit))


async def deny_device(accounts: Accounts, principal: Principal, typed: str, visit: Visit) -> None:
    """Send the program away."""
    found = await look_up_device(accounts, principal, typed, visit)
    await accounts.store.write(principal, decide_device, found.id, "denied", begin_deed(visit))


async def take_token(accounts: Accounts, device_code: str, visit: Visit) -> DeviceToken:
    """The token once it was allowed; each other answer has a name of its own."""
    sha256 = hash_token(device_code)
    accounts.polls.note(sha256)
    found = await accounts.store.read(accounts.system, find_device, sha256, datetime.now(UTC))
    if found is None:
        raise DeviceExpired
    if found.state == "denied":
        raise DeviceDenied
    if found.state != "allowed" or found.person_id is None or found.workspace_id is None:
        raise DeviceUndecided(EVERY_SECONDS)
    deed = begin_deed(visit)
    token, new = draw_token(found.client, found.scopes, USUAL_DAYS, deed.at)
    person = on_behalf_of(WorkspaceId(found.workspace_id), PrincipalId(found.person_id))
    await accounts.store.write(person, hand_over, found.id, new, deed)
    return DeviceToken(token, found.scopes)
