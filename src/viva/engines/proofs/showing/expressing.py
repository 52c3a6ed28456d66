"""Terms as one would write them in Python, with the names of the source."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from viva.core.text.writing import Written
from viva.engines.proofs.terms import INT, ZERO, Term, add, element_of, is_list, length, library, scale, substitute
from viva.engines.proofs.terms.lists import COUNTED
from viva.engines.proofs.terms.products import is_power
from viva.engines.proofs.terms.recursive import Recursive, giving

Named = Callable[[Term], str | None]
"""The name of a variable or of a loop's result, where it has one."""

_CHOICE, _OR, _AND, _NOT, _COMPARED, _PLUS, _TIMES, _TIGHT = range(8)
_MOST = 160
_DEEPEST = 40


def express(term: Term, named: Named, functions: Mapping[Recursive, str] = MappingProxyType({})) -> str:
    """What is too long to be read is cut."""
    text = _Writer(named, functions).write(term, _CHOICE)
    return text if len(text) <= _MOST else f"{text[:_MOST]} …"


def sides(term: Term) -> tuple[Term, Term]:
    """A comparison of numbers as one would write it: what is taken away stands on the other side."""
    left = term.args[0].args if term.args[0].op == "+" else (term.args[0],)
    plus, minus = [], [term.args[1]]
    for each in left:
        if _negative(each):
            minus.append(scale(-1, each))
        else:
            plus.append(each)
    one, two = add(*plus) if plus else ZERO, add(*minus)
    if one.op == "+" and one.args[-1].op == "num" and two.op != "num":
        two, one = add(two, scale(-1, one.args[-1])), add(*one.args[:-1])
    return one, two


def _negative(term: Term) -> bool:
    return (term.op == "num" and term.data < 0) or (
        term.op == "*" and term.args[0].op == "num" and term.args[0].data < 0
    )


