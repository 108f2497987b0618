"""Each artefact in an empty container: `python -m tools.release.empty --wheel W --sdist S --image I --older W`.

The container is a root file system that has Debian's Python and nothing of ours (mmdebstrap, the rights of root), with
processes of its own. What is typed there is what the pages say: installed, five answers, a backup, restored elsewhere,
upgraded from the older wheel with what was said, uninstalled. Times are of the clock on the wall; sizes are of what the
container has more than before. `--beside open-webui==0.12.4` installs and starts that the same way.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tools.release.image import NOBODY

WITH: Final = "python3,python3-venv,ca-certificates"
VENV: Final = "cd /root && python3 -m venv .venv && . .venv/bin/activate"
READY: Final = "import sys,time,urllib.request\n" + "\n".join(
    (
        "end = time.time() + 300",
        "while True:",
        " try: urllib.request.urlopen(sys.argv[1], timeout=5); break",
        " except OSError:",
        "  if time.time() > end: raise",
        "  time.sleep(0.05)",
    )
)
STOP: Final = "kill -INT $server; wait $server"
ANSWERED: Final = "5 of 5 answered"


@dataclass(slots=True)
class Container:
    """A root of its own; what is typed there is timed."""

    root: Path
    user: int = 0
    program: str = "antiphon"
    enter: str = ". /root/.venv/bin/activate"
    seconds: dict[str, float] = field(default_factory=dict)
    megabytes: dict[str, float] = field(default_factory=dict)

    def types(self, step: str, lines: str) -> str:
        """What it says to these lines, which must all succeed."""
        before, begun = measure(self.root), time.monotonic()
        inside = [
            shutil.which("chroot") or "chroot",
            f"--userspec={self.user}:{self.user}",
            str(self.root),
            "/bin/sh",
            "-ec",
            lines,
        ]
        mounts = f"mount -t proc proc {self.root}/proc && exec {shlex.join(inside)}"
        done = subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", mounts],
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            sys.exit(f"{step}: {lines}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
        self.seconds[step] = round(time.monotonic() - begun, 1)
        self.megabytes[step] = round((measure(self.root) - before) / 1e6, 1)
        return done.stdout + done.stderr

    def environment(self) -> dict[str, str]:
        """Of a fresh log-in, with what this machine's installers are told."""
        told = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_", "HTTP"))}
        return told | {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/root", "LANG": "C.UTF-8", "COLUMNS": "120"}

    def answers(self) -> None:
        """The first five, at the terminal, from nothing."""
        said = self.types("five answers", f'{self.enter}; {self.program} send "Should I take the offer?"')
        expect(ANSWERED, said)

    def serves(self, address: str = "http://127.0.0.1:8642/readyz") -> None:
        """The server, from its command until it takes work, and ended."""
        script = f"{self.enter}; {self.program} serve --no-browser > /tmp/served & server=$!"
        self.types("server ready and ended", f"{script}; python3 -c {shlex.quote(READY)} {address}; {STOP}")

    def keeps(self) -> None:
        """A backup, restored into another folder, where the same is read."""
        self.types("backup", f"{self.enter}; mkdir /tmp/kept; {self.program} backup --to /tmp/kept")
        restore = f"{self.program} backup restore /tmp/kept/* --into /tmp/elsewhere"
        self.types("restored elsewhere", f"{self.enter}; {restore}")
        said = self.types("read there", f"{self.enter}; ANTIPHON_DATA_DIR=/tmp/elsewhere {self.program} conversations")
        expect("Should I take the offer?", said)

    def row(self) -> dict[str, dict[str, float]]:
        """All of it."""
        return {"seconds": self.seconds, "megabytes": self.megabytes}


def expect(words: str, said: str) -> None:
    """These words, or an end."""
    if words not in said:
        sys.exit(f"{words!r} was not said:\n{said[-3000:]}")


def measure(root: Path) -> int:
    """Bytes in its files, as the disk counts them."""
    done = subprocess.run(["du", "-sxB1", str(root)], capture_output=True, text=True, check=False)
    return int(done.stdout.split()[0])


@contextmanager
def open_container(base: Path) -> Iterator[Container]:
    """A fresh one."""
    with tempfile.TemporaryDirectory(prefix="empty-") as folder:
        root = Path(folder, "root")
        root.mkdir()
        subprocess.run(["tar", "-xf", base, "-C", root, "--exclude=./dev/*"], check=True)
        for name in ("/etc/resolv.conf", "/etc/pip.conf"):
            if Path(name).exists():
                shutil.copyfile(name, root / name[1:])
        for link, kind in (("null", "c 1 3"), ("urandom", "c 1 9"), ("random", "c 1 8"), ("zero", "c 1 5")):
            subprocess.run(["mknod", "-m", "666", root / "dev" / link, *kind.split()], check=True)
        bundle = os.environ.get("PIP_CERT") or os.environ.get("SSL_CERT_FILE")
        if bundle and Path(bundle).exists():
            place = root / bundle.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(bundle, place)
        yield Container(root)


def bring(container: Container, *files: Path) -> list[str]:
    """Files of ours into it; where they lie there."""
    for each in files:
        shutil.copy(each, container.root / "root")
    return [f"/root/{each.name}" for each in files]


def try_package(base: Path, package: Path) -> dict[str, dict[str, float]]:
    """A wheel or a source archive, as `install.md` says."""
    with open_container(base) as container:
        [file] = bring(container, package)
        container.types("installed", f"{VENV}; pip install --quiet --no-cache-dir {file}")
        use(container)
        container.types("uninstalled", f"{container.enter}; pip uninstall --quiet --yes antiphon")
        left = container.types("left behind", "cd /root/.local/share/antiphon && ls")
        expect("antiphon.db", left)
        return container.row()


def use(container: Container) -> None:
    """What everybody does with it."""
    container.answers()
    container.serves()
    container.keeps()


def try_uv(base: Path, wheel: Path) -> dict[str, dict[str, float]]:
    """The wheel through `uvx`, which needs no environment; uv itself is there before."""
    with open_container(base) as container:
        [file] = bring(container, wheel)
        container.types("uv", f"{VENV}; pip install --quiet --no-cache-dir uv")
        container.program = f"uvx --quiet --from {file} antiphon"
        container.types("installed", f"{container.enter}; {container.program} --version")
        use(container)
        container.types("uninstalled", f"{container.enter}; uv cache clean --quiet")
        return container.row()


def try_image(base: Path, image: Path) -> dict[str, dict[str, float]]:
    """Its layers as a root of their own, by the user it names; the whole image is the container."""
    del base
    with tempfile.TemporaryDirectory(prefix="empty-") as folder:
        root = Path(folder, "root")
        root.mkdir()
        container = Container(root, user=NOBODY, program="python3 -m antiphon", enter="export HOME=/data")
        begun = time.monotonic()
        for blob in list_layers(image):
            subprocess.run(["tar", "-xzf", blob, "-C", root], check=True)
        container.seconds["installed"] = round(time.monotonic() - begun, 1)
        container.megabytes["installed"] = round(measure(root) / 1e6, 1)
        for each in ("tmp", "data"):
            (root / each).mkdir(exist_ok=True)
            (root / each).chmod(0o1777)
        set_image_environment(container)
        use(container)
        return container.row()


def set_image_environment(container: Container) -> None:
    """What the image's own settings say."""
    container.enter = "export HOME=/data ANTIPHON_DATA_DIR=/data PYTHONPATH=/opt/antiphon PYTHONDONTWRITEBYTECODE=1"


def list_layers(image: Path) -> list[Path]:
    """The layers of a layout, lowest first."""
    blobs = image / "blobs" / "sha256"
    index = json.loads((image / "index.json").read_text(encoding="utf-8"))
    manifest = json.loads((blobs / index["manifests"][0]["digest"].partition(":")[2]).read_text(encoding="utf-8"))
    return [blobs / each["digest"].partition(":")[2] for each in manifest["layers"]]


def try_upgrade(base: Path, older: Path, newer: Path) -> dict[str, dict[str, float]]:
    """The older wheel, something said with it, and the newer one over it."""
    with open_container(base) as container:
        before, after = bring_apart(container, older, newer)
        container.types("older installed", f"{VENV}; pip install --quiet --no-cache-dir {before}")
        container.answers()
        again = f"pip install --quiet --no-cache-dir --force-reinstall --no-deps {after}"
        container.types("newer installed", f"{container.enter}; {again}; pip install --quiet --no-cache-dir {after}")
        moved = container.types("upgraded", f"{container.enter}; antiphon migrate")
        said = container.types("read after it", f"{container.enter}; antiphon conversations")
        expect("Should I take the offer?", said)
        expect("backup", moved)
        go_on = 'antiphon send --continue "And if it fails?"'
        expect(ANSWERED, container.types("five answers after it", f"{container.enter}; {go_on}"))
        return container.row()


def bring_apart(container: Container, *files: Path) -> list[str]:
    """Files that may have one name, each in a folder of its own."""
    there = []
    for number, each in enumerate(files):
        folder = container.root / "root" / str(number)
        folder.mkdir()
        shutil.copy(each, folder)
        there.append(f"/root/{number}/{each.name}")
    return there


def try_other(base: Path, package: str) -> dict[str, dict[str, float]]:
    """Another product, as its page says: `pip install open-webui`, `open-webui serve`."""
    name = package.partition("=")[0]
    with open_container(base) as container:
        container.types("installed", f"{VENV}; pip install --quiet --no-cache-dir {package}")
        offline = "HF_HUB_OFFLINE=1 RAG_EMBEDDING_MODEL_AUTO_UPDATE=false"
        serve = f"{container.enter}; cd /tmp; {offline} {name} serve --host 127.0.0.1 --port 8643 > /tmp/served 2>&1 &"
        wait = f"server=$!; python3 -c {shlex.quote(READY)} http://127.0.0.1:8643/health"
        container.types("server ready and ended", f"{serve} {wait}; {STOP} || true")
        return container.row()


def make_base(folder: Path) -> Path:
    """An empty Debian with Python."""
    base = folder / "empty.tar"
    if not base.exists():
        folder.mkdir(exist_ok=True)
        command = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={WITH}", "bookworm", str(base)]
        subprocess.run(command, check=True)
    return base


def main() -> None:
    """Try what was named, one after another, and say what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    for each in ("wheel", "sdist", "image", "older"):
        parser.add_argument(f"--{each}", type=lambda path: Path(path).absolute())
    parser.add_argument("--beside", help="another product, as pip names it with its version")
    asked = parser.parse_args()
    base = make_base(Path("build"))
    if asked.wheel:
        say("wheel, pip", try_package(base, asked.wheel))
        say("wheel, uvx", try_uv(base, asked.wheel))
    if asked.sdist:
        say("source archive, pip", try_package(base, asked.sdist))
    if asked.image:
        say("image", try_image(base, asked.image))
    if asked.older and asked.wheel:
        say("upgrade", try_upgrade(base, asked.older, asked.wheel))
    if asked.beside:
        say(asked.beside, try_other(base, asked.beside))


def say(what: str, row: dict[str, dict[str, float]]) -> None:
    sys.stdout.write(f"{what}: {json.dumps(row)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
