"""What is proved for every input, and what must never be: near misses of what is proved, with one change.

The student programs are those of Hu, Ahmed, Mechtaev, Leong and Roychoudhury, "Re-factoring based program repair
applied to programming assignments", ASE 2019; they are read from `../shared/data`, or from $VIVA_STUDENT_PROGRAMS, and
parsed in the sandbox. "Correct" is what the given tests say; some of those differ from the reference on other inputs.
"""

import ast
import builtins
import json
import os
import random
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from near_misses import differs, near_misses

import viva
from viva.engines.proofs import Program, Proof, Proved, prove
from viva.engines.shapes import Many, Plain, Shape
from viva.engines.symbolic import compile_target, symbolic_sandbox
from viva.engines.symbolic.proof.tree import read_tree
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
MISSES = int(os.environ.get("VIVA_NEAR_MISSES", "28"))
"""Of each program that is proved."""
INPUTS = 60


@dataclass(frozen=True, slots=True)
class Reach:
    """`distinct` programs, apart from names; `counted` by submissions."""

    what: str
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


class Prover:
    """Reads programs in one sandbox, and proves."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.times: list[float] = []

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
        return found


def versions() -> dict[str, str]:
    import z3  # noqa: PLC0415

    return {"viva": viva.__version__, "z3": z3.get_version_string()}


def rows() -> Iterator[Reach | Misses]:
    with symbolic_sandbox() as sandbox:
        prover = Prover(sandbox)
        yield _first_course(prover)
        for question in QUESTIONS:
            yield from _students(prover, question)
        yield _misses(prover)


def course() -> list[dict[str, Any]]:
    return list(tomllib.loads((HERE / "proofs" / "first_course.toml").read_text())["function"])


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
    return _reach("40 functions of a first course", len(course()), proved, len(course()), proved, prover.times)


def _reach(  # noqa: PLR0917
    what: str, distinct: int, proved: int, counted: int, by_count: int, times: list[float]
) -> Reach:
    return Reach(what, distinct, proved, counted, by_count, round(median(times), 2), round(max(times), 2))


def _students(prover: Prover, question: str) -> Iterator[Reach]:
    if not (STUDENTS / f"{question}.json").is_file():
        return
    reference = json.loads((STUDENTS / f"{question}.json").read_text())["reference"]
    programs = [json.loads(line) for line in (STUDENTS / f"{question}.jsonl").read_text().splitlines()]
    types, requires = QUESTIONS[question]
    for label in ("correct", "wrong"):
        groups: dict[str, list[str]] = defaultdict(list)
        for each in programs:
            if each["label"] == label:
                groups[_without_names(each["source"])].append(each["source"])
        prover.times.clear()
        proved = counted = 0
        for group in groups.values():
            if isinstance(prover.proof(reference, group[0], question, types, requires), Proved):
                proved += 1
                counted += len(group)
        total = sum(map(len, groups.values()))
        yield _reach(f"{question}: {label} by the given tests", len(groups), proved, total, counted, prover.times)


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


def _misses(prover: Prover) -> Misses:
    changed = differing = wrong = alike = alike_proved = 0
    for number, item in enumerate(course()):
        name, types, asked = item["name"], item["types"], required(item)
        for one, two in ((item["first"], item["second"]), (item["second"], item["first"])):
            if not isinstance(prover.proof(one, two, name, types, asked), Proved):
                continue
            inputs = _inputs(types, asked, number)
            reference = _function(one, name)
            for other in near_misses(two, number, MISSES):
                changed += 1
                different = differs(reference, _function(other, name), inputs)
                proved = isinstance(prover.proof(one, other, name, types, asked), Proved)
                differing += different
                alike += not different
                alike_proved += proved and not different
                if proved and different:
                    wrong += 1
                    print(f"PROVED, BUT IT DIFFERS:\n{one}\n{other}")
    return Misses("first course, one change", changed, differing, wrong, alike, alike_proved)


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
    return found
