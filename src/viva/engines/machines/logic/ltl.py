"""Linear temporal logic over the signals of a machine: formulas, read, shown, negated, and evaluated by definition.

    never both lights: G !(red & green)
    every request is answered: G (request -> F<=3 grant)

`G` always, `F` at some time, `X` in the next reaction (`N` the same, but true where a finite run has none), `p U q` (p
until q, which comes), `p W q` (which need not come), `p R q`; `F<=3` and `G<=3` look at this reaction and three more.
What is in between are guards over inputs and outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from viva.core.records import dataclass
from viva.core.text.reading import NAME, NUMBER, Misread
from viva.engines.machines import expressions
from viva.engines.machines.expressions import COMPARISONS, Expression, ExpressionReader, tokens
from viva.engines.machines.model import Environment, Type
from viva.engines.machines.sentences import sentence

_MOST_STEPS = 1_000
_MOST_LINES = 200
_LARGEST = 200
_OPERATORS = ("G", "F", "X", "N")
_BINARY = ("U", "W", "R")


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool


@dataclass(frozen=True, slots=True)
class Holds:
    """That a guard holds now, or does not."""

    expression: Expression
    positive: bool = True


@dataclass(frozen=True, slots=True)
class Both:
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Either:
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Next:
    """`weak`: true where there is no next reaction."""

    inner: Formula
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Until:
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Release:
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Within:
    """Now or in one of so many next reactions."""

    steps: int
    inner: Formula


@dataclass(frozen=True, slots=True)
class During:
    """Now and in so many next reactions."""

    steps: int
    inner: Formula


Formula = Truth | Holds | Both | Either | Next | Until | Release | Within | During
"""In negation normal form: only guards are negated."""

YES, NO = Truth(True), Truth(False)


def negation(given: Formula) -> Formula:
    match given:
        case Truth(value=value):
            return Truth(not value)
        case Holds(expression=expression, positive=positive):
            return Holds(expression, not positive)
        case Both(left=left, right=right):
            return Either(negation(left), negation(right))
        case Either(left=left, right=right):
            return Both(negation(left), negation(right))
        case Next(inner=inner, weak=weak):
            return Next(negation(inner), not weak)
        case Until(left=left, right=right):
            return Release(negation(left), negation(right))
        case Release(left=left, right=right):
            return Until(negation(left), negation(right))
        case Within(steps=steps, inner=inner):
            return During(steps, negation(inner))
        case During(steps=steps, inner=inner):
            return Within(steps, negation(inner))


def subformulas(given: Formula) -> Iterator[Formula]:
    yield given
    match given:
        case Both(left=left, right=right) | Either(left=left, right=right):
            yield from subformulas(left)
            yield from subformulas(right)
        case Until(left=left, right=right) | Release(left=left, right=right):
            yield from subformulas(left)
            yield from subformulas(right)
        case Next(inner=inner) | Within(inner=inner) | During(inner=inner):
            yield from subformulas(inner)
        case _:
            return


def _is_larger(given: Formula, most: int) -> bool:
    return any(count >= most for count, _ in enumerate(subformulas(given)))


def guards_of(given: Formula) -> list[Expression]:
    """The guards in a formula, each once."""
    return list(dict.fromkeys(each.expression for each in subformulas(given) if isinstance(each, Holds)))


@dataclass(frozen=True, slots=True)
class Requirement:
    """A formula with its name, and the text it was written as."""

    name: str
    formula: Formula
    text: str
    line: int = 0


class _LtlReader(ExpressionReader):
    flatter = sentence("split_formula")

    def formula(self) -> Formula:
        with self.deeper:
            left = self._implication()
            for _ in self.chain("<->"):
                right = self._implication()
                if _is_larger(left, _LARGEST) or _is_larger(right, _LARGEST):  # both are written twice here
                    raise Misread(
                        sentence("this_formula_is_too_large"),
                        reason="too_complex",
                        remedy=sentence("split_it_into_several"),
                    )
                left = Either(Both(left, right), Both(negation(left), negation(right)))
            return left

    def _implication(self) -> Formula:
        with self.deeper:
            left = self._either()
            return Either(negation(left), self._implication()) if self.accept("->") else left

    def _either(self) -> Formula:
        found = self._both()
        for _ in self._joined("|"):
            found = Either(found, self._both())
        return found

    def _both(self) -> Formula:
        found = self._until()
        for _ in self._joined("&"):
            found = Both(found, self._until())
        return found

    def _until(self) -> Formula:
        with self.deeper:
            left = self._unary_formula()
            sign = self.accept(*_BINARY) if self.next.kind == NAME else None
            if sign is None:
                return left
            right = self._until()
            if sign.text == "U":
                return Until(left, right)
            return Release(left, right) if sign.text == "R" else Release(right, Either(left, right))

    def _unary_formula(self) -> Formula:
        with self.deeper:
            if self._operator() == "!":
                self.take()
                return negation(self._unary_formula())
            if self.next.kind == NAME and (sign := self.accept(*_OPERATORS)):
                return self._temporal(sign.text)
            if self.at("("):
                before = self.position
                self.take()
                inside = self.formula()
                self.expect(")")
                if not self.at(*COMPARISONS, "+", "-", "*"):
                    return inside
                self.position = before  # what is in the parentheses is a value, as in a guard: (n + 1) * 2 > 3
            found = self._comparison()
            if isinstance(found, expressions.Constant) and isinstance(found.value, bool):
                return Truth(found.value)
            return Holds(found)

    def _temporal(self, sign: str) -> Formula:
        steps = self._bound() if sign in ("F", "G") else None
        inner = self._unary_formula()
        match sign:
            case "X" | "N":
                return Next(inner, sign == "N")
            case "F":
                return Until(YES, inner) if steps is None else Within(steps, inner)
            case _:
                return Release(NO, inner) if steps is None else During(steps, inner)

    def _bound(self) -> int | None:
        if self.accept("["):
            if self.next.kind != NUMBER or self._number() != 0:
                raise self.expected(sentence("an_interval_such_as_0_3"))
            self.expect(",")
            steps = self._steps()
            self.expect("]")
            return steps
        return self._steps() if self.accept("<=") else None

    def _steps(self) -> int:
        if self.next.kind != NUMBER:
            raise self.expected(sentence("how_many_reactions_a_number"))
        at = self.next
        steps = self._number()
        if steps > _MOST_STEPS:
            raise self.wrong(
                sentence("reactions_are_too_many", steps=str(steps)), at, sentence("at_most", most_steps=_MOST_STEPS)
            )
        return steps


def parse(text: str, types: Mapping[str, Type] | None = None) -> Formula:
    """The formula that a text is. Raises Misread with the column, also where a guard in it does not fit the types."""
    reader = _LtlReader(tokens(text))
    found = reader.formula()
    reader.expect_end(sentence("ltl_operator_or_end"))
    if types is not None:
        for guard in guards_of(found):
            expressions.check(guard, types)
    return found


def read(text: str, types: Mapping[str, Type]) -> tuple[Requirement, ...]:
    """One requirement a line: `name: formula`, or a formula alone. `#` begins a comment. Raises Misread."""
    found: list[Requirement] = []
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition("#")[0]
        if not written.strip():
            continue
        name, colon, formula = written.partition(":")
        if not colon:
            name, formula = "", written
        try:
            parsed = parse(formula, types)
        except Misread as problem:
            column = None if problem.column is None else problem.column + len(written) - len(formula)
            raise Misread(problem.said, number, column, problem.what_to_do, problem.reason) from None
        found.append(Requirement(name.strip() or formula.strip(), parsed, formula.strip(), number))
        if len(found) > _MOST_LINES:
            raise Misread(
                sentence("these_are_more_than_requirements", most_lines=_MOST_LINES), number, reason="too_large"
            )
    if not found:
        raise Misread(sentence("there_is_no_requirement_in_this"), remedy=sentence("write_one_a_line_such_as"))
    return tuple(found)


def holds(given: Formula, run: Sequence[Environment], loop: int | None, types: Mapping[str, Type]) -> bool:
    """Whether a run satisfies a formula, by definition. `loop` is the place from which its letters repeat for ever, or
    None for a finite one. Each subformula is evaluated at each place, loops as fixed points."""
    values = _Places(run, loop, types).at(given)
    return values[0] if run else values[-1]


class _Places:
    """The truth of a formula at each place of a run; of a finite one there is a last place after its end."""

    def __init__(self, run: Sequence[Environment], loop: int | None, types: Mapping[str, Type]) -> None:
        self.run = run
        self.loop = loop
        self.types = types
        self.count = len(run)

    def at(self, given: Formula) -> list[bool]:
        match given:
            case Truth(value=value):
                return [value] * self.count + [value]
            case Holds(expression=expression, positive=positive):
                test: Callable[[Environment], bool] = expressions.truth(expression, self.types)
                return [test(letter) is positive for letter in self.run] + [False]
            case Both(left=left, right=right):
                return [a and b for a, b in zip(self.at(left), self.at(right), strict=True)]
            case Either(left=left, right=right):
                return [a or b for a, b in zip(self.at(left), self.at(right), strict=True)]
            case Next(inner=inner, weak=weak):
                return self._shifted(self.at(inner), weak)
            case Until(left=left, right=right):
                return self._fixed(self.at(left), self.at(right), False)
            case Release(left=left, right=right):
                return self._fixed(self.at(left), self.at(right), True)
            case Within(steps=steps, inner=inner):
                now = found = self.at(inner)
                for _ in range(steps):
                    found = [a or b for a, b in zip(now, self._shifted(found, False), strict=True)]
                return found
            case During(steps=steps, inner=inner):
                now = found = self.at(inner)
                for _ in range(steps):
                    found = [a and b for a, b in zip(now, self._shifted(found, True), strict=True)]
                return found

    def _shifted(self, values: list[bool], at_end: bool) -> list[bool]:
        after = at_end if self.loop is None else values[self.loop]
        return [*values[1 : self.count], after, at_end][: self.count + 1] if self.count else [at_end]

    def _fixed(self, left: list[bool], right: list[bool], greatest: bool) -> list[bool]:
        found = [greatest] * (self.count + 1)
        for _ in range(self.count + 2):
            later = self._shifted(found, greatest)
            if greatest:
                found = [b and (a or c) for a, b, c in zip(left, right, later, strict=True)]
                found[-1] = True
            else:
                found = [b or (a and c) for a, b, c in zip(left, right, later, strict=True)]
                found[-1] = False
        return found
