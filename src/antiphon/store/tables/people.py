"""People, what they belong to, and what they prove themselves with. Empty as long as accounts are off.

Of no credential more is kept than its hash.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
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
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("workspace_id", "person_id"),
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
    Column("address", String(64), nullable=False, server_default=""),
    Column("agent", String(300), nullable=False, server_default=""),
    Column("created_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False),
    Column("verified_at", Moment, nullable=False),
    Column("idle_until", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Column("revoked_at", Moment),
    Index(None, "person_id"),
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
    # To the minute: a program that asks all day is not written down each time.
    Column("last_used_at", Moment),
    Column("revoked_at", Moment),
    Index(None, "person_id"),
)


# Links that count once: for the first owner, for those who are invited, for whoever lost a password.
one_time = Table(
    "one_time",
    metadata,
    Column("id", Id, primary_key=True),
    Column("token_sha256", Hash, nullable=False, unique=True),
    # setup, invite or recover.
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
    # session, person or token.
    Column("kind", String(20), nullable=False),
    Column("id", Id, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "at"),
)
