"""Brings a database up to date. Alembic is imported here and nowhere else: it takes longer than a first page."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from viva.core.fault import Fault
from viva.services.database.schema import Schema

_HERE = Path(__file__).parent / "migrations"


def upgrade(engine: Engine, schema: Schema, found: str) -> None:
    """Raises Fault for the schema of a version that is newer than this one."""
    known = {script.revision for script in ScriptDirectory.from_config(_config(schema)).walk_revisions()}
    if found not in known:
        raise Fault(
            f"this database was written by a newer version of Viva (its schema is {found})",
            remedy="install that version, or restore a backup of this one; nothing was changed",
        )
    bring_up(engine, schema)


def bring_up(engine: Engine, schema: Schema) -> None:
    """From whatever schema there is, or from nothing."""
    config = _config(schema)
    config.attributes["engine"], config.attributes["schema"] = engine, schema
    command.upgrade(config, "head")


def _config(schema: Schema) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    config.set_main_option("version_locations", str(schema.migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return config
