"""Workers that go wrong in every way a worker can."""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from viva.core.json import Json
from viva.services.executors import executor
from viva.services.workers import worker as one
from viva.services.workers.crew import Crew
from viva.services.workers.worker import Lost, Post, Said, Worker, listen

POST = Post("tests.services.crew:work", "begin", wall=120.0)
FOREVER = 1e6
Task = TypeVar("Task")


def answers(tasks: Iterable[tuple[Task, Json]], post: Post, jobs: int) -> Iterator[tuple[Task, Said | Lost]]:
    crew = Crew[Task](post, jobs)
    try:
        yield from executor.answers(tasks, crew)
    finally:
        crew.end()


def asked(*tasks: str, post: Post = POST, jobs: int = 1) -> list[tuple[str, Said | Lost]]:
    return list(answers(((task, task) for task in tasks), post, jobs))


def is_gone(pid: int) -> bool:
    """Gone, or dead and only not yet buried by whoever inherited it; one that was killed is given time to die."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.01)
    return False


def wait_for(path: Path) -> int:
    while not path.exists() or not path.read_text():
        time.sleep(0.01)
    return int(path.read_text())


def test_one_worker_answers_one_task_after_another_in_their_order() -> None:
    found = asked("a", "b", "c")
    assert [task for task, _ in found] == ["a", "b", "c"]
    assert [said["said"] for _, said in found if isinstance(said, dict)] == ["a", "b", "c"]
    assert len({said["pid"] for _, said in found if isinstance(said, dict)}) == 1


def test_every_task_has_one_answer_however_many_work_and_die() -> None:
    tasks = [f"{number}" for number in range(9)]
    found = asked(*tasks[:4], "die", *tasks[4:], jobs=3)
    assert sorted(task for task, _ in found) == [*tasks, "die"]
    assert [(task, said) for task, said in found if isinstance(said, Lost)] == [("die", Lost("died", -9))]


def test_a_worker_that_dies_once_costs_nothing(tmp_path: Path) -> None:
    (answer,) = asked(f"die-once {tmp_path / 'mark'}")
    assert isinstance(answer[1], dict)
    assert (tmp_path / "mark").exists()


@pytest.mark.parametrize(
    ("task", "post", "lost"),
    [
        ("spin", replace(POST, wall=FOREVER, processor=0.5), Lost("stuck")),
        ("sleep", replace(POST, wall=0.5, processor=FOREVER), Lost("stuck")),
        ("close", replace(POST, wall=2.0), Lost("stuck")),
        ("garbage", POST, Lost("garbled")),
        ("flood", POST, Lost("garbled")),
    ],
)
def test_a_worker_that_does_not_answer_as_it_should_is_ended(
    task: str, post: Post, lost: Lost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one, "_LONGEST_ANSWER", 2**20)
    assert asked(task, post=post) == [(task, lost)]


def test_what_a_worker_says_out_of_turn_is_nobodys_answer() -> None:
    found = asked("twice", "b", "twice", "c")
    assert [said["said"] for _, said in found if isinstance(said, dict)] == ["first", "b", "first", "c"]


def test_a_child_that_holds_the_pipe_hides_no_death_and_does_not_outlive_its_worker(tmp_path: Path) -> None:
    mark = tmp_path / "child"
    assert asked(f"leave-child {mark}") == [(f"leave-child {mark}", Lost("died", 3))]
    assert is_gone(wait_for(mark))


def test_a_task_larger_than_a_pipe_arrives_and_one_that_nobody_reads_stops_nobody() -> None:
    large = "x" * 2**20
    found = asked(large, post=replace(POST, start=large))
    assert found[0][1] == {"start": large, "said": large, "pid": found[0][1]["pid"]}  # type: ignore[index]
    worker = Worker(replace(POST, wall=1.0))
    try:
        worker.ask("sleep")
        worker.ask(large)
        while (said := worker.said()) is None:
            listen([worker])
        assert said == Lost("stuck")
    finally:
        worker.end()


def test_closing_the_iterator_ends_all_workers(tmp_path: Path) -> None:
    marks = [tmp_path / "one", tmp_path / "two"]

    def tasks() -> Iterator[tuple[str, Json]]:
        for mark in marks:
            yield "pid", f"pid {mark}"
        wait_for(marks[0])
        wait_for(marks[1])
        yield "last", "last"

    found = answers(tasks(), POST, 3)
    assert next(found)[0] == "last"
    found.close()  # type: ignore[attr-defined]
    assert all(is_gone(wait_for(mark)) for mark in marks)


def test_a_task_is_taken_only_when_a_worker_is_free_for_it() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[tuple[int, Json]]:
        for number in range(6):
            taken.append(number)
            yield number, str(number)

    for count, _ in enumerate(answers(tasks(), POST, 2), 1):
        assert len(taken) <= count + 2


def test_notes_outlive_the_worker_and_a_stream_ends_with_how_it_ended() -> None:
    worker = Worker(replace(POST, notes=4))
    try:
        worker.ask("note abcd")
        assert list(worker.stream(lambda: None)) == [Lost("died", 4)]
        assert worker.notes() == b"abcd"
    finally:
        worker.end()
    worker = Worker(replace(POST, function="tests.services.crew:stream", start=3))
    try:
        assert list(worker.stream(lambda: None)) == [*({"number": each} for each in range(3)), Lost("died", 0)]
    finally:
        worker.end()


def test_no_worker_imports_from_the_folder_it_is_started_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    ((_, said),) = asked("path")
    assert isinstance(said, dict) and str(tmp_path) not in said["said"]  # type: ignore[operator]


def test_ending_a_worker_leaves_no_descriptor_open() -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    asked("a", "die", "b", jobs=2)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_who_nobody_listens_to_any_more_ends_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    """As when the one who asked was killed: also with an answer that was not sent as a whole."""
    for answers in ("flush", "rest"):
        one_hears, says = os.pipe()
        reads, asks = os.pipe()
        os.write(asks, json.dumps(answers).encode() + b"\n")
        os.close(asks)
        os.close(one_hears)
        function, given = "tests.services.crew:unheard", [str(reads), str(says), "0", "0"]
        call = [sys.executable, "-m", "viva.services.workers.worker", function, *given]
        assert subprocess.run(call, pass_fds=(reads, says), check=False).returncode == 0
        os.close(reads)
        os.close(says)
    assert capfd.readouterr().err == ""


def test_a_worker_is_heard_however_many_descriptors_are_open() -> None:
    """A server has one for each visitor, and 1024 are soon there."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 1200:
        pytest.skip("this machine lets a process have fewer than 1,200 descriptors")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1200), hard))
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1050)]
    try:
        assert [said["said"] for _, said in asked("a", "b") if isinstance(said, dict)] == ["a", "b"]
    finally:
        for each in held:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
