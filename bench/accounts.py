"""A server with accounts, as a subject: its key, its owner, and the token that the readers show."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from bench.clients import HOST, call, show_token

_EMAIL, _PASSWORD = "owner@example.org", "a password of the bench"
_SCOPES = ("ask", "history:read", "history:write", "line-up:read")


def prepare_accounts(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Settings that have accounts on; there is a key and an owner when this returns."""
    key = folder / "antiphon.key"
    there = {
        **environment,
        # A key lies elsewhere than what it seals.
        "ANTIPHON_DATA_DIR": str(folder / "data"),
        "ANTIPHON_ACCOUNTS": "on",
        "ANTIPHON_KEY_FILE": str(key),
        "ANTIPHON_PUBLIC_URL": f"http://{HOST}",
    }
    _run(there, "keys", "create", str(key))
    _run(there, "account", "create", _EMAIL, "--owner", "--password-file", "-", said=_PASSWORD)
    return there


def sign_in(port: int) -> None:
    """From now on everything is asked with a token of the owner's."""
    body = json.dumps({"email": _EMAIL, "password": _PASSWORD}).encode()
    headers = {"Host": HOST, "Content-Type": "application/json", "Antiphon-Client": "1"}
    request = urllib.request.Request(f"http://{HOST}:{port}/v1/auth/sign-in", body, headers, method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
    asked = {"name": "bench", "scopes": list(_SCOPES)}
    made = call(port, "POST", "/v1/me/tokens", asked, headers={"Cookie": cookie, "Antiphon-Client": "1"})
    show_token(made["token"])


def _run(environment: Mapping[str, str], *words: str, said: str = "") -> None:
    command, there = [sys.executable, "-m", "antiphon", *words], {**os.environ, **environment}
    subprocess.run(command, env=there, input=said, text=True, check=True, stdout=subprocess.DEVNULL)
