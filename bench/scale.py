"""One machine against a Dask cluster on the same machine: rows for each second of the processor, kills, and how figures
hold as a class grows.

The cluster is real: a scheduler and two worker processes on loopback, started by `viva worker`. Processor seconds are
those of everything that has a part in it, the scheduler and the client too. Simulated checks sleep for the time that
real ones took, scaled by $VIVA_BENCH_SCALE_TIME (0.01), and answer with a report of the usual size.

$VIVA_BENCH_ONLY takes some of the parts: subjects, engines, growth, kills. How much is done, with what is usual:
$VIVA_BENCH_SCALE_CHECKS=20 of each subject and as many more as fill
$VIVA_BENCH_SCALE_SECONDS=10 of the processor, $VIVA_BENCH_SCALE_SIMULATED=2000 for each combination of engine and
database, $VIVA_BENCH_SCALE_GROWTH=10000, $VIVA_BENCH_SCALE_KILLS=5. Full size is 600 (5,000 checks in all), 20000,
100000 and 20.
"""

import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from measure import QUICK, ROOT, few, fewer
from oracle import descendants_seconds

sys.path.append(str(ROOT))

from tests.postgresql import PROGRAMS, server
from tests.services.executors.clusters import Running, cluster
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.terms import Terms
from viva.grading.audit.foreseen import post_for
from viva.grading.database.keeping import Kept, kept_in
from viva.grading.grade import grade, opened_class, reserve_folder
from viva.grading.parcel import handed_in_to_json
from viva.grading.row import Row
from viva.services.database.opening import sqlite_url
from viva.services.examples import examples
from viva.services.executors.cluster import Cluster, Patience
from viva.services.executors.executor import Executor, answers
from viva.services.registry import read_exercise
from viva.services.workers.crew import Crew
from viva.services.workers.worker import Lost, Post

BENCH = Path(__file__).parent
ONLY = os.environ.get("VIVA_BENCH_ONLY", "subjects" if QUICK else "").split()
CHECKS = int(os.environ.get("VIVA_BENCH_SCALE_CHECKS", "20"))
SECONDS = float(os.environ.get("VIVA_BENCH_SCALE_SECONDS", "10"))
SIMULATED = int(os.environ.get("VIVA_BENCH_SCALE_SIMULATED", "2000"))
GROWTH = int(os.environ.get("VIVA_BENCH_SCALE_GROWTH", "10000"))
KILLS = int(os.environ.get("VIVA_BENCH_SCALE_KILLS", "5"))
TIME = float(os.environ.get("VIVA_BENCH_SCALE_TIME", "0.01"))
SUBJECTS = {
    "assembly": "write-sum", "automata": "exactly-two", "console": "sum-of-n", "functions": "count-above",
    "harmony": "bass-clef", "hybrid": "", "labs": "", "machines": "", "structures": "",
}  # fmt: skip
JOBS = 2
_MOST, _WARMING = 12_000, 6
PATIENCE = Patience(workers=120.0, back=120.0, frozen=120.0)


@dataclass(frozen=True, slots=True)
class Rate:
    """Rows for each processor second with the local crew and with a cluster, and the second as a share of the first."""

    what: str
    checks: int
    local_per_cpu_s: float
    cluster_per_cpu_s: float
    share: float
    same_rows: str
    goal: str = "0.9"


@dataclass(frozen=True, slots=True)
class Engine:
    what: str
    checks: int
    ms_per_check: float
    rows: int
    doubled: int


@dataclass(frozen=True, slots=True)
class Grown:
    """Processor ms for each check in a slice, and the memory of client and scheduler after it."""

    what: str
    checks: int
    cpu_ms: float
    client_mb: float
    scheduler_mb: float


@dataclass(frozen=True, slots=True)
class Killed:
    what: str
    kills: int
    checks: int
    answers: int
    lost: int
    doubled: int


def versions() -> dict[str, str]:
    return {name: version(name) for name in ("distributed", "sqlalchemy", "psycopg")}


