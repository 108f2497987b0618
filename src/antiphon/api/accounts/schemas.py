"""Bodies about people, sessions, tokens and what was done."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.page import Page

Secret = Annotated[str, Field(max_length=2_000)]
Email = Annotated[str, Field(max_length=254)]
PersonName = Annotated[str, Field(min_length=1, max_length=200)]
InstanceRole = Literal["owner", "admin", "auditor", "member"]
WorkspaceRole = Literal["owner", "admin", "member", "viewer"]


class Arriving(Body):
    """Somebody who follows a link: the first owner, or whoever was invited."""

    token: Secret
    name: PersonName
    email: Email
    password: Secret


class SigningIn(Body):
    """An address and a password."""

    email: Email
    password: Secret


class Verifying(Body):
    """The password once more."""

    password: Secret


class ChangingPassword(Body):
    """The password as it is, and as it is to be."""

    password: Secret
    new_password: Secret


class Resetting(Body):
    """What a link ends with, and another password."""

    token: Secret
    new_password: Secret


class Inviting(Body):
    """Whom a link is for, and what they will be."""

    email: Email | None = None
    instance_role: InstanceRole = "member"
    workspace_role: WorkspaceRole = "member"


class ChangingRoles(Body):
    """What somebody is to be."""

    instance_role: InstanceRole
    workspace_role: WorkspaceRole


class MakingToken(Body):
    """What a token is for, and for how long."""

    name: PersonName
    scopes: Annotated[list[str], Field(min_length=1, max_length=20)]
    days: Annotated[int, Field(ge=1, le=365)] = 90


class MeAnswer(BaseModel):
    """Who one is here."""

    id: str
    name: str
    email: str | None
    instance_role: InstanceRole
    workspace_id: str
    workspace_role: WorkspaceRole
    verified_at: datetime | None


class PersonAnswer(BaseModel):
    """Somebody."""

    id: str
    name: str
    email: str | None
    state: str
    instance_role: InstanceRole
    workspace_role: WorkspaceRole
    created_at: datetime
    suspended_at: datetime | None


class PeopleAnswer(Page[PersonAnswer]):
    """Everybody, by name."""


class SessionAnswer(BaseModel):
    """Where one is signed in."""

    id: str
    method: str
    address: str
    agent: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime
    current: bool


class SessionsAnswer(Page[SessionAnswer]):
    """Where one is signed in, the last used first."""


class TokenAnswer(BaseModel):
    """A token, as far as anybody is told after it was made."""

    id: str
    name: str
    scopes: list[str]
    last4: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


class TokensAnswer(Page[TokenAnswer]):
    """One's own tokens, the newest first."""


class MadeAnswer(BaseModel):
    """Something with a token, told this once."""

    id: str
    token: str


class LinkAnswer(BaseModel):
    """What a link ends with, told this once."""

    token: str


class InvitationAnswer(BaseModel):
    """An invitation that nobody has taken up yet."""

    id: str
    email: str | None
    instance_role: InstanceRole
    workspace_role: WorkspaceRole
    created_by: str | None
    created_at: datetime
    expires_at: datetime


class InvitationsAnswer(Page[InvitationAnswer]):
    """Invitations that can still be taken up."""


class AuditLineAnswer(BaseModel):
    """One deed, or one attempt at it."""

    id: str
    at: datetime
    actor_id: str | None
    actor_kind: str
    actor_name: str
    session_id: str | None
    token_id: str | None
    address: str
    agent: str
    action: str
    outcome: str
    target_kind: str
    target_id: str | None
    target_name: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    reason: str | None


class AuditAnswer(Page[AuditLineAnswer]):
    """What was done, the newest first."""
