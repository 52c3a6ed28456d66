"""The same site on PostgreSQL: handing in, two at once, a backup to SQLite, and a database that is restarted."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select

from tests.postgresql import Server, server
from tests.web.browsing import hall
from tests.web.test_faults import numbers, until
from viva.services.database.opening import sqlite_url
from viva.web.backup import backup, restore
from viva.web.database.models import Submitted
from viva.web.database.sessions import Database

pytestmark = [pytest.mark.thorough, pytest.mark.needs_postgresql]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Server]:
    with server() as found:
        yield found


def test_a_class_works_on_postgresql(cluster: Server, course: Path, tmp_path: Path) -> None:
    with hall(tmp_path / "data", course, database=cluster.url) as opened:
        student, teacher = opened.student("Ada"), opened.teacher()
        address = student.hand_in("say-secret", "wrong")
        assert "Not right yet" in student.report(address)
        assert "Write xyzzyplugh" in teacher.report(address)
        assert student.hand_in("say-hello", "x", once="o") == student.hand_in("say-hello", "x", once="o")
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda number: student.hand_in("say-priced", f"at once {number}"), range(8)))
        with opened.site.database.reading() as session:
            asked = select(Submitted.attempt).where(Submitted.place == "say-priced")
            assert sorted(session.scalars(asked)) == list(range(1, 9))
        for each in found:
            student.report(each)
        assert "Ada" in teacher.get("/class").text
        rows = backup(opened.site.database, tmp_path / "copy.db")
        copy = Database(sqlite_url(tmp_path / "copy.db"))
        assert numbers(copy) == numbers(opened.site.database)
        copy.close()
        # The database goes away in the midst of it, and comes back.
        waiting = student.hand_in("say-hello", "before the restart")
        cluster.restart()
        until(lambda: student.get("/").status_code == 200)
        assert "Not right yet" in student.report(waiting)
        assert "tone-good" in student.report(student.hand_in("say-hello", "hello"))
        assert rows > 10
    cluster.run("createdb", "-h", cluster.url.partition("host=")[2], "-U", "viva", "again")
    fresh = Database(cluster.url.replace("/postgres?", "/again?"))
    assert restore(fresh, tmp_path / "copy.db") == rows
    fresh.close()
    with hall(tmp_path / "again", course, database=cluster.url.replace("/postgres?", "/again?")) as opened:
        student = opened.student("Bob")
        assert "tone-good" in student.report(student.hand_in("say-hello", "hello")), "numbers go on after the last"