def rows() -> Iterator[Rate | Engine | Grown | Killed]:
    parts: dict[str, Callable[[Running], Iterator[Any]]] = {
        "subjects": by_subject, "engines": by_engine, "growth": by_growth, "kills": by_kills,
    }  # fmt: skip
    os.environ["PYTHONPATH"] = os.pathsep.join((str(BENCH), *filter(None, sys.path)))  # `simulating` for the workers
    with tempfile.TemporaryDirectory(prefix="viva-scale-") as folder, cluster(Path(folder), JOBS) as running:
        for name, part in parts.items():
            if not any(ONLY) or name in ONLY:
                yield from part(running)


def there(running: Running, post: Post) -> Executor[Any]:
    return Cluster(running.address, post, patience=PATIENCE)


def here(_: Running, post: Post) -> Executor[Any]:
    return Crew(post, JOBS)


def by_subject(running: Running) -> Iterator[Rate]:
    """The examples of an exercise, again and again: equal ones are examined each time, unlike in a class."""
    total = [0, 0.0, 0.0]
    for subject, exercise in few(SUBJECTS.items()):
        _, asked = read_exercise(chosen(subject, exercise))
        number = enough(running, asked)
        found = [measured(each, running, asked, number) for each in (here, there)]
        (mine, local), (others, far) = found
        total = [total[0] + number, total[1] + local, total[2] + far]
        same = "yes" if mine == others else "no"
        yield Rate(f"{subject}, {asked.name}", number, number / local, number / far, local / far, same)
    number, local, far = int(total[0]), total[1], total[2]
    yield Rate("all subjects together", number, number / local, number / far, local / far, "")


def enough(running: Running, asked: Exercise) -> int:
    """So many checks that what is measured is not the beginning and the end."""
    few_checks = fewer(CHECKS, 4)
    _, spent = measured(here, running, asked, few_checks)
    return few_checks if QUICK else max(few_checks, min(_MOST, round(few_checks * SECONDS / max(spent, 0.01))))


def chosen(subject: str, name: str) -> Path:
    folder = ROOT / "exercises" / subject
    return folder / name if (folder / name / "exercise.toml").is_file() else sorted(
        each.parent for each in folder.glob("*/exercise.toml") if (each.parent / "examples/wrong").is_dir()
    )[0]  # fmt: skip


def measured(
    hire: Callable[[Running, Post], Executor[Any]], running: Running, asked: Exercise, number: int
) -> tuple[list[Any], float]:
    """What was answered, but for the seconds, and the processor seconds of the whole tree for it, when all is warm."""
    tasks: list[tuple[int, Json]] = [
        (place, {"exercise": asked.name, "file": each.path, "handed_in": handed_in_to_json(each.submission)})
        for place, each in islice(enumerate(cycle(examples(asked))), number)
    ]
    executor = hire(running, post_for(asked, Terms()))
    try:
        for _ in answers(tasks[: _WARMING * JOBS], executor):  # so many that each process has had one
            pass
        began = descendants_seconds()
        said: dict[int, Any] = {}
        for place, answer in answers(tasks, executor):
            assert not isinstance(answer, Lost), answer
            report: Any = answer.get("report", {})
            said[int(str(place))] = {**report, "seconds": 0}
        return [said[place] for place in range(number)], descendants_seconds() - began
    finally:
        executor.end()


def simulated(post: Post) -> Post:
    """A post whose worker only takes as long as a check does."""
    return replace(post, function="simulating:work", start={"scale": TIME, "random": 1})


def hired_for_simulation(hire: Callable[[Running, Post], Executor[Any]], running: Running, post: Post) -> Executor[Any]:
    return hire(running, simulated(post))


def ask(handed_in: str) -> Json:
    return {"exercise": "simulated", "handed_in": handed_in}


def by_engine(running: Running) -> Iterator[Engine]:
    """`viva grade` of a class of that size, from files to rows in a database."""
    number = fewer(SIMULATED, 20)
    with tempfile.TemporaryDirectory() as folder:
        handed_in, asked = Path(folder, "in"), ROOT / "exercises/automata/exactly-two"
        handed_in.mkdir()
        for place in range(number):
            (handed_in / f"student-{place:06}.txt").write_text(f"answer {place}\n")
        for database, address in databases(Path(folder)):
            for engine, hire in (("local crew", here), ("Dask", there)):
                out = Path(folder, f"{engine}-{database}")
                began = descendants_seconds()
                with opened_class(asked, handed_in) as group, reserve_folder(out), kept_in(address, engine) as kept:
                    hired = partial(hired_for_simulation, hire, running)
                    results = grade(group, out, Terms(attempt=1), hire=hired, kept=kept)
                    spent = descendants_seconds() - began
                    names = Counter(row.name for row in kept.before())
                assert len(results.rows) == number
                doubled = sum(1 for often in names.values() if often > 1)
                yield Engine(f"{engine}, {database}", number, 1000 * spent / number, len(names), doubled)


