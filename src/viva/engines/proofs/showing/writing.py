"""Certificates as JSON, both ways. What is read is only proposed: the checker decides whether it proves anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from viva.core.json import Json
from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.certificate import Certificate, Induction, Lemma
from viva.engines.proofs.checking.claims import Measures
from viva.engines.proofs.terms.folds import Fold, definition, fold
from viva.engines.proofs.terms.lists import ASCENTS, COUNTED, INVERSIONS, SORTED
from viva.engines.proofs.terms.order import BEFORE
from viva.engines.proofs.terms.recursive import Recursive, call, raising, recursive

VERSION = 1
MOST_NODES = 20_000
_ARITY = {
    "*": 2, "div": 2, "mod": 2, "not": 1, "<=": 2, "=": 2, "ite": 3, "snoc": 2, "cat": 2, "cut": 3, "reverse": 1,
    "put": 3, "drop": 2, "insert": 3, "repeat": 2, "len": 1, "at": 2,
}  # fmt: skip

_PARTS = ("value", "error", "domain", "measure")


class Malformed(Exception):
    """What is no certificate."""


class _Writer:
    def __init__(self) -> None:
        self.nodes: list[Json] = []
        self.places: dict[t.Term, int] = {}
        self.folds: list[Json] = []
        self.numbers: dict[Fold, int] = {}
        self.functions: list[Json] = []
        self.known: dict[Recursive, int] = {}

    def place(self, term: t.Term) -> int:
        for each in t.parts_of(term):
            if each not in self.places:
                data: Json = each.data
                if each.op == "fold":
                    data = self.fold(each.data)
                elif each.op == "call":
                    data = self.function(each.data)
                self.places[each] = len(self.nodes)
                self.nodes.append([each.op, _sort_out(each.sort), data, [self.places[arg] for arg in each.args]])
        return self.places[term]

    def fold(self, defined: Fold) -> int:
        if defined not in self.numbers:
            steps: list[Json] = [self.place(step) for step in defined.steps]
            self.numbers[defined] = len(self.folds)
            parameters: list[Json] = [_sort_out(sort) for sort in defined.parameters]
            self.folds.append({"steps": steps, "parameters": parameters, "name": defined.name})
        return self.numbers[defined]

    def function(self, defined: Recursive) -> int:
        if defined not in self.known:
            told: dict[str, Json] = {part: self.place(getattr(defined, part)) for part in _PARTS}
            told["parameters"] = [_sort_out(sort) for sort in defined.parameters]
            told |= {"raises": defined.raises, "name": defined.name}
            self.known[defined] = len(self.functions)
            self.functions.append(told)
        return self.known[defined]


def _sort_out(sort: t.Sort) -> Json:
    return sort if isinstance(sort, str) else [_sort_out(part) for part in sort]


def write_certificate(certificate: Certificate) -> dict[str, Json]:
    """With the formulas for people beside the nodes that they are read from."""
    writer = _Writer()

    def induction(made: Induction) -> dict[str, Json]:
        return {
            "way": made.way or "at once",
            "ahead": list(made.ahead),
            "invariant": [writer.place(each) for each in made.invariant],
            "formulas": [t.show_term(each) for each in made.invariant],
            "measure": None if made.measure is None else writer.place(made.measure),
        }

    lemmas: list[Json] = [
        {
            "left": writer.place(lemma.left),
            "right": writer.place(lemma.right),
            "known": [writer.place(each) for each in lemma.known],
            "formula": _formula(lemma),
            "by": induction(lemma.induction),
        }
        for lemma in certificate.lemmas
    ]
    measures = certificate.measures
    by = induction(certificate.induction)
    return {
        "version": VERSION,
        "measures": {
            "requires": list(measures.requires),
            "reference": list(measures.reference),
            "submission": list(measures.submission),
            "equations": list(measures.equations),
        },
        "lemmas": lemmas,
        "by": by,
        "folds": writer.folds,
        "functions": writer.functions,
        "nodes": writer.nodes,
    }


def _formula(lemma: Lemma) -> str:
    same = f"{t.show_term(lemma.left)} = {t.show_term(lemma.right)}"
    known = t.land(*lemma.known)
    return same if known is t.TRUE else f"{t.show_term(known)} implies {same}"


def _alike(one: t.Sort, two: t.Sort) -> bool:
    """Whether values of the sorts can be compared; `?` is the sort of elements that are not there."""
    if t.ANY in (one, two) or one == two:
        return True
    return isinstance(one, tuple) and isinstance(two, tuple) and len(one) == len(two) and all(map(_alike, one, two))


def _fits(op: str, term: t.Term) -> bool:
    """Whether the parts of a term are of the sorts that the operator is made for."""
    sorts = [arg.sort for arg in term.args]
    lists = bool(sorts) and isinstance(sorts[0], tuple) and sorts[0][0] == "list"
    match op:
        case "+" | "*" | "div" | "mod" | "<=":
            return all(sort == t.INT for sort in sorts)
        case "not" | "and" | "or":
            return all(sort == t.BOOL for sort in sorts)
        case "=":
            return _alike(*sorts)
        case "ite":
            return sorts[0] == t.BOOL and _alike(sorts[1], sorts[2])
        case "cat":
            return lists and _alike(*sorts)
        case "len" | "reverse":
            return lists
        case "snoc":
            return lists and _alike(sorts[0][1], sorts[1])
        case "at" | "drop" | "repeat" | "cut":
            return lists and all(sort == t.INT for sort in sorts[1:])
        case "put" | "insert":
            return lists and sorts[1] == t.INT and _alike(sorts[0][1], sorts[2])
        case "part":
            parts = sorts[0][1:] if isinstance(sorts[0], tuple) and sorts[0][0] == "tuple" else ()
            return len(sorts) == 1 and type(term.data) is int and 0 <= term.data < len(parts)
        case "apply" if term.data == SORTED:
            return sorts == [("list", t.INT)] and term.sort == sorts[0]
        case "apply" if term.data in (INVERSIONS, ASCENTS):
            return sorts == [("list", t.INT)] and term.sort == t.INT
        case "apply" if term.data in (COUNTED, BEFORE):
            return sorts == [("list", t.INT), t.INT] and term.sort == t.INT
        case "apply":
            return isinstance(term.data, str)
    return True


class _CertificateReader:
    """Terms are made again by the functions that simplify, so that none can be other than they make it."""

    def __init__(self, nodes: Sequence[Json], folds: Sequence[Json], functions: Sequence[Json]) -> None:
        if len(nodes) > MOST_NODES:
            raise Malformed
        self.terms: list[t.Term] = []
        self.nodes, self.folds, self.functions = nodes, folds, functions
        for node in nodes:
            self.terms.append(self._node(node))

    def term(self, place: Json) -> t.Term:
        if not isinstance(place, int) or not 0 <= place < len(self.terms):
            raise Malformed
        return self.terms[place]

    def condition(self, place: Json) -> t.Term:
        found = self.term(place)
        if found.sort != t.BOOL:
            raise Malformed
        return found

    def _fold(self, place: Json) -> Fold:
        match self.folds[place] if isinstance(place, int) and 0 <= place < len(self.folds) else None:
            case {"steps": list(steps), "parameters": list(parameters)}:
                return self._defined([self.term(step) for step in steps], [_sort_in(sort) for sort in parameters])
        raise Malformed

    def _function(self, place: Json) -> Recursive:
        """One that no program has is of no use: of such a function the checker knows nothing."""
        told = self.functions[place] if isinstance(place, int) and 0 <= place < len(self.functions) else None
        if not isinstance(told, dict) or not isinstance(told["parameters"], list):
            raise Malformed
        value, error, domain, measure = (self.term(told[part]) for part in _PARTS)
        if (error.sort, domain.sort, measure.sort) != (t.BOOL, t.BOOL, t.INT):
            raise Malformed
        made = recursive(value, error, domain, measure, [_sort_in(sort) for sort in told["parameters"]])
        return raising(made) if told["raises"] is True else made

    @staticmethod
    def _defined(steps: list[t.Term], parameters: list[t.Sort]) -> Fold:
        own = {f"s{place}": step.sort for place, step in enumerate(steps)} | {"k": t.INT}
        own |= {f"p{place}": sort for place, sort in enumerate(parameters)}
        if any(own.get(each.data) != each.sort for each in t.parts_of(*steps) if each.op == "var"):
            raise Malformed
        return definition(tuple(steps), tuple(parameters))

    def _node(self, node: Json) -> t.Term:
        match node:
            case ["num", "int", int() as value, []] if not isinstance(value, bool):
                return t.number(value)
            case ["bool", "bool", int() as value, []]:
                return t.TRUE if value else t.FALSE
            case ["var", sort, str() as name, []]:
                return t.variable(name, _sort_in(sort))
            case ["nil", ["list", sort], None, []]:
                return t.nil(_sort_in(sort))
            case ["fold", _, int() as place, list(args)]:
                defined = self._fold(place)
                terms = [self.term(arg) for arg in args]
                sorts = [each.sort for each in terms]
                if sorts != ["int", *(step.sort for step in defined.steps), *defined.parameters]:
                    raise Malformed
                return fold(defined, terms)
            case ["call", _, int() as place, list(args)]:
                function = self._function(place)
                terms = [self.term(arg) for arg in args]
                if tuple(each.sort for each in terms) != function.parameters:
                    raise Malformed
                return call(function, terms)
            case [("part" | "apply" | "tuple" | "+" | "and" | "or") as op, sort, data, list(args)] if args:
                return self._made(op, sort, data, args)
            case [str() as op, sort, None, list(args)] if _ARITY.get(op) == len(args):
                return self._made(op, sort, None, args)
        raise Malformed

    def _made(self, op: str, sort: Json, data: Json, args: Sequence[Json]) -> t.Term:
        parts = tuple(self.term(arg) for arg in args)
        if not _fits(op, t.make(op, parts, _sort_in(sort), data)):
            raise Malformed
        made = t.rebuild(t.make(op, (), _sort_in(sort), data), parts)
        if not _alike(made.sort, _sort_in(sort)):
            raise Malformed
        return made


def _sort_in(sort: Json) -> t.Sort:
    match sort:
        case "int" | "bool" | "?":
            return sort
        case ["list", element]:
            return ("list", _sort_in(element))
        case ["tuple", *parts]:
            return ("tuple", *map(_sort_in, parts))
    raise Malformed


def read_certificate(data: Json) -> Certificate:
    """Raises `Malformed`."""
    try:
        return _read(data)
    except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise Malformed from error


def _read(data: Any) -> Certificate:
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise Malformed
    reader = _CertificateReader(data["nodes"], data["folds"], data["functions"])

    def induction(made: Any) -> Induction:
        way = "" if made["way"] == "at once" else str(made["way"])
        measure = None if made["measure"] is None else reader.term(made["measure"])
        return Induction(way, tuple(map(str, made["ahead"])), tuple(map(reader.condition, made["invariant"])), measure)

    lemmas = [
        Lemma(
            reader.term(each["left"]), reader.term(each["right"]), induction(each["by"]),
            tuple(map(reader.condition, each["known"])),
        )
        for each in data["lemmas"]
    ]  # fmt: skip
    if not all(_alike(each.left.sort, each.right.sort) for each in lemmas):
        raise Malformed
    given = data["measures"]
    requires, reference, submission, equations = (
        tuple(map(str, given[key])) for key in ("requires", "reference", "submission", "equations")
    )
    measures = Measures(requires, reference, submission, equations)
    return Certificate(measures, tuple(lemmas), induction(data["by"]))
