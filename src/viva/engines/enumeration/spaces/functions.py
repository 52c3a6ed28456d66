"""Functions as data: pure, finite to describe, readable.

On a small finite domain a function is its full table. On any other it is a default with finitely many exceptions,
and an exception never has the default's result, so that each function comes exactly once. What a function answers
depends on its argument alone, and is built afresh for each call.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Any

from viva.core.fault import Fault
from viva.engines.enumeration.space import Code, Space, Value
from viva.engines.enumeration.spaces.products import Product, make_tuple, tuple_source
from viva.engines.enumeration.spaces.subsets import Subsets

LARGEST_TABLE = 256


class Undefined(Fault):
    """A generated function was asked for what its type does not have, which is a mistake of the property itself."""


class Function:
    """A generated function. It shows itself as `{0 -> 1; _ -> 0}`."""

    __slots__ = ("_cases", "_code", "_default", "_quick", "_space")

    def __init__(self, space: _Functions, code: Code) -> None:
        cases, self._default = space.cases(code)
        self._space = space
        self._code = code
        self._cases = [(space.domain.build(arguments), (result,)) for arguments, result in cases]
        try:
            self._quick: dict[Value, tuple[Code]] | None = dict(self._cases)
        except TypeError:  # arguments without a hash are looked for one by one
            self._quick = None

    def __call__(self, *arguments: Value) -> Value:
        if self._space.arity is not None and len(arguments) != self._space.arity:
            raise TypeError(f"the function takes {self._space.arity} arguments, and there are {len(arguments)}")
        found = self._find(arguments) or self._default
        if found is None:
            raise Undefined(
                f"a function of type {self._space.name} is asked for {', '.join(map(repr, arguments))}, "
                "which its type does not have",
                remedy="give it the type of all it is called with, for instance Callable[[int], bool]",
            )
        return self._space.result.build(found[0])

    def _find(self, arguments: tuple[Value, ...]) -> tuple[Code] | None:
        if self._quick is not None:
            try:
                found = self._quick.get(arguments)
            except TypeError:  # an argument without a hash equals none of those that have one
                found = None
            if found is not None or not any(map(_is_other_function, arguments)):
                return found
        return next((result for known, result in self._cases if _are_same(known, arguments)), None)

    def does_the_same(self, other: Callable[..., Value]) -> bool:
        """Whether any function answers alike for all arguments of this one's type, where these are finitely many."""
        return self._default is None and all(
            other(*arguments) == self._space.result.build(result[0]) for arguments, result in self._cases
        )

    @property
    def type(self) -> str:
        return self._space.name

    @property
    def source(self) -> str:
        """A lambda that does the same."""
        return self._space.source(self._code)

    def __eq__(self, other: object) -> bool:
        """Functions of one space are the same if their codes are: each function has one code only."""
        return isinstance(other, Function) and self._code == other._code and self._space.name == other._space.name

    def __hash__(self) -> int:
        return hash(self._code)

    def __repr__(self) -> str:
        return self._space.shown(self._code)


def _is_other_function(value: Value) -> bool:
    return callable(value) and not isinstance(value, Function | type)


def _are_same(known: tuple[Value, ...], arguments: tuple[Value, ...]) -> bool:
    """Equal, or functions that do the same: a property may well hand a lambda to a function of functions."""
    return len(known) == len(arguments) and all(
        mine == yours or (isinstance(mine, Function) and _is_other_function(yours) and mine.does_the_same(yours))
        for mine, yours in zip(known, arguments, strict=True)
    )


