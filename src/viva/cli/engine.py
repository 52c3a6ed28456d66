"""What commands that run many checks take: where they run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from viva.commands.options import PATH, Command
from viva.commands.output import complain
from viva.grading.batch import Hire
from viva.services.executors.address import Address, read_address
from viva.services.executors.executor import Executor
from viva.services.workers.worker import Post


def engine_options(command: Command) -> Command:
    tls = click.option("--tls", type=PATH, metavar="DIR", help="The certificates for it: ca.pem, cert.pem, key.pem.")
    engine = click.option("--engine", metavar="URL", help="A cluster instead of this machine: dask://HOST:PORT.")
    return engine(tls(command))


def hire_from(engine: str, tls: Path | None) -> Hire:
    """The workers of a cluster; who is refused there is told."""
    return _hire(read_address(engine, tls), complain)


def _hire(address: Address, tell: Callable[[str], None]) -> Hire:
    from viva.services.executors.cluster import Cluster

    def hire(post: Post) -> Executor[Any]:
        cluster = Cluster[Any](address, post, tell=tell)
        if cluster.dashboard:
            tell(f"Dask shows its work at {cluster.dashboard}")
        return cluster

    return hire
