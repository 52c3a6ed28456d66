"""What is proved for every input, of a first course and of students.

The student programs are those of Hu, Ahmed, Mechtaev, Leong and Roychoudhury, "Re-factoring based program repair
applied to programming assignments", ASE 2019; they are read from `../shared/data`, or from $VIVA_STUDENT_PROGRAMS, and
parsed in the sandbox. "Correct" is what the given tests say; those that differ from the reference on one of our random
inputs are left out and counted. It takes about ten minutes of processor time; $VIVA_PROOFS_PART takes every so manieth
program, for a first look.
"""

import ast
import builtins
import io
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

from measure import few, has_peer, peer
from near_misses import differs, near_misses

import viva
from viva.core.verdict import Verdict
from viva.engines.proofs import Certificate, Program, Proof, Proved, Unknown, check_certificate, prove
from viva.engines.shapes import Many, Plain, Shape
from viva.engines.syntax.tree import read_tree
from viva.languages.python.symbolic import compile_target, warm_sandbox
from viva.sandbox import Sandbox

HERE = Path(__file__).parent
STUDENTS = Path(os.environ.get("VIVA_STUDENT_PROGRAMS", HERE.parent.parent / "shared/data/student-programs"))
SHAPES: dict[str, Shape] = {
    "int": Plain("int"), "str": Plain("str"), "list[int]": Many("list", Plain("int")),
    "list[str]": Many("list", Plain("str")), "list[list[int]]": Many("list", Many("list", Plain("int"))),
}  # fmt: skip
QUESTIONS: dict[str, tuple[list[str], str | None]] = {
    "remove_extras": (["list[int]"], None),
    "top_k": (["list[int]", "int"], "def requires(lst, k):\n    return 0 <= k <= len(lst)\n"),
}
MISSES, STUDENT_MISSES = 28, 6
"""Of each program that is proved, of the course and of students."""
EVERY = int(os.environ.get("VIVA_PROOFS_PART", "1"))
INPUTS = 60


@dataclass(frozen=True, slots=True)
class Reach:
    """`distinct` programs, apart from names; `counted` by submissions. `left_out` differ from the reference."""

    what: str
    left_out: int
    distinct: int
    proved: int
    counted: int
    counted_proved: int
    median_s: float
    worst_s: float


@dataclass(frozen=True, slots=True)
class Misses:
    """Programs with one change: those that differ on some input must not be proved; of the others nothing is known."""

    what: str
    changed: int
    differ: int
    proved_wrong: int
    alike: int
    alike_proved: int


@dataclass(frozen=True, slots=True)
class Checks:
    """Processor time of `viva check` as a command, the start of the program and its sandboxes included."""

    what: str
    checks: int
    proved: int
    start_s: float
    median_s: float
    worst_s: float


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """What z3 was trusted in, asked of another solver. `open` is what that did not find out within ten seconds."""

    what: str
    certificates: int
    questions: int
    agreed: int
    open: int
    denied: int


@dataclass(frozen=True, slots=True)
class Reason:
    why_not: str
    programs: int


