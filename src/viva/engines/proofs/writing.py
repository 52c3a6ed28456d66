"""Certificates as JSON, both ways. What is read is only proposed: the checker decides whether it proves anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from viva.core.json import Json
from viva.engines.proofs.certificate import Certificate, Lemma
from viva.engines.proofs.claims import Measures
from viva.engines.proofs.folds import Fold, definition, fold
from viva.engines.proofs.induction import Induction
from viva.engines.proofs.terms import FALSE, TRUE, Sort, Term, make, nil, number, parts_of, rebuilt, shown, variable

VERSION = 1
MOST_NODES = 20_000
_ARITY = {
    "*": 2, "div": 2, "mod": 2, "not": 1, "<=": 2, "=": 2, "ite": 3, "snoc": 2, "cat": 2, "cut": 3, "reverse": 1,
    "put": 3, "drop": 2, "insert": 3, "repeat": 2, "len": 1, "at": 2,
}  # fmt: skip


_NUMBERS = frozenset({"+", "*", "div", "mod"})
_LISTS = {  # the sorts of further arguments, where "?" is that of the elements and "=" that of the list
    "snoc": ("?",), "cat": ("=",), "cut": ("int", "int"), "reverse": (), "put": ("int", "?"), "drop": ("int",),
    "insert": ("int", "?"), "repeat": ("int",),
}  # fmt: skip


def fits(op: str, sort: Sort, args: Sequence[Sort], data: Json = None) -> bool:
    """Whether an operation on arguments of these sorts is of this sort."""
    if op in _NUMBERS:
        return sort == "int" and all(each == "int" for each in args)
    if op in ("and", "or", "not"):
        return sort == "bool" and all(each == "bool" for each in args)
    if op == "tuple":
        return sort == ("tuple", *args)
    if op == "part":
        inside = args[0][1:] if isinstance(args[0], tuple) and args[0][0] == "tuple" else ()
        return len(args) == 1 and isinstance(data, int) and 0 <= data < len(inside) and inside[data] == sort
    if op == "apply":
        return isinstance(data, str)
    first = args[0]
    match op:
        case "<=":
            return sort == "bool" and args == ["int", "int"]
        case "=":
            return sort == "bool" and first == args[1]
        case "ite":
            return first == "bool" and args[1] == args[2] == sort
    if not isinstance(first, tuple) or first[0] != "list":
        return False
    if op == "len":
        return sort == "int"
    if op == "at":
        return args[1] == "int" and sort == first[1]
    wanted = [{"?": first[1], "=": first}.get(each, each) for each in _LISTS.get(op, ("none",))]
    return sort == first and list(args[1:]) == wanted


class Malformed(Exception):
    """What is no certificate."""


class _Writer:
    def __init__(self) -> None:
        self.nodes: list[Json] = []
        self.places: dict[Term, int] = {}
        self.folds: list[Json] = []
        self.numbers: dict[Fold, int] = {}

    def place(self, term: Term) -> int:
        for each in parts_of(term):
            if each not in self.places:
                data: Json = self.fold(each.data) if each.op == "fold" else each.data
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


def _sort_out(sort: Sort) -> Json:
    return sort if isinstance(sort, str) else [_sort_out(part) for part in sort]


def written(certificate: Certificate) -> dict[str, Json]:
    """With the formulas for people beside the nodes that they are read from."""
    writer = _Writer()

    def induction(made: Induction) -> dict[str, Json]:
        return {
            "way": made.way or "at once",
            "ahead": list(made.ahead),
            "invariant": [writer.place(each) for each in made.invariant],
            "formulas": [shown(each) for each in made.invariant],
        }

    lemmas: list[Json] = [
        {
            "left": writer.place(lemma.left),
            "right": writer.place(lemma.right),
            "formula": f"{shown(lemma.left)} = {shown(lemma.right)}",
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
        },
        "lemmas": lemmas,
        "by": by,
        "folds": writer.folds,
        "nodes": writer.nodes,
    }


class _Reader:
    """Terms are made again by the functions that simplify, so that none can be other than they make it."""

    def __init__(self, nodes: Sequence[Json], folds: Sequence[Json]) -> None:
        if len(nodes) > MOST_NODES:
            raise Malformed
        self.terms: list[Term] = []
        self.nodes, self.folds = nodes, folds
        for node in nodes:
            self.terms.append(self._node(node))

    def term(self, place: Json) -> Term:
        if not isinstance(place, int) or not 0 <= place < len(self.terms):
            raise Malformed
        return self.terms[place]

    def _fold(self, place: Json) -> Fold:
        match self.folds[place] if isinstance(place, int) and 0 <= place < len(self.folds) else None:
            case {"steps": list(steps), "parameters": list(parameters)}:
                terms, sorts = tuple(map(self.term, steps)), tuple(map(_sort_in, parameters))
                own = {f"s{place}": step.sort for place, step in enumerate(terms)} | {"k": "int"}
                own |= {f"p{place}": sort for place, sort in enumerate(sorts)}
                used = (each for each in parts_of(*terms) if each.op == "var")
                if terms and all(own.get(each.data) == each.sort for each in used):
                    return definition(terms, sorts)
        raise Malformed

    def _node(self, node: Json) -> Term:
        match node:
            case ["num", "int", int() as value, []] if not isinstance(value, bool):
                return number(value)
            case ["bool", "bool", int() as value, []]:
                return TRUE if value else FALSE
            case ["var", sort, str() as name, []]:
                return variable(name, _sort_in(sort))
            case ["nil", ["list", sort], None, []]:
                return nil(_sort_in(sort))
            case ["fold", _, int() as place, list(args)]:
                defined = self._fold(place)
                terms = [self.term(arg) for arg in args]
                sorts = [each.sort for each in terms]
                if sorts != ["int", *(step.sort for step in defined.steps), *defined.parameters]:
                    raise Malformed
                return fold(defined, terms)
            case [("part" | "apply" | "tuple" | "+" | "and" | "or") as op, sort, data, list(args)] if args:
                return self._built(make(op, (), _sort_in(sort), data), args)
            case [str() as op, sort, None, list(args)] if _ARITY.get(op) == len(args):
                return self._built(make(op, (), _sort_in(sort)), args)
        raise Malformed

    def _built(self, like: Term, args: Sequence[Json]) -> Term:
        terms = tuple(self.term(arg) for arg in args)
        if not fits(like.op, like.sort, [each.sort for each in terms], like.data):
            raise Malformed
        return rebuilt(like, terms)


def _sort_in(sort: Json) -> Sort:
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
    reader = _Reader(data["nodes"], data["folds"])

    def induction(made: Any) -> Induction:
        way = "" if made["way"] == "at once" else str(made["way"])
        return Induction(way, tuple(map(str, made["ahead"])), tuple(map(reader.term, made["invariant"])))

    lemmas = [
        Lemma(reader.term(each["left"]), reader.term(each["right"]), induction(each["by"])) for each in data["lemmas"]
    ]
    measures = Measures(*(tuple(map(str, data["measures"][key])) for key in ("requires", "reference", "submission")))
    return Certificate(measures, tuple(lemmas), induction(data["by"]))
