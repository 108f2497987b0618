"""A second factor beside the password: added, asked for when somebody signs in, removed."""

import time
from typing import TYPE_CHECKING, NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.errors import CodeRefused, KeyUnknown, NotFound, SecondFactorNeeded
from antiphon.engine.accounts.accounts import Accounts, Visit, begin_deed
from antiphon.engine.runtime.identity import new_id
from antiphon.identity.recovery import draw_codes, hash_code, normalise_code, spell_code
from antiphon.identity.totp import build_link, draw_totp_secret, find_counter
from antiphon.store.reads.factors import Factor, count_recovery_codes, find_factor
from antiphon.store.reads.people import read_person
from antiphon.store.reads.secrets import find_secret
from antiphon.store.writes.credentials import note_refusal
from antiphon.store.writes.factors import (
    begin_factor,
    confirm_factor,
    remove_factor,
    replace_codes,
    use_counter,
    use_recovery_code,
)

if TYPE_CHECKING:
    from antiphon.engine.accounts.vault import Vault

_ISSUER = "Antiphon"


class FactorState(NamedTuple):
    """Whether somebody has a second factor, and how many recovery codes are left."""

    active: bool
    codes_left: int


class BegunFactor(NamedTuple):
    """What an app is given, once: to be typed, or opened on the same device."""

    typed: str
    link: str


async def read_factors(accounts: Accounts, principal: Principal) -> FactorState:
    """The principal's own."""
    factor = await accounts.store.read(principal, find_factor, principal.id)
    left = await accounts.store.read(principal, count_recovery_codes, principal.id)
    return FactorState(factor is not None and factor.confirmed_at is not None, left)


async def begin_adding(accounts: Accounts, principal: Principal, visit: Visit) -> BegunFactor:
    """What the app is to be given. It is asked for only once a code of it was said; twice begins anew."""
    from antiphon.secrets.places import Place

    person = await accounts.store.read(principal, read_person, principal.id)
    secret = draw_totp_secret()
    place = Place(new_id("se"), "totp", "", person_id=principal.id)
    sealed = await _find_vault(accounts).seal(place, "totp", secret)
    await accounts.store.write(principal, begin_factor, sealed, begin_deed(visit))
    return BegunFactor(secret, build_link(secret, person.email or person.name, _ISSUER))


async def finish_adding(accounts: Accounts, principal: Principal, code: str, visit: Visit) -> tuple[str, ...]:
    """Recovery codes, told once: the app has shown this code, and is asked for another from now on."""
    factor = await accounts.store.read(principal, find_factor, principal.id)
    if factor is None or factor.confirmed_at is not None:
        raise NotFound("second factor", principal.id)
    accounts.attempts.begin(_count_under(principal.id), visit.address)
    counter = await _find_counter(accounts, factor, code)
    if counter is None:
        raise CodeRefused
    accounts.attempts.succeed(_count_under(principal.id), visit.address)
    codes = draw_codes()
    kept = _hash_all(accounts, principal.id, codes)
    await accounts.store.write(principal, confirm_factor, counter, kept, begin_deed(visit))
    return tuple(spell_code(each) for each in codes)


async def renew_codes(accounts: Accounts, principal: Principal, visit: Visit) -> tuple[str, ...]:
    """New recovery codes; none of before counts any more."""
    if not (await read_factors(accounts, principal)).active:
        raise NotFound("second factor", principal.id)
    codes = draw_codes()
    await accounts.store.write(principal, replace_codes, _hash_all(accounts, principal.id, codes), begin_deed(visit))
    return tuple(spell_code(each) for each in codes)


async def stop_asking(accounts: Accounts, principal: Principal, visit: Visit) -> None:
    """The password alone is enough again."""
    await accounts.store.write(principal, remove_factor, principal.id, begin_deed(visit))


async def prove_factor(accounts: Accounts, person_id: str, code: str | None, visit: Visit) -> None:
    """Nothing for whoever has no second factor; else the code has to count, and does so this once.

    `SecondFactorNeeded` without a code, `CodeRefused` for one that is wrong, old or used. Guessing is slowed down as it
    is for passwords.
    """
    factor = await accounts.store.read(accounts.system, find_factor, person_id)
    if factor is None or factor.confirmed_at is None:
        return
    if code is None or not code.strip():
        raise SecondFactorNeeded
    accounts.attempts.begin(_count_under(person_id), visit.address)
    try:
        await _use(accounts, factor, code, visit)
    except CodeRefused:
        await accounts.store.write(accounts.system, note_refusal, person_id, begin_deed(visit))
        raise
    accounts.attempts.succeed(_count_under(person_id), visit.address)


async def _use(accounts: Accounts, factor: Factor, code: str, visit: Visit) -> None:
    if (counter := await _find_counter(accounts, factor, code)) is not None:
        await accounts.store.write(accounts.system, use_counter, factor.person_id, counter)
        return
    recovery = normalise_code(code)
    if recovery is None:
        raise CodeRefused
    kept = _hash_all(accounts, factor.person_id, (recovery,))[0]
    await accounts.store.write(accounts.system, use_recovery_code, factor.person_id, kept, begin_deed(visit))


async def _find_counter(accounts: Accounts, factor: Factor, code: str) -> int | None:
    secret = await accounts.store.read(accounts.system, find_secret, factor.secret_id)
    if secret is None:
        return None
    opened = await _find_vault(accounts).unseal(secret)
    return find_counter(opened, "".join(code.split()), time.time(), factor.last_counter)


def _hash_all(accounts: Accounts, person_id: str, codes: tuple[str, ...]) -> list[str]:
    key = _find_vault(accounts).derive("recovery")
    return [hash_code(key, person_id, each) for each in codes]


def _find_vault(accounts: Accounts) -> "Vault":
    if accounts.vault is None:
        raise KeyUnknown("none", "key_file")
    return accounts.vault


def _count_under(person_id: str) -> str:
    """Codes are counted apart from passwords: a right password makes no guess at a code undone."""
    return f"code of {person_id}"
