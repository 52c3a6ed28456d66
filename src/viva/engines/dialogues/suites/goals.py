"""What tests should have met: goals that a way reaches by itself, and aims for the values on it.

An `Aim` is a condition on the inputs of a trail, asked either with values (is it met?) or with unknowns (what would
meet it?). Aims are: every comparison at its boundary and one to each side, also inside of outputs; every combination
of the parts of a condition, and of two conditions of which one hides the other; the ends of value sets, zero, equal
and repeated values, large magnitudes; lists that differ in one pair of places; and for each part of a term a value on
which a usual mistake in it shows (`mistakes.py`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise, product

from viva.engines.dialogues.model import (
    COMPARISONS,
    All,
    Call,
    DecimalRange,
    Integer,
    Naturals,
    Not,
    OneOf,
    Operation,
    Range,
    Term,
    Type,
    ValueSet,
    item_terms,
    subterms,
)
from viva.engines.dialogues.semantics import Path
from viva.engines.dialogues.suites.formulas import (
    Alteration,
    Position,
    Untranslatable,
    both,
    equal,
    interpret,
    negation,
)
from viva.engines.dialogues.suites.mistakes import kind_of, mistakes, places
from viva.engines.dialogues.suites.paths import Decision, Reading, Reads, Trail, Turn, Writing, environment
from viva.engines.dialogues.terms import Environment, Undefined, element_type
from viva.engines.smt.arithmetic import Symbol

Goal = Hashable
MAGNITUDES = (2**15, 2**31, 2**53 + 1, 2**63)
LARGE = 10**18 + 9  # a prime: no remainder of it is 0
_MANY = (5, 10, 16)
_OCCURRENCES = 3
_MOST_LISTED = 24
_MOST_PARTS = 3
_MANY_PARTS = 12
_LONGEST_PAIRS = 7
_NEAR = (3, 60)
_LARGEST_FACTORED = 10_000


@dataclass(frozen=True, slots=True)
class Aim:
    """`met` says for the values, or unknowns, of all reads whether the goal is met. One that is `late` may be met only
    on long ways."""

    goal: Goal
    met: Callable[[Sequence[Symbol]], Symbol]
    late: bool = False

    def holds(self, values: Sequence[Symbol]) -> bool:
        try:
            return self.met(values) is True
        except (Undefined, Untranslatable):
            return False


def way_goals(trail: Trail) -> Iterator[Goal]:
    """Goals that every input of this way meets: edges, pairs of edges, rounds of loops, invalid values."""
    before: Goal = None
    rounds: Counter[Goal] = Counter()
    refused = 0
    for event in trail.events:
        match event:
            case Decision(path, _, side):
                yield ("edge", path, side)
                yield ("pair", before, (path, side))
                before = (path, side)
            case Turn(path, first):
                if first:
                    yield from _rounds(path, rounds.pop(path, None))
                rounds[path] += 1
            case Reading(path=path, valid=valid):
                refused = 0 if valid else refused + 1
                if refused:
                    yield ("refused", path, min(refused, 2))
    for loop, count in rounds.items():
        yield from _rounds(loop, count)


def _rounds(path: Goal, count: int | None) -> Iterator[Goal]:
    if count is not None:
        yield ("rounds", path, min(count - 1, 3))
        yield from (("rounds", path, many) for many in _MANY if count > many)


def aims(trail: Trail, texts: Sequence[str], largest: int | None = None) -> Iterator[Aim]:
    """No aim asks for a number beyond the largest."""
    magnitudes = tuple(one for one in (*MAGNITUDES, LARGE) if largest is None or one <= largest)
    seen: Counter[Goal] = Counter()
    last = len(trail.inputs) - 1
    times = Counter(event.path for event in trail.events if isinstance(event, Decision | Writing))
    hidden = _hidden(trail)
    for event in trail.events:
        match event:
            case Decision(path) | Writing(path) if seen[path] >= _OCCURRENCES and seen[path] < times[path] - 2:
                seen[path] += 1
            case Reading(path=path):
                place = ("read", path, min(seen[path], _OCCURRENCES))
                seen[path] += 1
                follows = _following(trail.groups[event.number + 1])
                yield from _value_aims(event, place, last - event.number, texts, (follows, magnitudes))
            case Decision(path, condition, side, reads):
                later = min(seen[path], 1)
                seen[path] += 1
                yield from _condition_aims(("if", path, side), condition, reads, later)
                for other, next_condition in hidden.get((path, not side), {}).items():
                    for truth in (True, False):
                        aim = _parts((next_condition,), (truth,), reads)
                        yield Aim(("hidden", path, side, other, truth), aim, late=True)
                yield from _term_aims(("if", path, side), condition, reads)
            case Writing(path, write, reads):
                seen[path] += 1
                for row, alternative in enumerate(write.alternatives):
                    for column, term in enumerate(item_terms(alternative)):
                        yield from _term_aims(("write", path, row, column), term, reads)


# Values.


def _hidden(trail: Trail) -> dict[tuple[Path, bool], dict[Path, Term]]:
    """What is asked next on each side of a condition, before anything is read: on the other side nobody asks it, and a
    program that asks in another order shows only where both hold."""
    found: dict[tuple[Path, bool], dict[Path, Term]] = defaultdict(dict)
    for group in trail.groups:
        decisions = [event for event in group if isinstance(event, Decision)]
        for first, second in pairwise(decisions):
            found[first.path, first.side][second.path] = second.condition
    return found


def _following(group: Sequence[object]) -> Goal:
    """The sides that are taken after a read: a value matters differently on each."""
    return tuple((event.path, event.side) for event in group if isinstance(event, Decision))


def _value_aims(
    event: Reading, place: Goal, left: int, texts: Sequence[str], more: tuple[Goal, tuple[int, ...]]
) -> Iterator[Aim]:
    """`left` reads come after this one; `more` are the sides taken then, and the magnitudes to try."""
    follows, magnitudes = more
    number, values = event.number, event.read.values
    kind = element_type(values)
    if kind == Type.TRUTH:
        yield from (Aim((place, value), _is(number, value)) for value in (True, False))
    elif kind == Type.TEXT:
        listed = [str(value) for value in values.values] if isinstance(values, OneOf) else texts
        for text in listed[:_MOST_LISTED] if event.valid else _nearly(listed):
            yield Aim((place, text), _is(number, text))
    else:
        for value in _special(values, event.valid):
            yield Aim((place, value), _is(number, value))
        for value in _ends(values) if event.valid else ():
            yield Aim((event.path, value, follows), _is(number, value))
        for sign in (1, -1):
            for magnitude in magnitudes:
                beyond = _is(number, sign * LARGE) if magnitude == LARGE else _beyond(number, sign, magnitude)
                yield Aim((event.path, sign * magnitude), beyond)
                if left > 1:
                    yield Aim((event.path, "then more", sign * magnitude), beyond)
        if not left:
            yield Aim((event.path, "last negative"), lambda given, n=number: given[n] < 0)  # type: ignore[misc]
    own = event.before.get(event.read.variable, ())
    for name, numbers in sorted(event.before.items()):
        if not numbers:
            continue
        for what, other in (("previous", numbers[-1]), ("first", numbers[0])):
            yield Aim((place, "equals", name, what), lambda given, n=number, o=other: _same(given, n, o))  # type: ignore[misc]
    if own and kind in (Type.NUMBER, Type.DECIMAL):
        for change in (1, -1):
            yield Aim((place, "next", change), lambda given, n=number, o=own[-1], c=change: given[n] - given[o] == c)  # type: ignore[misc]


def _nearly(listed: Sequence[str]) -> list[str]:
    """A few texts that are just not in a set: one letter more or less, other letters small or capital."""
    first = listed[0]
    nearly = (first.upper(), first.capitalize(), f"{first}x", first[:-1], first[::-1], "x")
    return [text for text in dict.fromkeys(nearly) if text and text not in listed]


def _is(number: int, value: Symbol) -> Callable[[Sequence[Symbol]], Symbol]:
    return lambda given: equal(given[number], value)


def _same(given: Sequence[Symbol], left: int, right: int) -> Symbol:
    kinds = {kind_of(given[left]), kind_of(given[right])}
    return equal(given[left], given[right]) if len(kinds) == 1 else False


def _beyond(number: int, sign: int, magnitude: int) -> Callable[[Sequence[Symbol]], Symbol]:
    return lambda given: (
        not isinstance(given[number], str)
        and both(given[number] * sign >= magnitude, given[number] * sign < 16 * magnitude)
    )


def _ends(values: ValueSet) -> tuple[int | Fraction, ...]:
    match values:
        case Range(low, high) | DecimalRange(low, high):
            return (low, high)
        case Naturals():
            return (0,)
        case _:
            return ()


def _special(values: ValueSet, valid: bool) -> tuple[int | Fraction, ...]:
    match values:
        case Range(low, high) if valid:
            return tuple(dict.fromkeys((low, high, low + 1, high - 1, 0, (low + high) // 2)))
        case Range(low, high):
            return tuple(dict.fromkeys((low - 1, high + 1, 0, -1, -low, -high, 10 * high)))
        case OneOf(items) if valid:
            return tuple(item for item in items[:_MOST_LISTED] if isinstance(item, int))
        case OneOf(items):
            around = (item + step for item in items[:_MOST_LISTED] if isinstance(item, int) for step in (-1, 1))
            return tuple(dict.fromkeys((*around, 0, -1)))
        case Naturals():
            return (0, 1, 2, 3) if valid else (-1, -2)
        case DecimalRange(low, high):
            step = Fraction(1, 100)
            return (low, high, low + step, high - step) if valid else (low - step, high + step)
        case _:
            return (0, 1, -1, 2, -2, 3)


# Conditions.


def _condition_aims(place: Goal, condition: Term, reads: Reads, later: int) -> Iterator[Aim]:
    found = list(atoms(condition))
    for position, atom in found:
        yield from _boundary_aims((place, later), position, atom, reads)
    if _MOST_PARTS < len(found) <= _MANY_PARTS:
        for truths in _one_apart(len(found)):
            parts = tuple(atom for _, atom in found)
            yield Aim((place[:2], "parts", truths), _parts(parts, truths, reads), late=True)  # type: ignore[index]
    if 1 < len(found) <= _MOST_PARTS:
        for truths in product((False, True), repeat=len(found)):
            parts = tuple(atom for _, atom in found)
            yield Aim((place, "parts", truths), _parts(parts, truths, reads))
            for number, part in enumerate(parts):
                if isinstance(part, Operation) and part.operator in COMPARISONS:
                    for gap in _NEAR:
                        yield Aim((place, "near", truths, number, gap), _near(parts, truths, reads, (part, gap)))


def _one_apart(count: int) -> Iterator[tuple[bool, ...]]:
    """All parts alike, and all alike but one: enough to see that each of many parts is looked at."""
    for truth in (True, False):
        yield (truth,) * count
        yield from (tuple(truth != (number == odd) for number in range(count)) for odd in range(count))


def atoms(condition: Term, at: Position = ()) -> Iterator[tuple[Position, Term]]:
    match condition:
        case Operation(("and" | "or"), left, right):
            yield from atoms(left, (*at, 0))
            yield from atoms(right, (*at, 1))
        case Not(operand):
            yield from atoms(operand, (*at, 0))
        case _:
            yield at, condition


def _near(
    parts: Sequence[Term], truths: Sequence[bool], reads: Reads, close: tuple[Operation, int]
) -> Callable[[Sequence[Symbol]], Symbol]:
    """The parts are so, and the sides of one of them are close to each other."""
    held, (part, gap) = _parts(parts, truths, reads), close

    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        left, right = interpret(part.left, here), interpret(part.right, here)
        if isinstance(left, tuple) or kind_of(left) != "number":
            return False
        return both(held(given), both(left - right <= gap, right - left <= gap))

    return met


def _parts(parts: Sequence[Term], truths: Sequence[bool], reads: Reads) -> Callable[[Sequence[Symbol]], Symbol]:
    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        held = (interpret(part, here) for part in parts)
        return reduce(both, (one if truth else negation(one) for one, truth in zip(held, truths, strict=True)))

    return met


def _boundary_aims(place: Goal, position: Position, atom: Term, reads: Reads) -> Iterator[Aim]:
    if not isinstance(atom, Operation) or atom.operator not in COMPARISONS:
        return
    for change in (0, 1, -1):
        yield Aim((place, position, change), _differs_by(atom, change, reads))
    if atom.operator in ("=", "!="):
        yield Aim((place, position, "opposite"), _opposite(atom, reads))
    yield from _pair_aims((place, position), atom, reads)


def _differs_by(atom: Operation, change: int, reads: Reads) -> Callable[[Sequence[Symbol]], Symbol]:
    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        left, right = interpret(atom.left, here), interpret(atom.right, here)
        if isinstance(left, tuple) or kind_of(left) != "number":
            return equal(left, right) if change == 0 else False
        return left - right == change

    return met


def _opposite(atom: Operation, reads: Reads) -> Callable[[Sequence[Symbol]], Symbol]:
    """Equal but for the sign."""

    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        left, right = interpret(atom.left, here), interpret(atom.right, here)
        if isinstance(left, tuple) or kind_of(left) != "number":
            return False
        return both(left + right == 0, negation(equal(left, 0)))

    return met


def _pair_aims(place: Goal, atom: Operation, reads: Reads) -> Iterator[Aim]:
    """Two lists that agree but for one place, and the place that mirrors it."""

    def met(length: int, odd: int, opposite: bool) -> Callable[[Sequence[Symbol]], Symbol]:
        def differs(given: Sequence[Symbol]) -> Symbol:
            here = environment(reads, given)
            left, right = interpret(atom.left, here), interpret(atom.right, here)
            if not isinstance(left, tuple) or len(left) != length or len(right) != length:
                return False
            same = [equal(*pair) for pair in zip(left, right, strict=True)]
            agreed = (same[n] for n in range(length) if n not in (odd, length - 1 - odd))
            apart = negation(same[odd])
            if opposite:
                if kind_of(left[odd]) != "number":
                    return False
                apart = both(apart, left[odd] + right[odd] == 0)
            return reduce(both, agreed, apart)

        return differs

    if any(
        isinstance(part, All) or (isinstance(part, Call) and part.function == "reverse")
        for part in (atom.left, atom.right)
    ):
        lengths = {len(reads.get(variable, ())) for variable in _variables(atom)}
        for length in sorted(lengths):
            if length <= _LONGEST_PAIRS:
                for odd in range(length):
                    yield Aim((place, "pair", length, odd), met(length, odd, opposite=False))
                    yield Aim((place, "pair", length, odd, "opposite"), met(length, odd, opposite=True))


def _variables(term: Term) -> set[str]:
    return {part.variable for part in subterms(term) if isinstance(part, All)}


# Outputs, and mistakes in terms.


def _term_aims(place: Goal, term: Term, reads: Reads) -> Iterator[Aim]:
    """The comparisons hidden in a term, and the mistakes one can make in it."""
    for position, part in places(term):
        match part:
            case Call(("count_ge" | "count_gt"), (All(variable), bound)):
                for change in (0, 1, -1):
                    for number in reads.get(variable, ())[-2:]:
                        yield Aim((place, position, change), _bound(number, bound, change, reads))
            case Call(("max" | "min"), (All(variable),)) if len(reads.get(variable, ())) > 1:
                for which, number in (("first", 0), ("last", -1)):
                    index = reads[variable][number]
                    yield Aim((place, position, which), _alone(part, variable, index, reads))
            case Call("mod" | "div", (left, right)):
                for rest in (0, 1, -1):
                    yield Aim((place, position, rest), _rest(left, right, rest, reads))
                for times in (1, 2, 3):
                    yield Aim((place, position, "times", times), _times(left, right, times, reads))
                for factor in _factors(right):
                    yield Aim((place, position, "factor", factor), _rest(left, right, factor, reads))
            case Operation(operator) if operator in COMPARISONS and place[0] == "write":  # type: ignore[index]
                yield from _boundary_aims(place, position, part, reads)
    yield from _mistake_aims(place, term, reads)


def _bound(number: int, bound: Term, change: int, reads: Reads) -> Callable[[Sequence[Symbol]], Symbol]:
    return lambda given: given[number] - interpret(bound, environment(reads, given)) == change


def _alone(term: Term, variable: str, index: int, reads: Reads) -> Callable[[Sequence[Symbol]], Symbol]:
    """The extreme value is this one and no other."""

    def met(given: Sequence[Symbol]) -> Symbol:
        best = interpret(term, environment(reads, given))
        others = (negation(equal(given[n], best)) for n in reads[variable] if n != index)
        return reduce(both, others, equal(given[index], best))

    return met


def _factors(divisor: Term) -> list[int]:
    """Some proper factors of a constant divisor: remainders by which a smaller divisor is told from it."""
    if not isinstance(divisor, Integer) or not 3 < abs(divisor.value) <= _LARGEST_FACTORED:
        return []
    found = [factor for factor in range(2, abs(divisor.value)) if divisor.value % factor == 0]
    return found[:2] + found[-2:]


def _times(left: Term, right: Term, times: int, reads: Reads) -> Callable[[Sequence[Symbol]], Symbol]:
    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        return interpret(left, here) == times * interpret(right, here)

    return met


def _rest(left: Term, right: Term, rest: int, reads: Reads) -> Callable[[Sequence[Symbol]], Symbol]:
    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        value, divisor = interpret(left, here), interpret(right, here)
        below = value < 0 if rest in (1, -1) else value != 0
        return both((value - rest) % divisor == 0, below)

    return met


def _mistake_aims(place: Goal, term: Term, reads: Reads) -> Iterator[Aim]:
    """Values on which the term and the mistaken one differ."""
    right = _Right(term, reads)
    for altered in mistakes(term):
        yield Aim((place, altered.position, altered.name), _shows(right, altered))


@dataclass(slots=True)
class _Right:
    """The value a term has; it is the same for all the mistakes that it is held against."""

    term: Term
    reads: Reads
    given: Sequence[Symbol] | None = None
    known: tuple[Environment, Symbol] | None = None

    def value(self, given: Sequence[Symbol]) -> tuple[Environment, Symbol]:
        if self.known is None or self.given is not given:
            here = environment(self.reads, given)
            self.given, self.known = given, (here, interpret(self.term, here))
        return self.known


def _shows(right: _Right, altered: Alteration) -> Callable[[Sequence[Symbol]], Symbol]:
    def met(given: Sequence[Symbol]) -> Symbol:
        here, value = right.value(given)
        return negation(equal(value, interpret(right.term, here, altered)))

    return met
