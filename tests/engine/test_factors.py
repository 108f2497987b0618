"""A second factor: added with a code, asked for at the door, each code once."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from antiphon.access.principal import LOCAL, Principal, system_principal
from antiphon.conversation.errors import CodeRefused, NotFound, SealBroken, SecondFactorNeeded, TooManyAttempts
from antiphon.engine.accounts.accounts import Accounts
from antiphon.engine.accounts.factors import begin_adding, finish_adding, read_factors, renew_codes, stop_asking
from antiphon.engine.accounts.people import break_glass, reset_password
from antiphon.engine.accounts.recognise import Recogniser
from antiphon.engine.accounts.sign_in import sign_in
from antiphon.engine.accounts.vault import Vault
from antiphon.identity.passwords import Passwords
from antiphon.identity.recovery import hash_code
from antiphon.identity.totp import build_code
from antiphon.secrets.keeper import FileKeeper, create_key_file
from antiphon.secrets.sealing import seal, unseal
from antiphon.store.unit import Store
from tests.engine.test_accounts import ADA, BETTER, GOOD, HOME, actions, enter, own

SYSTEM = system_principal(LOCAL.workspace_id)


@pytest.fixture
async def accounts(store: Store, tmp_path: Path) -> AsyncIterator[Accounts]:
    create_key_file(tmp_path / "key")
    vault = Vault(store, FileKeeper(tmp_path / "key"), SYSTEM)
    await vault.open()
    made = Accounts(store, Passwords(memory_kib=64), SYSTEM, vault=vault)
    yield made
    made.passwords.close()


class App:
    """A phone: it shows a code for each half minute."""

    def __init__(self, secret: str) -> None:
        self.secret = secret

    def show(self, later: int = 0) -> str:
        return build_code(self.secret, int(time.time()) // 30 + later)


async def add(accounts: Accounts, ada: Principal) -> tuple[App, tuple[str, ...]]:
    """Ada's app, and her recovery codes. The code of this half minute is used up."""
    app = App((await begin_adding(accounts, ada, HOME)).typed)
    return app, await finish_adding(accounts, ada, app.show(), HOME)


async def test_whoever_has_a_second_factor_is_asked_for_it_once_the_password_was_right(accounts: Accounts) -> None:
    ada = await own(accounts)
    begun = await begin_adding(accounts, ada, HOME)
    assert (await sign_in(accounts, ADA, GOOD, HOME)).value
    assert (await read_factors(accounts, ada)).active is False
    app = App(begun.typed)
    with pytest.raises(CodeRefused):
        await finish_adding(accounts, ada, "000000", HOME)
    said = app.show()
    await finish_adding(accounts, ada, said, HOME)

    with pytest.raises(SecondFactorNeeded):
        await sign_in(accounts, ADA, GOOD, HOME)
    with pytest.raises(CodeRefused):
        await sign_in(accounts, ADA, GOOD, HOME, said)
    code = app.show(1)
    assert (await sign_in(accounts, ADA, GOOD, HOME, f" {code[:3]} {code[3:]} ")).value
    with pytest.raises(CodeRefused):
        await sign_in(accounts, ADA, GOOD, HOME, code)

    assert (await read_factors(accounts, ada)) == (True, 10)
    assert ("factor.added", ada.id, "ok") in await actions(accounts)


async def test_of_two_who_say_one_code_at_the_same_moment_one_comes_in(accounts: Accounts) -> None:
    app, codes = await add(accounts, await own(accounts))

    for code in (app.show(1), codes[0]):
        tried = await asyncio.gather(
            *(sign_in(accounts, ADA, GOOD, HOME, code) for _ in range(2)), return_exceptions=True
        )
        assert sorted(isinstance(each, CodeRefused) for each in tried) == [False, True]