class _Functions(Space):
    """What both kinds share: how a function is shown and written."""

    is_function = True

    def __init__(self, name: str, domain: Space, result: Space, arity: int | None) -> None:
        super().__init__(name, [domain, result])
        self.arity = arity
        self.taken: Sequence[Space] = ()  # what it takes, as the type says it; `domain` has no two equal ones

    @property
    def domain(self) -> Space:
        return self.parts[0]

    @property
    def result(self) -> Space:
        return self.parts[1]

    def weigh(self, code: Code) -> int | None:
        cases, default = self.cases(code)
        return self.weigh_inside(0 if default is None else len(cases), code)

    def inside(self, code: Code) -> Iterator[tuple[Space, Code]]:
        cases, default = self.cases(code)
        for argument, result in cases:
            if default is not None:
                yield self.domain, argument
            yield self.result, result
        if default is not None:
            yield self.result, default[0]

    def cases(self, code: Code) -> tuple[Sequence[tuple[Code, Code]], tuple[Code] | None]:
        """(argument, result) pairs and the default."""
        raise NotImplementedError

    def build(self, code: Code) -> Value:
        return Function(self, code)

    def shown(self, code: Code) -> str:
        cases, default = self.cases(code)
        told = [f"{self._argument(argument)} -> {self.result.source(result)}" for argument, result in cases]
        if default is not None:
            told.append(f"_ -> {self.result.source(default[0])}")
        return "{" + "; ".join(told) + "}"

    def _argument(self, code: Code) -> str:
        shown = self.domain.source(code)
        return shown[1:-2] if self.arity == 1 else shown

    def source(self, code: Code) -> str:
        cases, default = self.cases(code)
        names = ["x", "y", "z"][: self.arity] if self.arity is not None and self.arity <= 3 else ["*xs"]
        argument = "xs" if names == ["*xs"] else "x" if names == ["x"] else tuple_source(names)
        answer = self.result.source(default[0] if default is not None else cases[-1][1])
        told = [(self.domain.source(known), self.result.source(result)) for known, result in cases]
        # The last case of a full table needs no question, nor does one with the same answer.
        asked = [
            f"{result} if {argument} == {shown[1:-2] if names == ['x'] else shown} else "
            for shown, result in told
            if result != answer
        ]
        return f"lambda {', '.join(names)}: {''.join(asked)}{answer}" if names else f"lambda: {answer}"


class Tables(_Functions):
    """All functions on a small finite domain. The code is the tuple of results, in the order of the domain."""

    def __init__(self, name: str, domain: Space, result: Space, arity: int | None) -> None:
        super().__init__(name, domain, result, arity)
        self._arguments = [code for n in domain.sizes() for code in domain.walk(n)]
        self._whole: Product | None = None

    def forget(self) -> None:
        self._whole = None

    @property
    def _table(self) -> Product:
        if self._whole is None:
            self._whole = Product(self.name, [self.result] * len(self._arguments), make_tuple, tuple_source, cost=0)
        return self._whole

    def count(self, n: int) -> int:
        return self._table.card(n)

    def walk(self, n: int) -> Iterator[Code]:
        return self._table.walk(n)

    def at(self, n: int, i: int) -> Code:
        return self._table.at(n, i)

    def rank(self, code: Code) -> tuple[int, int] | None:
        return self._table.rank(code)

    def cases(self, code: Code) -> tuple[Sequence[tuple[Code, Code]], tuple[Code] | None]:
        return list(zip(self._arguments, code, strict=True)), None

    def smaller(self, code: Code) -> Iterator[Code]:
        return self._table.smaller(code)

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:
        least = leasts[self.result]
        return 0 if not self._arguments else None if least is None else least * len(self._arguments)

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:
        if not self._arguments:
            return 0
        limit = limits[self.result]
        return None if limit is None else limit * len(self._arguments)


class _Without(Space):
    """A space without the first of its codes of one size: the results that an exception may have."""

    def __init__(self, inner: Space, size: int) -> None:
        super().__init__(inner.name, [inner])
        self._size = size

    @property
    def inner(self) -> Space:
        return self.parts[0]

    def count(self, n: int) -> int:
        return self.inner.card(n) - (n == self._size)

    def walk(self, n: int) -> Iterator[Code]:
        codes = self.inner.walk(n)
        if n == self._size:
            next(codes)
        return codes

    def at(self, n: int, i: int) -> Code:
        return self.inner.at(n, i + (n == self._size))

    def rank(self, code: Code) -> tuple[int, int] | None:
        place = self.inner.rank(code)
        return None if place is None else (place[0], place[1] - (place[0] == self._size))

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:
        return leasts[self.inner]

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:
        return limits[self.inner]