class Prover:
    """Reads programs in one sandbox, and proves."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.times: list[float] = []
        self.reasons: Counter[str] = Counter()
        self.proved: list[tuple[Certificate, Program, Program, list[Shape], Program | None]] = []

    def program(self, source: str, function: str) -> Program | None:
        target = compile_target(self.sandbox, source.encode(), function)
        return None if target is None else Program(read_tree(target.tree), function)

    def proof(self, one: str, two: str, function: str, types: list[str], requires: str | None) -> Proof | None:
        reference, submission = self.program(one, function), self.program(two, function)
        asked = None if requires is None else self.program(requires, "requires")
        if reference is None or submission is None:
            return None
        begun = time.process_time()
        found = prove(reference, submission, [SHAPES[each] for each in types], requires=asked)
        self.times.append(time.process_time() - begun)
        if isinstance(found, Unknown):
            self.reasons[re.sub(r"line \d+", "line …", f"{found.word} {found.detail}".strip())] += 1
        if isinstance(found, Proved):
            self.proved.append((found.certificate, reference, submission, [SHAPES[each] for each in types], asked))
        return found


def versions() -> dict[str, str]:
    import z3  # noqa: PLC0415

    return {"viva": viva.__version__, "z3": z3.get_version_string()}


def rows() -> Iterator[Reach | Misses | Checks | SecondOpinion | Reason]:
    with warm_sandbox() as sandbox:
        prover = Prover(sandbox)
        yield _first_course(prover)
        proved: dict[str, list[str]] = {}
        for question in few(QUESTIONS, 0):
            found = _students(prover, question, "correct", proved)
            if found is not None:
                yield found
        reasons = prover.reasons.most_common(12)
        for question in few(QUESTIONS, 0):
            found = _students(prover, question, "wrong", {})
            if found is not None:
                yield found
    yield from _second_opinion(prover)
    yield _two_courses()
    yield _checks()
    yield from (Reason(*each) for each in reasons)


def _second_opinion(prover: Prover) -> Iterator[SecondOpinion]:
    if not has_peer("proofs", "cvc5"):
        return
    refuted: list[str] = []
    for each in prover.proved:
        check_certificate(*each, refuted=refuted)
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "questions.json")
        file.write_text(json.dumps(refuted))
        said: Any = peer("proofs", HERE / "tools" / "cvc5_peer.py", str(file))
    answers = Counter(said["answers"])
    agreed, denied = answers["unsat"], answers["sat"]
    yield SecondOpinion(
        f"cvc5 {said['version']}",
        len(prover.proved),
        answers.total(),
        agreed,
        answers.total() - agreed - denied,
        denied,
    )


def course() -> list[dict[str, Any]]:
    return few(tomllib.loads((HERE / "proofs" / "first_course.toml").read_text())["function"], 2)


def required(item: dict[str, Any]) -> str | None:
    if "requires" not in item:
        return None
    return f"def requires({', '.join(item['parameters'])}):\n    return {item['requires']}\n"


def _first_course(prover: Prover) -> Reach:
    prover.times.clear()
    proved = 0
    for item in course():
        found = prover.proof(item["first"], item["second"], item["name"], item["types"], required(item))
        proved += isinstance(found, Proved)
    count = len(course())
    return _reach("40 functions of a first course", 0, count, proved, count, proved, prover.times)


def _reach(  # noqa: PLR0917
    what: str, left_out: int, distinct: int, proved: int, counted: int, by_count: int, times: list[float]
) -> Reach:
    return Reach(what, left_out, distinct, proved, counted, by_count, round(median(times), 2), round(max(times), 2))


def student_programs(question: str) -> tuple[str, list[dict[str, str]]]:
    reference: str = json.loads((STUDENTS / f"{question}.json").read_text())["reference"]
    return reference, [json.loads(line) for line in (STUDENTS / f"{question}.jsonl").read_text().splitlines()]


def _students(prover: Prover, question: str, label: str, proved: dict[str, list[str]]) -> Reach | None:
    """Each distinct program once. Those that are proved are added to `proved`."""
    if not (STUDENTS / f"{question}.json").is_file():
        return None
    reference, programs = student_programs(question)
    types, requires = QUESTIONS[question]
    groups = distinct(programs, label)
    prover.times.clear()
    inputs = _inputs(types, requires, 3)
    left_out = tried = count = total = 0
    for group in groups[::EVERY]:
        if label == "correct" and _differs(reference, group[0], question, inputs):
            left_out += 1
            continue
        tried += 1
        total += len(group)
        if isinstance(prover.proof(reference, group[0], question, types, requires), Proved):
            proved.setdefault(question, []).append(group[0])
            count += len(group)
            if label == "wrong" and _differs(reference, group[0], question, inputs):
                print(f"PROVED, BUT IT DIFFERS:\n{reference}\n{group[0]}")
    what = f"{question}: {label} by the given tests"
    return _reach(what, left_out, tried, len(proved.get(question, [])), total, count, prover.times)


def distinct(programs: list[dict[str, str]], label: str) -> list[list[str]]:
    """The programs that are alike but for names, together."""
    groups: dict[str, list[str]] = defaultdict(list)
    for each in programs:
        if each["label"] == label:
            groups[_without_names(each["source"])].append(each["source"])
    return list(groups.values())


def _differs(reference: str, other: str, name: str, inputs: list[list[Any]]) -> bool:
    with redirect_stdout(io.StringIO()):
        return differs(_function(reference, name), _function(other, name), inputs)


def _without_names(source: str) -> str:
    """The program with other names for everything it names itself, so that copies are found."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    names: dict[str, str] = {}
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) if name in own or not hasattr(builtins, name):
                node.id = names.setdefault(name, f"v{len(names)}")
            case ast.arg(arg=name):
                node.arg = names.setdefault(name, f"v{len(names)}")
            case ast.FunctionDef(name=name):
                node.name = names.setdefault(name, f"v{len(names)}")
    return ast.unparse(tree)


