"""What one check costs, for every subject: right and wrong, as a student sees it at attempt 1 and as a teacher does.

Processor seconds of the whole tree of processes. *Cold* is the command, in a process of its own with an empty store;
*warm* is the mean of later checks of the same submission in one process. The last column says where the warm seconds
went: to which parts of Viva in this process, and to what runs beside it. Then the warm checks again, beside four
endless loops: is the report the same, and what does it cost? $VIVA_BENCH_LOAD=4 keeps that many endless loops running
through all of it; $VIVA_BENCH_ONLY=functions takes one subject.
"""

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType

from measure import QUICK, ROOT, few
from oracle import descendants_seconds

import viva
from viva.core.report import Report

EXERCISES = ROOT / "exercises"
STUDENTS = Path(os.environ.get("VIVA_STUDENT_PROGRAMS", ROOT.parent / "shared/data/student-programs"))
LOAD = int(os.environ.get("VIVA_BENCH_LOAD", "0"))
ONLY = os.environ.get("VIVA_BENCH_ONLY", "")
REPEATED = 1 if QUICK else 3
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: what a command leaves behind is ours to wait for, and so to count
BETWEEN = 0.002  # seconds of the processor between two looks at what is being done
SHARES = 5
CROWD = 4
ENDLESS = (
    "def ordered(xs):\n    rest = list(xs)\n    while rest is not None:\n        rest = rest[:]\n    return rest\n"
)
CLASS = 60


@dataclass(frozen=True, slots=True)
class Asked:
    """`goals` are seconds of warm checks, by view. A submission of "" is `ENDLESS`."""

    what: str
    exercise: str
    submission: str
    goals: dict[str, float] = field(default_factory=dict)


