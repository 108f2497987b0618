"""A pack: advisors and panels as files of a package. Nothing of the package is run to read them."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from antiphon.plugins.kind import Kind, PluginUnusable

API: Final = 1
HEAD: Final = "pack.toml"
PANELS: Final = "panels.json"
# As much as a file of panels may have over the wire.
_LARGEST: Final = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Pack:
    """Panels and their advisors, as `antiphon panels export` writes them, and what the pack says of itself."""

    name: str
    label: str
    version: int
    api: int
    licence: str
    description: str
    advisors: tuple[Mapping[str, Any], ...]
    panels: tuple[Mapping[str, Any], ...]


def read_pack(entry: EntryPoint) -> Pack:
    """The pack in the folder that an entry point names as `package` or `package:folder`; `PluginUnusable` if none.

    The package is found and not imported, so that a pack cannot bring code.
    """
    folder = _find_folder(entry)
    head = _read_head(folder / HEAD)
    body = _read_panels(folder / PANELS)
    return Pack(
        name=str(head.get("name", entry.name)),
        label=str(head.get("label", "")),
        version=head.get("version", 1),
        api=head.get("api", 0),
        licence=str(head.get("licence", "")),
        description=str(head.get("description", "")),
        advisors=tuple(_list_rows(body, "advisors")),
        panels=tuple(_list_rows(body, "panels")),
    )


PACKS: Final[Kind[Pack]] = Kind("pack", API, ("licence", "description", "advisors", "panels"), take=read_pack)


def _find_folder(entry: EntryPoint) -> Path:
    package, _, folder = entry.value.partition(":")
    top, *below = package.strip().split(".")
    spec = find_spec(top)
    if spec is None or not spec.submodule_search_locations:
        raise PluginUnusable(f"there is no package called {top}")
    root = Path(next(iter(spec.submodule_search_locations))).resolve()
    found = root.joinpath(*below, folder.strip()).resolve()
    if not found.is_relative_to(root) or not found.is_dir():
        raise PluginUnusable(f"there is no folder {entry.value} in it")
    return found


def _read_head(file: Path) -> dict[str, Any]:
    data = _read(file)
    try:
        return tomllib.loads(data.decode())
    except ValueError as error:
        raise PluginUnusable(f"{file.name} cannot be read: {error}") from error


def _read_panels(file: Path) -> dict[str, Any]:
    data = _read(file)
    try:
        body = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise PluginUnusable(f"{file.name} cannot be read: {error}") from error
    if not isinstance(body, dict):
        raise PluginUnusable(f"{file.name} holds no panels")
    return body


def _list_rows(body: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    rows = body.get(key)
    if not isinstance(rows, list) or not rows or not all(isinstance(each, dict) for each in rows):
        raise PluginUnusable(f"{PANELS} holds no {key}")
    return rows


def _read(file: Path) -> bytes:
    try:
        if file.stat().st_size > _LARGEST:
            raise PluginUnusable(f"{file.name} is too large")
        return file.read_bytes()
    except OSError as error:
        raise PluginUnusable(f"{file.name} cannot be read: {error.strerror}") from error