class _Writer:
    def __init__(self, named: Named, functions: Mapping[Recursive, str]) -> None:
        self.named, self.functions = named, functions
        self.depth = 0

    def write(self, term: Term, room: int = _TIGHT) -> str:
        """The term in a place that binds as tightly as `room`."""
        name = self.named(term)
        if name is not None:
            return name
        if self.depth > _DEEPEST:
            return "…"
        self.depth += 1
        written = self._written(term)
        self.depth -= 1
        return written.within(room)

    def _written(self, term: Term) -> Written:
        write, args = self.write, term.args
        match term.op:
            case "var":
                return Written(str(term.data).partition("#")[0], _TIGHT)
            case "num":
                return Written(str(term.data), _TIGHT if term.data >= 0 else _TIMES)
            case "bool":
                return Written(str(bool(term.data)), _TIGHT)
            case "+":
                return Written(self._sum(args), _PLUS)
            case "*":
                return Written(" * ".join(write(arg, _TIMES) for arg in args), _TIMES)
            case "div" | "mod":
                sign = " // " if term.op == "div" else " % "
                return Written(f"{write(args[0], _TIMES)}{sign}{write(args[1])}", _TIMES)
            case "=" | "<=":
                return Written(self._compared(term), _COMPARED)
            case "not":
                return self._denied(args[0])
            case "and":
                return Written(" and ".join(write(arg, _NOT) for arg in args), _AND)
            case "or":
                return Written(" or ".join(write(arg, _AND) for arg in args), _OR)
            case "ite":
                return Written(
                    f"{write(args[1], _OR)} if {write(args[0], _OR)} else {write(args[2], _CHOICE)}", _CHOICE
                )
            case "fold":
                return self._fold(term)
            case "tuple":
                inner = ", ".join(write(arg, _CHOICE) for arg in args)
                return Written(f"({inner},)" if len(args) == 1 else f"({inner})", _TIGHT)
            case "part":
                return Written(f"{write(args[0])}[{term.data}]", _TIGHT)
        return self._list(term)

    def _sum(self, parts: Sequence[Term]) -> str:
        ordered = [each for each in parts if not _negative(each)] + [each for each in parts if _negative(each)]
        text = ""
        for each in ordered:
            if text and _negative(each):
                text += f" - {self.write(scale(-1, each), _TIMES)}"
            else:
                text += f"{' + ' if text else ''}{self.write(each, _PLUS)}"
        return text

    def _compared(self, term: Term) -> str:
        sign = "==" if term.op == "=" else "<="
        one, two = sides(term) if term.args[0].sort == INT else term.args
        return f"{self.write(one, _PLUS)} {sign} {self.write(two, _PLUS)}"

    def _denied(self, inner: Term) -> Written:
        if inner.op == "=":
            one, two = sides(inner) if inner.args[0].sort == INT else inner.args
            return Written(f"{self.write(one, _PLUS)} != {self.write(two, _PLUS)}", _COMPARED)
        found = _known_loop(inner)
        if found is not None and found[0] == "in":
            return Written(f"{self.write(found[1], _PLUS)} not in {self._first(*found[2:])}", _COMPARED)
        return Written(f"not {self.write(inner, _NOT)}", _NOT)

    def _fold(self, term: Term) -> Written:
        found = _known_loop(term)
        if is_power(term):
            return Written(f"{self.write(term.args[2])} ** {self.write(term.args[0])}", _TIMES)
        if found is None:
            rounds, *rest = term.args
            inner = ", ".join(self.write(each, _CHOICE) for each in (*rest[term.data.states :], rounds))
            return Written(f"loop({inner})", _TIGHT)
        word, wanted, items, rounds = found
        among = self._first(items, rounds)
        match word:
            case "in":
                return Written(f"{self.write(wanted, _PLUS)} in {among}", _COMPARED)
            case "count" | "index":
                return Written(f"{among}.{word}({self.write(wanted, _CHOICE)})", _TIGHT)
        return Written(f"{word}({among})", _TIGHT)

    def _first(self, items: Term, rounds: Term) -> str:
        """The elements that a loop has come to."""
        text = self.write(items)
        return text if rounds is length(items) else f"{text}[:{self.write(rounds, _CHOICE)}]"

    def _list(self, term: Term) -> Written:
        write, args = self.write, term.args
        match term.op:
            case "nil":
                return Written("[]", _TIGHT)
            case "len":
                return Written(f"len({write(args[0], _CHOICE)})", _TIGHT)
            case "at":
                return Written(f"{write(args[0])}[{write(args[1], _CHOICE)}]", _TIGHT)
            case "snoc":
                begin = f"{write(args[0], _PLUS)} + " if args[0].op != "nil" else ""
                return Written(f"{begin}[{write(args[1], _CHOICE)}]", _PLUS if begin else _TIGHT)
            case "cat":
                return Written(f"{write(args[0], _PLUS)} + {write(args[1], _PLUS)}", _PLUS)
            case "cut":
                low = "" if args[1] is ZERO else write(args[1], _CHOICE)
                high = "" if args[2] is length(args[0]) else write(args[2], _CHOICE)
                return Written(f"{write(args[0])}[{low}:{high}]", _TIGHT)
            case "reverse":
                return Written(f"{write(args[0])}[::-1]", _TIGHT)
            case "repeat":
                return Written(f"[{write(args[0], _CHOICE)}] * {write(args[1], _TIMES)}", _TIMES)
            case "apply" if term.data == COUNTED:
                return Written(f"{write(args[0])}.count({write(args[1], _CHOICE)})", _TIGHT)
        name = str(term.data) if term.op == "apply" else term.op
        if term.op == "call":
            name = self.functions.get(giving(term.data), "f")
            name = f"raises_{name}" if term.data.raises else name
        return Written(f"{name}({', '.join(write(arg, _CHOICE) for arg in args)})", _TIGHT)


def _known_loop(term: Term) -> tuple[str, Term, Term, Term] | None:
    """Which function of Python's own a loop is: its name, what it looks for, the list, and how far it has come."""
    if term.op != "fold" or term.data.states != 1:
        return None
    rounds, _, *given = term.args
    for items in filter(is_list, given):
        for wanted in given:
            if wanted.sort == element_of(items):
                whole = library.count(items, wanted) if rounds is length(items) else None
                found = {
                    "in": library.contains(items, wanted, rounds), "count": whole,
                    "index": library.first_place(items, wanted, rounds),
                }  # fmt: skip
                word = next((word for word, made in found.items() if made is not None and _same_loop(term, made)), None)
                if word:
                    return word, wanted, items, rounds
        if element_of(items) == INT and rounds is length(items):
            makers = {"sum": library.total(items), "max": library.largest(items), "min": library.largest(items, -1)}
            word = next((word for word, made in makers.items() if _same_loop(term, made)), None)
            if word:
                return word, items, items, rounds
    return None


def _same_loop(one: Term, two: Term) -> bool:
    """Whether two loops do the same, though their parameters may be in another order."""
    return one is two or (
        two.op == "fold" and two.data.states == 1 and one.args[:2] == two.args[:2] and _round(one) is _round(two)
    )


def _round(term: Term) -> Term:
    given = {f"p{place}": value for place, value in enumerate(term.args[2:])}
    return substitute(term.data.steps[0], given)


__all__ = ["Named", "express", "sides"]
