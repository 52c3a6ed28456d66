"""Linked structures: schemas of symbolic runs with lazy fields, beside the ways that there are through the code.

The subjects are insertion into and deletion from a search tree (iterative, no key twice), as in `research/programs.md`.
CPU time is that of the process in the sandbox which runs all paths. `traces` are different sequences of instructions;
every concrete call takes exactly one path (tests/engines/heaps/test_lazy.py), so these are those of all concrete calls
too. The checks are whole: structures, schemas, plain runs, pattern and picture, in a process that is warm. CrossHair is
asked for a difference between the right and the wrong `delete` on the same nodes, with its own annotations.
"""

import itertools
import random
import re
import resource
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from measure import ROOT, few, fewer, has_peer

from viva.core.ladder import Rung
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.engines.heaps.domain import domain_of
from viva.engines.heaps.layout import read_layout
from viva.engines.heaps.lazy import Technique, compiled, explored
from viva.engines.heaps.running import Runner
from viva.languages import python
from viva.languages.program import Program
from viva.languages.python.symbolic import warm_sandbox
from viva.services.checking import check
from viva.services.registry import read_exercise

EXERCISES = ROOT / "exercises" / "structures"


def _model(folder: Path) -> str:
    subject, exercise = read_exercise(folder)
    return subject.solve(exercise).single((".py",))[1].decode()


UNIQUE = _model(EXERCISES / "duplicates-left").replace("                pass\n", "                return\n")
"""No key twice: one that is there already is not put in again."""
EFFORT = fewer(30, 2)
MUTANTS = fewer(20)


@dataclass(frozen=True, slots=True)
class Paths:
    what: str
    nodes: int
    schemas: int
    traces: int | None
    redundancy: float | None
    cpu_ms: float
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    what: str
    verdict: str
    tests: int
    cpu_ms: float


@dataclass(frozen=True, slots=True)
class Places:
    what: str
    programs: int
    at_the_top: int
    in_the_first_three: int


@dataclass(frozen=True, slots=True)
class Peer:
    what: str
    outcome: str
    cpu_ms: float


def versions() -> dict[str, str]:
    return {}


def rows() -> Iterator[object]:
    yield from _paths()
    yield from _checks()
    yield from _places()
    yield from _crosshair()


def _paths() -> Iterator[Paths]:
    goals = {("delete", 5, True): "under 100", ("delete", 8, True): "under 2000"}
    with warm_sandbox() as sandbox:
        program = python.runs.prepare(sandbox, UNIQUE.encode())
        assert isinstance(program, Program)
        layout = read_layout(UNIQUE, "Tree", "reference.py")
        domain = domain_of(Runner(python, sandbox, program, "Tree"), layout, ("insert", "delete"))
        lazily = compiled(python, sandbox, UNIQUE.encode())
        assert lazily is not None
        for method in ("insert", "delete"):
            for lazier in (False, True):
                for nodes in few((3, 4, 5, 6, 8)):
                    ways = partial(
                        explored, sandbox, lazily, domain.layout, domain.methods[method], domain.kept,
                        technique=Technique(lazier=lazier), nodes=nodes, most=20_000,
                    )  # fmt: skip
                    runs = [run for run in (ways() for _ in range(3)) if run is not None and run.whole]
                    best = min(runs, key=lambda run: run.seconds)
                    seen = ways(traces=True) if nodes <= 6 else None
                    traces = len({schema.way for schema in seen.schemas}) if seen else None
                    yield Paths(
                        f"{method}, {'lazier' if lazier else 'eager'} references", nodes, len(best.schemas), traces,
                        len(best.schemas) / traces if traces else None, 1000 * best.seconds,
                        goals.get((method, nodes, lazier), ""),
                    )  # fmt: skip


def _checks() -> Iterator[Check]:
    for folder in few(sorted(EXERCISES.iterdir())):
        subject, exercise = read_exercise(folder)
        for path in few(sorted((folder / "examples").rglob("*.py"))):
            submission = Submission.from_path(path)
            terms = Terms(rung=Rung.EXAMPLE)
            check(subject, exercise, submission, terms)
            before = _cpu()
            report = check(subject, exercise, submission, terms)
            yield Check(
                f"{folder.name}/{path.stem}", report.verdict.value, report.evidence.tests or 0, 1000 * (_cpu() - before)
            )


