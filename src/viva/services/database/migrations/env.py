"""What alembic runs."""

from alembic import context

from viva.services.database.opening import WRITES

engine, schema = context.config.attributes["engine"], context.config.attributes["schema"]
with engine.connect().execution_options(**{WRITES: True}) as connection:
    context.configure(
        connection=connection, target_metadata=schema.metadata, version_table=schema.versions, render_as_batch=True
    )
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
