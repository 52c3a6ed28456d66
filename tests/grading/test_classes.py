"""A whole class on a real machine: names with blanks, batches that go on, two at once, full disks, links."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.examining import Viva
from tests.grading.conftest import Fill
from tests.grading.test_grade import grade
from viva.grading import outputs
from viva.services.workers import worker

NAMES = ("anna", "bert b", "Carla (2)", "d,e", "Émile")


def told(rows: list[dict[str, Any]]) -> list[Any]:
    """Rows without what names their student."""
    return [
        {**row, "student": "", "file": "", "key": "", "findings": [{**each, "where": ""} for each in row["findings"]]}
        for row in rows
    ]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What workers are asked to examine."""
    asked: list[object] = []
    send = worker.Worker._send

    def counting(self: worker.Worker, task: Any) -> None:
        asked.extend([task] if isinstance(task, dict) and "handed_in" in task else [])
        send(self, task)

    monkeypatch.setattr(worker.Worker, "_send", counting)
    return asked


def test_equal_files_are_examined_once_whatever_they_are_called(
    exercise: Path, handed_in: Fill, tmp_path: Path, counted: list[object]
) -> None:
    rows = grade(exercise, handed_in(**dict.fromkeys(NAMES, "hallo")), tmp_path / "out", "--attempt", "3")
    assert len(counted) == 1
    assert all(row == told(rows)[0] for row in told(rows))
    assert {row["findings"][-1]["where"]["file"] for row in rows if "where" in row["findings"][-1]} <= {
        row["file"] for row in rows
    }


def test_a_file_that_is_equal_to_one_of_before_is_not_examined_again(
    exercise: Path, handed_in: Fill, tmp_path: Path, counted: list[object]
) -> None:
    first = grade(exercise, handed_in(maria="hallo"), tmp_path / "out", "--attempt", "3")
    counted.clear()
    rows = grade(exercise, handed_in(**dict.fromkeys(NAMES, "hallo")), tmp_path / "out", "--resume", "--attempt", "3")
    assert counted == []
    assert len(rows) == 1 + len(NAMES)
    assert all(row == told(first)[0] for row in told(rows))


def test_two_at_once_on_one_folder_are_refused_and_a_crash_leaves_no_lock(
    exercise: Path, handed_in: Fill, tmp_path: Path, viva: Viva
) -> None:
    folder, out = handed_in(anna="hello"), tmp_path / "out"
    source = (
        "import sys, time\nfrom pathlib import Path\nfrom viva.grading.grade import reserve_folder\n"
        "with reserve_folder(Path(sys.argv[1])):\n    print(flush=True)\n    time.sleep(600)\n"
    )
    other = subprocess.Popen([sys.executable, "-c", source, str(out)], stdout=subprocess.PIPE)
    assert other.stdout and other.stdout.readline()
    call = viva("grade", exercise, folder, "--out", out)
    assert call.status == 2
    assert "another `viva grade` writes its results here just now; wait until it is done" in call.err
    os.kill(other.pid, signal.SIGKILL)
    other.communicate()
    assert viva("grade", exercise, folder, "--out", out).status == 0


@pytest.mark.parametrize("place", ["viva.grading.grade._append", "viva.grading.grade._replace", "write_grades"])
def test_a_full_disk_is_told_as_one(
    exercise: Path, handed_in: Fill, tmp_path: Path, viva: Viva, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(place if "." in place else f"{outputs.__name__}.{place}", full)
        call = viva("grade", exercise, handed_in(anna="hello"), "--out", tmp_path / "out")
    assert call.status == 2
    assert (
        "results cannot be written here: no space left on device; make room there and go on with --resume" in call.err
    )
    assert "mistake" not in call.err
    assert viva("grade", exercise, tmp_path / "handed-in", "--out", tmp_path / "out", "--resume").status == 0


def test_each_submission_that_ends_its_worker_twice_is_named(
    exercise: Path, handed_in: Fill, tmp_path: Path, viva: Viva
) -> None:
    folder = handed_in(anna="kill", bert="kill", carla="hello")
    call = viva("grade", exercise, folder, "--out", tmp_path / "out", "--jobs", "2")
    for name in ("anna", "bert"):
        assert f"viva: {name}, say-hello: no verdict: {name}.txt: the process that examined it ended" in call.err
    assert "carla" not in call.err


def test_nothing_is_read_through_a_link_and_it_is_said_that_there_is_one(
    exercise: Path, handed_in: Fill, tmp_path: Path, viva: Viva
) -> None:
    folder = handed_in(anna="hello")
    (tmp_path / "model.txt").write_text("hello")
    (folder / "bert").mkdir()
    (folder / "bert" / "answer.txt").symlink_to(tmp_path / "model.txt")
    rows = {row["student"]: row for row in grade(exercise, folder, tmp_path / "out")}
    assert (rows["bert"]["verdict"], rows["bert"]["reason"], rows["bert"]["points"]) == ("rejected", "empty", 0.0)
    assert "`answer.txt` is a link. Hand in the file itself." in rows["bert"]["findings"][0]["text"]
    (folder / "carla.txt").symlink_to(tmp_path / "model.txt")
    for name in ("bert", "carla.txt"):
        call = viva("check", exercise, folder / name)
        assert call.status == 1
        assert "is a link. Hand in the file itself." in call.out
    (folder / "dora.txt").symlink_to("anna.txt")
    assert viva("check", exercise, folder / "dora.txt").status == 0
