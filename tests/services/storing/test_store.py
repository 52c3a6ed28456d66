"""What is kept is found again, whoever writes at the same time, and there is never too much of it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from viva.services.storing import store
from viva.services.storing.store import Stored

MAKERS = ("viva.core.verdict",)
KEPT = Stored([[1, "x"], [None]], {"runs": 3})


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_what_is_saved_is_loaded_and_leaves_nothing_else_behind() -> None:
    path = store.place(MAKERS, 0, "content")
    assert store.load(path) is None
    store.save(path, KEPT)
    assert store.load(path) == KEPT
    assert list(store.folder().iterdir()) == [path]


def test_other_content_or_other_makers_have_another_place() -> None:
    places = [
        store.place(MAKERS, 0, "content"),
        store.place(MAKERS, 1, "content"),
        store.place(MAKERS, 0, "contents"),
        store.place(("viva.core.terms",), 0, "content"),
    ]
    assert len(set(places)) == 4


@pytest.mark.parametrize(
    "damage",
    [
        b"", b"{", b"[]", b"null", b'{"inputs": [], "figures": {}}', b"[" * 100_000, b"\x00", b"\xff\xfe",
        b'{"inputs": [[1, "x"], [null]], "figures": {"runs": 4}, "sum": "no"}', b" " * (store.LARGEST + 1),
    ],
)  # fmt: skip
def test_a_damaged_file_is_as_good_as_none(damage: bytes) -> None:
    path = store.place(MAKERS, "damage")
    store.save(path, KEPT)
    path.write_bytes(damage)
    assert store.load(path) is None


@pytest.mark.parametrize(
    "said", [{"inputs": "ab"}, {"inputs": {"a": 1}}, {"figures": {"runs": -1}}, {"figures": {"runs": True}}]
)
def test_a_file_of_another_shape_is_none_even_with_a_right_sum(said: dict[str, object]) -> None:
    path = store.place(MAKERS, "foreign")
    store.save(path, KEPT)
    data = {**json.loads(path.read_text()), **said}
    data["sum"] = store.hash_of([list(data["inputs"]), data["figures"]])
    path.write_text(json.dumps(data))
    assert store.load(path) is None


def test_a_pipe_in_the_place_of_a_file_does_not_hold_anyone_up() -> None:
    path = store.place(MAKERS, "pipe")
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    assert store.load(path) is None


def test_what_is_too_large_or_cannot_be_written_is_not_kept() -> None:
    path = store.place(MAKERS, "large")
    for inputs in (["x" * store.LARGEST], [10**5000]):
        store.save(path, Stored(inputs))
        assert not path.exists()


def test_where_nothing_can_be_written_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    path = store.place(MAKERS, "nowhere")
    store.save(path, KEPT)
    assert store.load(path) is None


def test_files_that_were_not_used_for_long_go_first_when_there_are_too_many(tmp_path: Path) -> None:
    for number in range(10):
        file = tmp_path / str(number)
        file.write_bytes(b"x" * 100)
        os.utime(file, ns=(number, number))
    store.sweep(tmp_path, most=6)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["4", "5", "6", "7", "8", "9"]
    store.sweep(tmp_path, room=250)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["8", "9"]


def test_to_load_a_file_is_to_use_it() -> None:
    path = store.place(MAKERS, "used")
    store.save(path, KEPT)
    os.utime(path, ns=(0, 0))
    assert store.load(path) == KEPT
    assert path.stat().st_mtime_ns > 0


def test_many_processes_may_write_and_read_the_same_suite_at_once() -> None:
    code = f"""
from viva.services.storing import store
path = store.place({MAKERS!r}, "shared")
kept = store.Stored([[number] for number in range(2000)], {{"runs": 1}})
for _ in range(40):
    found = store.load(path)
    assert found is None or found == kept
    store.save(path, kept)
assert store.load(path) == kept
"""
    writers = [subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) for _ in range(4)]
    for writer in writers:
        _, said = writer.communicate(timeout=120)
        assert writer.returncode == 0, said.decode()
    assert len(list(store.folder().iterdir())) == 1
