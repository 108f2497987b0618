"""All settings in one value, and what may be done with each of them."""

from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from pydantic import PrivateAttr

from antiphon.conversation.scope import Scope
from antiphon.settings.accounts import AccountsGroup, CommandsGroup
from antiphon.settings.advanced import AdvancedGroup
from antiphon.settings.analyses import AnalysesGroup
from antiphon.settings.backups import BackupsGroup
from antiphon.settings.database import DatabaseGroup, NodesGroup
from antiphon.settings.heartbeats import HeartbeatsGroup
from antiphon.settings.layers import Layers
from antiphon.settings.limits import LimitsGroup
from antiphon.settings.mcp import McpGroup
from antiphon.settings.programs import ProgramsGroup
from antiphon.settings.providers import ModelsGroup
from antiphon.settings.replies import RepliesGroup
from antiphon.settings.retrieval import RetrievalGroup
from antiphon.settings.sending import SendingGroup
from antiphon.settings.server import LogsGroup, ServerGroup
from antiphon.settings.speech import SpeechGroup
from antiphon.settings.spending import SpendingGroup
from antiphon.settings.tools import ToolsGroup
from antiphon.settings.tracing import TracingGroup


# The fields of the last base come first.
class Settings(
    CommandsGroup,
    AdvancedGroup,
    TracingGroup,
    LogsGroup,
    LimitsGroup,
    NodesGroup,
    McpGroup,
    ProgramsGroup,
    ToolsGroup,
    RepliesGroup,
    HeartbeatsGroup,
    AnalysesGroup,
    SpendingGroup,
    SendingGroup,
    RetrievalGroup,
    SpeechGroup,
    ModelsGroup,
    BackupsGroup,
    DatabaseGroup,
    AccountsGroup,
    ServerGroup,
):
    """Everything that can be configured, with its default and its meaning."""

    _layers: Layers | None = PrivateAttr(default=None)

    @property
    def sqlite_path(self) -> Path:
        """The file that holds everything when there is no PostgreSQL."""
        return self.data_dir / "antiphon.db"

    @property
    def backups_path(self) -> Path:
        """The folder in which backups lie when nobody says where."""
        return self.backup_dir or self.data_dir / "backups"


# Every setting has one place on the page.
GROUPS: dict[str, tuple[str, ...]] = {
    "sending": tuple(SendingGroup.model_fields),
    "models": tuple(ModelsGroup.model_fields),
    "spending": tuple(SpendingGroup.model_fields),
    "memory": tuple(AnalysesGroup.model_fields),
    "heartbeats": tuple(HeartbeatsGroup.model_fields),
    "speech": tuple(SpeechGroup.model_fields),
    "recall": tuple(RetrievalGroup.model_fields),
    "tools": (*ToolsGroup.model_fields, *McpGroup.model_fields),
    "replies": tuple(RepliesGroup.model_fields),
    "server": (
        *ServerGroup.model_fields,
        *AccountsGroup.model_fields,
        *DatabaseGroup.model_fields,
        *BackupsGroup.model_fields,
        *LimitsGroup.model_fields,
        *ProgramsGroup.model_fields,
    ),
    "nodes": tuple(NodesGroup.model_fields),
    "logs": (*LogsGroup.model_fields, *TracingGroup.model_fields),
    "advanced": (*AdvancedGroup.model_fields, *CommandsGroup.model_fields),
}


def _find_scopes() -> dict[str, Scope]:
    said = {name: field.json_schema_extra for name, field in Settings.model_fields.items()}
    return {name: cast("Scope", extra["scope"]) for name, extra in said.items() if isinstance(extra, dict)}


# Whose each setting is that may be changed while everything runs: what shapes the next send, and what the browser asks
# about. The rest is read once, when rooms are built.
SCOPE_OF: Final = MappingProxyType(_find_scopes())
EDITABLE: Final = frozenset(SCOPE_OF)

# What starts programs or opens the local network is never read from the database, whoever wrote it there.
OPERATOR_ONLY = frozenset(
    (
        "mcp_servers",
        "mcp_config",
        "allow_private_tools",
        "allow_private_webhooks",
        "recall",
        "host",
        "public_url",
        "allowed_hosts",
        "tls_cert",
        "tls_key",
        "trusted_proxies",
        "insecure_http",
        "confine_reader",
        *AccountsGroup.model_fields,
        *BackupsGroup.model_fields,
        *CommandsGroup.model_fields,
        *McpGroup.model_fields,
        *TracingGroup.model_fields,
    )
)
