"""Finding words in documents.

Both databases keep their index up to date by themselves, whoever writes a piece. On SQLite a later migration that
rebuilds `document_chunks` has to make the triggers again.
"""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
oldest = None

_SQLITE = (
    """
    CREATE VIRTUAL TABLE document_words USING fts5(
        text, content='document_chunks', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2'
    )
    """,
    """
    CREATE TRIGGER document_words_added AFTER INSERT ON document_chunks BEGIN
        INSERT INTO document_words(rowid, text) VALUES (new.id, new.text);
    END
    """,
    """
    CREATE TRIGGER document_words_removed AFTER DELETE ON document_chunks BEGIN
        INSERT INTO document_words(document_words, rowid, text) VALUES ('delete', old.id, old.text);
    END
    """,
    """
    CREATE TRIGGER document_words_changed AFTER UPDATE OF text ON document_chunks BEGIN
        INSERT INTO document_words(document_words, rowid, text) VALUES ('delete', old.id, old.text);
        INSERT INTO document_words(rowid, text) VALUES (new.id, new.text);
    END
    """,
    "INSERT INTO document_words(document_words) VALUES ('rebuild')",
)

# Accents go, as SQLite's index drops them. So does punctuation: the parser would take `and/or` for a file and
# `a.b` for a host, and keep them as one word.
_MARKS = "!\"#$%%&''()*+,-./:;<=>?@[\\]^_`{|}~"
_SPACES = " " * len("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_POSTGRESQL = (
    f"""
    ALTER TABLE document_chunks ADD COLUMN words tsvector GENERATED ALWAYS AS (
        to_tsvector('english', translate(
            regexp_replace(normalize(text, NFKD), U&'[\\0300-\\036f]+', '', 'g'), '{_MARKS}', '{_SPACES}'
        ))
    ) STORED
    """,
    "CREATE INDEX ix_document_chunks_words ON document_chunks USING gin (words)",
)


def upgrade() -> None:
    """Forward."""
    context, connection = op.get_context(), op.get_bind()
    for statement in _SQLITE if context.dialect.name == "sqlite" else _POSTGRESQL:
        if context.as_sql:
            context.impl.static_output(f"{statement.strip()};")
        else:
            connection.exec_driver_sql(statement)


def downgrade() -> None:
    """Back."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("DROP INDEX ix_document_chunks_words")
        connection.exec_driver_sql("ALTER TABLE document_chunks DROP COLUMN words")
        return
    for change in ("added", "removed", "changed"):
        connection.exec_driver_sql(f"DROP TRIGGER document_words_{change}")
    connection.exec_driver_sql("DROP TABLE document_words")
