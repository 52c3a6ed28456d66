"""Which tables somebody keeps in a database, and how they came to be as they are."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

from sqlalchemy import LargeBinary, MetaData
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from viva.core.records import dataclass

VERSIONS = frozenset({"alembic_version", "viva_grading_version", "viva_store_version"})
"""The tables in which ours keep their revisions: of the site, of graded classes, and of the store of suites."""

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
"""What constraints are called, so that a migration can name them."""


@dataclass(frozen=True, slots=True)
class Schema:
    """`revision` is the last of the migrations in the folder, and `versions` the table that says which one there is."""

    metadata: MetaData
    revision: str
    versions: str
    migrations: Path


class Packed(TypeDecorator[Any]):
    """JSON, compressed: reports carry drawings, and those shrink to a tenth."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes | None:  # noqa: ARG002
        return None if value is None else zlib.compress(json.dumps(value).encode())

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> Any:  # noqa: ARG002
        return None if value is None else json.loads(zlib.decompress(value))
