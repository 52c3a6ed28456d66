"""A space seen through a function that never makes the same value twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from viva.engines.enumeration.space import Code, Space, Value
from viva.engines.enumeration.writing import write_value


class Mapped(Space):
    """The values of `inner`, each put through `make`, which must be one-to-one."""

    def __init__(
        self,
        name: str,
        inner: Space,
        make: Callable[[Value], Value],
        source: Callable[[Value], str] = write_value,
        shared: bool = True,
    ) -> None:
        super().__init__(name, [inner])
        self.frozen = shared
        self.make = make
        self._write = source

    @property
    def inner(self) -> Space:
        return self.parts[0]

    def alternatives(self) -> list[Space]:
        return self.parts

    def count(self, n: int) -> int:
        return self.inner.card(n)

    def walk(self, n: int) -> Iterator[Code]:
        return self.inner.walk(n)

    def values(self, n: int) -> Iterator[Value]:
        return (self.make(value) for value in self.inner.values(n))

    def at(self, n: int, i: int) -> Code:
        return self.inner.at(n, i)

    def rank(self, code: Code) -> tuple[int, int] | None:
        return self.inner.rank(code)

    def weigh(self, code: Code) -> int | None:
        return self.inner.weigh(code)

    def build(self, code: Code) -> Value:
        return self.make(self.inner.build(code))

    def source(self, code: Code) -> str:
        return self._write(self.build(code))

    def smaller(self, code: Code) -> Iterator[Code]:
        return self.inner.smaller(code)

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:
        return leasts[self.inner]

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:
        return limits[self.inner]


def _same(value: Value) -> Value:
    return value


class Open(Mapped):
    """Some values of a type that has more: never taken for finite, so that walking them proves nothing."""

    def __init__(self, inner: Space) -> None:
        super().__init__(inner.name, inner, _same)

    def source(self, code: Code) -> str:
        return self.inner.source(code)

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:  # noqa: ARG002
        return None
