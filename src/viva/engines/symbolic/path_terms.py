"""Terms as they come out of the box: read with suspicion, shared, and evaluated.

Guarantee: whatever JSON comes in, it is a table of well-sorted terms over variables of the frame, or `Malformed` is
raised. Terms are interned in a `Pool`, so equal terms are one object, and what is worked out about one is kept.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.symbolic.frames import Frame, Values
from viva.languages.heap import Malformed

INTEGER, REAL, TRUTH = "integer", "real", "truth"
MOST_NODES = 40_000
LARGEST_EVALUATED = 4_000
DEEPEST = 150
"""Terms are evaluated, and given to a solver, by recursion: deeper ones are not, wherever that is asked for."""

COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
OPPOSITE = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">": "<=", ">=": "<"}
_ARITHMETIC = frozenset({"+", "-", "*"})
_WHOLE = frozenset({"//", "%"})

Run = Callable[[Values], Any]


@dataclass(slots=True, eq=False)
class Term:
    """`operator` and operands; a constant is `k` with its `value`, a variable `v` with its `name` and its default."""

    number: int
    operator: str
    operands: tuple["Term", ...]
    sort: str
    variables: frozenset[str]
    size: int
    degree: int = 0
    """How many unknowns are multiplied or divided by each other in it, at most."""
    value: int | float = 0
    name: str = ""
    depth: int = 1
    _run: Run | None = None
    cached: object = None
    """What a solver made of it."""

    @property
    def run(self) -> Run:
        """The term as a function of the values of variables."""
        if self._run is None:
            self._run = _compiled(self)
        return self._run


@dataclass(slots=True)
class Pool:
    terms: list[Term] = field(default_factory=list)
    _known: dict[tuple[object, ...], Term] = field(default_factory=dict)

    def term(self, operator: str, *operands: Term) -> Term:
        key = (operator, *(operand.number for operand in operands))
        known = self._known.get(key)
        if known is None:
            known = Term(
                len(self.terms),
                operator,
                operands,
                _sort(operator, operands),
                frozenset[str]().union(*(operand.variables for operand in operands)),
                1 + sum(operand.size for operand in operands),
                _degree(operator, operands),
                depth=1 + max((operand.depth for operand in operands), default=0),
            )
            self._keep(key, known)
        return known

    def constant(self, value: float) -> Term:
        key = ("k", type(value).__name__, value)
        if key not in self._known:
            sort = INTEGER if isinstance(value, int) else REAL
            self._keep(key, Term(len(self.terms), "k", (), sort, frozenset(), 1, value=value))
        return self._known[key]

    def variable(self, name: str, default: float = 0) -> Term:
        """`default` is its value where nothing was said, as in `shapes` and in the box."""
        key = ("v", name)
        if key not in self._known:
            sort = REAL if name.endswith("~") else INTEGER
            self._keep(key, Term(len(self.terms), "v", (), sort, frozenset({name}), 1, 1, default, name))
        return self._known[key]

    def _keep(self, key: tuple[object, ...], term: Term) -> None:
        self._known[key] = term
        self.terms.append(term)


def canonical(pool: Pool, term: Term, truth: bool) -> tuple[Term, bool]:
    """The same fact, said in one way: only `<` and `==` are left, and what is denied is not denied twice."""
    while term.operator == "not":
        term, truth = term.operands[0], not truth
    if term.operator not in COMPARISONS:
        return term, truth
    one, two = term.operands
    match term.operator:
        case ">":
            return pool.term("<", two, one), truth
        case ">=":
            return pool.term("<", one, two), not truth
        case "<=":
            return pool.term("<", two, one), not truth
        case "==" | "!=":
            one, two = sorted((one, two), key=lambda operand: operand.number)
            return pool.term("==", one, two), truth == (term.operator == "==")
    return term, truth


def read_terms(pool: Pool, nodes: Json, frame: Frame) -> list[Term]:
    if not isinstance(nodes, list) or len(nodes) > MOST_NODES:
        raise Malformed("not a table of terms")
    table: list[Term] = []
    for node in nodes:
        table.append(_read(pool, node, table, frame))
    return table


def _read(pool: Pool, node: Json, table: list[Term], frame: Frame) -> Term:
    match node:
        case ["k", int() as value] if not isinstance(value, bool):
            return pool.constant(value)
        case ["q", int() as numerator, int() as denominator] if denominator > 0:
            try:
                return pool.constant(numerator / denominator)
            except OverflowError:
                raise Malformed("a fraction out of range") from None
        case ["v", str() as name]:
            kind = frame.kind(name)
            if kind is None or (kind.name == "real") != name.endswith("~"):
                raise Malformed("a variable of no argument")
            return pool.variable(name, kind.default)
        case [str() as operator, *operands] if operator not in ("k", "q", "v"):
            return pool.term(operator, *(_operand(operand, table) for operand in operands))
    raise Malformed("not a term")


def _operand(data: Json, table: list[Term]) -> Term:
    if not isinstance(data, int) or isinstance(data, bool) or not 0 <= data < len(table):
        raise Malformed("no such operand")
    return table[data]


def _sort(operator: str, operands: Sequence[Term]) -> str:
    """The sort of the whole; raises `Malformed` where the operands do not fit."""
    sorts = [operand.sort for operand in operands]
    numeric = TRUTH not in sorts
    wider = REAL if REAL in sorts else INTEGER
    if operator in ("and", "or") and sorts and all(sort == TRUTH for sort in sorts):
        return TRUTH
    if operator == "not" and sorts == [TRUTH]:
        return TRUTH
    if operator == "ite" and len(sorts) == 3 and sorts[0] == TRUTH and TRUTH not in sorts[1:]:
        return REAL if REAL in sorts[1:] else INTEGER
    if len(sorts) == 2 and numeric:
        if operator in COMPARISONS:
            return TRUTH
        if operator in _ARITHMETIC:
            return wider
        if operator == "/":
            return REAL
        if operator in _WHOLE and wider == INTEGER:
            return INTEGER
    if len(sorts) == 1 and numeric and operator in ("floor", "sqrt"):
        return INTEGER if operator == "floor" else REAL
    raise Malformed("no such operator")


def _degree(operator: str, operands: Sequence[Term]) -> int:
    degrees = [operand.degree for operand in operands]
    return min(sum(degrees), MOST_NODES) if operator in ("*", "/", "//", "%") else max(degrees, default=0)


def evaluates(term: Term, values: Values) -> Any:
    """The value of the term as Python computes it; None where it has none."""
    if term.size > LARGEST_EVALUATED or term.depth > DEEPEST:
        return None
    try:
        return term.run(values)
    except (ArithmeticError, ValueError):
        return None


def _compiled(term: Term) -> Run:
    operator, runs = term.operator, [operand.run for operand in term.operands]
    match operator, runs:
        case "k", _:
            value = term.value
            return lambda _: value
        case "v", _:
            name, default = term.name, term.value
            return lambda values: values.get(name, default)
        case "and" | "or", _:
            return _joined(term, operator == "or")
        case "not", [run]:
            return lambda values: not run(values)
        case "ite", [test, then, otherwise]:
            return lambda values: then(values) if test(values) else otherwise(values)
        case "floor", [run]:
            return lambda values: math.floor(run(values))
        case "sqrt", [run]:
            return lambda values: math.sqrt(run(values))
        case "+", [one, two]:
            return lambda values: one(values) + two(values)
        case "-", [one, two]:
            return lambda values: one(values) - two(values)
        case "*", [one, two]:
            return lambda values: one(values) * two(values)
        case "/", [one, two]:
            return lambda values: one(values) / two(values)
        case "//", [one, two]:
            return lambda values: one(values) // two(values)
        case "%", [one, two]:
            return lambda values: one(values) % two(values)
        case _, [_, _] if (likeness := _likeness(term)) is not None:
            name, default, constant = likeness
            compare = COMPARISONS[operator]
            return lambda values: compare(values.get(name, default), constant)
        case _, [one, two]:
            compare = COMPARISONS[operator]
            return lambda values: compare(one(values), two(values))
    raise Malformed("no such operator")


def _joined(term: Term, truth: bool) -> Run:
    """The first operand with this truth decides. Where all compare one variable with constants, it is looked up."""
    wanted = "==" if truth else "!="
    alike = [_likeness(operand) if operand.operator == wanted else None for operand in term.operands]
    if len({each[:2] if each else None for each in alike}) == 1 and alike[0] is not None:
        name, default, _ = alike[0]
        constants = frozenset(each[2] for each in alike if each)
        return lambda values: (values.get(name, default) in constants) is truth
    runs = [operand.run for operand in term.operands]

    if truth:
        return lambda values: any(run(values) for run in runs)
    return lambda values: all(run(values) for run in runs)


def _likeness(term: Term) -> tuple[str, float, float] | None:
    """The variable, its default, and the constant that a comparison is about."""
    match term.operands:
        case [Term(operator="v") as one, Term(operator="k") as two]:
            return one.name, one.value, two.value
    return None
