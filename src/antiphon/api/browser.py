"""The built web client on disk: which file answers an address, in which encoding, and how long it may be kept.

The build writes `src/antiphon/browser/` with its compressed variants; nothing is filled in or compressed while serving.
"""

import re
from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

_SHELL = "index.html"
# The page inside the sandboxed frame that draws diagrams; its one script stands in it.
FRAME = "diagram.html"
_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
# What the server answers itself, found or not.
_SERVER_PATHS = frozenset({"v1", "mcp", "healthz", "readyz", "startupz", "metrics"})
# No name begins with a dot, so nothing above the folder and nothing hidden in it can be named.
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}")
_DEEPEST = 4

# Written out, because what the operating system believes about types differs from machine to machine.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))

# Names under assets/ hold a hash of what is inside. The shell and the worker decide which of them are used, so a
# browser asks for those two every time.
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"
_FOR_A_WHILE = "public, max-age=300"


@dataclass(frozen=True, slots=True)
class ClientFile:
    """The bytes for one request and what to say about them."""

    body: bytes
    media_type: str
    encoding: str | None
    cache: str

    @property
    def etag(self) -> str:
        """Differs whenever the bytes do, compressed or not."""
        return f'"{sha256(self.body).hexdigest()[:32]}"'


# Said where somebody starts the server; `status.html` says it to whoever comes with a browser.
UNBUILT = (
    "This installation has no workbench for the browser: "
    "install Node 20.19 or newer and run `pip install .` in the checkout again."
)


def has_client() -> bool:
    """Whether the workbench was built into this installation."""
    return (find_client() / _SHELL).exists()


def find_client() -> Path:
    """Where the build puts the client; the folder is not there before the first build."""
    return Path(str(resources.files("antiphon"))) / "browser"


def is_client_address(path: str) -> bool:
    """Whether a path belongs to the client and not to the server's own routes."""
    return path.lstrip("/").partition("/")[0] not in _SERVER_PATHS


def read_client(folder: Path, address: str, accepts: str) -> ClientFile | None:
    """The file for an address: one with a dot is a file of the build, any other is the shell; nothing when absent."""
    name = address if "." in address else _SHELL
    media_type = _TYPES.get(Path(name).suffix)
    plain = _locate(folder, name)
    if plain is None or media_type is None:
        return None
    encoding, path = _choose_variant(folder, name, plain, accepts)
    return ClientFile(path.read_bytes(), media_type, encoding, _choose_cache(name))


def read_frame_hash(folder: Path) -> str:
    """The script of the drawing page as its policy names it."""
    path = folder / FRAME
    return _hash_script(path, path.stat().st_mtime_ns)


# Asked for by every frame, and three megabytes long: read once for each build.
@lru_cache(maxsize=4)
def _hash_script(path: Path, _changed: int) -> str:
    found = _SCRIPT.search(path.read_bytes())
    return f"sha256-{b64encode(sha256(found[1] if found else b'').digest()).decode()}"


def _locate(folder: Path, name: str) -> Path | None:
    """The file of this name inside the folder, links followed; nothing for a name or a link that leads out of it."""
    parts = name.split("/")
    if len(parts) > _DEEPEST or not all(_NAME.fullmatch(part) for part in parts):
        return None
    path = folder.joinpath(*parts).resolve()
    return path if path.is_relative_to(folder.resolve()) and path.is_file() else None


def _choose_variant(folder: Path, name: str, plain: Path, accepts: str) -> tuple[str | None, Path]:
    accepted = _read_accepted(accepts)
    for encoding, suffix in _ENCODINGS:
        if encoding in accepted and (path := _locate(folder, name + suffix)) is not None:
            return encoding, path
    return None, plain


def _read_accepted(header: str) -> set[str]:
    """Encodings the browser named and did not give a weight of nothing."""
    said = (each.replace(" ", "").lower().partition(";") for each in header.split(","))
    return {name for name, _, weight in said if not re.fullmatch(r"q=0(\.0{0,3})?", weight)}


def _choose_cache(name: str) -> str:
    if name.startswith("assets/"):
        return _FOR_EVER
    return _ASK_FIRST if name in (_SHELL, "sw.js") else _FOR_A_WHILE
