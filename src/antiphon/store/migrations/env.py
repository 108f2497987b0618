"""How Alembic reaches the connection it was given."""

from alembic import context

from antiphon.store.tables import metadata
from antiphon.store.window import note_window

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,
    # What a migration changes and the note that it was run are one transaction, on both databases.
    transactional_ddl=True,
    transaction_per_migration=True,
    on_version_apply=note_window,
)
with context.begin_transaction():
    context.run_migrations()
