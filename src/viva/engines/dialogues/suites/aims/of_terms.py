"""Aims for a term: the comparisons hidden in it, and for each of its parts a value on which a usual mistake in it shows
(`mistakes.py`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import reduce

from viva.core.records import dataclass
from viva.engines.dialogues.evaluation import Environment
from viva.engines.dialogues.model import COMPARISONS, All, Call, Integer, Operation, Term, Value
from viva.engines.dialogues.suites.aims.goals import Aim, Goal, Met
from viva.engines.dialogues.suites.aims.mistakes import mistakes, places
from viva.engines.dialogues.suites.aims.of_conditions import boundary_aims
from viva.engines.dialogues.suites.aims.text_mistakes import text_mistakes, text_places
from viva.engines.dialogues.suites.searching.wishes import Wish, either_alone
from viva.engines.dialogues.suites.ways.formulas import Alteration, Position, both, equal, interpret, negation
from viva.engines.dialogues.suites.ways.paths import Reads, environment
from viva.engines.smt.arithmetic import Symbol

_LARGEST_FACTORED = 10_000


def term_aims(
    place: Goal, term: Term, reads: Reads, inputs: Sequence[Value] | None, whole: Collection[str] = ()
) -> Iterator[Aim]:
    """The comparisons hidden in a term, and the mistakes one can make in it; `inputs`, where there are any texts, tell
    which parts are texts, and `whole` are the variables whose blanks at the ends count."""
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
                yield from boundary_aims(place, position, part, reads)
    texts = set(text_places(term, environment(reads, inputs))) if inputs is not None else set()
    yield from _mistake_aims(place, term, reads, texts)
    for position, name, mistaken in text_mistakes(term, texts, whole):
        apart = either_alone(term, mistaken) if place[0] == "if" else Operation("!=", term, mistaken)  # type: ignore[index]
        wish = Wish(apart, reads)
        yield Aim((place, position, name), wish.met, wish=wish)


def _bound(number: int, bound: Term, change: int, reads: Reads) -> Met:
    return lambda given: given[number] - interpret(bound, environment(reads, given)) == change


def _alone(term: Term, variable: str, index: int, reads: Reads) -> Met:
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


def _times(left: Term, right: Term, times: int, reads: Reads) -> Met:
    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        return interpret(left, here) == times * interpret(right, here)

    return met


def _rest(left: Term, right: Term, rest: int, reads: Reads) -> Met:
    def met(given: Sequence[Symbol]) -> Symbol:
        here = environment(reads, given)
        value, divisor = interpret(left, here), interpret(right, here)
        below = value < 0 if rest in (1, -1) else value != 0
        return both((value - rest) % divisor == 0, below)

    return met


def _mistake_aims(place: Goal, term: Term, reads: Reads, texts: Collection[Position]) -> Iterator[Aim]:
    """Values on which the term and the mistaken one differ."""
    right = _Right(term, reads)
    for altered in mistakes(term):
        if altered.position not in texts:
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


def _shows(right: _Right, altered: Alteration) -> Met:
    def met(given: Sequence[Symbol]) -> Symbol:
        here, value = right.value(given)
        return negation(equal(value, interpret(right.term, here, altered)))

    return met