@pytest.mark.parametrize("spelling", ["{}", " {}", "{}\u3000", "\t{}\n", "{}-", "\u00a0{} "])
async def test_a_recovery_code_counts_once_however_it_is_typed(accounts: Accounts, spelling: str) -> None:
    """A-09. Normalised before it is compared, so no spelling makes a second code of it; a new set voids the old."""
    ada = await own(accounts)
    _, codes = await add(accounts, ada)
    first, second = codes[0], codes[1]

    assert (await sign_in(accounts, ADA, GOOD, HOME, spelling.format(first))).value
    again = [first, first.lower(), first.replace("-", " "), spelling.format(first), "".join(map(_widen, first))]
    for each in again[:3]:
        with pytest.raises(CodeRefused):
            await sign_in(accounts, ADA, GOOD, HOME, each)
    assert (await read_factors(accounts, ada)).codes_left == 9
    assert (await sign_in(accounts, ADA, GOOD, HOME, "".join(map(_widen, second)).lower())).value
    for each in again[3:]:
        with pytest.raises(CodeRefused):
            await sign_in(accounts, ADA, GOOD, HOME, each)
    renewed = await renew_codes(accounts, ada, HOME)
    with pytest.raises(CodeRefused):
        await sign_in(accounts, ADA, GOOD, HOME, codes[2])
    assert (await sign_in(accounts, ADA, GOOD, HOME, renewed[0])).value
    assert [line for line, _, _ in await actions(accounts)].count("factor.used_recovery") == 3


async def test_somebody_who_guesses_codes_has_to_wait(accounts: Accounts) -> None:
    app, codes = await add(accounts, await own(accounts))

    for _ in range(5):
        with pytest.raises(CodeRefused):
            await sign_in(accounts, ADA, GOOD, HOME, "123")
    with pytest.raises(TooManyAttempts):
        await sign_in(accounts, ADA, GOOD, HOME, app.show(1))
    with pytest.raises(TooManyAttempts):
        await sign_in(accounts, ADA, GOOD, HOME, codes[0])


async def test_without_it_the_password_is_enough_again(accounts: Accounts) -> None:
    ada = await own(accounts)
    app, _ = await add(accounts, ada)
    cookie = await sign_in(accounts, ADA, GOOD, HOME, app.show(1))
    assert (await Recogniser(accounts).find_by_cookie(cookie.value)).has_factor is True

    await stop_asking(accounts, ada, HOME)

    assert (await enter(accounts, ADA)).has_factor is False
    with pytest.raises(NotFound):
        await stop_asking(accounts, ada, HOME)
    with pytest.raises(NotFound):
        await renew_codes(accounts, ada, HOME)


async def test_break_glass_opens_for_whoever_lost_the_app_too(accounts: Accounts) -> None:
    await add(accounts, await own(accounts))

    await reset_password(accounts, await break_glass(accounts, ADA), BETTER, HOME)

    assert (await sign_in(accounts, ADA, BETTER, HOME)).value
    assert "factor.removed" in [line for line, _, _ in await actions(accounts)]


async def test_a_key_for_one_purpose_is_refused_for_another(accounts: Accounts, tmp_path: Path) -> None:
    """A-14. Beside it, tests/secrets/test_keeper.py: no start with a key that is missing, short or a default."""
    ada = await own(accounts)
    _, codes = await add(accounts, ada)
    vault = accounts.vault
    assert vault is not None
    keys = {purpose: vault.derive(purpose) for purpose in ("recovery", "link", "audit", "proxy")}

    assert len(set(keys.values())) == 4
    plain = codes[0].replace("-", "")
    assert len({hash_code(each, ada.id, plain) for each in keys.values()}) == 4
    for purpose, key in keys.items():
        sealed = seal(key, b"token", purpose.encode())
        for other in keys.keys() - {purpose}:
            with pytest.raises(SealBroken):
                unseal(keys[other], sealed, purpose.encode())


def _widen(character: str) -> str:
    """As a keyboard for Japanese types it."""
    return chr(ord(character) + 0xFEE0) if character.isalnum() else character
