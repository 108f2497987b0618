"""Kinds of values that settings of several subjects have, and what is said about one that cannot be used."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, SecretStr


def none_if_empty(value: object) -> object:
    """Compose files hand empty variables on; they mean that nothing was chosen."""
    return None if value == "" else value


def _split_names(value: object) -> object:
    """The environment has no lists; names with commas between them are one."""
    return [each.strip() for each in value.split(",") if each.strip()] if isinstance(value, str) else value


OptionalText = Annotated[str | None, BeforeValidator(none_if_empty)]
OptionalPath = Annotated[Path | None, BeforeValidator(none_if_empty)]
OptionalSecret = Annotated[SecretStr | None, BeforeValidator(none_if_empty)]
Names = Annotated[tuple[str, ...], BeforeValidator(_split_names)]
Paths = Annotated[tuple[Path, ...], BeforeValidator(_split_names)]
Tokens = Annotated[int, Field(ge=1)]
Price = Annotated[float, Field(ge=0)]
Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]

# Whose a setting is that can be changed while everything runs: beside its default and its meaning, in `Field`. One that
# says nothing here is read once, and whoever runs the server decides it.
INSTANCE: dict[str, JsonValue] = {"scope": "instance"}
WORKSPACE: dict[str, JsonValue] = {"scope": "workspace"}
PERSON: dict[str, JsonValue] = {"scope": "person"}


class SettingsGroup(BaseModel):
    """Settings that refuse names nobody knows."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def describe_problem(problem: Any, sources: Mapping[str, str]) -> str:
    """What is wrong with one value, and where it came from if that is known."""
    name = ".".join(str(part) for part in problem["loc"])
    source = sources.get(name, "")
    sentence = problem["msg"].removeprefix("Value error, ")
    return f"{name}: {sentence}" + (f" (from {source})" if source else "")
