"""What a token must claim before anybody is let in on it."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeGuard

from antiphon.conversation.errors import SignOnRefused
from antiphon.identity.oidc.configured import ConfiguredProvider
from antiphon.identity.vouched import VouchedPerson, find_email, find_name

# How far the clocks of two honest machines may be apart.
LEEWAY_SECONDS = 60.0
# OpenID Connect Core, 2: no subject is longer.
_LONGEST_NAME = 255
_LOGOUT = "http://schemas.openid.net/event/backchannel-logout"
# A notice of somebody's going is sent at once.
_NOTICE_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Notice:
    """That somebody has gone: a session of theirs, or all that they have."""

    jti: str
    subject: str | None
    sid: str | None
    expires_at: datetime


def check_person(claims: Mapping[str, Any], provider: ConfiguredProvider, nonce: str, now: float) -> VouchedPerson:
    """The person of an ID token; `SignOnRefused` unless it was made by this provider, for us, for this attempt."""
    _check_origin(claims, provider)
    _check_times(claims, now)
    if not hmac.compare_digest(_read_text(claims, "nonce").encode(), nonce.encode()):
        raise _refuse("it was made for another attempt")
    subject = _read_text(claims, "sub")
    seen_at = claims.get("auth_time")
    return VouchedPerson(
        subject=subject,
        name=find_name(claims.get("name"), claims.get("preferred_username"), subject),
        # One that the provider has verified; any other is not even kept.
        email=find_email(claims.get("email")) if claims.get("email_verified") is True else None,
        groups=_find_groups(claims, provider.groups_claim),
        sid=_read_text(claims, "sid") if "sid" in claims else None,
        seen_at=datetime.fromtimestamp(min(seen_at, now), UTC) if _is_time(seen_at) else None,
    )


def check_notice(claims: Mapping[str, Any], provider: ConfiguredProvider, now: float) -> Notice:
    """Who has gone, by a logout token; `SignOnRefused` for anything else, an ID token above all."""
    _check_origin(claims, provider)
    if "exp" in claims:
        _check_times(claims, now)
    sent_at = claims.get("iat")
    if not _is_time(sent_at) or not now - _NOTICE_SECONDS < sent_at <= now + LEEWAY_SECONDS:
        raise _refuse("the notice was not sent just now")
    events = claims.get("events")
    if not isinstance(events, dict) or not isinstance(events.get(_LOGOUT), dict) or "nonce" in claims:
        raise _refuse("it is no notice of a sign-out")
    subject, sid = (_read_text(claims, name) if name in claims else None for name in ("sub", "sid"))
    if subject is None and sid is None:
        raise _refuse("the notice says of nobody that they have gone")
    # As long as it could be sent once more.
    expires_at = datetime.fromtimestamp(now + _NOTICE_SECONDS + 2 * LEEWAY_SECONDS, UTC)
    return Notice(_read_text(claims, "jti"), subject, sid, expires_at)


def _check_origin(claims: Mapping[str, Any], provider: ConfiguredProvider) -> None:
    if claims.get("iss") != provider.issuer:
        raise _refuse("another issuer made it")
    said = claims.get("aud")
    audience = [said] if isinstance(said, str) else said
    if not isinstance(audience, list) or provider.client_id not in audience:
        raise _refuse("it was made for somebody else")
    if (len(audience) > 1 or "azp" in claims) and claims.get("azp") != provider.client_id:
        raise _refuse("it was made for several, and not asked for by us")


def _check_times(claims: Mapping[str, Any], now: float) -> None:
    ends, made, begins = claims.get("exp"), claims.get("iat"), claims.get("nbf", 0)
    if not (_is_time(ends) and _is_time(made) and _is_time(begins)):
        raise _refuse("it does not say when it was made and how long it counts")
    if ends <= now - LEEWAY_SECONDS:
        raise _refuse("it has run out")
    if max(made, begins) > now + LEEWAY_SECONDS:
        raise _refuse("it was made in the future")


def _is_time(value: object) -> TypeGuard[float]:
    # Year 9999, behind which no date can be written.
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 253_402_300_800


def _read_text(claims: Mapping[str, Any], name: str) -> str:
    value = claims.get(name)
    if not isinstance(value, str) or not value.strip() or len(value) > _LONGEST_NAME or "\0" in value:
        raise _refuse(f"it says no {name} that could be used")
    return value


def _find_groups(claims: Mapping[str, Any], name: str) -> frozenset[str]:
    said = claims.get(name)
    groups = [said] if isinstance(said, str) else said
    return frozenset(each for each in groups if isinstance(each, str)) if isinstance(groups, list) else frozenset()


def _refuse(reason: str) -> SignOnRefused:
    return SignOnRefused("not_proved", f"the token does not count: {reason}")
