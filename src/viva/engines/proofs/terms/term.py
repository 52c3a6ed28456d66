"""What terms are, and how they are made as they stand. `terms/__init__.py` says what they are for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any
from weakref import WeakValueDictionary

Sort = str | tuple[Any, ...]
"""`int`, `bool`, `("list", sort)`, `("tuple", sort, …)`; `?` is the sort of elements of a list that is always empty."""


INT, BOOL, ANY = "int", "bool", "?"


COMMUTATIVE = frozenset({"+", "*", "and", "or", "="})


class Term:
    """Immutable and made once: two equal terms are one object. `key` orders terms, the same in every process; `shape`
    does so whatever the variables are called. Neither tells terms apart for certain: `digest_of` does. `opposite` is
    the negation of a condition, once someone asked for it. `calls`: a function that calls itself is in it."""

    __slots__ = (
        "__weakref__", "args", "calls", "data", "digest", "free", "key", "op", "opposite", "shape", "size", "sort",
    )  # fmt: skip

    op: str
    args: tuple[Term, ...]
    sort: Sort
    data: Any
    key: bytes
    shape: bytes
    size: int
    free: frozenset[str]
    digest: str
    opposite: Term | None
    calls: bool

    def __repr__(self) -> str:
        return show_term(self)


_known: WeakValueDictionary[tuple[Any, ...], Term] = WeakValueDictionary()
"""Terms that are alive. It saves room and makes equality quick; nothing is decided by what is in it."""


LARGEST = 20_000
"""A term larger than this is not worked with: what needs it is not proved."""


class TooLarge(Exception):
    """A term that is too large to go on with."""


def digest_of(term: Term) -> str:
    """Another one for every term, also where somebody writes programs for hours to find two that are alike: it names
    what a question is about, and two things with one name would be one."""
    if not term.digest:
        label = term.data.digest if hasattr(term.data, "digest") else repr(term.data)
        found = hashlib.blake2b(f"{term.op}|{term.sort}|{label}".encode("utf-8", "surrogatepass"), digest_size=20)
        for arg in term.args:
            found.update(digest_of(arg).encode())
        term.digest = found.hexdigest()
    return term.digest


def _digest(label: str, parts: Sequence[bytes]) -> bytes:
    digest = hashlib.blake2b(label.encode("utf-8", "surrogatepass"), digest_size=8)
    for part in parts:
        digest.update(part)
    return digest.digest()


def make(op: str, args: tuple[Term, ...] = (), sort: Sort = INT, data: Any = None) -> Term:
    """The term as it stands, without simplification. Only this module, the folds and tests call it."""
    identity = (op, args, sort, data)
    found = _known.get(identity)
    if found is not None:
        return found
    term = Term()
    term.op, term.args, term.sort, term.data = op, args, sort, data
    term.opposite = None
    term.size = 1 + sum(arg.size for arg in args)
    if term.size > LARGEST:
        raise TooLarge
    free = frozenset[str]().union(*(arg.free for arg in args))
    term.free = free | {data} if op == "var" else free
    term.calls = op == "call" or any(arg.calls for arg in args)
    label = data.key if hasattr(data, "key") else repr(data)
    shapes = [arg.shape for arg in args]
    if op in COMMUTATIVE:
        shapes.sort()
    term.key = _digest(f"{op}|{sort}|{label}", [arg.key for arg in args])
    term.digest = ""
    term.shape = _digest(f"{op}|{sort}|{'' if op == 'var' else label}", shapes)
    _known[identity] = term
    return term


TRUE, FALSE = make("bool", (), BOOL, 1), make("bool", (), BOOL, 0)


def order(term: Term) -> tuple[bytes, bytes]:
    """Where there are two ways to write one thing, what variables are called should not decide, as far as possible."""
    return term.shape, term.key


def number(value: int) -> Term:
    return make("num", (), INT, value)


ZERO, ONE = number(0), number(1)


def truth(value: bool) -> Term:
    return TRUE if value else FALSE


def variable(name: str, sort: Sort) -> Term:
    return make("var", (), sort, name)


def list_of(element: Sort) -> Sort:
    return ("list", element)


def is_list(term: Term) -> bool:
    return isinstance(term.sort, tuple) and term.sort[0] == "list"


def element_of(term: Term) -> Sort:
    assert is_list(term)
    sort: Sort = term.sort[1]
    return sort


def default(sort: Sort) -> Term:
    """Some value of the sort, for what has no meaning yet."""
    if sort in (INT, ANY):
        return ZERO
    if sort == BOOL:
        return FALSE
    assert isinstance(sort, tuple)
    if sort[0] == "list":
        return nil(sort[1])
    return tuple_of([default(part) for part in sort[1:]])


def tuple_of(parts: Sequence[Term]) -> Term:
    return make("tuple", tuple(parts), ("tuple", *(part.sort for part in parts)))


def nil(element: Sort) -> Term:
    return make("nil", (), list_of(element))


def parts_of(*terms: Term) -> Iterator[Term]:
    """All parts of terms, and they themselves, each once, the inner ones first."""
    seen: set[Term] = set()
    for term in terms:
        todo: list[Term | None] = [term]
        while todo:
            each = todo.pop()
            if each is None:  # all parts of the one below were given
                whole = todo.pop()
                assert whole is not None
                yield whole
            elif each not in seen:
                seen.add(each)
                if each.args:
                    todo += (each, None, *reversed(each.args))
                else:
                    yield each


def show_term(term: Term) -> str:
    """For certificates and for people who look for a mistake; `reader` of nothing."""
    args = [show_term(arg) for arg in term.args]
    match term.op:
        case "var":
            return str(term.data)
        case "num":
            return str(term.data)
        case "bool":
            return "true" if term.data else "false"
        case "+" | "*" | "=" | "<=":
            return f"({f' {term.op} '.join(args)})"
        case "and" | "or":
            return f"({f' {term.op} '.join(args)})"
        case "fold" | "call":
            return f"{term.data.name}({', '.join(args)})"
        case "part":
            return f"{args[0]}.{term.data}"
        case "apply":
            return f"{term.data}({', '.join(args)})"
        case "nil":
            return "[]"
    return f"{term.op}({', '.join(args)})"
