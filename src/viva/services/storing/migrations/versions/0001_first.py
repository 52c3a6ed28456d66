"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "suites",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("used", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_suites")),
    )
    op.create_index(op.f("ix_suites_used"), "suites", ["used"], unique=False)
