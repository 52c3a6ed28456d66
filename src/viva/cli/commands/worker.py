"""`viva worker`: this machine works for a cluster."""

import os
import sys
from pathlib import Path

import click

from viva.cli.engine import engine_options
from viva.commands.options import COUNT
from viva.core.fault import Fault
from viva.services.executors.address import TLS_FILES, read_address

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
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("viva"):
            raise
        raise Fault(f"a worker needs {missing.name}, which is not installed", remedy=_EXTRA) from None
    if any_isolation:
        os.environ[ANY_ISOLATION] = "1"
    refuse_without_isolation()
    certificates = zip(("--tls-ca-file", "--tls-cert", "--tls-key"), TLS_FILES, strict=True)
    secured = [word for flag, name in certificates for word in (flag, str(tls / name))] if tls is not None else []
    call = [sys.executable, "-P", "-m", "distributed.cli.dask_worker", address.of_scheduler, "--preload"]
    call += [_SETUP.partition(":")[0]]
    call += ["--nworkers", str(jobs or os.cpu_count() or 1), "--nthreads", "1", "--no-dashboard", *secured]
    if tls is None:
        call += ["--host", "127.0.0.1"]  # where nothing is encrypted, nobody else is let in either
    os.execv(sys.executable, call)


_EXTRA = "pip install 'viva[cluster]'"
