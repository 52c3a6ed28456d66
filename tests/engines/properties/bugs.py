"""Seeded bugs over all kinds of data: each property is false, and each needs something particular to fail.

The code under test stands beside the property that refutes it, as it would in a program.
"""

from __future__ import annotations

import datetime
import enum
import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal, NamedTuple, TypedDict

from viva.properties import Model, command, equal, implies


def discount(price: int) -> int:
    return price - 1 if price == 1234567 else price


def prop_large_constant(price: int) -> bool:
    return discount(price) == price


def role(name: str) -> str:
    return "root" if name.casefold() == "administrator" else "user"


def prop_secret_word(name: str) -> bool:
    return role(name) == "user"


def mean(a: float, b: float) -> float:
    return (a + b) / 2


def prop_mean_overflows(a: float, b: float) -> object:
    return implies(math.isfinite(a) and math.isfinite(b), lambda: min(a, b) <= mean(a, b) <= max(a, b))


def largest(xs: list[float]) -> float:
    best = xs[0]
    for x in xs:
        best = max(best, x)
    return best


def prop_nan_hides_the_largest(xs: list[float]) -> object:
    return implies(len(xs) > 0, lambda: all(x <= largest(xs) for x in xs if x == x))  # noqa: PLR0124


def prop_sign_of_zero(x: float) -> object:
    return implies(x == x, lambda: math.copysign(1, abs(x)) == 1 and math.copysign(1, x + 0) == math.copysign(1, x))  # noqa: PLR0124


def prop_tenths_add_up(n: int) -> object:
    return implies(0 <= n < 50, lambda: equal(sum([0.1] * n), n / 10))


def inverted(table: dict[str, int]) -> dict[int, str]:
    return {value: key for key, value in table.items()}


def prop_inverting_twice(table: dict[str, int]) -> bool:
    return {key: value for value, key in inverted(table).items()} == table


def without(xs: list[int], x: int) -> list[int]:
    xs = list(xs)
    if x in xs:
        xs.remove(x)
    return xs


def prop_removes_all(xs: list[int], x: int) -> bool:
    return x not in without(xs, x)


def quicksort(xs: list[int]) -> list[int]:
    if len(xs) < 2:
        return xs
    pivot = xs[0]
    return [*quicksort([x for x in xs if x < pivot]), pivot, *quicksort([x for x in xs if x > pivot])]


def prop_sort_keeps_repetitions(xs: list[int]) -> bool:
    return quicksort(xs) == sorted(xs)


def merge(xs: list[int], ys: list[int]) -> list[int]:
    out = []
    while xs and ys:
        out.append(xs.pop(0) if xs[0] <= ys[0] else ys.pop(0))
    return out + (xs if len(out) > 4 else xs + ys)


def prop_merge_loses_the_rest(xs: list[int], ys: list[int]) -> object:
    together = sorted(xs + ys)
    return implies(xs == sorted(xs) and ys == sorted(ys), lambda: merge(xs, ys) == together)


@dataclass
class Tree:
    key: int
    left: Tree | None
    right: Tree | None


def keys(tree: Tree | None) -> list[int]:
    return [] if tree is None else [*keys(tree.left), tree.key, *keys(tree.right)]


def mirror(tree: Tree | None, depth: int = 0) -> Tree | None:
    if tree is None:
        return None
    if depth == 4:
        return tree
    return Tree(tree.key, mirror(tree.right, depth + 1), mirror(tree.left, depth + 1))


def prop_deep_mirror(tree: Tree) -> bool:
    return keys(mirror(tree)) == keys(tree)[::-1]


def insert(tree: Tree | None, key: int) -> Tree:
    if tree is None:
        return Tree(key, None, None)
    if key < tree.key:
        tree.left = insert(tree.left, key)
    elif key > tree.key:
        tree.right = insert(tree.right, key)
    return tree


def delete(tree: Tree | None, key: int) -> Tree | None:
    if tree is None:
        return None
    if key < tree.key:
        tree.left = delete(tree.left, key)
    elif key > tree.key:
        tree.right = delete(tree.right, key)
    elif tree.left is None or tree.right is None:
        return tree.left or tree.right
    else:
        follower = tree.right
        while follower.left is not None:
            follower = follower.left
        tree.key = follower.key
        tree.right = tree.right.right
    return tree


def prop_delete_from_a_search_tree(xs: list[int], x: int) -> bool:
    tree: Tree | None = None
    for each in xs:
        tree = insert(tree, each)
    return keys(delete(tree, x)) == sorted(set(xs) - {x})


def encode(text: str) -> str:
    out, i = "", 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        out += f"{j - i}{text[i]}" if j - i > 1 else text[i]
        i = j
    return out


def decode(text: str) -> str:
    out, number = "", ""
    for letter in text:
        if letter.isdecimal():
            number += letter
        else:
            out += letter * int(number or 1)
            number = ""
    return out


def prop_run_lengths(text: str) -> bool:
    return decode(encode(text)) == text


def prop_join_and_split(words: list[str]) -> bool:
    return ",".join(words).split(",") == words


def prop_upper_keeps_the_length(text: str) -> bool:
    return len(text.upper()) == len(text)


def prop_digits_are_numbers(text: str) -> object:
    return implies(text.isdigit(), lambda: int(text) >= 0)


def next_year(day: datetime.date) -> datetime.date:
    return day.replace(year=day.year + 1)


def prop_next_year(day: datetime.date) -> object:
    return implies(day.year < 9999, lambda: next_year(day).month == day.month)


