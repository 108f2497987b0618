"""Secrets in the store: sealed for one place, opened under keys that come and go while everything runs."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select, update

from antiphon.access.principal import LOCAL, system_principal
from antiphon.conversation.errors import KeyUnknown, SealBroken
from antiphon.engine.accounts.accounts import Visit, begin_deed
from antiphon.engine.accounts.rotation import open_everything, reseal_secrets, rewrap_keys
from antiphon.engine.accounts.vault import Vault
from antiphon.secrets.keeper import FileKeeper, create_key_file, name_next, put_next_first
from antiphon.secrets.places import Place
from antiphon.store.reads.secrets import Kept, Secret, find_secret, read_data_keys, read_secrets
from antiphon.store.tables import secrets
from antiphon.store.unit import Store, Unit
from antiphon.store.writes import secrets as write

SYSTEM = system_principal(LOCAL.workspace_id)
KEY = "sk-canary-0123456789abcdef"
HOST = "https://api.example.org:443"


@pytest.fixture
async def vault(store: Store, tmp_path: Path) -> Vault:
    create_key_file(tmp_path / "key")
    return await open_another(store, tmp_path)


async def open_another(store: Store, folder: Path) -> Vault:
    """A node that has opened nothing yet."""
    made = Vault(store, FileKeeper(folder / "key"), SYSTEM)
    await made.open()
    return made


async def keep(vault: Vault, id: str = "se1", name: str = "fake") -> Secret:
    sealed = await vault.seal(Place(id, "provider", HOST), name, KEY, KEY)
    await vault.store.write(SYSTEM, write.replace_secret, sealed, begin_deed(Visit()))
    return await find(vault, id)


async def find(vault: Vault, id: str = "se1") -> Secret:
    found = await vault.store.read(SYSTEM, find_secret, id)
    assert found is not None
    return found


async def test_another_node_opens_what_one_has_sealed(vault: Vault, store: Store, tmp_path: Path) -> None:
    kept = await keep(vault)
    other = await open_another(store, tmp_path)

    assert await other.unseal(kept) == KEY
    assert (kept.last4, kept.host) == ("cdef", HOST)
    assert KEY.encode() not in kept.ciphertext
    assert other.derive("recovery") == vault.derive("recovery") != vault.derive("link")


async def test_one_name_has_one_secret_and_a_secret_that_is_gone_is_gone(vault: Vault) -> None:
    await keep(vault, "se1")
    await keep(vault, "se2")
    assert [each.id for each in await vault.store.read(SYSTEM, read_secrets, "provider")] == ["se2"]

    await vault.store.write(SYSTEM, write.remove_secret, Kept("provider", "fake"), begin_deed(Visit()))

    assert await vault.store.read(SYSTEM, read_secrets, "provider") == ()


@pytest.mark.parametrize(
    "change",
    [{"host": "https://evil.example.org:443"}, {"purpose": "tool"}, {"person_id": "p1"}, {"workspace_id": "w2"}],
)
async def test_a_row_that_was_changed_does_not_open(vault: Vault, change: dict[str, str]) -> None:
    await keep(vault)

    await vault.store.write(SYSTEM, lambda unit: _change(unit, "se1", change))

    with pytest.raises(SealBroken):
        await vault.unseal(await find(vault))
    assert (await open_everything(vault)).closed == ("se1",)


async def test_a_ciphertext_in_another_row_does_not_open(vault: Vault) -> None:
    first, second = await keep(vault, "se1"), await keep(vault, "se2", "other")

    with pytest.raises(SealBroken):
        await vault.unseal(second._replace(nonce=first.nonce, ciphertext=first.ciphertext))


async def test_without_the_key_nothing_starts(vault: Vault, store: Store, tmp_path: Path) -> None:
    await keep(vault)
    (tmp_path / "key").unlink()
    create_key_file(tmp_path / "key")

    with pytest.raises(KeyUnknown):
        await open_another(store, tmp_path)


async def test_another_key_comes_into_force_while_a_node_runs(vault: Vault, store: Store, tmp_path: Path) -> None:
    path, kept = tmp_path / "key", await keep(vault)
    running = await open_another(store, tmp_path)
    derived = vault.derive("recovery")
    coming = create_key_file(name_next(path))

    assert await rewrap_keys(vault, coming) == 2
    # Killed here, and run again: nothing is left to do, and everything opens.
    assert await rewrap_keys(await open_another(store, tmp_path), coming) == 0
    put_next_first(path)

    assert {each.keeper_id for each in await store.read(SYSTEM, read_data_keys)} == {coming}
    # It has never opened this data key, and its keeper knew only the key of before.
    assert await running.unseal(kept) == KEY
    for old in tmp_path.glob("key.*"):
        old.unlink()
    fresh = await open_another(store, tmp_path)
    assert await fresh.unseal(kept) == KEY
    assert fresh.derive("recovery") == derived
    assert (await open_everything(fresh)) == (2, 1, ())


async def test_sealing_anew_goes_on_where_it_was_cut_off(
    vault: Vault, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.engine.accounts.rotation._AT_ONCE", 2)
    running = await open_another(store, tmp_path)
    kept = [await keep(vault, f"se{number}", f"name{number}") for number in range(5)]
    batches = 0

    def die_later(unit: Unit, some: list[tuple[str, Secret]], at: datetime) -> None:
        nonlocal batches
        batches += 1
        if batches == 2:
            raise ZeroDivisionError
        write.seal_anew(unit, some, at)

    monkeypatch.setattr("antiphon.engine.accounts.rotation.seal_anew", die_later)
    with pytest.raises(ZeroDivisionError):
        await reseal_secrets(vault)
    assert await reseal_secrets(await open_another(store, tmp_path)) == 3

    keys = await store.read(SYSTEM, read_data_keys)
    assert sorted(each.retired_at is None for each in keys if each.kind == "data") == [False, True]
    for each in kept:
        now = await find(vault, each.id)
        assert now.key_id != each.key_id
        assert await running.unseal(now) == KEY


def _change(unit: Unit, id: str, values: dict[str, str]) -> None:
    unit.connection.execute(update(secrets).where(secrets.c.id == id).values(**values))
    assert unit.connection.execute(select(secrets.c.created_at)).scalars().first() <= datetime.now(UTC)
