"""What advisors may use: how often, how long, and which servers of tools there are."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, SecretStr, ValidationError, model_validator

from antiphon.conversation.errors import SettingsInvalid
from antiphon.settings.values import OptionalPath, OptionalText, SettingsGroup, describe_problem


class McpServerSettings(SettingsGroup):
    """One server of tools: a program that is started here, or an address. Nothing in it is ever filled in."""

    type: Literal["stdio", "http", "streamable-http"] | None = Field(
        default=None, description="how it is spoken to; absent: a program with a command, an address with a url"
    )
    command: str = Field(default="", description="the program to start")
    args: tuple[str, ...] = Field(default=(), description="what it is started with; shown, so no place for secrets")
    env: dict[str, SecretStr] = Field(default_factory=dict, description="its environment beside PATH, HOME and LANG")
    cwd: OptionalText = Field(default=None, description="the folder it is started in")
    url: str = Field(default="", description="its address")
    headers: dict[str, SecretStr] = Field(default_factory=dict, description="sent to that address and to no other")
    trusted: bool = Field(default=False, description="believe it when it says that a tool only reads")

    @model_validator(mode="after")
    def _be_one_of_two(self) -> Self:
        if bool(self.command) == bool(self.url):
            raise ValueError("a server needs either a command or a url")
        if self.type is not None and (self.type == "stdio") != bool(self.command):
            raise ValueError("a command goes with stdio, and a url with http")
        if (self.command and self.headers) or (self.url and (self.args or self.env or self.cwd)):
            raise ValueError("args, env and cwd go with a command, and headers with a url")
        return self


class ToolsGroup(SettingsGroup):
    """How tools may be used, and where they come from."""

    tool_rounds: Annotated[int, Field(ge=1, le=100)] = Field(
        8, description="how often one answer may use tools before it must end"
    )
    tool_seconds: Annotated[float, Field(gt=0, le=3600)] = Field(60.0, description="how long one call may take")
    tool_result_chars: Annotated[int, Field(ge=200)] = Field(
        20_000, description="how much of a result an advisor is told, in characters"
    )
    approval_hours: Annotated[float, Field(gt=0)] = Field(
        24.0, description="how long a call waits for your leave before it counts as refused"
    )
    mcp_servers: dict[str, McpServerSettings] = Field(default_factory=dict, description="where tools come from")
    mcp_config: OptionalPath = Field(None, description="a JSON file with more of them under mcpServers")
    allow_private_tools: bool = Field(
        False, description="let servers of tools that people add be on this machine or the local network"
    )


def read_mcp_servers(settings: ToolsGroup) -> dict[str, McpServerSettings]:
    """Every server of tools the operator has set up: those of the settings, and those of the JSON file they name.

    The file is one that other programs read too, so what only they understand is passed over. `SettingsInvalid` lists
    all that is wrong, a name that stands in both places included.
    """
    found = dict(settings.mcp_servers)
    problems: list[str] = []
    for name, said in _read_mcp_file(settings.mcp_config).items():
        place = f"{settings.mcp_config}: mcpServers.{name}"
        known = {each: value for each, value in said.items() if each in McpServerSettings.model_fields}
        if name in found:
            problems.append(f"{place}: stands in the settings too")
        try:
            found[name] = McpServerSettings.model_validate(known)
        except ValidationError as error:
            problems += [f"{place}.{describe_problem(each, {})}" for each in error.errors()]
    problems += [f"mcp_servers.{name}: needs a shorter name" for name in found if not 0 < len(name) <= 40]
    if problems:
        raise SettingsInvalid(tuple(problems))
    return found


def _read_mcp_file(path: Path | None) -> dict[str, dict[str, Any]]:
    if path is None:
        return {}
    try:
        servers = json.loads(path.read_text(encoding="utf-8"))["mcpServers"]
        return {name: said for name, said in servers.items() if not said.get("disabled")}
    except OSError as error:
        raise SettingsInvalid((f"mcp_config: {path}: {error.strerror}",)) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        sentence = 'must be JSON of the form {"mcpServers": {"name": {"command": "…"}}}'
        raise SettingsInvalid((f"mcp_config: {path}: {sentence}",)) from error
