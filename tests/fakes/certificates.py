"""Certificates that a test makes for itself and trusts alone."""

import subprocess
from pathlib import Path
from typing import NamedTuple

NAME = "antiphon.internal"
_ALSO = f"subjectAltName=DNS:{NAME},DNS:localhost,IP:127.0.0.1,IP:127.0.0.2"


class Certificate(NamedTuple):
    """A certificate that vouches for itself, and its key."""

    cert: Path
    key: Path


def write_certificate(folder: Path) -> Certificate:
    """One for the name that tests give a server, and for the addresses it has."""
    made = Certificate(folder / "antiphon.pem", folder / "antiphon.key")
    command = (
        f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN={NAME}".split()
    )
    files = ["-addext", _ALSO, "-keyout", str(made.key), "-out", str(made.cert)]
    subprocess.run([*command, *files], check=True, capture_output=True)
    made.key.chmod(0o600)
    return made
