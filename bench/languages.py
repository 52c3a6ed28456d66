"""Console programs seen from outside: whether equal runs give equal transcripts on a machine that has no core to spare,
and what a test costs once a program is compiled.

The programs are what `viva solve` writes for the exercises that ship with Viva, and their right examples in Python.
Each is run again and again on one row of inputs, with three loops beside it that never rest; a transcript that is not
that of the first run counts as differing. Processor seconds are those of this process and of the program; those of a
runtime that starts up are told apart. What Haskell's functions cost is measured by `bench/run haskell`.
"""

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from measure import ROOT, few, fewer

import viva
from viva.core.fault import Fault
from viva.core.source import Source
from viva.engines.dialogues.evaluation import as_line
from viva.engines.dialogues.suites.suite import suite
from viva.languages.finding import language_named
from viva.languages.program import Program
from viva.languages.protocol import Language
from viva.languages.transcript import Transcript
from viva.sandbox import Sandbox
from viva.services.registry import read_source
from viva.subjects.console.model import Task

EXERCISES = ROOT / "exercises" / "console"
SOLVED = {"c": "c", "java": "java", "node": "javascript", "haskell": "haskell"}
SMALL = {
    "c": '#include <stdio.h>\nint main(void) { int x; while (scanf("%d", &x) == 1 && x) printf("%d\\n", 2 * x); }\n',
    "cpp": "#include <iostream>\nint main() { int x; while (std::cin >> x && x) std::cout << 2 * x << std::endl; }\n",
    "go": (
        "package main\nimport \"fmt\"\nfunc main() {\n\tvar x int\n\tfor {\n\t\tfmt.Scan(&x)\n"
        "\t\tif x == 0 {\n\t\t\treturn\n\t\t}\n\t\tfmt.Println(2 * x)\n\t}\n}\n"
    ),
    "rust": (
        "use std::io;\nfn main() {\n    loop {\n        let mut s = String::new();\n"
        "        io::stdin().read_line(&mut s).unwrap();\n        let x: i32 = s.trim().parse().unwrap();\n"
        "        if x == 0 { return; }\n        println!(\"{}\", 2 * x);\n    }\n}\n"
    ),
    "haskell": (
        "main :: IO ()\nmain = do\n  x <- readLn :: IO Int\n  if x == 0 then return () else print (2 * x) >> main\n"
    ),
    "java": (
        "import java.util.Scanner;\nclass Main { public static void main(String[] a) {"
        " Scanner s = new Scanner(System.in); int x; while ((x = s.nextInt()) != 0) System.out.println(2 * x); } }\n"
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Again:
    language: str
    programs: int
    runs: int
    differing: int
    wall_s: float
    goal: str = "0 differing"


@dataclass(frozen=True, slots=True)
class Test:
    language: str
    tests: int
    reads_each: int
    ms_wall: float
    ms_cpu: float
    ms_cpu_of_the_runtime: float
    goal: str


def versions() -> dict[str, str]:
    return {}


def rows() -> Iterator[Again | Test]:
    with _busy(3):
        for language in few([*SOLVED, "cpython"], 2):
            yield _again(language, fewer(200, 3))
    for language in few(list(SMALL), 2):
        yield _test(language, fewer(100, 5))


@contextmanager
def _busy(number: int) -> Iterator[None]:
    loops = [multiprocessing.Process(target=_loop, daemon=True) for _ in range(number)]
    for loop in loops:
        loop.start()
    try:
        yield
    finally:
        for loop in loops:
            loop.terminate()


def _loop() -> None:
    while True:
        pass


def _programs(language: str) -> Iterator[tuple[bytes, list[str]]]:
    """Right programs for exercises, each with the longest of the short rows of inputs."""
    for folder in few(sorted(path for path in EXERCISES.iterdir() if (path / "exercise.toml").exists()), 2):
        exercise = read_source(Source.from_folder(folder))[1]
        task = exercise.task
        if not isinstance(task, Task):
            continue
        inputs = [case.inputs for case in suite(task.spec, 0).tests if len(case.inputs) <= 8]
        lines = [as_line(value) for value in max(inputs, key=len, default=())]
        for source in _sources(language, folder):
            yield source, lines


def _sources(language: str, folder: Path) -> Sequence[bytes]:
    if language == "cpython":
        return [file.read_bytes() for file in sorted((folder / "examples" / "right").glob("*.py"))]
    try:
        return [next(iter(viva.solve(folder, SOLVED[language]).files.values()))]
    except Fault:
        return []  # it cannot be written in another language


def _again(name: str, times: int) -> Again:
    language = language_named(name)
    runs = differing = programs = 0
    began = time.perf_counter()
    with language.runs.warm_sandbox() as sandbox:
        for source, lines in _programs(name):
            program = language.runs.prepare(sandbox, source)
            assert isinstance(program, Program), program
            first, *others = [_told(_run(language, sandbox, program, lines)) for _ in range(times)]
            programs, runs = programs + 1, runs + times
            differing += sum(other != first for other in others)
    return Again(name, programs, runs, differing, time.perf_counter() - began)


def _run(language: Language, sandbox: Sandbox, program: Program, lines: Sequence[str]) -> Transcript:
    return language.runs.run_console(sandbox, program, lines)


def _told(transcript: Transcript) -> object:
    return transcript.events, transcript.ended, transcript.exit_code, transcript.uncertain


def _test(name: str, times: int) -> Test:
    language = language_named(name)
    lines = ["1", "2", "3", "4", "0"]
    with language.runs.warm_sandbox() as sandbox:
        program = language.runs.prepare(sandbox, SMALL[name].encode())
        assert isinstance(program, Program), program
        _run(language, sandbox, program, lines)
        wall, cpu = time.perf_counter(), time.process_time()
        own = sum(_run(language, sandbox, program, lines).cpu_seconds for _ in range(times))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu + own
    startup = 1000 * language_named(name).runs.recipe.startup if name in ("java", "node") else 0.0  # type: ignore[attr-defined]
    goal = "start-up told apart" if startup else "at most 10 ms"
    return Test(name, times, len(lines), 1000 * wall / times, 1000 * cpu / times, startup, goal)
