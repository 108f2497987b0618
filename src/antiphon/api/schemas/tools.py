"""Bodies about tools, their servers, and what people allow."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, SecretStr

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.page import Page

# A header's name, and what only the server is told.
Headers = Annotated[
    dict[Annotated[str, Field(max_length=100)], Annotated[SecretStr, Field(max_length=4_000)]], Field(max_length=10)
]
ServerName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


class NewServer(Body):
    """A server of tools at an address. Programs are started by the operator's configuration and by nothing else."""

    name: ServerName
    url: Annotated[str, Field(min_length=8, max_length=2_000, pattern=r"^https?://")]
    headers: Headers = Field(default_factory=dict)


class ChangedServer(Body):
    """What changes about a server. `trusted`: it is believed when it says that a tool only reads."""

    trusted: bool | None = None
    enabled: bool | None = None


class Deciding(Body):
    """Yes or no to one call. `expect` is the hash of the call that was read; another one is refused.

    With yes, `arguments` take the place of the model's, and `always` allows the tool from now on. With no, `reason` is
    told to the advisor.
    """

    decision: Literal["allow", "reject"]
    expect: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    arguments: dict[str, Any] | None = None
    always: bool = False
    reason: Annotated[str, Field(max_length=2_000)] = ""


class ToolAnswer(BaseModel):
    """One tool. `asks` is true when each call waits for the person."""

    name: str
    full_name: str
    title: str
    description: str
    read_only: bool
    asks: bool
    tool_schema: Annotated[dict[str, Any], Field(serialization_alias="schema")]
    tokens: int


class ServerAnswer(BaseModel):
    """A server and its tools. `source` is `house` for what is built in; `error` says why it could not be asked."""

    name: str
    source: Literal["house", "operator", "person"]
    url: str | None
    trusted: bool
    enabled: bool
    connected: bool
    error: str | None
    protocol: str | None
    checked_at: str | None
    tools: list[ToolAnswer]


class ServersAnswer(Page[ServerAnswer]):
    """Every server of tools, those of the house first."""


class ApprovalAnswer(BaseModel):
    """A call that waits, or waited, for the person's leave. `paid`: it costs money; `price` in dollars, where known."""

    id: str
    conversation_id: str
    turn_id: str
    reply_id: str
    call_id: str
    advisor_id: str
    advisor_name: str
    server: str
    tool: str
    arguments: str
    call_sha256: str
    status: Literal["pending", "approved", "rejected", "expired", "used", "gone"]
    allowed_arguments: str | None
    reason: str | None
    created_at: str
    expires_at: str
    paid: bool
    price: float | None


class StandingAnswer(BaseModel):
    """A tool that need not ask, as long as it describes itself in the same words."""

    server: str
    tool: str
    created_at: str


class ApprovalsAnswer(Page[ApprovalAnswer]):
    """What waits for the person, oldest first, and what need not ask any more."""

    standing: list[StandingAnswer]
