"""Opening the database of the site: SQLite in the data folder, or PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from viva.services.database import opening
from viva.services.database.schema import Schema
from viva.web.database.models import REVISION, Base

SCHEMA = Schema(Base.metadata, REVISION, "alembic_version", Path(__file__).parent / "migrations" / "versions")


class Database(opening.Database):
    def __init__(self, url: str) -> None:
        super().__init__(url, SCHEMA)
