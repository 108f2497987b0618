"""A real nginx, set up with the very text of the how-to. `python -m tests.fakes.proxy NODE_PORT PORT` runs one.

Only what belongs to the machine is filled in: ports, one node instead of two, a certificate and a password file.
"""

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fakes.servers import make_folder

NAME = "antiphon.internal"
PERSON = ("ana", "open sesame")
_PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "host-for-a-team.md"


def read_recipe() -> str:
    """The nginx text of the page, as people copy it."""
    found = re.search(r"```nginx\n(.*?)```", _PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def fill_in(recipe: str, port: int, node_port: int, folder: Path) -> str:
    """The recipe on this machine. Each thing to fill in must be there, or the page has changed."""
    for old, new in (
        ("    server 127.0.0.1:8643 max_fails=1 fail_timeout=5s;\n", ""),
        ("127.0.0.1:8642", f"127.0.0.1:{node_port}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("antiphon.pem", str(folder / "antiphon.pem")),
        ("antiphon.key", str(folder / "antiphon.key")),
        ("antiphon.htpasswd", str(folder / "antiphon.htpasswd")),
    ):
        assert old in recipe, old
        recipe = recipe.replace(old, new)
    return recipe


@contextmanager
def run_proxy(node_port: int, port: int) -> Iterator[None]:
    """nginx in front of a node, until the context ends."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    with make_folder() as folder:
        _write_certificate(folder)
        (folder / "antiphon.htpasswd").write_text(f"{PERSON[0]}:{{PLAIN}}{PERSON[1]}\n")
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        places = "".join(f"{each}_temp_path {folder}/{each};\n" for each in kinds)
        inner = fill_in(read_recipe(), port, node_port, folder)
        outer = f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        (folder / "nginx.conf").write_text(f"{outer}http {{\naccess_log off;\n{places}{inner}}}")
        command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            _wait_for(port, process, folder)
            yield
        finally:
            process.kill()
            process.wait()


def _write_certificate(folder: Path) -> None:
    command = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={NAME}".split()
    files = ["-keyout", str(folder / "antiphon.key"), "-out", str(folder / "antiphon.pem")]
    subprocess.run([*command, *files], check=True, capture_output=True)


def _wait_for(port: int, process: "subprocess.Popen[bytes]", folder: Path) -> None:
    for _ in range(200):
        assert process.poll() is None, (folder / "error.log").read_text()
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("nginx did not start")


if __name__ == "__main__":
    # For the browser's journeys: says where it listens, and ends with its input.
    with run_proxy(int(sys.argv[1]), own := int(sys.argv[2])):
        print(own, flush=True)
        sys.stdin.read()
