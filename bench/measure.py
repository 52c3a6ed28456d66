"""Runs one benchmark and shows its rows.

A benchmark is a module beside this one with a function `rows()`, which yields values of `Row`, and a function
`versions()`, which names what was measured. Processor time is the figure to compare: wall time swings with the load.
"""

import importlib
import json
import os
import platform
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    repetitions: int
    wall_ms: float
    cpu_ms: float
    per_second: float
    per_core_second: float
    goal: str = ""


def timed(what: str, repetitions: int, work: Callable[[], object], goal: str = "") -> Row:
    """Times `work`, which does it `repetitions` times and waits for all processes it started."""
    wall, cpu = time.perf_counter(), _cpu_seconds()
    work()
    wall, cpu = time.perf_counter() - wall, _cpu_seconds() - cpu
    each = 1000 / repetitions
    return Row(what, repetitions, wall * each, cpu * each, repetitions / wall, repetitions / cpu, goal)


def _cpu_seconds() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def main(name: str) -> None:
    benchmark = importlib.import_module(name)
    machine = {
        "python": platform.python_version(),
        "kernel": platform.release(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        **benchmark.versions(),
    }
    print("  ".join(f"{key} {value}" for key, value in machine.items()))
    print(f"{'what':<44}{'n':>7}{'wall ms':>10}{'CPU ms':>10}{'/s':>10}{'/s per core':>13}  goal")
    rows = []
    for row in benchmark.rows():
        rows.append(row)
        print(
            f"{row.what:<44}{row.repetitions:>7}{row.wall_ms:>10.3f}{row.cpu_ms:>10.3f}"
            f"{row.per_second:>10.0f}{row.per_core_second:>13.0f}  {row.goal}",
            flush=True,
        )
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps({"machine": machine, "rows": [asdict(row) for row in rows]}, indent=1)
    (RESULTS / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not (Path(__file__).parent / f"{sys.argv[1]}.py").exists():
        sys.exit("usage: bench/run NAME, for instance: bench/run sandbox")
    main(sys.argv[1])
