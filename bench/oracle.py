"""What a program does, found by plain runs beside a reference: an oracle for `bench/truth.py` that shares no code with
Viva's engines. Inputs, comparison and the reading of types are all its own; only the box is Viva's, because programs of
students are not run outside of one."""

from __future__ import annotations

import ast
import copy
import itertools
import math
import os
import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, cast

from viva.core.json import Json
from viva.sandbox import Limits, Sandbox

SMALL = 400
RANDOM = 300
LINES = 100_000  # of one call; a hundred thousand are far more than any small input needs
_LIMITS = Limits(cpu_seconds=20.0, wall_seconds=120.0, output=32 << 20)

NUMBERS = (0, 1, -1, 2, 3, -2, 4, 5, 7, 10, 12, 13, 100, 1900, 2000, 2023, 2024)
LETTERS = ("a", "b", "A", " ", "1", "z", "é", "ß", ".", "@", "-", "Z")
FLOATS = (0.0, 1.0, -1.0, 0.5, 2.0, 2.5, 10.0, 0.1, -0.5)


@dataclass(frozen=True, slots=True)
class Asked:
    """A function: parameters with types as texts, the source of `requires`, and the builtins it may not call."""

    function: str
    types: dict[str, str]
    requires: str = ""
    forbidden: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        return f"def {self.function}({', '.join(f'{name}: {kind}' for name, kind in self.types.items())}):"

    @staticmethod
    def of(source: str, function: str) -> Asked | None:
        """From the annotations; None where there are classes, for which this oracle has no values."""
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef):
                return None
            if isinstance(node, ast.FunctionDef) and node.name == function:
                return Asked(
                    function, {arg.arg: ast.unparse(arg.annotation) for arg in node.args.args if arg.annotation}
                )
        raise ValueError(f"there is no {function}")


class Oracle:
    """Answers of the reference to its inputs, with which those of programs are compared."""

    def __init__(self, asked: Asked, reference: str) -> None:
        self.asked, self.reference = asked, reference
        self._box = Sandbox([Path(__file__).parent / "tools"], ["plain_runs"])
        types = [_parsed(kind) for kind in asked.types.values()]
        rows = [
            *_small(types),
            *(tuple(_random(kind, chance) for kind in types) for chance in _chances(asked.function)),
        ]
        inside = [row for row in rows if self._admits(row)]
        calls = list(dict.fromkeys(f"{asked.function}({', '.join(map(repr, row))})" for row in inside))
        answers, _ = self._answers(reference, calls)
        # An input to which the reference has no answer is outside of the domain.
        self._expected = {call: answer for call, answer in zip(calls, answers, strict=True) if answer[0] == "value"}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._box.close()

    def allows(self, call: str) -> bool:
        """Whether a call is one that types, `requires` and the reference allow."""
        try:
            node = ast.parse(call, mode="eval").body
            row = [ast.literal_eval(argument) for argument in node.args] if isinstance(node, ast.Call) else None
        except (SyntaxError, ValueError):
            return False
        if row is None:
            return False
        kinds = [_parsed(kind) for kind in self.asked.types.values()]
        if len(row) != len(kinds) or not all(map(_fits, kinds, row)) or not self._admits(tuple(row)):
            return False
        return self._answers(self.reference, [call])[0][0][0] == "value"

    def wrong_at(self, source: str, more: Sequence[str]) -> tuple[str | None, frozenset[str]]:
        """The first call whose answer differs, with both; and the builtins that were called."""
        expected = {**{call: self._answers(self.reference, [call])[0][0] for call in more}, **self._expected}
        found, called = self._answers(source, list(expected))
        for (call, wanted), answer in zip(expected.items(), found, strict=True):
            if not _same(wanted, answer):
                return f"{call} is {wanted[1]}, not {' '.join(answer[:2])}"[:200], called
        return None, called

    def _admits(self, row: tuple[object, ...]) -> bool:
        if not self.asked.requires:
            return True
        names: dict[str, Any] = {}
        exec(self.asked.requires, names)
        return bool(names["requires"](*copy.deepcopy(row)))

    def _answers(self, source: str, calls: list[str]) -> tuple[list[list[str]], frozenset[str]]:
        """An answer to each call; a process that ends midway is started again after the call that ended it."""
        answers: list[list[str]] = []
        called: frozenset[str] = frozenset()
        while len(answers) < len(calls):
            job: Json = {"source": source, "calls": [*calls[len(answers) :]], "lines": LINES, "arguments": False}
            run = self._box.run("plain_runs:answers", job, _LIMITS)
            for message in run.messages:
                if isinstance(message, dict):
                    called |= frozenset(cast("list[str]", message["called"]))
                else:
                    answers += cast("list[list[str]]", message)
            if len(answers) < len(calls):
                answers.append(["ended", str(run.ending.reason)])
                if run.ending.reason == "time_limit":
                    answers += [["ended", "time_limit"]] * (len(calls) - len(answers))
        return answers, called


def _same(wanted: Sequence[str], answer: Sequence[str]) -> bool:
    if wanted[0] != "value" or answer[0] != "value" or answer[1].startswith("<"):
        return list(wanted[:2]) == list(answer[:2])
    return _equal(ast.literal_eval(wanted[1]), ast.literal_eval(answer[1]))