VIEWS: dict[str, dict[str, str]] = {"verdict": {"rung": "verdict"}, "attempt 1": {"attempt": "1"}, "teacher": {}}
CHECKS = [
    Asked("functions, right, proved", "functions/count-above", "right/sum.py", {"teacher": 0.35}),
    Asked("functions, right, not proved", "functions/second-largest", "right/sorting.py", {"teacher": 0.6}),
    Asked(
        "functions, wrong", "functions/run-lengths", "wrong/last-run.py",
        {"verdict": 0.25, "attempt 1": 0.6, "teacher": 0.8},
    ),
    Asked(
        "functions, wrong, numbers", "functions/second-largest", "wrong/starts-at-zero.py",
        {"verdict": 0.25, "attempt 1": 0.6, "teacher": 0.8},
    ),
    Asked("functions, endless, with rules", "functions/sorting", "", {"teacher": 1.5}),
    Asked("console, right", "console/sum-of-n", "right/accumulator.py", {"teacher": 0.07}),
    Asked(
        "console, wrong", "console/sum-of-n", "wrong/counts-wrongly.py",
        {"verdict": 0.2, "attempt 1": 0.6, "teacher": 0.9},
    ),
    Asked("structures, right", "structures/avl-rotation", "right/new-nodes.py", {"teacher": 0.2}),
    Asked(
        "structures, wrong", "structures/avl-rotation", "wrong/loses-the-middle.py", {"attempt 1": 0.4, "teacher": 1.0}
    ),
    Asked("labs, right", "labs/avoid-obstacles", "right/timed.py", {"teacher": 0.3}),
    Asked("labs, wrong", "labs/avoid-obstacles", "wrong/circles.py"),
    Asked("assembly, annotate, right", "assembly/copy-bytes", "right/solution.inv", {"teacher": 0.1}),
    Asked("assembly, annotate, wrong", "assembly/copy-bytes", "wrong/no-frame.inv"),
    Asked("assembly, write, right", "assembly/write-sum", "right/backwards.s", {"teacher": 0.8}),
    Asked("assembly, write, wrong", "assembly/write-sum", "wrong/forgets-ebx.s"),
    Asked("automata, right", "automata/ends-in-00", "right/graph.dot"),
    Asked("automata, wrong", "automata/ends-in-00", "wrong/forgets.txt"),
    Asked("machines, right", "machines/crossing", "right/remembers.machine.txt"),
    Asked("machines, wrong", "machines/crossing", "wrong/forgets.machine.txt"),
    Asked("hybrid, right", "hybrid/thermostat", "right/clocks.hybrid"),
    Asked("hybrid, wrong", "hybrid/thermostat", "wrong/too-cold.hybrid"),
    Asked("harmony, right", "harmony/four-parts", "right/close.txt"),
    Asked("harmony, wrong", "harmony/four-parts", "wrong/parallels.txt"),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Checks:
    what: str
    view: str
    said: str
    cold_s: float | None
    warm_s: float
    goal_s: float | None
    shares: str


@dataclass(frozen=True, slots=True)
class Crowded:
    what: str
    alone_s: float
    crowded_s: float
    same: str


@dataclass(frozen=True, slots=True)
class Class:
    what: str
    rows: int
    cpu_s: float
    rows_per_cpu_s: float
    goal: float


def versions() -> dict[str, str]:
    return {"viva": viva.__version__, "endless loops beside it": str(LOAD)}


def rows() -> Iterator[Checks | Crowded | Class]:
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    with beside(LOAD) as busy, tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/store"
        endless = Path(folder, "endless.py")
        endless.write_text(ENDLESS)
        for asked in few((each for each in CHECKS if each.what.startswith(ONLY)), 2):
            submission = EXERCISES / asked.exercise / "examples" / asked.submission if asked.submission else endless
            for view in ["teacher"] if "right" in asked.what or QUICK else VIEWS:
                yield _checked(asked, submission, view, Path(folder), busy)
        if not QUICK and not LOAD:
            for asked in (each for each in CHECKS if each.what.startswith(ONLY)):
                submission = EXERCISES / asked.exercise / "examples" / asked.submission if asked.submission else endless
                yield _crowded(asked, submission)
        if not QUICK and STUDENTS.is_dir() and "functions".startswith(ONLY):
            yield _class(Path(folder))


def _checked(asked: Asked, submission: Path, view: str, folder: Path, busy: list[int]) -> Checks:
    cold = None if QUICK else _cold(EXERCISES / asked.exercise, submission, view, folder)
    exercise = viva.read(EXERCISES / asked.exercise)
    options = {key: int(value) if key == "attempt" else value for key, value in VIEWS[view].items()}
    for _ in range(2):
        report = viva.check(exercise, submission, **options)  # type: ignore[arg-type]
    with sampled() as shares:
        spent = descendants_seconds(busy)
        for _ in range(REPEATED):
            viva.check(exercise, submission, **options)  # type: ignore[arg-type]
        spent = descendants_seconds(busy) - spent
    own = sum(shares.values())
    shares["beside"] = max(0.0, spent - own)
    most = sorted(shares.items(), key=lambda each: -each[1])[:SHARES]
    told = "  ".join(f"{part} {100 * share / max(spent, 0.001):.0f} %" for part, share in most if share)
    return Checks(asked.what, view, report.verdict.value, cold, spent / REPEATED, asked.goals.get(view), told)


def _crowded(asked: Asked, submission: Path) -> Crowded:
    """As the teacher sees it, warm."""
    exercise = viva.read(EXERCISES / asked.exercise)
    viva.check(exercise, submission)
    told, spent = [], []
    for loops in (0, CROWD):
        with beside(loops) as busy:
            before = descendants_seconds(busy)
            told.append(without_times(viva.check(exercise, submission)).to_json())
            spent.append(descendants_seconds(busy) - before)
    return Crowded(asked.what, spent[0], spent[1], "yes" if told[0] == told[1] else "NO")


def _cold(exercise: Path, submission: Path, view: str, folder: Path) -> float:
    with tempfile.TemporaryDirectory(dir=folder) as empty:
        options = [f"--{key}={value}" for key, value in VIEWS[view].items()]
        command = [
            sys.executable,
            "-c",
            "from viva.cli.main import main; main()",
            "check",
            str(exercise),
            str(submission),
            *options,
        ]
        return _seconds(command, empty)


def _seconds(command: list[str], cache: str) -> float:
    """Of the processor, for a command and all that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env={**os.environ, "XDG_CACHE_HOME": cache}, stdout=subprocess.DEVNULL, check=False)
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _class(folder: Path) -> Class:
    """Students who were all asked the same; their programs as they handed them in."""
    exercise, handed_in = folder / "top-k", folder / "class"
    exercise.mkdir()
    handed_in.mkdir()
    asked = json.loads((STUDENTS / "top_k.json").read_text())
    body = asked["reference"].partition("\n")[2]
    (exercise / "reference.py").write_text(f"def top_k(lst: list[int], k: int) -> list[int]:\n{body}\n")
    (exercise / "requires.py").write_text("def requires(lst, k):\n    return 0 <= k <= len(lst)\n")
    table = '[functions]\nreference = "reference.py"\nfunction = "top_k"\nrequires = "requires.py"\n'
    (exercise / "exercise.toml").write_text(f'subject = "functions"\n{table}')
    lines = (STUDENTS / "top_k.jsonl").read_text().splitlines()
    for number, line in enumerate(lines[:: len(lines) // CLASS][:CLASS]):
        (handed_in / f"student-{number}.py").write_text(json.loads(line)["source"])
    command = [
        sys.executable,
        "-c",
        "from viva.cli.main import main; main()",
        "grade",
        str(exercise),
        str(handed_in),
        "--out",
        f"{folder}/out",
    ]
    seconds = _seconds(command, f"{folder}/store-of-class")
    return Class("functions, a class", CLASS, seconds, CLASS / seconds, 2.0)


def without_times(report: Report) -> Report:
    return replace(report, seconds=0.0, parts=tuple(map(without_times, report.parts)))


@contextmanager
def sampled() -> Iterator[dict[str, float]]:
    """The seconds of this process's processor time by the part of Viva that used them.

    The time since the last look goes to the innermost module of Viva on the stack, named by its package. A look waits
    for long calls of libraries to end, and then counts all of them.
    """
    found = defaultdict[str, float](float)
    last = time.process_time()

    def look(_signal: int, frame: FrameType | None) -> None:
        nonlocal last
        now = time.process_time()
        found[_part(frame)] += now - last
        last = now

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, BETWEEN, BETWEEN)
    try:
        yield found
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _part(frame: FrameType | None) -> str:
    while frame is not None:
        floor, _, rest = frame.f_globals.get("__name__", "").removeprefix("viva.").partition(".")
        if frame.f_globals.get("__name__", "").startswith("viva."):
            return f"{floor}.{rest.partition('.')[0]}" if floor in ("engines", "subjects", "languages") else floor
        frame = frame.f_back
    return "other"


@contextmanager
def beside(loops: int) -> Iterator[list[int]]:
    """Endless loops, as a machine has them that does something else too; the numbers of their processes."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield [each.pid for each in busy]
    finally:
        for each in busy:
            each.kill()
            each.wait()