class Exceptions(_Functions):
    """Functions on an infinite domain. The code is (default, exceptions), an exception being (argument, result).

    All defaults of one size have the same choice of exceptions, up to one swap: where an exception would have the
    default's result it has the first result of that size instead.
    """

    def __init__(self, name: str, domain: Space, result: Space, arity: int | None) -> None:
        super().__init__(name, domain, result, arity)
        self.forget()

    def forget(self) -> None:
        self._by_default: dict[int, Subsets] = {}
        self._sums: dict[int, list[int]] = {}

    def exceptions(self, size: int) -> Subsets:
        if size not in self._by_default:
            results = _Without(self.result, size)
            self._by_default[size] = Subsets("", self.domain, results, list, str)
        return self._by_default[size]

    def _table(self, n: int) -> list[int]:
        if n not in self._sums:
            counts = [
                (card * self.exceptions(k).card(n - k) if (card := self.result.card(k)) else 0) for k in range(n + 1)
            ]
            self._sums[n] = list(accumulate(counts))
        return self._sums[n]

    def count(self, n: int) -> int:
        return self._table(n)[-1]

    def walk(self, n: int) -> Iterator[Code]:
        return chain.from_iterable(
            self._with_default(default, self.result.at(k, 0), self.exceptions(k).part(n - k, False))
            for k in range(n + 1)
            if self.result.card(k)
            for default in self.result.walk(k)
        )

    def _with_default(self, default: Code, first: Code, exceptions: Any) -> Iterator[Code]:
        return ((default, _swapped(chosen, default, first)) for chosen in exceptions)

    def at(self, n: int, i: int) -> Code:
        table = self._table(n)
        k = bisect_right(table, i)
        i -= table[k - 1] if k else 0
        number, i = divmod(i, self.exceptions(k).card(n - k))
        default = self.result.at(k, number)
        return default, _swapped(self.exceptions(k).at(n - k, i), default, self.result.at(k, 0))

    def rank(self, code: Code) -> tuple[int, int] | None:
        default, chosen = code
        place = self.result.rank(default)
        if place is None:
            return None
        k, number = place
        inner = self.exceptions(k).rank(_swapped(chosen, self.result.at(k, 0), default))
        if inner is None:
            return None
        n = k + inner[0]
        table = self._table(n)
        return n, (table[k - 1] if k else 0) + number * self.exceptions(k).card(inner[0]) + inner[1]

    def cases(self, code: Code) -> tuple[Sequence[tuple[Code, Code]], tuple[Code] | None]:
        return code[1], (code[0],)

    def smaller(self, code: Code) -> Iterator[Code]:
        default, chosen = code
        for number in range(len(chosen)):
            yield default, chosen[:number] + chosen[number + 1 :]
        for less in self.result.smaller(default):
            if all(result != less for _, result in chosen):
                yield less, chosen
        for number, (argument, result) in enumerate(chosen):
            others = [known for known, _ in chosen[:number] + chosen[number + 1 :]]
            for less in self.domain.smaller(argument):
                if less not in others:
                    yield default, (*chosen[:number], (less, result), *chosen[number + 1 :])
            for less in self.result.smaller(result):
                if less != default:
                    yield default, (*chosen[:number], (argument, less), *chosen[number + 1 :])

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:
        return leasts[self.result]

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:
        """A result with one value makes one function; otherwise there is no end of them."""
        limit = limits[self.result]
        if self.arity is None:  # of anything: there are others than the constant ones
            return None
        only = limit is not None and sum(self.result.card(n) for n in range(limit + 1)) == 1
        return limit if only else None


def _swapped(chosen: Sequence[tuple[Code, Code]], out: Code, instead: Code) -> tuple[tuple[Code, Code], ...]:
    return tuple([(argument, instead if result == out else result) for argument, result in chosen])


def identity(x: Value) -> Value:
    return x


NAMED: dict[str, Callable[[Any], Any]] = {
    "lambda x: x": identity,
    "lambda x: x + 1": lambda x: x + 1,
    "lambda x: -x": lambda x: -x,
    "lambda x: x % 2 == 0": lambda x: x % 2 == 0,
    "lambda x: x > 0": lambda x: x > 0,
}
