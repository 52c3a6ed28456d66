"""When two outcomes differ, as a term: what the product search asks the solver for."""

from collections.abc import Iterator, Sequence

from viva.core.json import Json
from viva.engines.symbolic.path_terms import TRUTH, Pool, Term
from viva.engines.symbolic.trace import Trace

MOST_PARTS = 400


def differs(pool: Pool, one: Trace, two: Trace) -> Term | bool | None:
    """The term that is true where the two values differ; a truth where terms do not matter; None if unknown."""
    match one.outcome, two.outcome:
        case ["value", first], ["value", second]:
            return _Difference(pool, one.terms, two.terms).parts(first, second, 0)
        case ["value", _], [("raised" | "endless"), *_]:
            return True
    return None


class _Difference:
    def __init__(self, pool: Pool, one: Sequence[Term], two: Sequence[Term]) -> None:
        self.pool = pool
        self.one = one
        self.two = two
        self.left = MOST_PARTS

    def parts(self, first: Json, second: Json, depth: int) -> Term | bool | None:
        self.left -= 1
        if self.left < 0 or depth > 20:
            return None
        match first, second:
            case ["number", a], ["number", b]:
                return self.unequal(_at(self.one, a), _at(self.two, b))
            case ["is", str() as a], ["is", str() as b]:
                return a != b
            case (["is", str() as a], ["number", b]) | (["number", b], ["is", str() as a]):
                if a not in ("True", "False"):
                    return True
                term = _at(self.two if first == ["is", a] else self.one, b)
                return self.unequal(term, self.pool.constant(int(a == "True")))
            case ["text", list(a)], ["text", list(b)]:
                if len(a) != len(b):
                    return True
                pairs = zip(a, b, strict=True)
                return self.any_of(self.unequal(_at(self.one, x), _at(self.two, y)) for x, y in pairs)
            case [("list" | "tuple") as kind, list(a)], [str() as other, list(b)]:
                if kind != other or len(a) != len(b):
                    return True
                return self.any_of(self.parts(x, y, depth + 1) for x, y in zip(a, b, strict=True))
            case [("dict" | "object") as kind, list(a)], [str() as other, list(b)]:
                if kind != other or len(a) != len(b):
                    return True
                return self.any_of(self.pair(x, y, depth) for x, y in zip(a, b, strict=True))
            case ["set", _], ["set", _]:
                return None
            case ["opaque"], _:
                return None
            case _, ["opaque"]:
                return None
        return True

    def pair(self, first: Json, second: Json, depth: int) -> Term | bool | None:
        match first, second:
            case [key, value], [other_key, other_value]:
                keys, values = self.parts(key, other_key, depth + 1), self.parts(value, other_value, depth + 1)
                return self.any_of(iter((keys, values)))
        return None

    def unequal(self, one: Term | None, two: Term | None) -> Term | bool | None:
        if one is None or two is None or TRUTH in (one.sort, two.sort):
            return None
        if one is two:
            return False
        if one.operator == two.operator == "k":
            return one.value != two.value
        return self.pool.term("!=", one, two)

    def any_of(self, parts: Iterator[Term | bool | None]) -> Term | bool | None:
        terms: list[Term] = []
        unknown = False
        for part in parts:
            if part is True:
                return True
            if part is None:
                unknown = True
            elif isinstance(part, Term) and part not in terms:
                terms.append(part)
        if not terms:
            return None if unknown else False
        return terms[0] if len(terms) == 1 else self.pool.term("or", *terms)


def _at(table: Sequence[Term], number: Json) -> Term | None:
    inside = isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(table)
    return table[number] if inside and isinstance(number, int) else None
