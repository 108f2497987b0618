"""Who one is at a server, and how a program gets a token there."""

from antiphon.client.answers.base import Answer


class Me(Answer):
    """Who one is, and what one may do."""

    id: str
    name: str
    email: str | None
    instance_role: str
    workspace_role: str


class DeviceCodes(Answer):
    """The code to show somebody, where they type it, and what the token is asked for with."""

    device_code: str
    user_code: str
    verification_uri: str
    expires_in: int
    interval: int


class DeviceToken(Answer):
    """A token, told once."""

    access_token: str
    scopes: tuple[str, ...]


class TokenSpent(Answer):
    """Dollars that a token has spent today and this month."""

    day: float
    month: float


class Token(Answer):
    """A token: its name, what it is for, what it may spend in dollars, and what it has spent."""

    id: str
    name: str
    scopes: tuple[str, ...]
    day_ceiling: float | None
    month_ceiling: float | None
    spent: TokenSpent
