"""Random specifications with mutants of their model answers, judged apart: does Viva agree?

`python -m tests.engines.dialogues.fuzz COUNT` runs more than the tests do. The interpreter here is written apart from
`semantics`: it runs the specification as a program that reads and writes, and says of a run whether it is right. A
mutant on which it finds a wrong run, among many random ones, is wrong; one on which it finds none may be right.
"""

import ast
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tests.engines.dialogues.grid import run
from viva.core.fault import Fault
from viva.engines.dialogues.model import (
    All,
    Branch,
    Call,
    Current,
    Exit,
    Integer,
    Integers,
    Loop,
    Naturals,
    Nop,
    OneOf,
    Operation,
    Range,
    Read,
    Repeat,
    Seq,
    Spec,
    Term,
    Text,
    Value,
    ValueSet,
    Write,
    sequence,
)
from viva.engines.dialogues.programs.writing import program
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.traces import first_difference
from viva.engines.dialogues.wellformed import check

_OPERATIONS: dict[str, Callable[[int, int], int | bool]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "=": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
_LISTS: dict[str, Callable[[list[int]], int]] = {"len": len, "sum": sum, "max": max, "min": min}


class Left(Exception):
    """An exit was met."""


class NoMeaning(Exception):
    """The inputs are outside of what is asked."""


@dataclass
class Machine:
    """Runs a specification whose outputs are single numbers and texts, on the inputs that are `wanted`, and then on
    ones that it draws itself."""

    randomness: random.Random
    given: list[Value]
    written: list[list[str | None]]
    memory: dict[str, list[int]]
    wanted: list[int] = field(default_factory=list)
    most: int = 12

    def follow(self, spec: Spec) -> None:
        match spec:
            case Seq(steps):
                for step in steps:
                    self.follow(step)
            case Read(variable, values):
                self.memory.setdefault(variable, []).append(self.draw(values))
                self.written.append([])
                if len(self.given) > self.most:
                    raise NoMeaning
            case Write(((item,),), optional):
                shown = str(self.value(item))  # type: ignore[arg-type]
                self.written[-1].append(f"?{shown}" if optional else shown)
            case Branch(left, condition, right):
                self.follow(right if self.value(condition) else left)
            case Repeat(count, body):
                try:
                    for _ in range(int(self.value(count))):
                        self.follow(body)
                except Left:
                    pass
            case Loop(body):
                try:
                    while True:
                        self.follow(body)
                except Left:
                    pass
            case Exit():
                raise Left
            case Nop():
                pass
            case _:
                raise AssertionError(spec)

    def draw(self, values: object) -> int:
        match values:
            case _ if self.wanted:
                value = self.wanted.pop(0)
            case Range(low, high):
                value = self.randomness.randint(low, high)
            case OneOf(items):
                value = int(self.randomness.choice(items))
            case Naturals():
                value = self.randomness.choice([0, 1, 2, 3, 7, 40])
            case _:
                value = self.randomness.choice([0, 1, -1, 2, 3, -4, 9, 13, 100])
        self.given.append(value)
        return value

    def value(self, term: Term) -> int | str:
        match term:
            case Integer(value) | Text(value):
                return value
            case Current(variable):
                return self.memory[variable][-1]
            case Operation("and", left, right):
                return self.value(left) and self.value(right)
            case Operation("or", left, right):
                return self.value(left) or self.value(right)
            case Operation(name, left, right):
                return _OPERATIONS[name](self.value(left), self.value(right))  # type: ignore[arg-type]
            case Call("abs", (inner,)):
                return abs(int(self.value(inner)))
            case Call(("mod" | "div") as name, (left, right)):
                above, below = int(self.value(left)), int(self.value(right))
                if below == 0:
                    raise NoMeaning
                return above % below if name == "mod" else above // below
            case Call(name, (All(variable),)):
                held = self.memory.get(variable, [])
                if not held and name in ("max", "min"):
                    raise NoMeaning
                return _LISTS[name](held)
            case _:
                raise AssertionError(term)


def random_term(randomness: random.Random, depth: int = 2) -> Term:
    variable = randomness.choice("xy")
    if depth == 0:
        leaves: list[Term] = [Integer(randomness.randint(-3, 12)), Current(variable), Current(variable)]
        return randomness.choice(leaves)
    match randomness.randrange(6):
        case 0 | 1:
            left, right = random_term(randomness, depth - 1), random_term(randomness, depth - 1)
            return Operation(randomness.choice("+-*"), left, right)
        case 2 | 3:
            return Call(randomness.choice(tuple(_LISTS)), (All(variable),))
        case 4:
            return Call("abs", (random_term(randomness, depth - 1),))
        case _:
            divided = (random_term(randomness, depth - 1), Integer(randomness.choice([2, 3, -2])))
            return Call(randomness.choice(["mod", "div"]), divided)


def random_condition(randomness: random.Random, depth: int = 1) -> Term:
    if depth and randomness.random() < 0.25:
        left, right = random_condition(randomness, 0), random_condition(randomness, 0)
        return Operation(randomness.choice(["and", "or"]), left, right)
    operator = randomness.choice(["=", "!=", "<", "<=", ">", ">="])
    return Operation(operator, random_term(randomness, 1), random_term(randomness, 1))


def random_read(randomness: random.Random) -> Read:
    sets: list[ValueSet] = [Naturals(), Integers(), Range(-2, 30), OneOf((1, 4, -7))]
    return Read(randomness.choice("xy"), randomness.choice(sets))


def random_steps(randomness: random.Random, depth: int) -> Spec:
    steps: list[Spec] = []
    for _ in range(randomness.randint(1, 3)):
        match randomness.randrange(6 if depth else 3):
            case 0:
                steps.append(random_read(randomness))
            case 1 | 2:
                steps.append(Write(((random_term(randomness),),), optional=randomness.random() < 0.2))
            case 3:
                sides = [random_steps(randomness, depth - 1) for _ in range(2)]
                steps.append(Branch(sides[0], random_condition(randomness), sides[1]))
            case 4:
                body = sequence(random_read(randomness), random_steps(randomness, depth - 1))
                steps.append(Repeat(Integer(randomness.randint(1, 3)), body))
            case _:
                ends = Operation(">", Call("len", (All("x"),)), Integer(randomness.randint(2, 5)))
                ends = Operation("or", ends, random_condition(randomness, 0))
                body = Branch(random_steps(randomness, depth - 1), ends, Exit())
                steps.append(Loop(sequence(Read("x", Integers()), body)))
    return sequence(*steps)


def random_spec(randomness: random.Random) -> Spec:
    return sequence(Read("x", Integers()), Read("y", Naturals()), random_steps(randomness, 2))


def random_runs(spec: Spec, randomness: random.Random, count: int) -> Iterator[Machine]:
    for _ in range(count):
        machine = Machine(randomness, [], [[]], {})
        try:
            machine.follow(spec)
        except (NoMeaning, KeyError, IndexError):
            continue
        yield machine


def is_right(machine: Machine, source: str) -> bool:
    """Whether the program, which is ours, reads and writes on these inputs as the machine did."""
    try:
        done = run(source, machine.given)
    except Exception:  # noqa: BLE001 whatever it is, it is no right run
        return False
    if len(done.inputs) != len(machine.given):
        return False
    return all(
        _fits(wanted, [line.strip() for line in block.text.splitlines() if line.strip()])
        for wanted, block in zip(machine.written, done.blocks, strict=True)
    )


def _fits(wanted: Sequence[str | None], lines: Sequence[str]) -> bool:
    if not wanted:
        return not lines
    first = str(wanted[0])
    if first.startswith("?"):
        return _fits(wanted[1:], lines) or (bool(lines) and lines[0] == first[1:] and _fits(wanted[1:], lines[1:]))
    return bool(lines) and lines[0] == first and _fits(wanted[1:], lines[1:])


def mutants(source: str) -> Iterator[str]:
    """The program with one number, comparison or operator another one."""
    places = [n for n, node in enumerate(ast.walk(ast.parse(source))) if _others(node)]
    for place in places:
        for choice in range(len(_others(list(ast.walk(ast.parse(source)))[place]))):
            tree = ast.parse(source)
            node = list(ast.walk(tree))[place]
            _others(node)[choice]()
            yield ast.unparse(tree)


def _others(node: ast.AST) -> list[Callable[[], object]]:
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return [lambda change=change: setattr(node, "value", number + change) for change in (1, -1)]  # type: ignore[misc]
        case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() | ast.Eq() | ast.NotEq()]):
            return [lambda kind=kind: setattr(node, "ops", [kind()]) for kind in (ast.LtE, ast.Gt, ast.Eq, ast.NotEq)]  # type: ignore[misc]
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult()):
            return [lambda kind=kind: setattr(node, "op", kind()) for kind in (ast.Add, ast.Sub)]  # type: ignore[misc]
    return []