_BY_HAND = {
    "loses-the-middle": {11, 12}, "from-the-right": {30, 31, 32, 33, 35, 37}, "left-child-only": {21, 22},
    "all-of-them": {7, 8, 9, 13, 14}, "forgets-the-head": {6, 7, 8, 9}, "loses-the-rest": {12}, "never-first": {6, 7},
    "loses-the-tail": {14, 15, 16}, "in-a-circle": {6, 7, 9, 11, 13}, "stays-at-the-end": {11},
    "looks-left-only": {22, 23}, "twice": {13}, "loses-a-node": {10, 11, 12, 13, 14},
}  # fmt: skip
"""The lines of wrong examples at which they have to be mended, looked up by hand."""
_SLIPS = (
    (r"\.left\b", ".right"), (r"\.right\b", ".left"), (r" is not None", " is None"), (r" is None", " is not None"),
    (r" <= ", " < "), (r" < ", " <= "), (r" > ", " >= "), (r" - 1", ""), (r"\band\b", "or"),
    (r"^(\s+)(?!return|if|while|else|elif).*$", r"\1pass"),
    (r"^(\s+)return .*$", r"\1return None"), (r"\.next\.next", ".next"),
)  # fmt: skip


def _places() -> Iterator[Places]:
    """Whether the rung `place` names the wrong line: in the wrong examples, and in models with one seeded slip."""
    yield _named("place: wrong examples", few(_wrong_examples()))
    yield _named("place: models with a slip", list(itertools.islice(_models_with_a_slip(), MUTANTS)))


def _named(what: str, found: list[tuple[list[int], set[int]]]) -> Places:
    first = sum(bool(lines) and lines[0] in right for lines, right in found)
    return Places(what, len(found), first, sum(bool(right & set(lines[:3])) for lines, right in found))


def _wrong_examples() -> Iterator[tuple[list[int], set[int]]]:
    for path in sorted(EXERCISES.glob("*/examples/wrong/*.py")):
        yield _lines(path.parents[2], path.read_text())[1], _BY_HAND[path.stem]


def _models_with_a_slip() -> Iterator[tuple[list[int], set[int]]]:
    folders = [folder for folder in sorted(EXERCISES.iterdir()) if folder.name != "follow-delete"]
    for seed in itertools.count():
        chance = random.Random(seed)
        folder = chance.choice(folders)
        lines = _model(folder).split("\n")
        begin = max(number for number, line in enumerate(lines) if "def __init__" in line) + 1
        places = [
            (number, pattern, new)
            for number in range(begin, len(lines))
            for pattern, new in _SLIPS
            if re.search(pattern, lines[number])
            and not lines[number].lstrip().startswith(("def ", "class ", "self.head = None"))
        ]
        number, pattern, new = chance.choice(places)
        lines[number] = re.sub(pattern, new, lines[number], count=1)
        verdict, told = _lines(folder, "\n".join(lines))
        if verdict is Verdict.REFUTED:
            yield told, {number + 1}


def _lines(folder: Path, text: str) -> tuple[Verdict, list[int]]:
    """The verdict, and the lines that the place names, the first first."""
    subject, exercise = read_exercise(folder)
    report = check(subject, exercise, Submission.from_text(text, "submission.py"), Terms(rung=Rung.PLACE))
    for finding in report.findings:
        if finding.rung is Rung.PLACE and isinstance(finding.where, Passage):
            others = [int(number) for number in re.findall(r"\d+", finding.text)]
            return report.verdict, list(dict.fromkeys([finding.where.line, *others]))
    return report.verdict, []


def _cpu() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


_FUNCTIONS = """
from typing import Optional
{node}
def delete(root: Optional[Node], key: int) -> Optional[Node]:
    tree = Tree()
    tree.root = root
    tree.delete(key)
    return tree.root
"""


def _crosshair() -> Iterator[Peer]:
    interpreter = ROOT / ".bench" / "structures" / "bin" / "python"
    if not has_peer("structures", "crosshair"):
        return
    folder = ROOT / ".bench" / "structures" / "subjects"
    folder.mkdir(exist_ok=True)
    right = UNIQUE.replace(
        "def __init__(self, key):",
        "def __init__(self, key: int, left: 'Optional[Node]' = None, right: 'Optional[Node]' = None):",
    )
    right = right.replace("self.left = None", "self.left = left").replace("self.right = None", "self.right = right")
    wrong = right.replace("child = node.left if node.left is not None else node.right", "child = node.left")
    for name, text in (("right_delete", right), ("wrong_delete", wrong)):
        (folder / f"{name}.py").write_text(_FUNCTIONS.replace("{node}", text))
    command = [str(interpreter), "-m", "crosshair", "diffbehavior", "right_delete.delete", "wrong_delete.delete"]
    start = _cpu()
    done = subprocess.run(
        ["timeout", str(4 * EFFORT), "prlimit", f"--cpu={EFFORT}", *command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    said = (done.stdout + done.stderr).strip().splitlines()
    last = said[-1][:80] if said else "nothing"
    yield Peer(
        "CrossHair 0.0.112, delete that loses a subtree", f"exit {done.returncode}: {last}", 1000 * (_cpu() - start)
    )
