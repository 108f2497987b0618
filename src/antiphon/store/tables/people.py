"""People, what they belong to, and what they prove themselves with. Empty as long as accounts are off.

Of no credential more is kept than its hash.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

from antiphon.store.tables.columns import Id, Moment, metadata, workspace

Hash = String(64)

people = Table(
    "people",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", String(10), nullable=False, server_default="person"),
    Column("name", Text, nullable=False),
    # As it is compared: nobody has the address of another in capitals.
    Column("email", String(254), unique=True),
    Column("email_verified", Boolean, nullable=False, server_default=false()),
    Column("instance_role", String(20), nullable=False),
    # Who gave it: somebody here (manual), or the groups of whoever vouches for the person (oidc:NAME, header).
    Column("role_source", String(60), nullable=False, server_default="manual"),
    # active, suspended or erased.
    Column("state", String(20), nullable=False),
    Column("password_hash", Text),
    # Sessions of an earlier number no longer count.
    Column("auth_epoch", Integer, nullable=False, server_default="1"),
    Column("created_at", Moment, nullable=False),
    Column("suspended_at", Moment),
)


memberships = Table(
    "memberships",
    metadata,
    workspace(),
    Column("person_id", Id, ForeignKey("people.id"), nullable=False),
    Column("role", String(20), nullable=False),
    # As `role_source`: what groups gave, groups may take; nothing else.
    Column("source", String(60), nullable=False, server_default="manual"),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("workspace_id", "person_id"),
    Index(None, "person_id"),
)


# Who somebody is elsewhere. Nothing but the issuer and the subject leads to a person, an address of mail least of all.
identities = Table(
    "identities",
    metadata,
    Column("id", Id, nullable=False, unique=True),
    Column("issuer", String(500), nullable=False),
    Column("subject", String(255), nullable=False),
    Column("person_id", Id, ForeignKey("people.id"), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("last_seen_at", Moment, nullable=False),
    PrimaryKeyConstraint("issuer", "subject"),
    CheckConstraint("subject <> ''", name="ck_identities_subject"),
    Index(None, "person_id"),
)


sessions = Table(
    "sessions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("token_sha256", Hash, nullable=False, unique=True),
    Column("person_id", Id, ForeignKey("people.id"), nullable=False),
    Column("workspace_id", Id, nullable=False),
    Column("auth_epoch", Integer, nullable=False),
    Column("method", String(20), nullable=False),
    # Who vouched for the person, and what that issuer calls the session it has with the same browser.
    Column("identity_id", Id),
    Column("issuer_sid", String(255)),
    # Whom the proxy named when it began; with another name it does not count.
    Column("proxy_user", String(255)),
    Column("address", String(64), nullable=False, server_default=""),
    Column("agent", String(300), nullable=False, server_default=""),
    Column("created_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False),
    Column("verified_at", Moment, nullable=False),
    Column("idle_until", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Column("revoked_at", Moment),
    Index(None, "person_id"),
    Index(None, "identity_id"),
)


tokens = Table(
    "tokens",
    metadata,
    Column("id", Id, primary_key=True),
    Column("token_sha256", Hash, nullable=False, unique=True),
    Column("person_id", Id, ForeignKey("people.id"), nullable=False),
    Column("workspace_id", Id, nullable=False),
    Column("scopes", JSON, nullable=False),
    Column("name", Text, nullable=False),
    Column("last4", String(4), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    # Dollars that what is started with it may cost in one day and in one month; none sets no limit.
    Column("day_ceiling", Float),
    Column("month_ceiling", Float),
    # To the minute: a program that asks all day is not written down each time.
    Column("last_used_at", Moment),
    Column("revoked_at", Moment),
    Index(None, "person_id"),
)


# What counts once: links for the first owner, for those who are invited, for whoever lost a password; the way back from
# an OpenID provider; and the notices of such a provider that somebody has gone.
one_time = Table(
    "one_time",
    metadata,
    Column("id", Id, primary_key=True),
    Column("token_sha256", Hash, nullable=False, unique=True),
    # setup, invite, recover, oidc_state or oidc_jti.
    Column("kind", String(20), nullable=False),
    Column("person_id", Id),
    Column("body", JSON, nullable=False),
    Column("created_by", Id),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Column("used_at", Moment),
)


# Whatever ends a credential leaves a line here, and every node looks every two seconds. `at` is the database's clock.
auth_changes = Table(
    "auth_changes",
    metadata,
    Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    # session, person, token or secret.
    Column("kind", String(20), nullable=False),
    Column("id", Id, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "at"),
)
