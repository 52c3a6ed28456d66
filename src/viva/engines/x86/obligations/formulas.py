"""What annotations mean: expressions in a state to values and formulas.

Quantifiers are never handed to the solver. To assert a formula, each of its quantifiers is either a claim that there is
some value, which then gets a name, or a claim about every value: a `Universal`, which stands in the formula by a guard
and of which only instances are asserted (`instances.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.x86 import bits
from viva.engines.x86.annotations import (
    Arithmetic,
    Cell,
    Comparison,
    Connective,
    Expression,
    Literally,
    Minus,
    Name,
    Not,
    Number,
    Old,
    Quantified,
    parts,
    walk,
)
from viva.engines.x86.bits import Truth, Value, both, either, no
from viva.engines.x86.machine import PARTS, WORD, State
from viva.engines.x86.obligations.symbolic_state import Names

Bound = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class View:
    """What an expression looks at: the state here, the one at the start, and named constants and labels."""

    here: State
    start: State
    constants: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Universal:
    """A claim about every value of a variable: where `guard` holds, `body` does for each. `positive` False is the
    claim that it holds for none."""

    guard: Truth
    variable: str
    body: Expression
    view: View
    bound: Bound
    positive: bool

    def cells(self) -> list[Line]:
        """The places in memory of which the claim speaks, where they go in steps of one size with the variable."""
        found = []
        for address, view in _addresses(self.body, self.view, self.variable):
            zero, one = (term(address, view, {**self.bound, self.variable: value}) for value in (0, 1))
            step = bits.simplified(bits.sub(one, zero, WORD))
            if isinstance(step, int) and (step in (1, bits.mask(WORD)) or step.bit_count() == 1):
                found.append(Line(zero, step))
        return found


@dataclass(frozen=True, slots=True)
class Line:
    """Addresses that depend on a variable: `first + step * variable`; the step is -1 or a power of two."""

    first: Value
    step: int

    def at(self, value: Value) -> Value:
        return bits.add(self.first, bits.mul(value, self.step, WORD), WORD)

    def met(self, place: Value) -> Value:
        """The value of the variable for which the address is this place, if there is one."""
        if self.step == bits.mask(WORD):
            return bits.simplified(bits.sub(self.first, place, WORD))
        apart = bits.sub(place, self.first, WORD)
        return bits.simplified(bits.shift_right(apart, self.step.bit_length() - 1, WORD) if self.step > 1 else apart)


def _addresses(expression: Expression, view: View, variable: str) -> Iterator[tuple[Expression, View]]:
    """The addresses with this variable in them; not below a further quantifier, whose variable has no value here."""
    match expression:
        case Quantified():
            return
        case Old(inside=inside):
            yield from _addresses(inside, _of_old(view), variable)
            return
        case Cell(address=address) if any(part == Name(variable) for part in walk(address)):
            yield address, view
    for part in parts(expression):
        yield from _addresses(part, view, variable)


@dataclass(slots=True)
class Claims:
    """Formulas as they are asserted, and the quantifiers that were met on the way."""

    names: Names
    universals: list[Universal] = field(default_factory=list)
    somes: list[Value] = field(default_factory=list)

    def holds(self, expression: Expression, view: View, bound: Bound | None = None) -> Truth:
        """A formula that may be asserted where the expression holds."""
        return self._truth(expression, view, bound or {}, True)

    def fails(self, expression: Expression, view: View, bound: Bound | None = None) -> Truth:
        """A formula that may be asserted where the expression does not hold."""
        return no(self._truth(expression, view, bound or {}, False))

    def instance(self, claim: Universal, value: Value) -> Truth:
        """What a universal claim says about one value."""
        bound = {**claim.bound, claim.variable: value}
        if claim.positive:
            said = self.holds(claim.body, claim.view, bound)
        else:
            said = self.fails(claim.body, claim.view, bound)
        return either(no(claim.guard), said)

    def denied(self, claim: Universal, value: Value) -> Truth:
        """That the claim is wrong for this value."""
        bound = {**claim.bound, claim.variable: value}
        return (self.fails if claim.positive else self.holds)(claim.body, claim.view, bound)

    def _truth(self, expression: Expression, view: View, bound: Bound, positive: bool) -> Truth:
        """What stands for it where it is asserted (`positive`), or where its negation is."""
        match expression:
            case Literally(value=value):
                return value
            case Not(inside=inside):
                return no(self._truth(inside, view, bound, not positive))
            case Old(inside=inside):
                return self._truth(inside, _of_old(view), bound, positive)
            case Name(name=name):
                return view.here.flag(name)
            case Comparison(sign=sign, left=left, right=right):
                return compare(sign, term(left, view, bound), term(right, view, bound))
            case Connective(sign="&&", left=left, right=right):
                return both(self._truth(left, view, bound, positive), self._truth(right, view, bound, positive))
            case Connective(sign="||", left=left, right=right):
                return either(self._truth(left, view, bound, positive), self._truth(right, view, bound, positive))
            case Connective(sign="=>", left=left, right=right):
                premise = no(self._truth(left, view, bound, not positive))
                return either(premise, self._truth(right, view, bound, positive))
            case Connective(left=left, right=right):
                ways = (Connective("=>", left, right), Connective("=>", right, left))
                return both(*(self._truth(way, view, bound, positive) for way in ways))
            case Quantified(every=every, variable=variable, body=body):
                if every != positive:
                    some = self.names.word(variable)
                    self.somes.append(some)
                    return self._truth(body, view, {**bound, variable: some}, positive)
                guard = self.names.truth(f"every.{variable}")
                self.universals.append(Universal(guard, variable, body, view, bound, positive))
                return guard if positive else no(guard)
        raise TypeError(f"no formula: {expression}")


def _of_old(view: View) -> View:
    return View(view.start, view.start, view.constants)


def term(expression: Expression, view: View, bound: Bound) -> Value:
    """The word that an expression means."""
    match expression:
        case Number(value=value):
            return value
        case Name(name=name):
            if name in bound:
                return bound[name]
            if name in view.constants:
                return view.constants[name]
            if name in PARTS:
                return bits.zero_extend(view.here.register(name), PARTS[name].width, WORD)
            return bits.as_bits(view.here.flag(name), WORD)
        case Cell(size=size, address=address):
            return bits.zero_extend(view.here.load(term(address, view, bound), 8 * size), 8 * size, WORD)
        case Old(inside=inside):
            return term(inside, _of_old(view), bound)
        case Minus(sign=sign, inside=inside):
            value = term(inside, view, bound)
            return bits.neg(value, WORD) if sign == "-" else bits.not_(value, WORD)
        case Arithmetic(sign=sign, left=left, right=right):
            return _calculated(sign, term(left, view, bound), term(right, view, bound))
    raise TypeError(f"no number: {expression}")


def _calculated(sign: str, one: Value, two: Value) -> Value:
    match sign:
        case "+":
            return bits.add(one, two, WORD)
        case "-":
            return bits.sub(one, two, WORD)
        case "*":
            return bits.mul(one, two, WORD)
        case "/":
            return bits.divide(one, two, WORD)[0]
        case "%":
            return bits.divide(one, two, WORD)[1]
        case "&":
            return bits.and_(one, two, WORD)
        case "|":
            return bits.or_(one, two, WORD)
        case "^":
            return bits.xor(one, two, WORD)
        case "<<":
            return bits.shift_left(one, two, WORD)
        case _:
            return bits.shift_right(one, two, WORD)


def compare(sign: str, one: Value, two: Value) -> Truth:
    match sign:
        case "==":
            return bits.equal(one, two)
        case "!=":
            return no(bits.equal(one, two))
        case "<":
            return bits.below(one, two)
        case ">":
            return bits.below(two, one)
        case "<=":
            return no(bits.below(two, one))
        case ">=":
            return no(bits.below(one, two))
        case "<s":
            return bits.less(one, two, WORD)
        case ">s":
            return bits.less(two, one, WORD)
        case "<=s":
            return no(bits.less(two, one, WORD))
        case _:
            return no(bits.less(one, two, WORD))
