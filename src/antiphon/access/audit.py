"""What is written down when it is done: the closed list of deeds about accounts, secrets and keys."""

from enum import StrEnum


class AuditAction(StrEnum):
    """What was done. Rows of the audit are never changed, so a kind may be added here and not renamed."""

    ACCOUNT_CREATED = "account.created"
    ACCOUNT_INVITED = "account.invited"
    ACCOUNT_INVITATION_REVOKED = "account.invitation_revoked"
    ACCOUNT_ROLE_CHANGED = "account.role_changed"
    ACCOUNT_SUSPENDED = "account.suspended"
    ACCOUNT_RESTORED = "account.restored"
    ACCOUNT_RESET_OFFERED = "account.reset_offered"
    ACCOUNT_BREAK_GLASS = "account.break_glass"
    ACCOUNT_PASSWORD_CHANGED = "account.password_changed"  # noqa: S105 - no password, the name of a deed
    ACCOUNT_PASSWORD_RESET = "account.password_reset"  # noqa: S105 - as above
    ACCOUNT_RENAMED = "account.renamed"
    ACCOUNT_ADDRESS_CHANGED = "account.address_changed"
    MEMBER_ADDED = "member.added"
    MEMBER_ROLE_CHANGED = "member.role_changed"
    MEMBER_REMOVED = "member.removed"
    SESSION_CREATED = "session.created"
    SESSION_VERIFIED = "session.verified"
    SESSION_REFUSED = "session.refused"
    SESSION_ENDED = "session.ended"
    SESSION_ENDED_EVERYWHERE = "session.ended_everywhere"
    SESSION_ENDED_BY_ISSUER = "session.ended_by_issuer"
    SESSION_ENDED_BY_PROXY = "session.ended_by_proxy"
    FACTOR_ADDED = "factor.added"
    FACTOR_CODES_RENEWED = "factor.codes_renewed"
    FACTOR_REMOVED = "factor.removed"
    FACTOR_USED_RECOVERY = "factor.used_recovery"
    TOKEN_CREATED = "token.created"  # noqa: S105 - as above
    TOKEN_LIMITED = "token.limited"  # noqa: S105 - as above
    TOKEN_REVOKED = "token.revoked"  # noqa: S105 - as above
    DEVICE_ALLOWED = "device.allowed"
    DEVICE_DENIED = "device.denied"
    OIDC_LINKED = "oidc.linked"
    OIDC_UNLINKED = "oidc.unlinked"
    SECRET_KEPT = "secret.kept"  # noqa: S105 - as above
    SECRET_REMOVED = "secret.removed"  # noqa: S105 - as above
    KEYS_ROTATED = "keys.rotated"
