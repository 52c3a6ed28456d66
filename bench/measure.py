"""Runs one benchmark and shows its rows.

A benchmark is a module beside this one with a function `rows()`, which yields frozen dataclasses (`Row`, or a kind of
its own; a new kind begins a new table), and a function `versions()`, which names what was measured. One with figures
has `pictures(rows)`, by their names: they go to `docs/papers`. Processor time is the figure to compare: wall time
swings with the load. A tool that Viva is compared with is run by `peer`.

With $VIVA_BENCH_QUICK=1 a benchmark takes its quick form, a few seconds long, which shows that it still runs: `few` and
`fewer` leave out most of what is measured, rows end when the seconds are over, and nothing is written. Otherwise the
rows are written to `bench/results`, where $VIVA_BENCH_ONLY leaves the tables of other parts, and the table to
`docs/benchmarks.md` where that has marks for it.
"""

import importlib
import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import Field, asdict, dataclass, fields
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results"
PAGE = ROOT / "docs" / "benchmarks.md"
PICTURES = ROOT / "docs" / "papers"
QUICK = os.environ.get("VIVA_BENCH_QUICK") == "1"
QUICK_SECONDS = 4.0

sys.path.append(str(ROOT))  # some measure what the tests have

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    repetitions: int
    wall_ms: float
    cpu_ms: float
    per_second: float
    per_core_second: float
    goal: str = ""


def few(items: Iterable[Item], most: int = 1) -> list[Item]:
    """What is measured: all of it, in the quick form only the first."""
    return list(islice(items, most)) if QUICK else list(items)


def fewer(number: int, least: int = 1) -> int:
    """How often something is done: a hundredth in the quick form."""
    return max(least, number // 100) if QUICK else number


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
    rows: list[DataclassInstance] = []
    for row in benchmark.rows():
        if not rows or type(row) is not type(rows[-1]):
            print("\n" + "".join(_cell(field.name.replace("_", " "), field) for field in fields(row)))
        rows.append(row)
        print("".join(_cell(_shown(getattr(row, field.name)), field) for field in fields(row)), flush=True)
        if QUICK and _cpu_seconds() > QUICK_SECONDS:
            break
    if QUICK:
        return
    RESULTS.mkdir(exist_ok=True)
    told = [{"table": type(row).__name__, **asdict(row)} for row in rows]
    file = RESULTS / f"{name}.json"
    if os.environ.get("VIVA_BENCH_ONLY") and file.is_file():  # the tables of the other parts stay
        measured = {row["table"] for row in told}
        told = [row for row in json.loads(file.read_text())["rows"] if row["table"] not in measured] + told
    file.write_text(json.dumps({"machine": machine, "rows": told}, indent=1) + "\n")
    for picture, drawing in getattr(benchmark, "pictures", lambda _: {})(rows).items():
        (PICTURES / f"{name}-{picture}.svg").write_text(drawing.svg + "\n", "utf-8")
    PAGE.write_text(with_table(PAGE.read_text("utf-8"), name, rows), "utf-8")


def with_table(page: str, name: str, rows: list["DataclassInstance"]) -> str:
    """The page with the first table of these rows between its marks `<!-- NAME -->` and `<!-- /NAME -->`, if it has
    such marks."""
    before, begin, rest = page.partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition(f"<!-- /{name} -->")
    if not end or not rows:
        return page
    columns = fields(rows[0])
    lines = [[column.name.replace("_", " ").replace("cpu s", "CPU s,") for column in columns], ["---"] * len(columns)]
    lines += [
        [_shown(getattr(row, column.name)) for column in columns] for row in rows if type(row) is type(rows[0])
    ]  # fmt: skip
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return f"{before}{begin}\n{table}\n{end}{after}"


def _cell(text: str, field: Field[object]) -> str:
    return f"{text:<48}  " if field.name == "what" else f"{text:<16}  " if field.type is str else f"{text:>14}  "


def _shown(value: object) -> str:
    return (
        f"{value:,.3f}"
        if isinstance(value, float) and abs(value) < 1000
        else (f"{value:,.0f}" if isinstance(value, int | float) else "" if value is None else str(value))
    )


@cache
def has_peer(name: str, module: str) -> bool:
    """Whether the environment of the peers of benchmark `name` has this module; that it has not is told."""
    command = [str(ROOT / ".bench" / name / "bin" / "python"), "-c", f"import {module}"]
    try:
        found = subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0
    except FileNotFoundError:
        found = False
    if not found:
        print(f"bench: {module} is not installed in .bench/{name}, and is left out", file=sys.stderr)
    return found


def peer(name: str, script: Path, *arguments: str) -> object:
    """What `script` prints as JSON when the environment of the peers of benchmark `name` runs it."""
    command = [str(ROOT / ".bench" / name / "bin" / "python"), str(script), *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not (Path(__file__).parent / f"{sys.argv[1]}.py").exists():
        sys.exit("usage: bench/run NAME, for instance: bench/run sandbox")
    main(sys.argv[1])
