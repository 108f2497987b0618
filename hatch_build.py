"""Builds the browser client into the package, so that `pip install .` is the whole recipe.

It runs when a wheel is built and the client is missing or older than its sources. Where there is no Node, the wheel is
built without it: the terminal client is whole, and `antiphon` says what is missing. An editable install builds nothing.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = (20, 19)
AGAIN = "install Node {}.{} or newer and run `pip install .` again".format(*NODE)
# What the built client is made of, below `web`.
SOURCES = ("index.html", "package.json", "package-lock.json", "vite.config.ts", "public", "src", "tools")
# Said instead of ANTIPHON_…, which would be a setting.
SKIP = "BUILD_WITHOUT_WEB"


class ClientBuildHook(BuildHookInterface[Any]):
    """`web` becomes `src/antiphon/browser`, as locked and without running scripts of packages."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client before the files of the wheel are gathered."""
        web, built = Path(self.root, "web"), Path(self.root, "src/antiphon/browser/index.html")
        if self.target_name != "wheel" or version == "editable" or os.environ.get(SKIP):
            return
        if not web.exists() or is_current(web, built):
            return
        why_not = find_obstacle()
        if why_not is None:
            build(web)
        else:
            self.app.display_warning(f"The browser client is {describe(built)}, as {why_not}: {AGAIN}.")


def is_current(web: Path, built: Path) -> bool:
    """Whether nothing the client is made of is newer than it."""
    if not built.exists():
        return False
    files = (file for name in SOURCES for file in (web / name, *(web / name).rglob("*")) if file.is_file())
    return all(file.stat().st_mtime <= built.stat().st_mtime for file in files)


def find_obstacle() -> str | None:
    """Why Node cannot build the client here; nothing when it can."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return "Node was not found"
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    numbers = tuple(int(each) for each in said.removeprefix("v").split(".")[:2] if each.isdigit())
    # As the locked Vite wants it.
    is_fit = NODE <= numbers < (21,) or numbers >= (22, 12)
    return None if is_fit else f"Node {said.removeprefix('v') or 'of no known version'} cannot build it"


def build(web: Path) -> None:
    """Install the client's packages as they are locked and build it; what npm says of a failure is shown by pip."""
    npm = shutil.which("npm") or "npm"
    install = ("install", "--no-save", "--no-fund", "--no-audit", "--ignore-scripts", "--loglevel=error")
    for step in (install, ("run", "--silent", "build")):
        if subprocess.run([npm, *step], cwd=web, check=False).returncode != 0:
            said = " ".join(("npm", *step))
            raise SystemExit(f"The browser client could not be built (`{said}` failed); {SKIP}=1 installs without it.")


def describe(built: Path) -> str:
    """What the wheel has instead."""
    return "older than its sources" if built.exists() else "left out"
