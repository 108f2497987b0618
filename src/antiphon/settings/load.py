"""Settings out of everything that has a say: environment, file, database, added providers and defaults."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.scope import SCOPES, Saved, Scope, is_within
from antiphon.settings.edge import EDGE, find_edge_problems
from antiphon.settings.environment import (
    CONFIG,
    default_data_dir,
    read_environment,
    read_variables,
    read_well_known_keys,
)
from antiphon.settings.layers import Layers, flatten, merge, nest
from antiphon.settings.providers import read_added_providers
from antiphon.settings.settings import OPERATOR_ONLY, SCOPE_OF, Settings
from antiphon.settings.values import describe_problem

# In an address, before the last @ because a password may hold one itself; or as a parameter.
_PASSWORD = re.compile(r"(?<=://)([^:/@]*:).*@")
_PASSWORD_PARAMETER = re.compile(r"([?&][\w.-]*(?:password|key|token|secret|sig)[\w.-]*=)[^&]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Loaded:
    """Validated settings, and for each value the place it came from."""

    settings: Settings
    sources: Mapping[str, str]
    path: Path

    def values(self) -> Iterator[tuple[str, Any, str]]:
        """(name, value, source) for every value as JSON knows it, secrets hidden."""
        for name, value in sorted(flatten(self.settings.model_dump(mode="json")).items()):
            said = ", ".join(value) if isinstance(value, list) else value
            shown = hide_passwords(said) if isinstance(said, str) else said
            yield name, shown, self.sources.get(name, "default")

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """The same as text, as `config show` prints them."""
        for name, value, source in self.values():
            yield name, "" if value is None else str(value), source


def load_settings(
    *,
    environ: Mapping[str, str] | None = None,
    database: Saved | None = None,
) -> Loaded:
    """Settings from environment, file, database and defaults; `SettingsInvalid` lists all that is wrong.

    The database can only be asked once its address is known, so this is called twice at start: without
    `database` to find it, and with what it holds to finish.
    """
    environ = read_environment() if environ is None else environ
    from_environment, env_names = read_variables(environ)
    path = _file_path(environ, from_environment)
    from_file = _read_file(path, must_exist=bool(environ.get(CONFIG)))
    keys, locked = read_well_known_keys(environ)
    data_dir = Path(from_environment.get("data_dir", from_file.get("data_dir")) or default_data_dir())
    layers = Layers(
        path=path,
        added=read_added_providers(data_dir),
        keys=keys,
        database=database or {},
        file=from_file,
        environment=from_environment,
        variables=env_names,
        locked=locked,
    )
    return load_layers(layers)


def load_layers(layers: Layers) -> Loaded:
    """The settings all of them make together; `SettingsInvalid` lists all that is wrong."""
    merged: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for layer, source in _weakest_first(layers):
        merge(merged, layer)
        for name in flatten(layer):
            sources[name] = source
            if layer is layers.environment and name in layers.variables:
                sources[name] = f"environment {layers.variables[name]}"
    for name, said in layers.added.items():
        if name in merged.get("providers", {}):
            continue
        merge(merged, {"providers": {name: said}})
        sources |= dict.fromkeys(flatten(said, f"providers.{name}."), "added")
    settings = _validate(merged, sources)
    if problems := find_edge_problems(settings, sources):
        raise SettingsInvalid(problems)
    settings._layers = layers
    return Loaded(settings, sources, layers.path)


def layers_of(settings: Settings) -> Layers:
    """What these settings were made of; those that a program put together itself were said at the start."""
    if settings._layers is not None:
        return settings._layers
    return Layers(settings.data_dir / "antiphon.toml", start=settings.model_dump(exclude_unset=True))


def reload_settings(settings: Settings, database: Saved) -> Loaded:
    """The same settings over other rows of the database, which is not stronger for being newer."""
    return load_layers(replace(layers_of(settings), database=database))


def replace_added(settings: Settings, added: Mapping[str, Any]) -> Settings:
    """The same settings with other providers added by hand."""
    return load_layers(replace(layers_of(settings), added=dict(added))).settings


def override_settings(settings: Settings, **changes: Any) -> Settings:
    """The same settings with what whoever starts the program says on top."""
    layers = layers_of(settings)
    return load_layers(replace(layers, start={**layers.start, **changes})).settings


def hide_passwords(text: str) -> str:
    """This address without what gives access: the password in it, and the parameters that are keys."""
    return _PASSWORD_PARAMETER.sub(r"\1***", _PASSWORD.sub(r"\1***@", text))


def _weakest_first(layers: Layers) -> Iterator[tuple[Mapping[str, Any], str]]:
    yield layers.keys, "environment"
    for scope in SCOPES:
        yield nest(_admit(scope, layers.database.get(scope, {}))), f"database {scope}"
    yield layers.file, f"file {layers.path}"
    yield layers.environment, "environment"
    yield layers.start, "start"


def _admit(scope: Scope, rows: Mapping[str, Any]) -> dict[str, Any]:
    """What of these rows may be said there: nobody decides what is not theirs, whoever wrote it into the database."""
    return {
        name: value
        for name, value in rows.items()
        if name.partition(".")[0] not in OPERATOR_ONLY and is_within(SCOPE_OF.get(name, "instance"), scope)
    }


def _validate(merged: Mapping[str, Any], sources: Mapping[str, str]) -> Settings:
    try:
        return Settings.model_validate(merged)
    except ValidationError as error:
        described = tuple(describe_problem(problem, sources) for problem in error.errors())
        raise SettingsInvalid((*described, *_find_more(error, merged, sources))) from error


def _find_more(error: ValidationError, merged: Mapping[str, Any], sources: Mapping[str, str]) -> tuple[str, ...]:
    """What is wrong between values that are right each for itself, although others are not."""
    wrong = {problem["loc"][0] for problem in error.errors() if problem["loc"]}
    if not wrong.isdisjoint(EDGE):
        return ()
    return find_edge_problems(Settings.model_validate({k: v for k, v in merged.items() if k not in wrong}), sources)


def _file_path(environ: Mapping[str, str], from_environment: Mapping[str, Any]) -> Path:
    if environ.get(CONFIG):
        return Path(environ[CONFIG])
    return Path(from_environment.get("data_dir") or default_data_dir()) / "antiphon.toml"


def _read_file(path: Path, *, must_exist: bool) -> dict[str, Any]:
    """What the file says; a file that somebody named may not be missing."""
    if not must_exist and not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsInvalid((f"{path}: {error.strerror}",)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsInvalid((f"{path}: {error}",)) from error
