"""Runs Alembic over the connection that the store hands in."""

from alembic import context

from bot.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    # A migration that breaks off leaves nothing behind, in SQLite too.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