def changed(  # noqa: PLR0917
    prover: Prover, so_far: Misses, programs: tuple[str, str, str], types: list[str], asked: str | None,
    chosen: tuple[int, int],
) -> Misses:  # fmt: skip
    """Near misses of one program that is proved equal to another, by a seed and so many."""
    one, two, name = programs
    inputs = _inputs(types, asked, chosen[0])
    counts = Counter[str]()
    for other in near_misses(two, *chosen):
        different = _differs(one, other, name, inputs)
        proved = isinstance(prover.proof(one, other, name, types, asked), Proved)
        counts["differ" if different else "alike"] += 1
        counts["differ proved" if different else "alike proved"] += proved
        if proved and different:
            print(f"PROVED, BUT IT DIFFERS:\n{one}\n{other}")
    return Misses(
        so_far.what,
        so_far.changed + counts["differ"] + counts["alike"],
        so_far.differ + counts["differ"],
        so_far.proved_wrong + counts["differ proved"],
        so_far.alike + counts["alike"],
        so_far.alike_proved + counts["alike proved"],
    )


def _checks() -> Checks:
    """`viva check` of the second version of each function of the course against the first."""
    command = str(Path(sys.executable).parent / "viva")
    start = _seconds([command, "--help"])[0]
    times, proved = [], 0
    for item in course()[:: 4 * EVERY]:
        with tempfile.TemporaryDirectory() as place:
            program = _exercise(Path(place), item)
            spent, said = _seconds([command, "check", place, str(program), "--json"])
            times.append(spent)
            proved += '"proved"' in said
    return Checks("viva check", len(times), proved, round(start, 2), round(median(times), 2), round(max(times), 2))


def two_courses() -> list[dict[str, Any]]:
    return few(tomllib.loads((HERE / "proofs" / "two_courses.toml").read_text())["function"], 2)


def _two_courses() -> Checks:
    """The same for all functions of two courses, with the types that a teacher declares, in one process."""
    times, proved = [], 0
    for item in two_courses()[::EVERY]:
        with tempfile.TemporaryDirectory() as place:
            program = _exercise(Path(place), item)
            begun = _spent()
            proved += viva.check(place, program).verdict == Verdict.PROVED
            times.append(_spent() - begun)
    what = "two courses, types as declared, in one process"
    return Checks(what, len(times), proved, 0.0, round(median(times), 2), round(max(times), 2))


def _spent() -> float:
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def _exercise(folder: Path, item: dict[str, Any]) -> Path:
    """Writes an exercise with the first version; gives the file of the second one."""
    asked = required(item)
    (folder / "exercise.toml").write_text(
        f'subject = "functions"\ntitle = "T"\nstatement = "s.md"\n[functions]\nreference = "r.py"\n'
        f'function = "{item["name"]}"\n' + ('requires = "q.py"\n' if asked else "")
    )
    (folder / "s.md").write_text("Write it.\n")
    (folder / "r.py").write_text(_annotated(item["first"], item["types"]))
    if asked:
        (folder / "q.py").write_text(asked)
    (folder / "program.py").write_text(item["second"])
    return folder / "program.py"


def _seconds(command: list[str]) -> tuple[float, str]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def _annotated(source: str, types: list[str]) -> str:
    tree = ast.parse(source)
    function = next(node for node in tree.body if isinstance(node, ast.FunctionDef))
    for parameter, kind in zip(function.args.args, types, strict=True):
        parameter.annotation = ast.parse(kind, mode="eval").body
    return "from typing import Literal, Optional\n" + ast.unparse(tree) + "\n"


def _function(source: str, name: str) -> Any:
    space: dict[str, Any] = {}
    exec(source, space)
    return space[name]


def _inputs(types: list[str], requires: str | None, seed: int) -> list[list[Any]]:
    rng = random.Random(seed)
    allowed = _function(requires, "requires") if requires else None

    def value(kind: str, size: int) -> Any:
        if kind == "int":
            return rng.randint(-3, 6)
        if kind == "str":
            return "".join(rng.choice("abei u") for _ in range(rng.randint(0, size)))
        return [value(kind[5:-1], 3) for _ in range(rng.randint(0, size))]

    found: list[list[Any]] = []
    for attempt in range(INPUTS * 40):
        arguments = [value(kind, 1 + attempt % 5) for kind in types]
        if attempt % 3 == 0:  # where lists have to be sorted or of one length, most random ones are not allowed
            arguments = [
                sorted(set(each)) if kind == "list[int]" else each for kind, each in zip(types, arguments, strict=True)
            ]
        if allowed is None or allowed(*arguments):
            found.append(arguments)
        if len(found) == INPUTS:
            break
    if types[0] == "list[int]" and set(types[1:]) <= {"int"}:  # all small ones, too: some mistakes need four of a kind
        rest = [range(-1, 6)] * (len(types) - 1)
        longest = 5 if rest else 7
        small = [list(items) for size in range(longest + 1) for items in product(range(2), repeat=size)]
        if not rest:  # and some need three that cross: a list that changes while it is gone through
            small += [list(items) for size in range(7) for items in product(range(3), repeat=size)]
        every = ([list(items), *others] for items in small for others in product(*rest))
        found += [each for each in every if allowed is None or allowed(*each)]
    return found
