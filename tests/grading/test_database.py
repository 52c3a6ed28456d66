"""Graded classes in a database: the same on SQLite and on PostgreSQL."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="left out: there is no SQLAlchemy here (pip install 'viva[database]')")

import sqlalchemy as sa
from sqlalchemy import create_engine, select, text
from sqlalchemy.orm import DeclarativeBase

from tests.examining import Viva
from tests.postgresql import Server, server
from viva.core.fault import Fault
from viva.core.terms import Terms
from viva.grading.database.keeping import Kept, kept_in
from viva.grading.database.models import SCHEMA, Graded
from viva.grading.grade import grade, opened_class, read_rows, reserve_folder
from viva.grading.row import Row
from viva.services.database.opening import Database, lock, sqlite_url
from viva.services.database.schema import Schema
from viva.services.database.upgrading import bring_up

Address = Callable[[], str]


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Server]:
    with server() as found:
        yield found


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.needs_postgresql)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with nothing in it."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "class.db")
    found: Server = request.getfixturevalue("postgresql")
    return found.fresh(f"test{time.time_ns()}")


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    folder = tmp_path / "handed-in"
    folder.mkdir()
    for number, said in enumerate(("hello", "hullo", "bug now", "hello")):
        (folder / f"student-{number}.txt").write_text(said)
    return folder


def rows_in(url: str) -> list[tuple[str, str | None, float | None]]:
    database = Database(url, SCHEMA)
    try:
        with database.reading() as session:
            asked = select(Graded.student, Graded.verdict, Graded.points).order_by(Graded.student)
            return [(row[0], row[1], row[2]) for row in session.execute(asked).all()]
    finally:
        database.close()


def test_a_class_has_the_same_rows_in_the_database_and_in_the_folder(
    url: str, exercise: Path, handed_in: Path, tmp_path: Path, viva: Viva
) -> None:
    out = tmp_path / "out"
    call = ("grade", exercise, handed_in, "--out", out, "--jobs", "1", "--database", url)
    assert viva(*call).status == 2, "one submission has no verdict"
    found = rows_in(url)
    assert found == [
        ("student-0", "passed", 4.0),
        ("student-1", "refuted", 1.0),
        ("student-2", None, None),
        ("student-3", "passed", 4.0),
    ]
    assert len(read_rows(out / "results.jsonl")) == len(found)
    (handed_in / "student-2.txt").write_text("hello")
    (handed_in / "student-1.txt").unlink()
    assert viva(*call, "--resume").status == 0
    assert [row[:2] for row in rows_in(url)] == [(f"student-{n}", "passed") for n in (0, 2, 3)]


def test_another_machine_goes_on_with_what_is_in_the_database(
    url: str, exercise: Path, handed_in: Path, tmp_path: Path
) -> None:
    (handed_in / "student-2.txt").unlink()
    kept = []
    for out in (tmp_path / "one", tmp_path / "other"):
        with opened_class(exercise, handed_in) as group, reserve_folder(out), kept_in(url, "autumn") as there:
            kept.append(grade(group, out, Terms(attempt=1), jobs=1, kept=there, resume=True).kept)
    assert kept == [0, 3]


def test_of_two_equal_rows_the_first_stays_and_a_verdict_never_gives_way_to_an_error(
    url: str, exercise: Path, handed_in: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with opened_class(exercise, handed_in) as group, reserve_folder(out):
        rows = list(grade(group, out, Terms(attempt=1), jobs=1).rows)
    right, lost = rows[0], rows[2]
    late = Row(*right.name[:2], right.title, right.worth, right.file, right.key, None, None, lost.error)
    with kept_in(url, "autumn") as kept:
        for row in (right, late, right):
            kept.put(row)
            kept._write()
        assert [row.report is not None for row in kept.before()] == [True]
        kept.put(late)
        kept.finish([right])
    assert rows_in(url) == [("student-0", "passed", 4.0)]


def test_two_who_grade_one_class_are_told_apart(url: str) -> None:
    with (
        kept_in(url, "autumn"),
        kept_in(url, "spring"),
        pytest.raises(Fault, match="another `viva grade` writes the class 'autumn'"),
        kept_in(url, "autumn"),
    ):
        pass
    with kept_in(url, "autumn"):
        pass


def test_a_database_of_a_newer_version_or_of_another_program_is_refused(url: str) -> None:
    with kept_in(url, "autumn"):
        pass
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE viva_grading_version SET version_num = '0999'"))
    with pytest.raises(Fault, match="written by a newer version of Viva"), kept_in(url, "autumn"):
        pass
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE viva_grading_version RENAME TO strangers"))
    engine.dispose()
    with pytest.raises(Fault, match="belongs to another program"), kept_in(url, "autumn"):
        pass


def test_a_class_with_a_very_long_name_is_told_before_anything_is_done(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="at most 200 letters"), kept_in(f"sqlite:///{tmp_path / 'class.db'}", "x" * 201):
        pass


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("mysql://host/name", "SQLite or PostgreSQL"),
        ("no address at all", "not the address of a database"),
        ("postgresql://viva@127.0.0.1:abc/viva", "not the address of a database"),
        ("sqlite://", "names no file"),
        ("sqlite:///", "names no file"),
        ("sqlite:///:memory:", "names no file"),
    ],
)
def test_what_is_no_address_of_a_database_is_told(written: str, told: str) -> None:
    with pytest.raises(Fault, match=told), kept_in(written, "autumn"):
        pass


def test_a_file_that_is_no_database_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("what a teacher wrote")
    file.chmod(0o644)
    with pytest.raises(Fault, match="file is not a database"), kept_in(sqlite_url(file), "autumn"):
        pass
    assert file.read_text() == "what a teacher wrote"
    assert file.stat().st_mode & 0o777 == 0o644


def test_a_password_is_told_nowhere() -> None:
    for url in (
        "postgresql://viva:geheim@h/n",
        "postgresql://viva@h/n?password=geheim",
        "postgresql:///n?sslpassword=geheim",
    ):
        assert "geheim" not in Database(url, SCHEMA).shown


def test_of_many_who_take_a_file_one_at_a_time_has_it(tmp_path: Path) -> None:
    """Also where the file is taken away while others wait for it."""
    inside, most, turns = [0], [0], [0]

    def take() -> None:
        for _ in range(30):
            with lock(tmp_path / "held"):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                turns[0] += 1
                time.sleep(0.001)
                inside[0] -= 1

    threads = [threading.Thread(target=take) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (most[0], turns[0]) == (1, 180)
    assert not list(tmp_path.iterdir())


@pytest.mark.needs_postgresql
def test_a_database_that_goes_away_is_waited_for(
    postgresql: Server, exercise: Path, handed_in: Path, tmp_path: Path
) -> None:
    url = postgresql.fresh("away")
    out = tmp_path / "out"
    with opened_class(exercise, handed_in) as group, reserve_folder(out), kept_in(url, "autumn") as kept:
        postgresql.stop()
        back = threading.Timer(1.0, postgresql.start)
        back.start()
        rows = grade(group, out, Terms(attempt=1), jobs=1, kept=kept).rows
        back.join()
    assert len(rows_in(url)) == len(rows) == 4


@pytest.mark.needs_postgresql
def test_a_database_that_stays_away_is_a_sentence_and_the_folder_has_the_rows(
    postgresql: Server, exercise: Path, handed_in: Path, tmp_path: Path
) -> None:
    out, database = tmp_path / "out", Database(postgresql.fresh("gone"), SCHEMA)
    database.prepare()
    with opened_class(exercise, handed_in) as group, reserve_folder(out):
        kept = Kept(database, "autumn", away=0.5)
        postgresql.stop()
        try:
            with pytest.raises(Fault, match=r"cannot be written.*--resume"):
                grade(group, out, Terms(attempt=1), jobs=1, kept=kept)
        finally:
            postgresql.start()
        assert read_rows(out / "results.unfinished.jsonl")
        again = grade(group, out, Terms(attempt=1), jobs=1, kept=Kept(database, "autumn"), resume=True)
    database.close()
    assert again.kept >= 1
    assert len(rows_in(database.url)) == 4


class Base(DeclarativeBase):
    pass


class Thing(Base):
    __tablename__ = "things"
    id = sa.Column(sa.Integer, primary_key=True)
    told = sa.Column(sa.Text, nullable=False)


_VERSION = """import sqlalchemy as sa
from alembic import op

