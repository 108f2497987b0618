"""Real proxies, set up with the very texts of the how-to.

Only what belongs to the machine is filled in: ports, the name people use, a certificate, and where nginx keeps its own
files. `python -m tests.fakes.proxy NAME PORT NODE_PORT …` runs nginx for the browser's journeys.
"""

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.fakes.certificates import NAME, write_certificate
from tests.fakes.servers import make_folder

Kind = Literal["nginx", "haproxy"]
_HOW_TO = Path(__file__).parents[2] / "docs" / "how-to"
_PAGE = _HOW_TO / "host-for-a-team.md"
_SIGN_ON_PAGE = _HOW_TO / "sign-on.md"


@dataclass(frozen=True, slots=True)
class Proxy:
    """Where it listens, its certificate, and what it noted of each request."""

    port: int
    certificate: Path
    access_log: Path
    name: str = NAME

    @property
    def own(self) -> str:
        """What people call it."""
        return f"{self.name}:{self.port}"


@dataclass(frozen=True, slots=True)
class SignsIn:
    """That the proxy signs people in: at which port it asks who somebody is, and what it proves itself with."""

    auth_port: int
    secret: str


def read_recipe(kind: Kind, page: Path = _PAGE) -> str:
    """The text of the page, as people copy it."""
    found = re.search(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@contextmanager
def run_proxy(
    kind: Kind, node_ports: Sequence[int], port: int, signs_in: SignsIn | None = None, name: str = NAME
) -> Iterator[Proxy]:
    """The proxy in front of these nodes, until the context ends; nginx may sign people in."""
    with make_folder() as folder:
        certificate = write_certificate(folder)
        (folder / "antiphon.both.pem").write_text(certificate.cert.read_text() + certificate.key.read_text())
        if kind == "nginx":
            command = _set_up_nginx(folder, port, node_ports, signs_in, name)
        else:
            command = _set_up_haproxy(folder, port, node_ports, name)
        with (folder / "error.log").open("ab") as errors:
            process = subprocess.Popen(command, stdout=errors, stderr=errors)
        try:
            _wait_for(port, process, folder)
            yield Proxy(port, certificate.cert, folder / "access.log", name)
        finally:
            process.kill()
            process.wait()


def _set_up_nginx(folder: Path, port: int, node_ports: Sequence[int], signs_in: SignsIn | None, name: str) -> list[str]:
    inner = _fill_in(
        read_recipe("nginx") if signs_in is None else _put_sign_on_in(folder, signs_in),
        *_name_nodes(node_ports),
        (NAME, name),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("antiphon.pem", str(folder / "antiphon.pem")),
        ("antiphon.key", str(folder / "antiphon.key")),
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{each}_temp_path {folder}/{each};\n" for each in kinds)
    outer = f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{outer}http {{\naccess_log {folder}/access.log;\n{places}{inner}}}")
    return [_find("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


def _put_sign_on_in(folder: Path, signs_in: SignsIn) -> str:
    """The recipe with the other page's text in place of its `location /`, as that page says."""
    secret = folder / "antiphon-secret.conf"
    secret.write_text(f'proxy_set_header Antiphon-Proxy-Secret "{signs_in.secret}";\n')
    locations = _fill_in(
        read_recipe("nginx", _SIGN_ON_PAGE),
        ("127.0.0.1:4180", f"127.0.0.1:{signs_in.auth_port}"),
        ("antiphon-secret.conf", str(secret)),
    )
    recipe, replaced = re.subn(
        r"    location / {.*?\n    }\n", lambda _: locations, read_recipe("nginx"), flags=re.DOTALL
    )
    assert replaced == 1
    return recipe


def _set_up_haproxy(folder: Path, port: int, node_ports: Sequence[int], name: str) -> list[str]:
    inner = _fill_in(
        read_recipe("haproxy"),
        *_name_nodes(node_ports),
        (NAME, name),
        ("bind :443 ", f"bind 127.0.0.1:{port} "),
        ("antiphon.both.pem", str(folder / "antiphon.both.pem")),
    )
    (folder / "haproxy.cfg").write_text(inner)
    return [_find("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]


def _name_nodes(ports: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """Where the page has two nodes; one alone stands in both places."""
    return (("127.0.0.1:8642", f"127.0.0.1:{ports[0]}"), ("127.0.0.1:8643", f"127.0.0.1:{ports[-1]}"))


def _fill_in(recipe: str, *filled: tuple[str, str]) -> str:
    """The recipe on this machine. Each thing to fill in must be there, or the page has changed."""
    for old, new in filled:
        assert old in recipe, old
        recipe = recipe.replace(old, new)
    return recipe


def _find(program: str) -> str:
    return shutil.which(program) or f"/usr/sbin/{program}"


def _wait_for(port: int, process: "subprocess.Popen[bytes]", folder: Path) -> None:
    for _ in range(200):
        assert process.poll() is None, (folder / "error.log").read_text()
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the proxy did not start")


if __name__ == "__main__":
    # Says which certificate to trust once it listens, and ends with its input.
    own, port, *behind = sys.argv[1:]
    with run_proxy("nginx", [int(each) for each in behind], int(port), name=own) as running:
        print(running.certificate, flush=True)
        sys.stdin.read()
