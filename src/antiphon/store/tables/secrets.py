"""Secrets, sealed, the keys they are sealed under, sealed too, and second factors. Empty as long as accounts are off.

`secrets.ciphertext` is the only column in which a key somebody entered may stand.
"""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, LargeBinary, PrimaryKeyConstraint, String, Table, Text

from antiphon.store.tables.columns import Id, Moment, metadata

data_keys = Table(
    "data_keys",
    metadata,
    Column("id", Id, primary_key=True),
    # None for the whole installation.
    Column("workspace_id", Id),
    # data: secrets are sealed under it; root: keys for single purposes are made of it, and it stays.
    Column("kind", String(10), nullable=False),
    Column("wrapped", LargeBinary, nullable=False),
    # Which key of the keeper's opens it.
    Column("keeper_id", String(40), nullable=False),
    Column("created_at", Moment, nullable=False),
    # Nothing new is sealed under it from then on.
    Column("retired_at", Moment),
)


secrets = Table(
    "secrets",
    metadata,
    Column("id", Id, primary_key=True),
    # None for the whole installation, and for everybody.
    Column("workspace_id", Id),
    Column("person_id", Id),
    # provider, tool or totp.
    Column("purpose", String(10), nullable=False),
    Column("name", String(80), nullable=False),
    # Scheme, host and port it may be sent to; sealed along with it.
    Column("host", String(300), nullable=False),
    Column("key_id", Id, ForeignKey("data_keys.id"), nullable=False),
    Column("nonce", LargeBinary, nullable=False),
    Column("ciphertext", LargeBinary, nullable=False),
    # What people tell it by; empty for one so short that this would be half of it.
    Column("last4", String(4), nullable=False, server_default=""),
    Column("created_by", Id),
    Column("created_at", Moment, nullable=False),
    Column("rotated_at", Moment),
    Index(None, "purpose", "name"),
    Index(None, "key_id"),
)


second_factors = Table(
    "second_factors",
    metadata,
    Column("person_id", Id, ForeignKey("people.id"), primary_key=True),
    # totp.
    Column("kind", String(10), nullable=False),
    Column("secret_id", Id, ForeignKey("secrets.id"), nullable=False),
    # The half minute of the last code that counted: none counts twice, and no earlier one after it.
    Column("last_counter", BigInteger, nullable=False, server_default="0"),
    Column("created_at", Moment, nullable=False),
    # From the first code on it is asked for.
    Column("confirmed_at", Moment),
)


recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("person_id", Id, ForeignKey("people.id"), nullable=False),
    # Under a key that is not in the database: fifty bits under a plain hash could be searched.
    Column("code_hmac", Text, nullable=False),
    Column("used_at", Moment),
    PrimaryKeyConstraint("person_id", "code_hmac"),
)
