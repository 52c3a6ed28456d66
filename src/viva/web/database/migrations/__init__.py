"""From the schema of an earlier version to that of this one, by alembic."""
