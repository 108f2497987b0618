"""What is written down when it is done: the closed list of deeds that concern others, or let words out of the house."""

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
    SETTING_CHANGED = "setting.changed"
    SETTING_RESTORED = "setting.restored"
    ADVISOR_ADDED = "advisor.added"
    ADVISOR_CHANGED = "advisor.changed"
    ADVISOR_ARCHIVED = "advisor.archived"
    ADVISOR_BROUGHT_BACK = "advisor.brought_back"
    PANEL_ADDED = "panel.added"
    PANEL_CHANGED = "panel.changed"
    PANEL_REMOVED = "panel.removed"
    TOOL_SERVER_ADDED = "tool_server.added"
    TOOL_SERVER_CHANGED = "tool_server.changed"
    TOOL_SERVER_REMOVED = "tool_server.removed"
    TOOL_ALLOWED_ALWAYS = "tool.allowed_always"
    TOOL_ASKS_AGAIN = "tool.asks_again"
    CONVERSATION_DELETED = "conversation.deleted"
    EXPORT_BEGUN = "export.begun"
    WEBHOOK_ADDED = "webhook.added"
    WEBHOOK_CHANGED = "webhook.changed"
    WEBHOOK_REMOVED = "webhook.removed"