@dataclass(frozen=True)
class Tally:
    """How many mutants were right as far as is known, how many wrong, and how many of the wrong ones were found."""

    right: int
    wrong: int
    found: int
    refuted: tuple[str, ...]


def fuzz(seed: int, specs: int, each: int = 6) -> Tally:
    """`refuted` are programs that Viva refutes on a run that the machine takes for right."""
    randomness = random.Random(seed)
    right = wrong = found = 0
    refuted: list[str] = []
    while specs:
        spec = random_spec(randomness)
        try:
            check(spec)
        except Fault:
            continue
        specs -= 1
        runs = list(random_runs(spec, randomness, 150))
        source = program(spec)
        tests = suite(spec, 0).tests
        some = list(dict.fromkeys(mutants(source)))
        for mutant in [source, *randomness.sample(some, min(each, len(some)))]:
            is_wrong = not all(is_right(machine, mutant) for machine in runs)
            failing = next((case for case in tests if _fails(case.general, mutant, case.inputs)), None)
            right, wrong = right + (not is_wrong), wrong + is_wrong
            found += is_wrong and failing is not None
            if failing and is_right(_forced(spec, failing.inputs), mutant):
                refuted.append(f"{mutant}\n{failing.inputs}")
    return Tally(right, wrong, found, tuple(refuted))


def _forced(spec: Spec, inputs: Sequence[Value]) -> Machine:
    machine = Machine(random.Random(0), [], [[]], {}, [int(value) for value in inputs], len(inputs))
    machine.follow(spec)
    return machine


def _fails(general: object, source: str, inputs: Sequence[Value]) -> bool:
    try:
        return first_difference(general, run(source, inputs)) is not None  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 a crash is a failure
        return True


def main() -> None:
    tally = fuzz(int(sys.argv[2]) if len(sys.argv) > 2 else 1, int(sys.argv[1]))
    print(
        f"{tally.wrong} wrong, {tally.found} of them found; {tally.right} right; model answers refuted: {tally.refuted}"
    )


if __name__ == "__main__":
    main()
