"""A real Dask cluster on this machine, and what is no address of one."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from viva.cli.main import run
from viva.core.fault import Fault
from viva.services.executors.address import read_address

pytest.importorskip("distributed", reason="left out: there is no Dask here (pip install 'viva[cluster]')")
EXERCISE = Path(__file__).parents[3] / "exercises" / "automata" / "exactly-two"
PATIENCE = 120.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(*words: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as lines:
        process = subprocess.Popen([sys.executable, *words], stdout=lines, stderr=lines, start_new_session=True)
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, port = tmp_path_factory.mktemp("cluster"), free_port()
    scheduler = ("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    address = f"dask://127.0.0.1:{port}"
    worker = ("-c", "from viva.cli.main import main; main()", "worker", "--engine", address, "--jobs", "2")
    with started(*scheduler, log=folder / "scheduler"):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        with started(*worker, log=folder / "worker"):
            yield address


def handed_in(folder: Path) -> Path:
    folder.mkdir()
    for word in ("right", "wrong"):
        for path in sorted((EXERCISE / "examples" / word).iterdir()):
            if ".expect" not in path.name and path.is_file():
                (folder / f"{word}-{path.name}").write_bytes(path.read_bytes())
    return folder


def rows(out: Path) -> list[Any]:
    found = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    return [{**row, "seconds": None} for row in found]


@pytest.mark.needs_bwrap
def test_a_cluster_writes_the_rows_that_this_machine_writes(engine: str, tmp_path: Path) -> None:
    folder = handed_in(tmp_path / "handed-in")
    call = ["grade", str(EXERCISE), str(folder), "--seconds", "60", "--out"]
    assert run([*call, str(tmp_path / "here"), "--jobs", "1"]) == 0
    assert run([*call, str(tmp_path / "there"), "--engine", engine]) == 0
    here = rows(tmp_path / "here")
    assert len(here) == len(list(folder.iterdir())) > 1
    assert rows(tmp_path / "there") == here


@pytest.mark.parametrize("written", ["dask://", "dask://127.0.0.1", "tcp://127.0.0.1:1", "dask://[:1", "dask://h:x"])
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(Fault, match="no address of a cluster"):
        read_address(written)


@pytest.mark.parametrize("written", ["dask://10.0.0.1:8786", "dask://0.0.0.0:8786", "dask://cluster.example:8786"])
def test_a_cluster_beyond_this_machine_is_refused_without_tls(written: str, tmp_path: Path) -> None:
    with pytest.raises(Fault, match="without TLS"):
        read_address(written)
    with pytest.raises(Fault, match=r"no ca\.pem"):
        read_address(written, tmp_path)


def test_what_answers_as_no_scheduler_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))  # bound and not listening: whoever connects is turned away
        engine = f"dask://127.0.0.1:{mute.getsockname()[1]}"
        folder = handed_in(tmp_path / "handed-in")
        assert run(["grade", str(EXERCISE), str(folder), "--out", str(tmp_path / "out"), "--engine", engine]) == 2
    assert "no scheduler of Dask answers at dask://" in capsys.readouterr().err
