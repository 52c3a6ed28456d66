"""What a term is for given values of its variables: the meaning of terms, in Python.

The rounds of loops are gone through in `stepping`. Used to look for invariants, and by the tests that hold the
translation against CPython. Lists and tuples are tuples, texts are lists of codes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, NoReturn

from viva.engines.proofs.terms import Sort, Term, default
from viva.engines.proofs.terms.recursive import in_general
from viva.engines.proofs.terms.stepping import steps_of

Value = Any
Values = Mapping[str, Value]

LONGEST = 3_000
_LONGEST_OF_SEVERAL = 300
DEEPEST = 30  # calls of a function inside of itself


class Endless(Exception):
    """More steps than there are."""


class Evaluator:
    """Counts its steps, and raises `Endless` after so many; `apply` gives functions of which nothing is known a value
    that depends on the arguments only."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.given: dict[tuple[Any, ...], Value] = {}
        self.depth = 0

    def value(self, term: Term, values: Values, done: dict[Term, Value] | None = None) -> Value:
        done = {} if done is None else done
        found = done.get(term)
        if found is None:
            self.left -= 1
            if self.left < 0:
                raise Endless
            found = done[term] = self._value(term, values, done)
        return found

    def _value(self, term: Term, values: Values, done: dict[Term, Value]) -> Value:
        op = term.op
        if op == "num":
            return term.data
        if op == "bool":
            return bool(term.data)
        if op == "var":
            # What stands for any value, such as that of a name which is None so far, is some value in a run.
            return values[term.data] if term.data in values else self.value(default(term.sort), {})
        if op == "ite":
            return self.value(term.args[1 if self.value(term.args[0], values, done) else 2], values, done)
        if op in ("and", "or"):  # whether a function goes on is asked before it is called
            asked = sorted(term.args, key=lambda arg: arg.calls) if term.calls else term.args
            return (all if op == "and" else any)(self.value(arg, values, done) for arg in asked)
        return self.applied(term, self._values(term.args, values, done))

    def stop(self) -> NoReturn:
        raise Endless

    def applied(self, term: Term, args: list[Value]) -> Value:
        """The value of a term that needs the values of all its parts, which are these."""
        if term.op == "fold":
            return self.folded(term, args)[0]
        if term.op == "call":
            return self.called(term, args)
        return self._operation(term, args)

    def _values(self, terms: Sequence[Term], values: Values, done: dict[Term, Value]) -> list[Value]:
        """As `value` of each of them; most terms are small."""
        found = []
        for term in terms:
            value = done.get(term)
            if value is None:
                self.left -= 1
                if self.left < 0:
                    raise Endless
                if term.op == "num":
                    value = term.data
                elif term.op == "var" and term.data in values:
                    value = values[term.data]
                else:
                    value = self._value(term, values, done)
                done[term] = value
            found.append(value)
        return found

    def folded(self, term: Term, args: list[Value]) -> list[Value]:
        """The values of all variables of a loop after its rounds."""
        defined = term.data
        states = args[1 : 1 + defined.states]
        given = {f"p{place}": value for place, value in enumerate(args[1 + defined.states :])}
        steps = steps_of(defined.steps)
        for round_number in range(max(0, args[0])):
            self.left -= 1
            if self.left < 0:
                raise Endless
            now = {**given, "k": round_number, **dict(zip(steps.names, states, strict=True))}
            before, states = states, steps.after(self, now)
            if not steps.counts and states == before:  # all rounds that are left do the same
                break
        return states

    def called(self, term: Term, args: list[Value]) -> Value:
        """What a function that calls itself gives; some value where it raises something, or its equation says
        nothing."""
        key = (term.data, *args)
        if key not in self.given:
            self.depth += 1
            if self.depth > DEEPEST:
                raise Endless
            now = {f"r{place}": value for place, value in enumerate(args)}
            domain, raised, equation = in_general(term.data)
            known = self.value(domain, now) and (term.data.raises or not self.value(raised, now))
            self.given[key] = self.value(equation, now) if known else blank(term.sort)
            self.depth -= 1
        return self.given[key]

    def _operation(self, term: Term, args: list[Value]) -> Value:
        return _OPERATIONS[term.op](self, term, args)

    def small(self, value: int) -> int:
        if value.bit_length() > LONGEST:
            raise Endless
        return value

    def short(self, items: tuple[Value, ...]) -> tuple[Value, ...]:
        if len(items) > LONGEST:
            raise Endless
        self.left -= len(items) // 8
        return items


def _cut(evaluator: Evaluator, term: Term, args: list[Value]) -> Value:
    items, low, high = args
    element = term.sort[1]
    return evaluator.short(tuple(_at(items, low + i, element) for i in range(min(high - low, LONGEST + 1))))


def _put(_evaluator: Evaluator, _term: Term, args: list[Value]) -> Value:
    items, place, value = args
    return (*items[:place], value, *items[place + 1 :]) if 0 <= place < len(items) else items


def _drop(_evaluator: Evaluator, _term: Term, args: list[Value]) -> Value:
    items, place = args
    return (*items[:place], *items[place + 1 :]) if 0 <= place < len(items) else items


