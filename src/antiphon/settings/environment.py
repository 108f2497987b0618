"""The only reader of the environment, and of what else the machine knows about itself."""

import os
import platform
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from antiphon.settings.layers import put
from antiphon.settings.providers import EXTRAS, WELL_KNOWN_KEYS, has_extra

PREFIX = "ANTIPHON_"
# The variable that names the file, and is no setting itself.
CONFIG = PREFIX + "CONFIG"


def read_environment() -> Mapping[str, str]:
    """The variables this process was started with."""
    return os.environ


def default_data_dir() -> Path:
    """The folder the operating system sets aside for a program's data."""
    if platform.system() == "Darwin":
        return Path.home() / "Library" / "Application Support" / "antiphon"
    if platform.system() == "Windows":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "antiphon"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "antiphon"


def has_screen(environ: Mapping[str, str] | None = None) -> bool:
    """Whether somebody would see a browser opened here: not over SSH, not in CI, and on Linux only with a display."""
    environ = os.environ if environ is None else environ
    if any(environ.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_TTY")):
        return False
    shown = any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return shown or platform.system() in ("Darwin", "Windows")


def find_program(name: str) -> str | None:
    """Where this program is installed, if it is."""
    return shutil.which(name)


def read_basic_environment(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """What any program needs to find others and its own files, and nothing more."""
    environ = os.environ if environ is None else environ
    return {name: environ[name] for name in ("PATH", "HOME", "LANG", "SYSTEMROOT") if name in environ}


def read_variables(environ: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """ANTIPHON_A__B=x becomes {"a": {"b": "x"}}; the second value maps dotted names to variables."""
    values: dict[str, Any] = {}
    names: dict[str, str] = {}
    for variable, text in environ.items():
        if variable.startswith(PREFIX) and variable != CONFIG:
            path = variable[len(PREFIX) :].lower().split("__")
            put(values, path, text)
            names[".".join(path)] = variable
    return values, names


def read_well_known_keys(environ: Mapping[str, str]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The providers these keys open, and those whose extra is missing."""
    providers: dict[str, Any] = {}
    locked: list[str] = []
    for variable, (name, base_url, model) in WELL_KNOWN_KEYS.items():
        if environ.get(variable) and not has_extra(name):
            locked.append(name)
        elif environ.get(variable):
            kind = name if name in EXTRAS else "openai_chat"
            providers[name] = {"kind": kind, "base_url": base_url, "api_key": environ[variable], "model": model}
    return ({"providers": providers} if providers else {}), tuple(dict.fromkeys(locked))
