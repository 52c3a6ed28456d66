"""What a term is for given values of its variables: the meaning of terms, in Python.

Used to look for invariants, and by the tests that hold the translation against CPython. Lists and tuples are tuples,
texts are lists of codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from viva.engines.proofs.terms import Sort, Term, default

Value = Any
Values = Mapping[str, Value]

LONGEST = 3_000
_LONGEST_OF_SEVERAL = 300


class Endless(Exception):
    """More steps than there are."""


class Evaluator:
    """Counts its steps, and raises `Endless` after so many; `apply` gives functions of which nothing is known a value
    that depends on the arguments only."""

    def __init__(self, steps: int) -> None:
        self.left = steps

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
        if op == "and":
            return all(self.value(arg, values, done) for arg in term.args)
        if op == "or":
            return any(self.value(arg, values, done) for arg in term.args)
        args = [self.value(arg, values, done) for arg in term.args]
        if op == "fold":
            return self.folded(term, args)[0]
        return self._operation(term, args)

    def folded(self, term: Term, args: list[Value]) -> list[Value]:
        """The values of all variables of a loop after its rounds."""
        defined = term.data
        states = args[1 : 1 + defined.states]
        given = {f"p{place}": value for place, value in enumerate(args[1 + defined.states :])}
        for round_number in range(max(0, args[0])):
            states = self.next(defined, states, given, round_number)
        return states

    def next(self, defined: Any, states: list[Value], given: Values, round_number: int) -> list[Value]:
        self.left -= 1
        if self.left < 0:
            raise Endless
        now = {**given, "k": round_number, **{f"s{place}": value for place, value in enumerate(states)}}
        done: dict[Term, Value] = {}
        return [self.value(step, now, done) for step in defined.steps]

    def _operation(self, term: Term, args: list[Value]) -> Value:
        match term.op:
            case "+":
                return self._small(sum(args))
            case "*":
                return self._small(args[0] * args[1])
            case "div":
                return args[0] // args[1] if args[1] else 0
            case "mod":
                return args[0] % args[1] if args[1] else 0
            case "not":
                return not args[0]
            case "<=":
                return args[0] <= args[1]
            case "=":
                return args[0] == args[1]
            case "tuple":
                return tuple(args)
            case "part":
                return args[0][term.data]
            case "nil":
                return ()
            case "snoc":
                return self._short((*args[0], args[1]))
            case "cat":
                return self._short(args[0] + args[1])
            case "cut":
                items, low, high = args
                element = term.sort[1]
                return self._short(tuple(_at(items, low + i, element) for i in range(min(high - low, LONGEST + 1))))
            case "reverse":
                return args[0][::-1]
            case "put":
                items, place, value = args
                return (*items[:place], value, *items[place + 1 :]) if 0 <= place < len(items) else items
            case "drop":
                items, place = args
                return (*items[:place], *items[place + 1 :]) if 0 <= place < len(items) else items
            case "insert":
                items, place, value = args
                if not 0 <= place <= len(items):
                    value = blank(term.sort[1])
                return (*items[: max(0, place)], value, *items[max(0, place) :])
            case "repeat":
                return self._short((_at(args[0], 0, term.sort[1]),) * min(args[1], LONGEST + 1))
            case "len":
                return len(args[0])
            case "at":
                return _at(args[0], args[1], term.sort)
            case "apply":
                return made_up(term.data, term.sort, args)
        raise AssertionError(term.op)

    def _small(self, value: int) -> int:
        if value.bit_length() > LONGEST:
            raise Endless
        return value

    def _short(self, items: tuple[Value, ...]) -> tuple[Value, ...]:
        if len(items) > LONGEST:
            raise Endless
        self.left -= len(items) // 8
        return items


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
    if name == "inversions":
        return sum(one > two for place, one in enumerate(args[0]) for two in args[0][place + 1 :])
    if name == "place before sorting":
        items, place = args
        return items.index(sorted(items)[place]) if 0 <= place < len(items) else 0
    return blank(sort)


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
