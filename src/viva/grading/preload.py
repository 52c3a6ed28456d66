"""Loaded by a worker of Dask when it starts (`dask worker --preload viva.grading.preload`): it becomes one of Viva.

`viva worker` starts one so, and so do the job scripts of `dask-jobqueue`. A worker that cannot keep submissions in is
none, unless VIVA_ANY_ISOLATION=1 says that it may be.
"""

from __future__ import annotations

import os

from distributed import Worker

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.sandbox.probe import survey
from viva.services.executors.bundle import prepare

ANY_ISOLATION = "VIVA_ANY_ISOLATION"


def refuse_without_isolation() -> None:
    if os.environ.get(ANY_ISOLATION) != "1" and survey().isolation is not Isolation.FULL:
        problem = "this machine has no full isolation, so that submissions could harm it"
        raise Fault(problem, remedy="install bubblewrap (`viva doctor` says more), or start it with --any-isolation")


async def dask_setup(worker: Worker) -> None:
    refuse_without_isolation()
    isolation = survey().isolation
    await prepare(worker, isolation.value if isolation else "no")
