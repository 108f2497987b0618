"""The database's clock, so that nodes whose own clocks disagree still agree about leases."""

from sqlalchemy import BigInteger, ColumnElement, literal_column


def now_ms(dialect: str) -> ColumnElement[int]:
    """Milliseconds since 1970 as the database sees it."""
    if dialect == "sqlite":
        return literal_column("CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)", BigInteger)
    return literal_column("CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)", BigInteger)
