"""`viva worker`: this machine works for a cluster."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click

from viva.cli.engine import engine_options
from viva.commands.options import COUNT
from viva.commands.output import complain
from viva.core.fault import Fault
from viva.services.executors.address import TLS_FILES, Address, read_address

_SETUP = "viva.grading.preload:dask_setup"  # Dask calls what has this name in a module that it loads


@click.command("worker")
@engine_options
@click.option("--jobs", type=COUNT, metavar="N", help="Worker processes; one per processor without it.")
@click.option("--any-isolation", is_flag=True, help="Also where submissions cannot be kept in fully.")
def command(engine: str | None, tls: Path | None, jobs: int | None, any_isolation: bool) -> int:
    """Examine submissions for those who grade with the same --engine, until it is stopped.

    Its Viva, Python and z3 are those of who grades, or it is given nothing: reports would differ.

    \b
    Example:
      viva worker --engine dask://127.0.0.1:8786 --jobs 2
    """
    if engine is None:
        raise Fault("for which cluster?", remedy="name its scheduler: --engine dask://HOST:PORT")
    address = read_address(engine, tls)
    try:
        from viva.grading.preload import ANY_ISOLATION, refuse_without_isolation
        from viva.services.executors.scheduler import await_scheduler
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("viva"):
            raise
        raise Fault(f"a worker needs {missing.name}, which is not installed", remedy=_EXTRA) from None
    if any_isolation:
        os.environ[ANY_ISOLATION] = "1"
    refuse_without_isolation()
    await_scheduler(address, _PATIENCE, complain)
    certificates = zip(("--tls-ca-file", "--tls-cert", "--tls-key"), TLS_FILES, strict=True)
    secured = [word for flag, name in certificates for word in (flag, str(tls / name))] if tls is not None else []
    call = [sys.executable, "-P", "-m", "distributed.cli.dask_worker", address.of_scheduler, "--preload"]
    call += [_SETUP.partition(":")[0]]
    call += ["--no-nanny", "--nworkers", "1", "--nthreads", "1", "--no-dashboard", *secured]
    if tls is None:
        call += ["--host", "127.0.0.1"]  # where nothing is encrypted, nobody else is let in either
    for name, value in _QUIET.items():
        os.environ.setdefault(f"DASK_DISTRIBUTED__{name}", value)
    return _work(call, jobs or os.cpu_count() or 1, address)


def _work(call: list[str], jobs: int, address: Address) -> int:
    """So many workers, until it is told to stop. One of Dask may be killed, and ends when its scheduler is gone or has
    given it up, as after a sleep; another takes its place each time."""
    told: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: told.append(number))
    complained = -_SELDOM
    workers = [subprocess.Popen(call) for _ in range(jobs)]
    try:
        while not told:
            time.sleep(_AGAIN)
            for place, process in enumerate(workers):
                status = process.poll()
                if status is None or told:
                    continue
                if status > 0:
                    raise Fault(f"the worker ended with exit status {status}", remedy="what it said is above")
                if status == 0 and time.monotonic() - complained > _SELDOM:
                    complain(f"the scheduler at {address} is gone; it is looked for until you stop this (Ctrl+C)")
                    complained = time.monotonic()
                workers[place] = subprocess.Popen(call)
    finally:
        _end(workers)
    return 0


def _end(workers: list[subprocess.Popen[bytes]]) -> None:
    """What they have begun others will do."""
    for process in workers:
        process.terminate()
    deadline = time.monotonic() + _PARTING_SECONDS
    for process in workers:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


_PATIENCE = 60.0
_SELDOM = 10.0
_PARTING_SECONDS = 10.0
_AGAIN = 0.5
# What Dask does for those who look at it, up to a hundred times a second in each process, loaded or not.
_QUIET = {
    "WORKER__PROFILE__ENABLED": "False",
    "ADMIN__TICK__INTERVAL": "500ms",
    "ADMIN__SYSTEM_MONITOR__INTERVAL": "2s",
    "ADMIN__SYSTEM_MONITOR__GIL__ENABLED": "False",
    "WORKER__MEMORY__MONITOR_INTERVAL": "1s",
}
_EXTRA = "pip install 'viva[cluster]'"
