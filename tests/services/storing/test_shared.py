"""The store that machines share, as a folder and as a database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgresql import server
from viva.core.fault import Fault
from viva.services.storing import shared, store
from viva.services.storing.store import Stored

SUITE = Stored([[1, 2], "three"], {"longest": 2})


@pytest.fixture(params=["folder", "sqlite", pytest.param("postgresql", marks=pytest.mark.needs_postgresql)])
def others(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """What VIVA_STORE says."""
    if request.param == "folder":
        where = str(tmp_path / "shared")
    else:
        pytest.importorskip("sqlalchemy", reason="left out: there is no SQLAlchemy here (pip install 'viva[database]')")
        where = f"sqlite:///{tmp_path / 'store.db'}"
    shared._opened.cache_clear()
    if request.param == "postgresql":
        with server() as running:
            monkeypatch.setenv(shared.VARIABLE, running.url)
            yield running.url
    else:
        monkeypatch.setenv(shared.VARIABLE, where)
        yield where
    shared._opened.cache_clear()


def on_another_machine(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing in its own store, which asks anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    shared._opened.cache_clear()
    return store.place(("viva.core.text.reading",), "an exercise")


def test_what_one_machine_has_found_another_does_not_look_for(
    others: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = on_another_machine(tmp_path / "one", monkeypatch)
    assert store.load(here) is None
    store.save(here, SUITE)
    there = on_another_machine(tmp_path / "two", monkeypatch)
    assert there.name == here.name
    assert not there.exists()
    assert store.load(there) == SUITE
    monkeypatch.delenv(shared.VARIABLE)
    assert store.load(there) == SUITE, "it is there from then on"


def test_what_was_changed_in_the_shared_store_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(shared.VARIABLE, str(tmp_path / "shared"))
    here = on_another_machine(tmp_path / "one", monkeypatch)
    store.save(here, SUITE)
    [file] = (tmp_path / "shared").iterdir()
    file.write_bytes(file.read_bytes().replace(b"three", b"seven"))
    assert store.load(on_another_machine(tmp_path / "two", monkeypatch)) is None


@pytest.mark.parametrize(
    "where", ["postgresql://nobody@127.0.0.1:1/none", "sqlite:////nowhere/at/all.db", "/dev/null/x"]
)
def test_a_store_that_is_away_costs_a_search_and_no_check(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(shared.VARIABLE, where)
    here = on_another_machine(tmp_path / "one", monkeypatch)
    store.save(here, SUITE)
    assert store.load(here) == SUITE
    assert store.load(here.with_name("f" * 64 + ".json")) is None


def test_a_store_that_is_neither_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(shared.VARIABLE, "somewhere")
    with pytest.raises(Fault, match="neither a folder nor a database"):
        shared.opened()