def _equal(left: object, right: object) -> bool:
    if isinstance(left, float) and isinstance(right, float | int):
        return left == right or math.isclose(left, right, rel_tol=1e-9)
    if isinstance(left, list | tuple) and type(left) is type(right):
        return len(left) == len(right) and all(map(_equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_equal(left[key], right[key]) for key in left)
    return left == right


def _parsed(kind: str) -> ast.expr:
    return ast.parse(kind, mode="eval").body


def _small(types: Sequence[ast.expr]) -> Iterator[tuple[object, ...]]:
    """All small inputs, those of small sum first."""
    values = [list(_values(kind)) for kind in types]
    places = itertools.product(*(range(min(len(each), 60 if len(values) < 2 else 25)) for each in values))
    for row in sorted(places, key=lambda row: (sum(row), row))[: SMALL * (2 if len(values) > 1 else 1)]:
        yield tuple(each[place] for each, place in zip(values, row, strict=True))
    if len(values) == 1:
        yield from ((value,) for value in itertools.islice(values[0], 60, SMALL))


def _values(kind: ast.expr) -> Iterator[object]:
    match kind:
        case ast.Name("int"):
            yield from NUMBERS
        case ast.Call(ast.Name("range"), [ast.Constant(int(low)), ast.Constant(int(high))]):
            yield from range(low, high)
        case ast.Name("bool"):
            yield from (False, True)
        case ast.Name("float"):
            yield from FLOATS
        case ast.Name("str"):
            for length in range(4):
                yield from map("".join, itertools.product(LETTERS[:6], repeat=length))
        case ast.Constant(None):
            yield None
        case ast.BinOp(left, ast.BitOr(), right):
            yield from itertools.chain.from_iterable(zip(_values(left), _values(right), strict=False))
        case ast.Subscript(ast.Name("list"), of):
            elements = list(itertools.islice(_values(of), 5))
            for length in range(5):
                yield from map(list, itertools.product(elements, repeat=length))
        case ast.Subscript(ast.Name("set"), of):
            elements = list(itertools.islice(_values(of), 5))
            for length in range(4):
                yield from map(set, itertools.combinations(elements, length))
        case ast.Subscript(ast.Name("tuple"), ast.Tuple(parts)):
            yield from _small(parts)
        case ast.Subscript(ast.Name("dict"), ast.Tuple([keys, of])):
            names, values = list(itertools.islice(_values(keys), 4)), list(itertools.islice(_values(of), 4))
            for length in range(3):
                for chosen in itertools.combinations(names, length):
                    for given in itertools.product(values, repeat=length):
                        yield dict(zip(chosen, given, strict=True))
        case _:
            raise ValueError(f"no values of the type {ast.unparse(kind)}")


def _chances(name: str) -> Iterator[random.Random]:
    yield from (random.Random(f"{name} {number}") for number in range(RANDOM))


def _random(kind: ast.expr, chance: random.Random) -> object:
    match kind:
        case ast.Name("int"):
            return chance.choice((chance.randint(-9, 9), chance.randint(-200, 3000), chance.choice(NUMBERS)))
        case ast.Name("float"):
            return chance.choice((*FLOATS, round(chance.uniform(-100, 100), 2)))
        case ast.Name("str"):
            return "".join(chance.choice(LETTERS) for _ in range(chance.randint(0, 9)))
        case ast.Subscript(ast.Name("list"), of):
            return [_random(of, chance) for _ in range(chance.randint(0, 8))]
        case ast.Subscript(ast.Name("set"), of):
            return {_random(of, chance) for _ in range(chance.randint(0, 6))}
        case ast.Subscript(ast.Name("tuple"), ast.Tuple(parts)):
            return tuple(_random(part, chance) for part in parts)
        case ast.Subscript(ast.Name("dict"), ast.Tuple([keys, of])):
            return {_random(keys, chance): _random(of, chance) for _ in range(chance.randint(0, 5))}
        case ast.BinOp(left, ast.BitOr(), right):
            return _random(chance.choice((left, right)), chance)
        case _:
            return chance.choice(list(_values(kind)))


def _fits(kind: ast.expr, value: object) -> bool:
    match kind:
        case ast.Name("int"):
            return type(value) is int
        case ast.Call(ast.Name("range"), [ast.Constant(int(low)), ast.Constant(int(high))]):
            return type(value) is int and low <= value < high
        case ast.Name("float"):
            return type(value) in (int, float)
        case ast.Name(name):
            return type(value).__name__ == name
        case ast.Constant(None):
            return value is None
        case ast.BinOp(left, ast.BitOr(), right):
            return _fits(left, value) or _fits(right, value)
        case ast.Subscript(ast.Name("tuple"), ast.Tuple(parts)):
            return isinstance(value, tuple) and len(value) == len(parts) and all(map(_fits, parts, value))
        case ast.Subscript(ast.Name("dict"), ast.Tuple([keys, of])):
            return isinstance(value, dict) and all(_fits(keys, key) and _fits(of, item) for key, item in value.items())
        case ast.Subscript(ast.Name(name), of) if isinstance(value, Iterable):
            return type(value).__name__ == name and all(_fits(of, item) for item in value)
    return False


def descendants_seconds(but: Collection[int] = ()) -> float:
    """Processor seconds of this process and of all that it started, also of those that still run, `but` of these."""
    parents: dict[int, list[int]] = {}
    spent: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(") ")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
            spent[int(entry.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    waiting, total = [os.getpid()], 0.0
    while waiting:
        process = waiting.pop()
        total += 0.0 if process in but else spent.get(process, 0.0)
        waiting += parents.get(process, [])
    return total