def _insert(_evaluator: Evaluator, term: Term, args: list[Value]) -> Value:
    items, place, value = args
    if not 0 <= place <= len(items):
        value = blank(term.sort[1])
    return (*items[: max(0, place)], value, *items[max(0, place) :])


_OPERATIONS: dict[str, Callable[[Evaluator, Term, list[Value]], Value]] = {
    "+": lambda evaluator, _, args: evaluator.small(sum(args)),
    "*": lambda evaluator, _, args: evaluator.small(args[0] * args[1]),
    "div": lambda _evaluator, _term, args: args[0] // args[1] if args[1] else 0,
    "mod": lambda _evaluator, _term, args: args[0] % args[1] if args[1] else 0,
    "not": lambda _evaluator, _term, args: not args[0],
    "<=": lambda _evaluator, _term, args: args[0] <= args[1],
    "=": lambda _evaluator, _term, args: args[0] == args[1],
    "tuple": lambda _evaluator, _term, args: tuple(args),
    "part": lambda _, term, args: args[0][term.data],
    "nil": lambda _evaluator, _term, _args: (),
    "snoc": lambda evaluator, _, args: evaluator.short((*args[0], args[1])),
    "cat": lambda evaluator, _, args: evaluator.short(args[0] + args[1]),
    "cut": _cut,
    "reverse": lambda _evaluator, _term, args: args[0][::-1],
    "put": _put,
    "drop": _drop,
    "insert": _insert,
    "repeat": lambda evaluator, term, args: evaluator.short(
        (_at(args[0], 0, term.sort[1]),) * min(args[1], LONGEST + 1)
    ),
    "len": lambda _evaluator, _term, args: len(args[0]),
    "at": lambda _, term, args: _at(args[0], args[1], term.sort),
    "apply": lambda _, term, args: made_up(term.data, term.sort, args),
}
"""What becomes of the values of the arguments."""


def made_up(name: str, sort: Sort, args: list[Value]) -> Value:
    """Some function of the arguments: that of CPython where it is known, so that what is seen is what will be."""
    if name == "sorted":
        return tuple(sorted(args[0]))
    if name.startswith("char.") and len(args) == 1 and isinstance(args[0], int) and 0 <= args[0] < 0x110000:
        return _codes(getattr(chr(args[0]), name.removeprefix("char."))())
    if name == "int.str":
        return _codes(str(args[0]))
    if name == "bool.str":
        return _codes(str(bool(args[0])))
    if name.startswith("int.format "):
        return _codes(format(args[0], name.removeprefix("int.format ")))
    if name.startswith("text.") and all(map(_is_plain, args)):
        return _of_text(name.removeprefix("text."), sort, [_text(each) for each in args])
    if name == "counted":
        return args[0].count(args[1])
    if name in ("inversions", "ascents"):
        return pairs_to_exchange(name, args[0])
    if name == "place before sorting":
        items, place = args
        return items.index(sorted(items)[place]) if 0 <= place < len(items) else 0
    return blank(sort)


def pairs_to_exchange(name: str, items: Sequence[int]) -> int:
    """How many pairs of places have the larger number first (`inversions`), or the smaller one (`ascents`)."""
    pairs = combinations(items, 2)
    return sum(one > two if name == "inversions" else one < two for one, two in pairs)


def _of_text(name: str, sort: Sort, args: list[Value]) -> Value:
    match name:
        case "int" | "int fails":
            try:
                found, failed = int(args[0]), False
            except ValueError:
                found, failed = 0, True
            return failed if name == "int fails" else found
        case "<":
            return args[0] < args[1]
        case "in":
            return args[0] in args[1]
    if name.startswith("format "):
        return _codes(format(args[0], name.removeprefix("format ")))
    method = getattr(str, name, None)
    longest = max(len(each) if isinstance(each, str) else each for each in args)
    if method is None or longest > _LONGEST_OF_SEVERAL:  # `replace` makes texts that are as long as a product
        return blank(sort)
    try:
        return _codes(method(*args))
    except (ValueError, TypeError):
        return blank(sort)


def _is_plain(value: Value) -> bool:
    """Whether it is a text, or a number that is small enough for a width."""
    if isinstance(value, int):
        return abs(value) <= LONGEST
    return isinstance(value, tuple) and all(type(code) is int and 0 <= code < 0x110000 for code in value)


def _text(value: Value) -> Value:
    return value if isinstance(value, int) else "".join(map(chr, value))


def _codes(value: Value) -> Value:
    if isinstance(value, str):
        return tuple(map(ord, value))
    return tuple(map(_codes, value)) if isinstance(value, list) else value


def blank(sort: Sort) -> Value:
    if sort == "bool":
        return False
    if sort in ("int", "?"):
        return 0
    assert isinstance(sort, tuple)
    return () if sort[0] == "list" else tuple(blank(part) for part in sort[1:])


def _at(items: tuple[Value, ...], place: int, sort: Sort) -> Value:
    return items[place] if 0 <= place < len(items) else blank(sort)