def packed(data: bytes) -> bytes:
    return data.rstrip(b"\x80")


def prop_packing_keeps_bytes(data: bytes) -> bool:
    return len(packed(data + b"!")) == len(data) + 1 and len(packed(data)) == len(data)


class Expr:
    pass


@dataclass(frozen=True)
class Num(Expr):
    value: int


@dataclass(frozen=True)
class Neg(Expr):
    inner: Expr


@dataclass(frozen=True)
class Mul(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Sub(Expr):
    left: Expr
    right: Expr


def value(e: Expr) -> int:
    match e:
        case Num(v):
            return v
        case Neg(inner):
            return -value(inner)
        case Mul(left, right):
            return value(left) * value(right)
        case Sub(left, right):
            return value(left) - value(right)
    raise AssertionError


def simple(e: Expr) -> Expr:
    match e:
        case Neg(Neg(inner)):
            return simple(inner)
        case Neg(Sub(left, Neg(right))):
            return Sub(simple(right), simple(left))
        case Neg(inner):
            return Neg(simple(inner))
        case Mul(left, right):
            return Mul(simple(left), simple(right))
        case Sub(left, right):
            return Sub(simple(left), simple(right))
    return e


def prop_simplifying_keeps_the_value(e: Expr) -> bool:
    return value(simple(e)) == value(e)


def composed(f: Callable[[int], int], g: Callable[[int], int]) -> Callable[[int], int]:
    return lambda x: f(g(x))


def prop_composition_commutes(f: Callable[[int], int], g: Callable[[int], int], x: int) -> bool:
    return composed(f, g)(x) == composed(g, f)(x)


def prop_filter_after_map(p: Callable[[int], bool], f: Callable[[int], int], xs: list[int]) -> bool:
    return [y for y in map(f, xs) if p(y)] == [f(x) for x in xs if p(x)]


def wrapped(a: int) -> int:
    return (a + 2**31) % 2**32 - 2**31


def prop_thirty_two_bits_are_enough(a: int, b: int) -> bool:
    return wrapped(a + b) == a + b


def or_default(x: int | None, default: int) -> int:
    return x or default


def prop_zero_is_not_none(x: int | None) -> bool:
    return or_default(x, 3) == (3 if x is None else x)


class Entry(NamedTuple):
    name: str
    points: int


def ranking(entries: list[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (entry.points, entry.name))


def prop_ranking_is_stable(entries: list[Entry]) -> bool:
    return ranking(entries) == sorted(entries, key=lambda entry: entry.points)


def transposed(rows: list[list[int]]) -> list[list[int]]:
    return [list(column) for column in zip(*rows, strict=False)]


def prop_transposing_twice(rows: list[list[int]]) -> object:
    return implies(len({len(row) for row in rows}) == 1, lambda: transposed(transposed(rows)) == rows)


class Access(enum.Flag):
    READ = 1
    WRITE = 2
    RUN = 4
    SHARE = 8


def may(access: Access) -> bool:
    return Access.WRITE in access and access & Access.SHARE != Access.SHARE


def prop_writers_may(access: Access) -> object:
    return implies(Access.WRITE in access, lambda: may(access))


class Account:
    def __init__(self, balance: int, limit: Literal[0, 100, 500]) -> None:
        self.balance, self.limit = balance, limit

    def withdraw(self, amount: int) -> bool:
        if amount == 4711:
            self.balance -= 1
            return True
        if 0 <= amount <= self.balance + self.limit:
            self.balance -= amount
            return True
        return False


def prop_withdrawing(account: Account, amount: int) -> bool:
    before = account.balance
    done = account.withdraw(amount)
    return account.balance == (before - amount if done else before)


class Person(TypedDict, total=False):
    name: str
    age: int


def greeting(person: Person) -> str:
    return f"{person['name'] if 'age' in person else person.get('name', '')}"


def prop_greeting(person: Person) -> bool:
    return isinstance(greeting(person), str)


def prop_sets_of_sets(groups: frozenset[frozenset[int]]) -> bool:
    together: set[int] = set()
    for group in groups:
        together |= group
    return len(together) == sum(map(len, groups))


def prop_thirds(x: Fraction) -> bool:
    return Fraction(float(x)) == x


def prop_decimals_compare(x: Decimal, y: Decimal) -> bool:
    return x < y or y <= x


def wrap(text: str) -> list[str]:
    return [text[i : i + 72] for i in range(0, len(text), 73)]


def prop_wrapping_keeps_all(text: str) -> bool:
    return "".join(wrap(text)) == text


class Queue:
    """Two stacks; the bug is in turning the one over while the other still has something."""

    def __init__(self) -> None:
        self.front: list[int] = []
        self.back: list[int] = []

    def put(self, x: int) -> None:
        self.back.append(x)
        if len(self.back) > 1:
            self.front = self.front + self.back[::-1]
            self.back = []

    def get(self) -> int:
        if not self.front:
            self.front, self.back = self.back[::-1], []
        return self.front.pop()


class QueueModel(Model):
    def begin(self) -> None:
        self.queue, self.items = Queue(), list[int]()

    @command
    def put(self, x: int) -> None:
        self.queue.put(x)
        self.items.append(x)

    @command(when=lambda self: self.items)
    def get(self) -> object:
        return equal(self.queue.get(), self.items.pop(0))


BUGS = {name: thing for name, thing in list(globals().items()) if name.startswith("prop_")} | {"QueueModel": QueueModel}
