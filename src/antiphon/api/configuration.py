"""Settings as JSON: each with its kind, its source and whether it can be changed here."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from antiphon.conversation.errors import NotFound, SettingDecided, SettingFixed, SettingRefused, SettingsInvalid
from antiphon.conversation.text import clean_text
from antiphon.engine.runtime.usable_settings import PutAside, find_reason
from antiphon.settings import (
    EDITABLE,
    GROUPS,
    Loaded,
    McpServerSettings,
    ModelSettings,
    ProviderSettings,
    RecallSettings,
    Settings,
    SpeechSettings,
    default_data_dir,
    reload_settings,
)

Aside = Mapping[str, PutAside]

_KINDS = {"boolean": "boolean", "integer": "integer", "number": "number"}
_GROUP_OF = {name: group for group, names in GROUPS.items() for name in names}
_ADDED = "added while it ran; change or remove it where models are connected"
_READ_ONCE = "read once, at the start; set it in the environment or in antiphon.toml"


def describe_settings(loaded: Loaded, aside: Aside) -> list[dict[str, Any]]:
    """Every setting, in the order of `config show`, with the saved value that was put aside, if one was."""
    return [_describe(name, value, source, aside) for name, value, source in loaded.values()]


def describe_setting(loaded: Loaded, name: str, aside: Aside = MappingProxyType({})) -> dict[str, Any]:
    """One setting, or `NotFound`."""
    for each, value, source in loaded.values():
        if each == name:
            return _describe(each, value, source, aside)
    raise NotFound("setting", name)


def check_editable(loaded: Loaded, name: str) -> None:
    """Refuse what is not there and what is read once."""
    describe_setting(loaded, name)
    if name not in EDITABLE:
        raise SettingFixed(name)


def check_undecided(loaded: Loaded, name: str) -> None:
    """Refuse what the environment, a file or the start has decided already."""
    source, place = _split(loaded.sources.get(name, "default"))
    if reason := _why_decided(source, place):
        raise SettingDecided(name, source, place or "", reason)


def read_value(settings: Settings, rows: Mapping[str, object], name: str, value: object) -> object:
    """The value as the setting takes it, ready to be kept; `SettingRefused` when it does not."""
    said = clean_text(value) if isinstance(value, str) else value
    try:
        loaded = reload_settings(settings, {**rows, name: said})
    except SettingsInvalid as error:
        raise SettingRefused(name, find_reason(name, error)) from error
    taken: object = loaded.settings.model_dump(mode="json")[name]
    return taken


def _describe(name: str, value: Any, source: str, aside: Aside) -> dict[str, Any]:
    kind, place = _split(source)
    shape = _find_shape(name)
    is_fixed = name not in EDITABLE
    why_not = (_ADDED if kind == "added" else _READ_ONCE) if is_fixed else _why_decided(kind, place)
    return {
        "name": name,
        "value": value,
        "source": kind,
        "place": place,
        **shape,
        "group": _GROUP_OF[name.partition(".")[0]],
        "editable": why_not is None,
        "why_not": why_not,
        "needs_restart": is_fixed and kind != "added",
        "put_aside": _describe_aside(aside[name]) if name in aside else None,
    }


def _describe_aside(aside: PutAside) -> dict[str, str]:
    """Whatever was saved, as text: it may be of a kind the setting no longer has."""
    return {"value": str(aside.value), "reason": aside.reason}


def _split(source: str) -> tuple[str, str | None]:
    """`file /a/b` is a file, and where it lies."""
    kind, _, place = source.partition(" ")
    return kind, place or None


def _why_decided(source: str, place: str | None) -> str | None:
    if source == "environment":
        return f"decided by {place or 'a key'} in the environment"
    if source == "file":
        return f"decided by the file {place}"
    return "decided by whoever started the server" if source == "start" else None


def _find_shape(name: str) -> dict[str, Any]:
    """What the setting may be. Names of providers and models may have dots in them; fields have none."""
    if name.startswith("speech."):
        return _shapes(SpeechSettings)[name.rpartition(".")[2]]
    if name.startswith("recall."):
        return _shapes(RecallSettings)[name.rpartition(".")[2]]
    if name.startswith("mcp_servers."):
        return _find_server_shape(name)
    if not name.startswith("providers."):
        return _shapes(Settings)[name]
    return _shapes(ModelSettings if ".models." in name else ProviderSettings)[name.rpartition(".")[2]]


def _find_server_shape(name: str) -> dict[str, Any]:
    """Variables and headers have names of their own, and values that are secret."""
    shapes = _shapes(McpServerSettings)
    for field in ("env", "headers"):
        if f".{field}." in name:
            return {**shapes[field], "kind": "secret"}
    return shapes[name.rpartition(".")[2]]


@cache
def _shapes(
    model: type[McpServerSettings | Settings | ProviderSettings | ModelSettings | RecallSettings | SpeechSettings],
) -> dict[str, dict[str, Any]]:
    """The fields of a model, out of the schema it makes of itself."""
    return {name: _shape(name, said) for name, said in model.model_json_schema()["properties"].items()}


def _shape(name: str, said: dict[str, Any]) -> dict[str, Any]:
    options = said.get("anyOf", [said])
    first = next(each for each in options if each.get("type") != "null")
    choices = first.get("enum")
    kind = "secret" if first.get("format") == "password" else _KINDS.get(first.get("type", ""), "text")
    return {
        "default": str(default_data_dir()) if name == "data_dir" else _default(said),
        "description": said.get("description", ""),
        "kind": "choice" if choices else kind,
        "optional": len(options) > 1,
        "choices": choices,
        "minimum": first.get("minimum"),
        "above": first.get("exclusiveMinimum"),
        "maximum": first.get("maximum"),
    }


def _default(said: dict[str, Any]) -> Any:
    """A list is shown as it is written in the environment."""
    default = said.get("default")
    return ", ".join(default) if isinstance(default, list) else default
