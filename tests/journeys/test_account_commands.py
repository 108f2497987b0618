"""Whoever has the database looks after people without a session: the first owner, and the last resort."""

import asyncio
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from antiphon.app import run_in_process
from antiphon.cli.main import app
from antiphon.conversation.errors import LastOwner, Malformed, SettingsInvalid, StoreInUse
from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import GOOD, Place

pytestmark = pytest.mark.both_databases


def run(settings: Settings, *words: str, said: str = "", of: str = "account") -> str:
    """What the command prints; what it refuses with is raised."""
    environment = {
        "ANTIPHON_DATA_DIR": str(settings.data_dir),
        "ANTIPHON_ACCOUNTS": settings.accounts,
        "ANTIPHON_KEY_FILE": str(settings.key_file or ""),
        "ANTIPHON_DATABASE_URL": settings.database_url or "",
    }
    result = CliRunner().invoke(app, [of, *words], input=said, env=environment)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def test_people_are_looked_after_on_the_machine_itself(settings: Settings) -> None:
    there = override_settings(settings, accounts="on")

    run(there, "create", "ada@example.org", "--owner", "--name", "Ada", "--password-file", "-", said=GOOD + "\n")
    run(there, "create", "bob@example.org", "--password-file", "-", said=GOOD + "\n")
    run(there, "suspend", "bob@example.org")
    both = run(there, "list").splitlines()
    with pytest.raises(LastOwner):
        run(there, "suspend", "ada@example.org")
    run(there, "restore", "BOB@example.org")

    assert [line.split("\t") for line in both] == [
        ["Ada", "ada@example.org", "active", "owner", "owner"],
        ["bob@example.org", "bob@example.org", "suspended", "member", "member"],
    ]
    assert "bob@example.org\tactive" in run(there, "list")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_there_is_an_owner_before_the_server_was_ever_started(settings: Settings, tmp_path: Path) -> None:
    there = override_settings(settings, accounts="on", data_dir=tmp_path / "never started")

    said = ("create", "ada@example.org", "--owner", "--password-file", "-")
    await asyncio.to_thread(run, there, *said, said=GOOD + "\n")

    async with run_in_process(there) as url:
        place = Place(url, "")
        ada = place.open()
        assert (await ada.sign_in("ada@example.org"))[0] == 204
        _, panels = await ada.ask("GET", "/v1/panels")
        assert len(panels["items"]) == 1
        await ada.session.close()


async def test_whoever_lost_the_password_comes_in_with_a_link(settings: Settings, tmp_path: Path) -> None:
    there = override_settings(settings, accounts="on")
    file = tmp_path / "password"
    file.write_text(f"{GOOD}\nthe rest is not read\n")
    await asyncio.to_thread(run, there, "create", "ada@example.org", "--owner", "--password-file", str(file))
    told = await asyncio.to_thread(run, there, "recover", "ada@example.org")
    link = re.search(r"/reset#(\S+)", told)
    assert link is not None

    async with run_in_process(there) as url:
        place = Place(url, "")
        ada = place.open()
        assert (await ada.sign_in("ada@example.org"))[0] == 204
        again = {"token": link[1], "new_password": "another horse battery"}
        assert (await place.open().ask("POST", "/v1/auth/reset", again))[0] == 204
        assert (await ada.ask("GET", "/v1/me"))[0] == 401
        assert (await ada.sign_in("ada@example.org", "another horse battery"))[0] == 204
        _, log = await ada.ask("GET", "/v1/audit")
        for session in place.sessions:
            await session.close()

    assert {"account.break_glass", "account.created"} <= {line["action"] for line in log["items"]}


def test_without_accounts_there_is_nobody_to_look_after(settings: Settings) -> None:
    with pytest.raises(SettingsInvalid, match="they are off"):
        run(settings, "list")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_the_file_of_a_running_server_is_left_alone(settings: Settings) -> None:
    there = override_settings(settings, accounts="on")
    async with run_in_process(there):
        with pytest.raises(StoreInUse):
            await asyncio.to_thread(run, there, "list")


async def test_tokens_are_made_limited_and_taken_back_on_the_machine_itself(settings: Settings) -> None:
    there = override_settings(settings, accounts="on")
    ada = "ada@example.org"

    def tokens(*words: str) -> str:
        return run(there, *words, of="tokens")

    def make() -> tuple[str, list[str]]:
        run(there, "create", ada, "--owner", "--password-file", "-", said=GOOD + "\n")
        token = tokens("make", ada, "the nightly job", "--scope", "ask", "--day", "2").strip()
        return token, tokens("list", ada).strip().split("\t")

    def limit(token_id: str) -> list[str]:
        tokens("limit", ada, token_id, "--month", "12.5")
        return tokens("list", ada).strip().split("\t")

    token, made = await asyncio.to_thread(make)
    limited = await asyncio.to_thread(limit, made[0])
    async with run_in_process(there) as url:
        program = Place(url, "").open(token)
        status, told = await program.ask("GET", "/v1/me/token")
        await program.session.close()
    await asyncio.to_thread(tokens, "revoke", ada, made[0])
    left = await asyncio.to_thread(tokens, "list", ada)

    assert made[1:4] == ["the nightly job", f"…{token[-4:]}", "ask"]
    assert (made[5], limited[5]) == ("$2.00 a day", "$12.50 a month")
    assert (status, told["month_ceiling"], told["spent"]) == (200, 12.5, {"day": 0.0, "month": 0.0})
    assert left == ""
    with pytest.raises(Malformed):
        tokens("make", ada, "nothing", "--day", "0")
