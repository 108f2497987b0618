"""A terminal without a browser is let in from one, and is out again when somebody says so."""

import asyncio
import json
import stat
import sys
from pathlib import Path

import pytest

from antiphon.engine.accounts import attempts
from tests.fakes.accounts import OURS, Place, Somebody
from tests.journeys.test_accounts import place as place

pytestmark = pytest.mark.both_databases
ASKED = {"client": "a terminal", "scopes": ["history:read", "ask"]}


async def poll(program: Somebody, device_code: str) -> str:
    """The token, or the name of what it was refused with."""
    _, answer = await program.ask("POST", "/v1/auth/device/token", {"device_code": device_code})
    return str(answer.get("access_token") or answer["code"])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs may ask as often as they like."""
    monkeypatch.setattr(attempts, "EVERY_SECONDS", 0)


@pytest.mark.usefixtures("quick")
async def test_a_program_is_let_in_once_its_code_was_typed(place: Place) -> None:
    ada = await place.own()
    bob = await place.join(ada, "Bob")
    program = place.open()
    status, codes = await program.ask("POST", "/v1/auth/device", ASKED)
    assert status == 200
    typed = codes["user_code"].lower().replace("-", " ")

    before = await poll(program, codes["device_code"])
    _, shown = await bob.ask("POST", "/v1/auth/device/look", {"user_code": typed})
    status, _ = await bob.ask("POST", "/v1/auth/device/decide", {"user_code": typed, "allow": True})
    token = await poll(program, codes["device_code"])
    again = await poll(program, codes["device_code"])

    assert (before, status, again) == ("authorization_pending", 204, "expired_token")
    assert (shown["client"], sorted(shown["scopes"])) == ("a terminal", ["ask", "history:read"])
    inside = place.open(token)
    assert (await inside.ask("GET", "/v1/me"))[1]["name"] == "Bob"
    assert (await inside.ask("GET", "/v1/conversations"))[0] == 200
    assert (await inside.ask("POST", "/v1/conversations", {}))[1]["code"] == "not_allowed"
    assert [line["name"] for line in (await bob.ask("GET", "/v1/me/tokens"))[1]["items"]] == ["a terminal"]
    assert (await inside.ask("DELETE", "/v1/me/token"))[0] == 204
    assert (await inside.ask("GET", "/v1/me"))[1]["code"] == "not_signed_in"


@pytest.mark.usefixtures("quick")
async def test_a_program_is_sent_away(place: Place) -> None:
    ada = await place.own()
    program = place.open()
    _, codes = await program.ask("POST", "/v1/auth/device", ASKED)

    await ada.ask("POST", "/v1/auth/device/decide", {"user_code": codes["user_code"], "allow": False})

    assert await poll(program, codes["device_code"]) == "access_denied"
    late = await ada.ask("POST", "/v1/auth/device/decide", {"user_code": codes["user_code"], "allow": True})
    assert late[1]["code"] == "code_unknown"
    assert await poll(program, codes["device_code"]) == "access_denied"
    assert await poll(program, "nothing that was ever told") == "expired_token"


async def test_codes_are_not_guessed_and_programs_are_not_hasty(place: Place) -> None:
    ada = await place.own()
    program = place.open()
    _, codes = await program.ask("POST", "/v1/auth/device", ASKED)

    asked = [await poll(program, codes["device_code"]) for _ in range(2)]
    guessed = [
        (await ada.ask("POST", "/v1/auth/device/look", {"user_code": code}))[1]["code"]
        for code in ("BCDF-GHJK", "BCDF-GHJL", "", "BCDF", "AEIO-UAEI", "BCDF-GHJM", "BCDF-GHJN")
    ]
    nobody = await program.ask("POST", "/v1/auth/device/look", {"user_code": codes["user_code"]})
    refused = await program.ask("POST", "/v1/auth/device", {"client": "x", "scopes": ["everything"]})

    assert asked == ["authorization_pending", "slow_down"]
    assert guessed[0] == "code_unknown"
    assert guessed[-1] == "too_many_attempts"
    assert nobody[1]["code"] == "not_signed_in"
    assert refused[0] == 422


@pytest.fixture
def terminal(place: Place, tmp_path: Path) -> "Terminal":
    return Terminal(place.url, tmp_path / "terminal")


class Terminal:
    """The real command line, in a folder of its own."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder

    async def start(self, *words: str, **more: str) -> asyncio.subprocess.Process:
        environment = {"PATH": "/usr/bin:/bin", "ANTIPHON_DATA_DIR": str(self.folder), **more}
        pipe = asyncio.subprocess.PIPE
        program = (sys.executable, "-m", "antiphon", *words)
        return await asyncio.create_subprocess_exec(*program, env=environment, stdin=pipe, stdout=pipe, stderr=pipe)

    async def run(self, *words: str, said: str = "", **more: str) -> tuple[int | None, str]:
        process = await self.start(*words, **more)
        out, err = await process.communicate(said.encode())
        return process.returncode, (out + err).decode()


async def test_the_terminal_signs_in_with_a_browser(place: Place, terminal: Terminal) -> None:
    ada = await place.own()
    login = await terminal.start("login", place.url)
    assert login.stdout is not None
    code = ""
    async for line in login.stdout:
        code = code or (line.decode().strip() if line.startswith(b"    ") else "")
        if line.startswith(b"Waiting"):
            break

    assert (await ada.ask("POST", "/v1/auth/device/decide", {"user_code": code, "allow": True}, **OURS))[0] == 204
    rest, _ = await login.communicate()

    assert (login.returncode, rest.decode().splitlines()[0]) == (0, f"You are Ada at {place.url}.")
    kept = terminal.folder / "logins.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    told = (await terminal.run("whoami"))[1]
    assert told.startswith("Ada, ada@example.org\n")
    assert "this token has spent $0.0000 today, $0.0000 this month" in told
    assert (await terminal.run("conversations"))[0] == 0
    token = json.loads(kept.read_text())["tokens"][place.url]
    assert (await terminal.run("logout"))[0] == 0
    assert (await place.open(token).ask("GET", "/v1/me"))[0] == 401
    assert token not in kept.read_text()
    assert "you are not signed in" in (await terminal.run("whoami"))[1]


async def test_a_token_is_pasted_or_comes_from_the_environment(place: Place, terminal: Terminal) -> None:
    ada = await place.own()
    _, made = await ada.ask("POST", "/v1/me/tokens", {"name": "CI", "scopes": ["history:read"]})
    here = {"ANTIPHON_SERVER": place.url, "ANTIPHON_TOKEN": made["token"]}

    named = await terminal.run("whoami", **here)
    wrong = await terminal.run("login", place.url, "--token", said="ap_wrong\n")
    pasted = await terminal.run("login", place.url, "--token", said=made["token"] + "\n")

    assert named[1].startswith("Ada, ada@example.org\n")
    assert (wrong[0], pasted[0]) == (1, 0)
    assert made["token"] not in wrong[1] + pasted[1] + named[1]
