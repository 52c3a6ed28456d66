"""Migrations: from every earlier schema, of which a small database is kept here, to what the tables say."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, select

from tests.web.browsing import hall
from viva.services.database.opening import sqlite_url
from viva.services.database.upgrading import bring_up
from viva.web.database import migrations
from viva.web.database.models import REVISION, StoredReport, Submitted
from viva.web.database.sessions import SCHEMA, Database

KEPT = sorted((Path(__file__).parent / "databases").glob("*.sql"))


def shape(file: Path) -> dict[str, object]:
    """Tables, columns, keys and indexes, as SQLite has them."""
    found = inspect(create_engine(sqlite_url(file)))
    shapes: dict[str, object] = {}
    for table in found.get_table_names():
        columns = {(each["name"], str(each["type"]), each["nullable"]) for each in found.get_columns(table)}
        indexes = {(each["name"], tuple(each["column_names"])) for each in found.get_indexes(table)}
        unique = {(each["name"], tuple(each["column_names"])) for each in found.get_unique_constraints(table)}
        foreign = {
            (tuple(each["constrained_columns"]), each["referred_table"], str(each["options"]))
            for each in found.get_foreign_keys(table)
        }
        shapes[table] = columns, indexes, unique, foreign, found.get_pk_constraint(table)["constrained_columns"]
    return shapes


def test_the_migrations_make_what_the_tables_say(tmp_path: Path) -> None:
    made = Database(sqlite_url(tmp_path / "made.db"))
    made.prepare()
    engine = create_engine(sqlite_url(tmp_path / "migrated.db"))
    bring_up(engine, SCHEMA)
    assert shape(tmp_path / "migrated.db") == shape(tmp_path / "made.db")
    made.close()


@pytest.mark.parametrize("kept", KEPT, ids=lambda file: file.stem)
def test_a_database_of_an_earlier_version_is_brought_up_to_date(kept: Path, course: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with sqlite3.connect(data / "site.db") as connection:
        connection.executescript(kept.read_text("utf-8"))
    with hall(data, course) as opened, opened.site.database.reading() as session:
        submitted = session.scalars(select(Submitted)).one()
        report = session.scalars(select(StoredReport)).one()
        assert submitted.files and report.body["verdict"] == "passed"
        teacher = opened.teacher()
        assert "tone-good" in teacher.report(f"/attempts/{submitted.public}")
    made = Database(sqlite_url(tmp_path / "made.db"))
    made.prepare()
    assert shape(data / "site.db") == shape(tmp_path / "made.db")
    made.close()
    shutil.rmtree(data)


def test_there_is_a_database_of_every_schema() -> None:
    versions = Path(migrations.__file__).parent / "versions"
    assert [each.stem for each in KEPT] == sorted(each.stem[:4] for each in versions.glob("[0-9]*.py"))
    assert KEPT[-1].stem == REVISION
