"""Brings a database up to date. Alembic is imported here and nowhere else: it takes longer than the first page."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from viva.core.fault import Fault

_HERE = Path(__file__).parent


def upgrade(engine: Engine, found: str) -> None:
    """Raises Fault for the schema of a version that is newer than this one."""
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found not in known:
        raise Fault(
            f"this database was written by a newer version of Viva (its schema is {found})",
            remedy="install that version, or restore a backup of this one; nothing was changed",
        )
    bring_up(engine)


def bring_up(engine: Engine) -> None:
    """From whatever schema there is, or from nothing."""
    config = _config()
    config.attributes["engine"] = engine
    command.upgrade(config, "head")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    return config
