"""Bodies about people, sessions, tokens and what was done."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.page import Page
from antiphon.api.schemas.providers import Key
from antiphon.api.schemas.tools import Headers

Secret = Annotated[str, Field(max_length=2_000)]
Code = Annotated[str, Field(max_length=100)]
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
    """An address and a password, and a code where one is asked for: of the app, or a recovery code."""

    email: Email
    password: Secret
    code: Code | None = None


class ConfirmingFactor(Body):
    """The code that the app shows now."""

    code: Code


class Verifying(Body):
    """The password once more."""

    password: Secret


class ChangingMe(Body):
    """What one is called, and the address one signs in with; what is left out stays."""

    name: PersonName | None = None
    email: Email | None = None


class ChangingPassword(Body):
    """The password as it is, and as it is to be."""

    password: Secret
    new_password: Secret


class Resetting(Body):
    """What a link ends with, and another password."""

    token: Secret
    new_password: Secret


class Leaving(Body):
    """Which page to come back to."""

    return_to: Annotated[str, Field(max_length=2_001)] = "/"


class Linking(Leaving):
    """Which provider is to vouch for one, too."""

    provider: Annotated[str, Field(max_length=40)]


class Inviting(Body):
    """Whom a link is for, and what they will be."""

    email: Email | None = None
    instance_role: InstanceRole = "member"
    workspace_role: WorkspaceRole = "member"


class ChangingRoles(Body):
    """What somebody is to be."""

    instance_role: InstanceRole
    workspace_role: WorkspaceRole


Ceiling = Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)]


class LimitingToken(Body):
    """Dollars that a token may spend in a day and in a month; nothing sets no limit, and so does what is left out."""

    day_ceiling: Ceiling | None = None
    month_ceiling: Ceiling | None = None


class MakingToken(LimitingToken):
    """What a token is for, for how long, and what it may spend."""

    name: PersonName
    scopes: Annotated[list[str], Field(min_length=1, max_length=20)]
    days: Annotated[int, Field(ge=1, le=365)] = 90


class ProviderWayAnswer(BaseModel):
    """Somebody else who says who one is: a name for programs, a title for people."""

    name: str
    title: str


class WaysAnswer(BaseModel):
    """How one can sign in here, and whether a proxy says already who one is."""

    password: bool
    providers: list[ProviderWayAnswer]
    header: bool


class FactorsAnswer(BaseModel):
    """Whether one is asked for a code, how many recovery codes are left, and whether one must have a second factor."""

    active: bool
    codes_left: int
    required: bool


class BegunFactorAnswer(BaseModel):
    """What an authenticator app is given: to be typed, or as a link for an app on the same device. Told once."""

    typed: str
    link: str


class CodesAnswer(BaseModel):
    """Recovery codes, told once; each counts once."""

    codes: list[str]


class MeAnswer(BaseModel):
    """Who one is here; without a password somebody else says so each time."""

    id: str
    name: str
    email: str | None
    instance_role: InstanceRole
    workspace_id: str
    workspace_role: WorkspaceRole
    verified_at: datetime | None
    signs_in_here: bool


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


class AddressAnswer(BaseModel):
    """Where the browser goes now."""

    address: str


class IdentityAnswer(BaseModel):
    """Who vouches for one; no provider when it is no longer configured."""

    id: str
    provider: str | None
    issuer: str
    subject: str
    created_at: datetime
    last_seen_at: datetime


class IdentitiesAnswer(Page[IdentityAnswer]):
    """Everybody who vouches for one."""


class TokenSpentAnswer(BaseModel):
    """Dollars."""

    day: float
    month: float


class TokenAnswer(BaseModel):
    """A token, as far as anybody is told after it was made; what it may spend and what it has spent, in dollars.

    `spent` counts what has ended as it cost and what runs as it was forecast, since midnight and since the first of the
    month where the settings say the person lives.
    """

    id: str
    name: str
    scopes: list[str]
    last4: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None
    day_ceiling: float | None
    month_ceiling: float | None
    spent: TokenSpentAnswer


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


UserCode = Annotated[str, Field(max_length=20)]


class BeginningDevice(Body):
    """What a program without a browser calls itself, and what it wants to do."""

    client: PersonName
    scopes: Annotated[list[str], Field(min_length=1, max_length=20)]


class DeviceCodesAnswer(BaseModel):
    """What the program keeps for itself, and what it shows."""

    device_code: str
    user_code: str
    verification_uri: str
    expires_in: int
    interval: int


class TakingToken(Body):
    """What the program kept for itself."""

    device_code: Secret


class DeviceTokenAnswer(BaseModel):
    """A token, told once."""

    access_token: str
    token_type: Literal["Bearer"]
    scopes: list[str]


class TypingCode(Body):
    """The code that somebody read on another screen."""

    user_code: UserCode


class DecidingDevice(TypingCode):
    """Whether the program is let in."""

    allow: bool


class DeviceAnswer(BaseModel):
    """The program that waits for a code."""

    client: str
    scopes: list[str]
    address: str
    expires_at: datetime


class BringingKey(Body):
    """A key for a provider that is in force."""

    key: Key


class OwnKeyAnswer(BaseModel):
    """A provider that takes a key, and whether one was brought for it."""

    provider: str
    base_url: str
    has_key: bool
    key_end: str | None


class OwnKeysAnswer(Page[OwnKeyAnswer]):
    """Providers that take a key. `used` is false where keys of this kind would pay for nothing."""

    policy: Literal["instance", "workspace", "personal_first", "personal_only"]
    used: bool


class KeepingHeaders(Body):
    """What a server is sent with every request, for oneself alone or for everybody in the workspace."""

    headers: Annotated[Headers, Field(min_length=1)]
    owner: Literal["person", "workspace"] = "person"
