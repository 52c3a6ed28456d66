"""Real Dask clusters on this machine, on loopback, and classes that are graded on them."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from distributed import Client

from viva.core.terms import Terms
from viva.grading.grade import grade, opened_class, reserve_folder
from viva.grading.row import Row
from viva.services.executors.address import Address, read_address
from viva.services.executors.cluster import Cluster, Patience

ROOT = Path(__file__).parents[3]
PLUGIN = ROOT / "tests" / "plugin"
PATIENCE = 120.0
QUICK = Patience(workers=60.0, back=60.0, frozen=4.0, moment=0.1)
VIVA = ("-c", "from viva.cli.main import main; main()")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    ends = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < ends, "it was waited for in vain"
        time.sleep(0.05)


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@contextmanager
def started(*words: str, log: Path, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Python, which ends with the block and takes those that it started along."""
    paths = os.pathsep.join((str(PLUGIN), *filter(None, sys.path)))
    known = {**os.environ, "PYTHONPATH": paths, **environment}
    with log.open("ab") as lines:
        process = subprocess.Popen(
            [sys.executable, *words], stdout=lines, stderr=lines, start_new_session=True, env=known
        )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGCONT)
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def scheduler(port: int, log: Path, *words: str) -> Any:
    call = ("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port))
    return started(*call, *(words or ("--no-dashboard",)), log=log)


def worker(engine: str, log: Path, *words: str, **environment: str) -> Any:
    return started(*VIVA, "worker", "--engine", engine, *words, log=log, **environment)


@dataclass(frozen=True)
class Running:
    """A cluster at work; `port` is that of its scheduler."""

    port: int
    folder: Path

    @property
    def engine(self) -> str:
        return f"dask://127.0.0.1:{self.port}"

    @property
    def address(self) -> Address:
        return read_address(self.engine)

    def members(self) -> dict[str, int]:
        """The workers that are there, by their address, with the numbers of their processes."""
        with Client(self.address.of_scheduler, set_as_default=False, timeout=20) as client:
            return dict(client.run(os.getpid, on_error="ignore"))

    def pids(self) -> list[int]:
        return sorted(self.members().values())


@contextmanager
def cluster(folder: Path, jobs: int = 2) -> Iterator[Running]:
    folder.mkdir(parents=True, exist_ok=True)
    running = Running(free_port(), folder)
    with scheduler(running.port, folder / "scheduler"):
        until(lambda: listens(running.port))
        with worker(running.engine, folder / "worker", "--jobs", str(jobs)):
            until(lambda: len(running.members()) == jobs)
            yield running


def exercise(folder: Path, say: str = "hello") -> Path:
    folder.mkdir(parents=True)
    (folder / "exercise.toml").write_text(f'subject = "echo"\ntitle = "Say it"\npoints = 4\n\n[echo]\nsay = "{say}"\n')
    (folder / "statement.md").write_text("Hand in a file that says hello.\n")
    return folder


def class_of(folder: Path, texts: list[str]) -> Path:
    folder.mkdir(parents=True)
    for number, text in enumerate(texts):
        (folder / f"student-{number:04}.txt").write_text(text)
    return folder


def grade_there(
    running: Running,
    asked: Path,
    folder: Path,
    out: Path,
    *,
    patience: Patience = QUICK,
    resume: bool = False,
    progress: Callable[[Row], None] = lambda _: None,
    told: list[str] | None = None,
) -> list[Row]:
    """The class graded on a cluster, as `viva grade --engine` does it."""
    heard = told if told is not None else []
    with opened_class(asked, folder) as group, reserve_folder(out):
        results = grade(
            group,
            out,
            Terms(attempt=1),
            hire=lambda post: Cluster(running.address, post, tell=heard.append, patience=patience),
            resume=resume,
            progress=progress,
        )
    return list(results.rows)


def grade_here(asked: Path, folder: Path, out: Path) -> list[Row]:
    with opened_class(asked, folder) as group, reserve_folder(out):
        return list(grade(group, out, Terms(attempt=1), jobs=1).rows)


def timeless(rows: list[Row]) -> list[Row]:
    """The rows but for the seconds that their checks took."""
    return [replace(row, report=replace(row.report, seconds=0.0)) if row.report else row for row in rows]


def in_file(out: Path) -> list[Any]:
    found = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    return [{**row, "seconds": None} for row in found]
