"""Which servers of tools the operator has set up."""

from pydantic import SecretStr

from antiphon.conversation.errors import Malformed, SettingsInvalid
from antiphon.settings import McpServerSettings, Settings, read_basic_environment, read_mcp_servers
from antiphon.tools.servers import HttpServer, ServerSpec, StdioServer


def build_tool_servers(settings: Settings) -> tuple[ServerSpec, ...]:
    """The servers of the settings and of the file they name; `SettingsInvalid` lists all that is wrong."""
    return tuple(_build(name, each) for name, each in read_mcp_servers(settings).items())


def _build(name: str, settings: McpServerSettings) -> ServerSpec:
    if settings.command:
        return StdioServer(
            name,
            settings.command,
            settings.args,
            env={**read_basic_environment(), **_reveal(settings.env)},
            cwd=settings.cwd,
            trusted=settings.trusted,
        )
    try:
        return HttpServer(name, settings.url, _reveal(settings.headers), trusted=settings.trusted, workspace=None)
    except Malformed as error:
        raise SettingsInvalid((f"mcp_servers.{name}.headers: {error}",)) from error


def _reveal(secrets: dict[str, SecretStr]) -> dict[str, str]:
    return {name: each.get_secret_value() for name, each in secrets.items()}
