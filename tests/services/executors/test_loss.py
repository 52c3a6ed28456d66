"""What may be lost on a cluster: every submission has one row all the same, and it is that of this machine."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="left out: there is no Dask here (pip install 'viva[cluster]')")

from tests.services.executors.clusters import (
    PLUGIN,
    VIVA,
    Running,
    class_of,
    cluster,
    exercise,
    free_port,
    grade_here,
    grade_there,
    in_file,
    listens,
    scheduler,
    timeless,
    until,
    worker,
)
from tests.services.executors.wires import Wire
from viva.core.fault import Fault
from viva.grading.row import Row
from viva.services.executors.cluster import Patience

SLOW = [f"wait 0.15 {number}" for number in range(24)]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


def after(number: int, act: Callable[[], object]) -> Callable[[Row], None]:
    """Does something once, when so many rows are there."""

    seen: list[Row] = []

    def progress(row: Row) -> None:
        seen.append(row)
        if len(seen) == number:
            act()

    return progress


def each_once(rows: list[Row], number: int) -> None:
    often = Counter(row.name for row in rows)
    assert len(often) == number
    assert set(often.values()) == {1}


def test_a_worker_that_is_killed_costs_no_row(running: Running, tmp_path: Path) -> None:
    asked, folder = exercise(tmp_path / "e"), class_of(tmp_path / "in", SLOW)
    victim = running.pids()[0]
    act = after(4, lambda: os.kill(victim, signal.SIGKILL))
    rows = grade_there(running, asked, folder, tmp_path / "out", progress=act)
    each_once(rows, len(SLOW))
    assert timeless(rows) == timeless(grade_here(asked, folder, tmp_path / "here"))
    until(lambda: len(running.members()) == 2)


@pytest.mark.thorough
def test_a_worker_that_is_frozen_is_given_up_and_what_it_says_later_counts_for_nothing(
    running: Running, tmp_path: Path
) -> None:
    asked, folder = exercise(tmp_path / "e"), class_of(tmp_path / "in", SLOW)
    victim = running.pids()[0]
    act = after(3, lambda: os.kill(victim, signal.SIGSTOP))
    awake = threading.Timer(9.0, os.kill, (victim, signal.SIGCONT))
    awake.start()
    try:
        rows = grade_there(running, asked, folder, tmp_path / "out", progress=act)
    finally:
        awake.cancel()
        os.kill(victim, signal.SIGCONT)
    each_once(rows, len(SLOW))
    assert all(row.report for row in rows)
    until(lambda: len(running.members()) == 2)


def test_a_submission_that_kills_its_worker_twice_is_an_error_for_the_teacher(running: Running, tmp_path: Path) -> None:
    texts = ["hello", "kill-batch now", *(f"wrong {number}" for number in range(12))]
    rows = grade_there(running, exercise(tmp_path / "e"), class_of(tmp_path / "in", texts), tmp_path / "out")
    each_once(rows, len(texts))
    lost = [row for row in rows if row.error]
    assert [row.file for row in lost] == ["student-0001.txt"]
    assert lost[0].error is not None
    assert lost[0].error.kind == "worker_died"
    until(lambda: len(running.members()) == 2)


def test_a_process_that_is_out_of_memory_costs_its_own_row_only(running: Running, tmp_path: Path) -> None:
    """The kernel ends it as `kill -9` does; the worker beside it lives."""
    texts = ["kill", *(f"wrong {number}" for number in range(6))]
    before = running.pids()
    rows = grade_there(running, exercise(tmp_path / "e"), class_of(tmp_path / "in", texts), tmp_path / "out")
    each_once(rows, len(texts))
    assert [row.file for row in rows if row.error] == ["student-0000.txt"]
    assert running.pids() == before


@pytest.mark.thorough
def test_a_client_that_is_killed_comes_back_and_goes_on(running: Running, tmp_path: Path) -> None:
    asked, folder, out = exercise(tmp_path / "e"), class_of(tmp_path / "in", SLOW), tmp_path / "out"
    call = [sys.executable, *VIVA, "grade", str(asked), str(folder), "--out", str(out), "--engine", running.engine]
    paths = os.pathsep.join((str(PLUGIN), *filter(None, sys.path)))
    client = subprocess.Popen(call, env={**os.environ, "PYTHONPATH": paths}, stderr=subprocess.DEVNULL)
    unfinished = out / "results.unfinished.jsonl"
    until(lambda: unfinished.exists() and unfinished.read_bytes().count(b"\n") > 4)
    client.kill()
    client.wait()
    kept: list[Row] = []
    rows = grade_there(running, asked, folder, out, resume=True, progress=kept.append)
    each_once(rows, len(SLOW))
    assert len(in_file(out)) == len(SLOW)
    assert not unfinished.exists()


@pytest.mark.thorough
def test_a_scheduler_that_dies_is_waited_for_and_its_workers_come_back(tmp_path: Path) -> None:
    asked, folder = exercise(tmp_path / "e"), class_of(tmp_path / "in", SLOW)
    running, told = Running(free_port(), tmp_path), list[str]()
    with scheduler(running.port, tmp_path / "first") as first:
        until(lambda: listens(running.port))
        with worker(running.engine, tmp_path / "worker", "--jobs", "2"):
            until(lambda: len(running.members()) == 2)
            again = threading.Event()

            def die() -> None:
                first.kill()
                again.set()

            def restart() -> None:
                again.wait(60)
                time.sleep(1)
                second.append(scheduler(running.port, tmp_path / "second"))
                second[0].__enter__()

            second: list[Any] = []
            thread = threading.Thread(target=restart)
            thread.start()
            try:
                act = after(4, die)
                rows = grade_there(running, asked, folder, tmp_path / "out", progress=act, told=told)
            finally:
                again.set()
                thread.join()
                second[0].__exit__(None, None, None)
    each_once(rows, len(SLOW))
    assert all(row.report for row in rows)
    assert any("does not answer" in sentence for sentence in told)


@pytest.mark.thorough
def test_a_scheduler_that_stays_away_is_a_sentence_and_the_rows_so_far_are_kept(tmp_path: Path) -> None:
    asked, folder, out = exercise(tmp_path / "e"), class_of(tmp_path / "in", SLOW), tmp_path / "out"
    running = Running(free_port(), tmp_path)
    with scheduler(running.port, tmp_path / "first") as first:
        until(lambda: listens(running.port))
        with worker(running.engine, tmp_path / "worker", "--jobs", "1"):
            until(lambda: len(running.members()) == 1)
            act = after(4, first.kill)
            brief = Patience(workers=60.0, back=2.0, frozen=4.0, moment=0.1)
            with pytest.raises(Fault, match=r"is gone; .*--resume"):
                grade_there(running, asked, folder, out, patience=brief, progress=act)
    assert len((out / "results.unfinished.jsonl").read_text().splitlines()) >= 4
    rows = grade_here(asked, folder, tmp_path / "here")
    assert len(rows) == len(SLOW)


@pytest.mark.thorough
def test_a_worker_that_is_cut_off_costs_no_row(tmp_path: Path) -> None:
    asked, folder = exercise(tmp_path / "e"), class_of(tmp_path / "in", SLOW)
    running = Running(free_port(), tmp_path)
    with scheduler(running.port, tmp_path / "scheduler"), Wire(running.port) as wire:
        until(lambda: listens(running.port))
        near = worker(running.engine, tmp_path / "near", "--jobs", "1")
        far = worker(f"dask://127.0.0.1:{wire.port}", tmp_path / "far", "--jobs", "1")
        with near, far:
            until(lambda: len(running.members()) == 2)
            act = after(4, wire.cut)
            rows = grade_there(running, asked, folder, tmp_path / "out", progress=act)
            each_once(rows, len(SLOW))
            assert all(row.report for row in rows)
            wire.mend()
            until(lambda: len(running.members()) == 2)


@pytest.mark.thorough
@pytest.mark.parametrize("wakes", [True, False])
def test_a_scheduler_that_is_frozen_is_waited_for_and_then_told_of(wakes: bool, tmp_path: Path) -> None:
    """Its connections stay as they are: whoever asks it would be answered never."""
    asked, folder = exercise(tmp_path / "e"), class_of(tmp_path / "in", SLOW)
    running, told = Running(free_port(), tmp_path), list[str]()
    patience = Patience(workers=60.0, back=40.0 if wakes else 1.0, frozen=4.0, answer=2.0, moment=0.1)
    with scheduler(running.port, tmp_path / "scheduler") as head:
        until(lambda: listens(running.port))
        with worker(running.engine, tmp_path / "worker", "--jobs", "2"):
            until(lambda: len(running.members()) == 2)
            awake = threading.Timer(6.0 if wakes else 60.0, os.kill, (head.pid, signal.SIGCONT))
            awake.start()
            act = after(4, lambda: os.kill(head.pid, signal.SIGSTOP))
            call = (running, asked, folder, tmp_path / "out")
            try:
                if wakes:
                    rows = grade_there(*call, patience=patience, progress=act, told=told)
                    each_once(rows, len(SLOW))
                    assert all(row.report for row in rows)
                else:
                    with pytest.raises(Fault, match=r"is gone; .*--resume"):
                        grade_there(*call, patience=patience, progress=act, told=told)
            finally:
                awake.cancel()
                os.kill(head.pid, signal.SIGCONT)
    assert any("does not answer" in sentence for sentence in told)
