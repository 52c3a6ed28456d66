"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "exercises",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("question", sa.LargeBinary(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=True),
        sa.Column("card_version", sa.String(length=40), nullable=True),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_exercises")),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("name_key", sa.String(length=400), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("link", sa.String(length=64), nullable=True),
        sa.Column("released", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("link", name=op.f("uq_people_link")),
        sa.UniqueConstraint("name_key", name=op.f("uq_people_name_key")),
        sa.UniqueConstraint("public", name=op.f("uq_people_public")),
    )
    op.create_table(
        "variants",
        sa.Column("origin", sa.String(length=64), nullable=False),
        sa.Column("wish", sa.String(length=10), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=True),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("origin", "wish", "seed", "version", name=op.f("pk_variants")),
    )
    op.create_table(
        "grants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.String(length=400), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_grants_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grants")),
    )
    op.create_index(op.f("ix_grants_person_id"), "grants", ["person_id"], unique=False)
    op.create_table(
        "overrides",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.String(length=400), nullable=False),
        sa.Column("points", sa.Double(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_overrides_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_overrides")),
    )
    op.create_index(op.f("ix_overrides_person_id"), "overrides", ["person_id"], unique=False)
    op.create_table(
        "passes",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_passes_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_passes")),
    )
    op.create_index(op.f("ix_passes_person_id"), "passes", ["person_id"], unique=False)
    op.create_table(
        "regrades",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("place", sa.String(length=400), nullable=False),
        sa.Column("exercise", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["exercise"], ["exercises.hash"], name=op.f("fk_regrades_exercise")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_regrades")),
    )
    op.create_index(op.f("ix_regrades_place"), "regrades", ["place"], unique=False)
    op.create_table(
        "submissions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public", sa.String(length=24), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.String(length=400), nullable=False),
        sa.Column("exercise", sa.String(length=64), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("files", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("locale", sa.String(length=10), nullable=False),
        sa.Column("once", sa.String(length=64), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["exercise"], ["exercises.hash"], name=op.f("fk_submissions_exercise")),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_submissions_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submissions")),
        sa.UniqueConstraint("person_id", "once", name=op.f("uq_submissions_person_id_once")),
        sa.UniqueConstraint("person_id", "place", "attempt", name=op.f("uq_submissions_person_id_place_attempt")),
        sa.UniqueConstraint("public", name=op.f("uq_submissions_public")),
    )
    op.create_index(op.f("ix_submissions_place"), "submissions", ["place"], unique=False)
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("exercise", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("rung", sa.String(length=10), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(length=40), nullable=True),
        sa.Column("lease", sa.Double(), nullable=True),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("finished", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["exercise"], ["exercises.hash"], name=op.f("fk_jobs_exercise")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_jobs_person_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_jobs_submission_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
        sa.UniqueConstraint(
            "submission_id", "exercise", "version", "rung", name=op.f("uq_jobs_submission_id_exercise_version_rung")
        ),
    )
    op.create_index("ix_jobs_person", "jobs", ["person_id", "state"], unique=False)
    op.create_index("ix_jobs_queue", "jobs", ["state", "priority", "turn", "id"], unique=False)
    op.create_table(
        "opened",
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("rung", sa.String(length=10), nullable=False),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_opened_submission_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("submission_id", "rung", name=op.f("pk_opened")),
    )
    op.create_table(
        "reports",
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("exercise", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("rung", sa.String(length=10), nullable=False),
        sa.Column("verdict", sa.String(length=10), nullable=False),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["exercise"], ["exercises.hash"], name=op.f("fk_reports_exercise")),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_reports_submission_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("submission_id", "exercise", "version", name=op.f("pk_reports")),
    )