@contextmanager
def _postgresql() -> Iterator[str | None]:
    if not PROGRAMS.is_dir():
        print("bench: there is no PostgreSQL here, and it is left out", file=sys.stderr)
        yield None
        return
    with server() as found:
        yield found.url


def databases(folder: Path) -> Iterator[tuple[str, str]]:
    yield "SQLite", sqlite_url(folder / "class.db")
    with _postgresql() as address:
        if address:
            yield "PostgreSQL", address


def by_growth(running: Running) -> Iterator[Grown]:
    """One stream of checks, each row of which goes into a database and is forgotten: slices of a tenth of it, with the
    first and the last thousand of their own."""
    number = fewer(GROWTH, 200)
    marks = sorted({min(1000, number // 2), *(number * part // 10 for part in range(1, 11)), max(number - 1000, 1)})
    text = "an automaton of usual size\n" * 10
    tasks = ((place, ask(text + str(place))) for place in range(number))
    executor = there(running, simulated(Post("", {}, wall=60.0)))
    scheduler = scheduler_of(running)
    with tempfile.TemporaryDirectory() as folder, kept_in(sqlite_url(Path(folder, "class.db")), "growth") as kept:
        try:
            for _ in answers([(-1, ask(""))] * 400, executor):
                pass
            before, began = 0, descendants_seconds()
            for done, (place, answer) in enumerate(answers(tasks, executor), 1):
                put(kept, int(str(place)), answer)
                if done in marks:
                    spent = descendants_seconds() - began
                    each = 1000 * spent / (done - before)
                    yield Grown(
                        f"{before:,} to {done:,}", done - before, each, resident(os.getpid()), resident(scheduler)
                    )
                    before, began = done, descendants_seconds()
        finally:
            executor.end()


def put(kept: Kept, place: int, answer: Any) -> None:
    assert not isinstance(answer, Lost), answer
    name = f"student-{place:06}"
    about: dict[str, Json] = {
        "student": name,
        "title": "",
        "worth": 1.0,
        "file": name,
        "key": name,
        "common": "",
        "points": 1.0,
    }
    row: dict[str, Json] = {**about, "error": None, **answer["report"]}
    kept.put(Row.from_json(row))


def scheduler_of(running: Running) -> int:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"distributed.cli.dask_scheduler" in words and str(running.port).encode() in words:
                return int(entry.name)
    raise LookupError("there is no scheduler")


def resident(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def by_kills(running: Running) -> Iterator[Killed]:
    """Workers of Dask that are killed at random moments; a simulated check takes long enough to be hit."""
    kills, rng = fewer(KILLS, 1), random.Random(7)
    number = 60 * (kills + 1)
    tasks = ((place, ask(str(place))) for place in range(number))
    executor = there(running, replace(simulated(Post("", {}, wall=60.0)), start={"scale": 0.3, "random": 2}))
    moments = sorted(rng.sample(range(10, number - 30), kills))
    said: Counter[int] = Counter()
    lost = 0
    try:
        for place, answer in answers(tasks, executor):
            said[int(str(place))] += 1
            lost += isinstance(answer, Lost)
            if moments and sum(said.values()) >= moments[0]:
                moments.pop(0)
                alive = wait_for_workers(running)
                os.kill(rng.choice(alive), signal.SIGKILL)
    finally:
        executor.end()
    doubled = sum(1 for often in said.values() if often > 1)
    yield Killed("workers killed at random", kills - len(moments), number, len(said), lost, doubled)


def wait_for_workers(running: Running) -> list[int]:
    ends = time.monotonic() + 120
    while not (found := running.pids()) and time.monotonic() < ends:
        time.sleep(0.2)
    return found
