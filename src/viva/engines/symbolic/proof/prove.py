"""Whether two functions agree on all inputs of given shapes, decided outside the sandbox.

The story of soundness: every construct is either interpreted exactly or raises `Uncovered`; the paths of a function
are checked to cover the whole domain; `Proved` is said only when the solver has refuted every way to differ. An input
on which they differ comes from the solver's model and is still only a proposal: whoever asked runs it.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from viva.engines import smt
from viva.engines.shapes import Choice, Either, Fixed, Plain, Shape
from viva.engines.symbolic.frames import Frame
from viva.engines.symbolic.proof import values
from viva.engines.symbolic.proof.answer import Differs, Proof, Proved, Unknown
from viva.engines.symbolic.proof.expressions import Ending
from viva.engines.symbolic.proof.interpretation import Interpreter
from viva.engines.symbolic.proof.module import read_module
from viva.engines.symbolic.proof.values import Number, Row, Value, Word
from viva.engines.symbolic.trace import Target
from viva.engines.syntax.tree import Uncovered, read_tree

WORK = 300_000
NET = 10_000  # milliseconds, as for the interpreter
MOST_CASES = 16
MOST_QUESTIONS = 80


def prove(
    reference: Target,
    submission: Target,
    shapes: Sequence[Shape],
    *,
    requires: Target | None = None,
    strict: bool = False,
) -> Proof:
    """Results are compared by `==`, or with `strict` also by type; where the reference raises, nothing is asked.

    Both programs are known to load. Printed output is not covered: a function that prints is `Unknown`.
    """
    try:
        context = z3.Context()
        programs = [_Program(target, context) for target in (reference, submission)]
        guard = None if requires is None else _Program(requires, context)
        paths = 0
        cases = list(itertools.islice(itertools.product(*map(_options, shapes)), MOST_CASES + 1))
        if len(cases) > MOST_CASES:
            return Unknown("so many cases of arguments")
        for case in cases:
            answer = _Case(programs[0], programs[1], guard, tuple(case), Frame(tuple(shapes)), strict).decided()
            if not isinstance(answer, int):
                return answer
            paths += answer
    except Uncovered as uncovered:
        return Unknown(str(uncovered))
    except (RecursionError, z3.Z3Exception) as error:
        return Unknown(type(error).__name__)
    return Proved(paths, len(cases))


def _options(shape: Shape) -> Iterator["_Option"]:
    """The shapes an argument may have, one by one, each with the number by which the frame knows the choice."""
    match shape:
        case Either(parts):
            for number, part in enumerate(parts):
                if isinstance(part, Either | Choice):
                    raise Uncovered("a choice within a choice")
                yield _Option(part, number)
        case Choice(options):
            for number, value in enumerate(options):
                yield _Option(shape, number, value)
        case _:
            yield _Option(shape)


@dataclass(frozen=True, slots=True)
class _Option:
    shape: Shape
    choice: int | None = None
    value: object = None


class _Program:
    def __init__(self, target: Target, context: Any) -> None:
        self.name = target.function
        self.module = read_module(read_tree(target.tree))
        self.context = context

    def endings(self, arguments: Sequence[Value], condition: Any) -> list[Ending]:
        return Interpreter(self.module, self.context).call(self.name, arguments, condition)


@dataclass(slots=True)
class _Case:
    reference: _Program
    submission: _Program
    requires: _Program | None
    options: tuple[_Option, ...]
    frame: Frame
    strict: bool
    questions: int = 0

    def decided(self) -> int | Proof:
        """The number of paths if the two agree, or else why not."""
        bounds: list[Any] = []
        arguments = [
            _argument(option, _named(self.frame.shapes[number], number, option), bounds)
            for number, option in enumerate(self.options)
        ]
        domain = z3.And(bounds) if bounds else z3.BoolVal(True)
        if self.requires is not None:
            domain = z3.And(domain, self.required(arguments, domain))
        expected = self.reference.endings(arguments, domain)
        given = self.submission.endings(arguments, domain)
        for endings in (expected, given):
            if self.model([domain, *(z3.Not(ending.condition) for ending in endings)]) is not None:
                return Unknown("an interpretation that has gaps")
        values_expected, values_given = _grouped(expected), _grouped(given)
        if not values_expected or self.model([z3.Or([condition for condition, _ in values_expected])]) is None:
            return Unknown("a reference that never returns a value")
        raising = [ending.condition for ending in given if ending.value is None]
        inside = z3.Or([condition for condition, _ in values_expected])
        found = self.model([domain, inside, z3.Or(raising)]) if raising else None
        for (one, first), (two, second) in itertools.product(values_expected, values_given):
            if found is not None:
                break
            same = values.equal(first, second, self.strict)
            if values.known_truth(same) is not True:
                found = self.model([domain, one, two, z3.Not(same)])
        if found is not None:
            return Differs(self.arguments(found))
        return len(expected) + len(given)

    def required(self, arguments: Sequence[Value], domain: Any) -> Any:
        assert self.requires is not None
        endings = self.requires.endings(arguments, domain)
        if any(ending.value is None for ending in endings):
            raise Uncovered("a precondition that may raise")
        return z3.Or([z3.And(e.condition, values.truth(e.value)) for e in endings if e.value is not None])

    def model(self, conditions: Sequence[Any]) -> Any | None:
        """A model, or None if there is certainly none. What the solver does not know is `Uncovered`."""
        self.questions += 1
        if self.questions > MOST_QUESTIONS:
            raise Uncovered("so many questions for the solver")
        if smt.too_high(conditions):
            raise Uncovered("arithmetic of so high a degree")
        context = self.reference.context
        solver = smt.solver(WORK, net=NET, context=context)
        solver.add(*(condition.translate(context) for condition in conditions))
        answer = smt.satisfiable(solver)
        if answer is None:
            raise Uncovered("a question that was too hard for the solver")
        return solver.model() if answer else None

    def arguments(self, model: Any) -> tuple[object, ...]:
        found: dict[str, int | float] = {}
        for declared in model.decls():
            name = declared.name()
            if declared.arity() == 0 and self.frame.kind(name) is not None:
                value = smt.plain(model[declared])
                assert value is not None, "the model declares it"
                found[name] = int(value)
        for number, option in enumerate(self.options):
            if option.choice is not None:
                found[f"{number}?"] = option.choice
        return self.frame.arguments(found)


def _named(shape: Shape, number: int, option: _Option) -> str:
    return f"{number}.{option.choice}" if isinstance(shape, Either) else str(number)


def _argument(option: _Option, name: str, bounds: list[Any]) -> Value:
    match option.shape:
        case Plain("int", low, high):
            variable = z3.Int(name)
            bounds += [] if low is None else [variable >= low]
            bounds += [] if high is None else [variable <= high]
            return Number(variable)
        case Plain("bool"):
            return values.Truth(z3.Bool(f"{name}?"))
        case Plain("none"):
            return values.Nothing()
        case Fixed(parts):
            inner = [_argument(_Option(part), f"{name}.{index}", bounds) for index, part in enumerate(parts)]
            return Row("tuple", tuple(inner))
        case Choice() if option.choice is not None:
            match option.value:
                case None:
                    return values.Nothing()
                case bool():
                    return values.Truth(z3.BoolVal(option.value))
                case int():
                    return values.number(option.value)
                case str():
                    return Word(option.value)
    raise Uncovered(f"arguments of the shape {type(option.shape).__name__}")


def _grouped(endings: Sequence[Ending]) -> list[tuple[Any, Value]]:
    """The conditions under which a value is returned, equal values together."""
    groups: dict[str, tuple[list[Any], Value]] = {}
    for ending in endings:
        if ending.value is not None:
            groups.setdefault(_shown(ending.value), ([], ending.value))[0].append(ending.condition)
    return [(z3.Or(conditions), value) for conditions, value in groups.values()]


def _shown(value: Value) -> str:
    match value:
        case Number(expression, blurred):
            return f"n{blurred}{expression.sexpr()}"
        case values.Truth(expression):
            return f"b{expression.sexpr()}"
        case Row(kind, items):
            return f"{kind}({','.join(map(_shown, items))})"
    return repr(value)
