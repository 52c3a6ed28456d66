"""Console programs seen from outside: whether equal runs give equal transcripts on a machine that has no core to spare,
and what a test costs once a program is compiled.

The programs are what `viva solve` writes for the exercises that ship with Viva, and their right examples in Python.
Each is run again and again on one row of inputs, with three loops beside it that never rest; a transcript that is not
that of the first run counts as differing. Processor seconds are those of this process and of the program; those of a
runtime that starts up are told apart. What Haskell's functions cost is measured by `bench/run haskell`.

Beside the black box stands the paper's own way of testing Haskell: `main` at an abstract type of programs that read and
write, all tests of it inside of one process. The same texts are compiled against a module that has the names of the
Prelude for such a type, and a trace has to be what was seen from outside.
"""

import ast
import multiprocessing
import subprocess
import tempfile
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
from viva.languages.haskell.compiler import runnable
from viva.languages.program import Program
from viva.languages.protocol import Language
from viva.languages.transcript import Prompt, Read, Transcript, Write
from viva.sandbox import Command, Limits, Sandbox
from viva.services.registry import read_source
from viva.subjects.console.model import Task

_LONG = 0.1  # seconds of the processor
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


TELETYPE = """module Teletype (IO, getLine, print, putStr, putStrLn, readLn, play) where
import Prelude hiding (IO, getLine, print, putStr, putStrLn, readLn)

data IO a = Done a | Get (String -> IO a) | Put String (IO a)

instance Functor IO where
  fmap f program = program >>= Done . f
instance Applicative IO where
  pure = Done
  functions <*> values = functions >>= \\f -> fmap f values
instance Monad IO where
  Done a >>= next = next a
  Get more >>= next = Get (\\line -> more line >>= next)
  Put text rest >>= next = Put text (rest >>= next)

getLine :: IO String
getLine = Get Done
putStr, putStrLn :: String -> IO ()
putStr text = Put text (Done ())
putStrLn text = putStr (text ++ "\\n")
print :: Show a => a -> IO ()
print = putStrLn . show
readLn :: Read a => IO a
readLn = fmap read getLine

play :: IO a -> [String] -> [(Char, String)]
play (Done _) _ = []
play (Put text rest) lines' = ('w', text) : play rest lines'
play (Get _) [] = [('r', "")]
play (Get more) (line : lines') = ('r', line) : play (more line) lines'
"""
HEADER = """module Program (main) where
import Prelude hiding (IO, getLine, print, putStr, putStrLn, readLn)
import Teletype
"""
ASKER = """module Main (main) where
import Control.Exception
import qualified Program
import System.IO
import Teletype (play)

main :: IO ()
main = hSetBuffering stdout LineBuffering >> getContents >>= mapM_ answer . lines

answer :: String -> IO ()
answer line = do
  let trace = show (play Program.main (read line))
  done <- try (evaluate (length trace))
  putStrLn (either (\\problem -> show [('e', show (problem :: SomeException))]) (const trace) done)
"""


@dataclass(frozen=True, slots=True)
class Inside:
    """Of both ways, CPU milliseconds for a test."""

    programs: int
    tests: int
    differing_traces: int
    ms_black_box: float
    ms_in_one_process: float
    goal: str = "measured beside the black box"


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


def rows() -> Iterator[Again | Test | Inside]:
    yield _inside(fewer(30, 3))
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
    for folder in few(_exercises(), 2):
        lines = max((one for one in _rows(folder) if len(one) <= 8), key=len, default=[])
        for source in _sources(language, folder):
            yield source, lines


def _exercises() -> list[Path]:
    return sorted(path for path in EXERCISES.iterdir() if (path / "exercise.toml").exists())


def _rows(folder: Path) -> list[list[str]]:
    """The inputs of the suite of an exercise, as lines; those of another kind of task have none."""
    task = read_source(Source.from_folder(folder))[1].task
    cases = suite(task.spec, 0).tests if isinstance(task, Task) else ()
    return [[as_line(value) for value in case.inputs] for case in cases] or [[]]


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


def _inside(most: int) -> Inside:
    programs = tests = differing = 0
    outside = inside = 0.0
    language = language_named("haskell")
    with language.runs.warm_sandbox() as sandbox:
        for folder in few(_exercises(), 2):
            for source in _sources("haskell", folder):
                rows = _rows(folder)[:most]
                program = language.runs.prepare(sandbox, source)
                assert isinstance(program, Program), program
                _run(language, sandbox, program, rows[0])
                kept: list[Sequence[str]] = []
                seen: list[Transcript] = []
                for lines in rows:
                    began = time.process_time()
                    one = _run(language, sandbox, program, lines)
                    # Numbers beyond any that a check would ask make some programs search for long.
                    if one.ended is None and one.cpu_seconds < _LONG:
                        outside += time.process_time() - began + one.cpu_seconds
                        kept.append(lines)
                        seen.append(one)
                traces, seconds = _in_one_process(sandbox, source, kept)
                inside += seconds
                programs, tests = programs + 1, tests + len(seen)
                differing += sum(_trace(one) != trace for one, trace in zip(seen, traces, strict=True))
    return Inside(programs, tests, differing, 1000 * outside / tests, 1000 * inside / tests)


def _in_one_process(
    sandbox: Sandbox, source: bytes, rows: Sequence[Sequence[str]]
) -> tuple[list[list[tuple[str, str]]], float]:
    """The traces of all rows, and the processor seconds of the process and of ours for it."""
    files = {"Teletype.hs": TELETYPE, "Program.hs": HEADER + source.decode(), "Main.hs": ASKER}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, "utf-8")
        subprocess.run(
            ["ghc", "-v0", "-O0", "-dynamic", "-with-rtsopts=-V0", "Main.hs", "-o", "driver"], cwd=folder, check=True
        )
        driver = Path(folder, "driver").read_bytes()
    asked = "".join(f"[{','.join(map(_quoted, lines))}]\n" for lines in rows).encode()
    began = time.process_time()
    done = sandbox.execute(Command(runnable(), (), {"driver": driver}), Limits(cpu_seconds=60.0), asked)
    seconds = time.process_time() - began + done.ending.cpu_seconds
    told = done.stdout.decode().splitlines()
    return [_merged(_pairs(line)) for line in told], seconds


def _quoted(text: str) -> str:
    """As Haskell writes a text."""
    plain = (one if " " <= one <= "~" and one not in '"\\' else f"\\{ord(one)}\\&" for one in text)
    return f'"{"".join(plain)}"'


def _pairs(line: str) -> list[tuple[str, str]]:
    """A list as Haskell shows it; texts of these programs are plain, so that Python reads them too."""
    return [(str(kind), str(text)) for kind, text in ast.literal_eval(line)]


def _trace(transcript: Transcript) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for event in transcript.events:
        match event:
            case Read(text):
                found.append(("r", text or ""))
            case Write(text) | Prompt(text):
                found.append(("w", text))
    return _merged(found)


def _merged(events: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for kind, text in events:
        if kind == "w" and found and found[-1][0] == "w":
            found[-1] = ("w", found[-1][1] + text)
        elif text or kind == "r":
            found.append((kind, text))
    return found
