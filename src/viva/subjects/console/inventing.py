"""Random specifications of a given difficulty: reads, loops that end in several ways, branches, outputs.

What comes out is well-formed, reaches both sides of every branch, and has the wanted numbers of branches and loops and
the wanted depth of terms.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from viva.core.fault import Fault
from viva.engines.dialogues.difficulty import Difficulty, measured
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
    Operation,
    Range,
    Read,
    Repeat,
    Spec,
    Term,
    Text,
    ValueSet,
    Write,
    sequence,
)
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.wellformed import check

_TRIES = 400
_NAMES = "xyzuvw"
_FOLDS = ("sum", "len", "max", "min", "product")
_WORDS = ("low", "high", "yes", "no", "odd", "even")


def specifications(seed: int, branches: int, loops: int, depth: int) -> Iterator[Spec]:
    """Endless as far as there are any; none twice. Raises ValueError for what cannot be."""
    if min(branches, loops) < 0 or depth < 1 or loops > len(_NAMES):
        raise ValueError("there are no specifications of this difficulty")
    randomness = random.Random(f"{seed} {branches} {loops} {depth}")
    seen: set[Spec] = set()
    for _ in range(_TRIES):
        spec = _Inventor(randomness, depth).spec(branches, loops)
        if spec not in seen and _is_good(spec, Difficulty(branches, loops, depth, 0)):
            seen.add(spec)
            yield spec


def _is_good(spec: Spec, wanted: Difficulty) -> bool:
    try:
        check(spec)
    except Fault:
        return False
    found = measured(spec)
    if (found.branches, found.loops, found.depth) != (wanted.branches, wanted.loops, wanted.depth):
        return False
    tests = suite(spec, 0)
    return bool(tests.tests) and tests.sides_taken == tests.sides


class _Inventor:
    def __init__(self, randomness: random.Random, depth: int) -> None:
        self.randomness = randomness
        self.depth = depth
        self.names = iter(_NAMES)
        self.known: list[str] = []

    def spec(self, branches: int, loops: int) -> Spec:
        steps: list[Spec] = []
        inside = [0] * (loops + 1)
        for _ in range(branches):
            inside[self.randomness.randrange(loops + 1)] += 1
        for number in range(loops):
            steps.append(self.loop(inside[number]))
        if not loops:
            steps.append(self.read())
        steps.extend(self.branch() for _ in range(inside[-1]))
        steps.append(Write(((self.term(self.depth),),)))
        return sequence(*steps)

    def read(self) -> Read:
        name = next(self.names)
        self.known.append(name)
        sets: list[ValueSet] = [Integers(), Naturals(), Range(-20, 20), Range(1, 100)]
        return Read(name, self.randomness.choice(sets))

    def loop(self, branches: int) -> Spec:
        """A loop that ends after a number of rounds, at a value, or at a sum."""
        name = next(self.names)
        sets: list[ValueSet] = [Integers(), Range(-50, 50)]
        read = Read(name, self.randomness.choice(sets))
        end = self.randomness.randint(2, 30)
        values, current = All(name), Current(name)
        self.known.append(name)
        body = sequence(*(self.branch(name) for _ in range(branches)))
        match self.randomness.randrange(4):
            case 0:
                return Loop(sequence(read, Branch(body, Operation("=", current, Integer(0)), Exit())))
            case 1:
                return Loop(
                    sequence(read, body, Branch(Nop(), Operation(">=", Call("sum", (values,)), Integer(end)), Exit()))
                )
            case 2:
                rounds = Integer(self.randomness.randint(2, 4))
                return Loop(Branch(sequence(read, body), Operation("=", Call("len", (values,)), rounds), Exit()))
            case _:
                return Repeat(Integer(self.randomness.randint(2, 4)), sequence(read, body))

    def branch(self, name: str | None = None) -> Spec:
        variable = name or self.randomness.choice(self.known)
        first, second = self.randomness.sample(_WORDS, 2)
        operator = self.randomness.choice(["<", "<=", ">", ">=", "="])
        left: Term = Current(variable)
        if self.depth > 1 and self.randomness.random() < 0.5:
            left = Call("mod", (left, Integer(self.randomness.randint(2, 5))))
            bound = Integer(self.randomness.randint(0, 1))
            return Branch(Write(((Text(first),),)), Operation("=", left, bound), Write(((Text(second),),)))
        bound = Integer(self.randomness.randint(1, 20))
        return Branch(Write(((Text(first),),)), Operation(operator, left, bound), Write(((Text(second),),)))

    def term(self, depth: int) -> Term:
        """Exactly so deep."""
        variable = self.randomness.choice(self.known)
        if depth == 0:
            return Current(variable)
        if depth == 1:
            return Call(self.randomness.choice(_FOLDS), (All(variable),))
        operator = self.randomness.choice(["+", "-", "*"])
        other = Integer(self.randomness.randint(2, 9)) if self.randomness.random() < 0.5 else self.term(1)
        return Operation(operator, self.term(depth - 1), other)