revision, down_revision = "{own}", {before}


def upgrade():
    {does}
"""
_TABLE = "op.create_table('things', sa.Column('id', sa.Integer, primary_key=True), sa.Column('told', sa.Text))"
_COLUMN = "op.add_column('things', sa.Column('more', sa.Text, nullable=True))"


def test_tables_are_upgraded_by_one_of_many_while_others_write(url: str, tmp_path: Path) -> None:
    versions = tmp_path / "versions"
    versions.mkdir()
    (versions / "0001_first.py").write_text(_VERSION.format(own="0001", before=None, does=_TABLE))
    first = Schema(Base.metadata, "0001", "viva_store_version", versions)
    old = Database(url, first)
    old.prepare()
    (versions / "0002_more.py").write_text(_VERSION.format(own="0002", before="'0001'", does=_COLUMN))
    problems: list[BaseException] = []
    written: list[int] = []

    def kept(work: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            try:
                work()
            except BaseException as problem:  # noqa: BLE001 told by the test's own thread
                problems.append(problem)

        return run

    def write() -> None:
        for number in range(40):
            with old.writing() as session:
                session.execute(sa.insert(Thing).values(told=str(number)))
            written.append(number)

    def open_anew() -> None:
        database = Database(url, Schema(Base.metadata, "0002", "viva_store_version", versions))
        database.prepare()
        database.close()

    threads = [threading.Thread(target=kept(work)) for work in (write, write, open_anew, open_anew, open_anew)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    with old.reading() as session:
        assert session.scalar(select(sa.func.count()).select_from(Thing)) == len(written) == 80
        assert session.execute(text("SELECT COUNT(more), MIN(version_num) FROM things, viva_store_version")).all() == [
            (0, "0002")
        ]
    old.close()


def test_migrations_make_the_tables_that_the_models_describe(url: str) -> None:
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    bring_up(engine, SCHEMA)
    made = {name: {column["name"] for column in sa.inspect(engine).get_columns(name)} for name in ("batches", "graded")}
    engine.dispose()
    assert made == {table.name: set(table.columns.keys()) for table in SCHEMA.metadata.sorted_tables}
