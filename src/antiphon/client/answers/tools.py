"""Tools, and calls of them that wait for the person."""

from antiphon.client.answers.base import Answer


class Tool(Answer):
    """One tool; `asks` when each call waits for the person."""

    name: str
    full_name: str
    title: str = ""
    description: str = ""
    asks: bool


class ToolServer(Answer):
    """Where tools come from."""

    name: str
    source: str
    url: str | None = None
    error: str | None = None
    enabled: bool = True
    tools: tuple[Tool, ...] = ()


class Approval(Answer):
    """A call that waits for the person."""

    id: str
    conversation_id: str
    advisor_name: str
    server: str
    tool: str
    arguments: str
    call_sha256: str
    status: str
    expires_at: str


class StandingApproval(Answer):
    """A tool that need not ask any more."""

    server: str
    tool: str


class Approvals(Answer):
    """What waits, and what need not ask."""

    items: tuple[Approval, ...]
    standing: tuple[StandingApproval, ...]
