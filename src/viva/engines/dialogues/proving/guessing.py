"""Looks for invariants: what was so in runs of both, thinned until the rest keeps itself. What it gives is checked."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import element_type
from viva.engines.dialogues.proving.instructions import Allow, Do, Test
from viva.engines.dialogues.proving.product import BEGIN, VALUE, Invariants, Place, Point, Product, Step, value_of
from viva.engines.proofs import terms as t
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import library
from viva.engines.proofs.terms.evaluate import Endless, Evaluator, Values
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.table import evaluate
from viva.engines.syntax.tree import Node, Uncovered

_RUNS = 48
_LONGEST = 12
_EVALUATED = 200_000
_MOST_SAMPLES = 160
_MOST_QUANTITIES = 60
_MOST_GUESSES = 70
_FEW = 3
_MOST_VALUES = 3
_LARGEST = 400
_ALIKE = 5
_ORDERED = 12
_FAR = 10**6
_LARGE_PAIR = 60


Column = Callable[[t.Term], tuple[object, ...] | None]
"""What a term was in each of the samples."""


class Refuted(Exception):
    """A run on which the program does what it may not do, or what cannot be seen to be right."""


def guess(made: Product, solver: Solver) -> Invariants:
    """Invariants for all points. Raises `Refuted`."""
    samples = _samples(made)
    guesses = {
        place: [*_guesses(made, point, samples.get(place, [])), *_needed(made, place, samples.get(place, []))]
        for place, point in made.points.items()
    }
    solver.charge(sum(map(len, guesses.values())) * 200)
    return _lasting(made, guesses, solver)


# Runs.


def _samples(made: Product) -> dict[Place, list[Values]]:
    rng = random.Random(39)
    from_point: dict[Place, list[Step]] = {}
    for step in made.steps:
        from_point.setdefault(step.begin, []).append(step)
    found: dict[Place, list[Values]] = {}
    numbers, texts = _mentioned(made)
    evaluator = Evaluator(_EVALUATED)
    try:
        for number in range(_RUNS):
            _run(made, from_point, found, _Chooser(rng, numbers, texts, number), evaluator)
    except Endless:
        pass
    return found


class _Chooser:
    def __init__(self, rng: random.Random, numbers: Sequence[int], texts: Sequence[str], run: int) -> None:
        self.rng, self.numbers, self.texts, self.run = rng, numbers, texts, run
        self.reach = (2, 5, 12, 40)[run % 4]

    def value(self, read: m.Read) -> object:
        rng = self.rng
        match read.values:
            case m.OneOf(items) if rng.random() < 0.85:
                found = rng.choice(items)
            case m.Range(low, high) if rng.random() < 0.85:
                found = rng.choice((low, high, rng.randint(low, high), rng.randint(low, min(high, low + self.reach))))
            case _ if element_type(read.values) == m.Type.TEXT:
                found = rng.choice((*self.texts, "ab", "b", "aba"))
            case _ if element_type(read.values) == m.Type.TRUTH:
                return rng.random() < 0.5
            case _:
                small = rng.randint(0 if self.run % 3 == 0 else -self.reach, self.reach)
                found = rng.choice((small, small, rng.choice(self.numbers)))
        return tuple(map(ord, found)) if isinstance(found, str) else found


def _run(
    made: Product, steps: Mapping[Place, Sequence[Step]], found: dict[Place, list[Values]], chooser: _Chooser,
    evaluator: Evaluator,
) -> None:  # fmt: skip
    place, before = BEGIN, 0
    values: Values = {}
    while before < _LONGEST:
        before += 1
        if place != BEGIN:
            values = {**values, VALUE: chooser.value(made.read_at(made.points[place]))}
        taken = [step for step in steps.get(place, ()) if evaluator.value(step.condition, values)]
        if not taken:
            if place == BEGIN:
                return
            continue  # a value that is never given
        if len(taken) > 1 or not evaluator.value(taken[0].right, values):
            raise Refuted
        [step] = taken
        if step.after is None:
            return
        values = {word: evaluator.value(term, values) for word, term in step.values.items()}
        place = step.after
        kept = found.setdefault(place, [])
        if len(kept) < _MOST_SAMPLES:
            kept.append(values)


def _mentioned(made: Product, *, of_program: bool = True) -> tuple[list[int], list[str]]:
    numbers, texts = {0: None, 1: None}, {"": None}
    for follower in (made.specification, made.program)[: 1 + of_program]:
        for instruction in follower.code.instructions:
            for inner in (part for each in _nodes_of(instruction) for part in each.within()):
                value = inner.fields.get("value")
                plain = getattr(value, "value", None) if inner.kind == "Constant" else None
                if type(plain) is int:
                    numbers |= {plain: None, plain + 1: None, plain - 1: None, -plain: None}
                elif isinstance(plain, str):
                    texts[plain] = None
    return list(numbers), list(texts)


def _nodes_of(instruction: object) -> list[Node]:
    match instruction:
        case Do(each) | Test(each):
            return [each]
        case Allow(alternatives):
            return [one for row in alternatives for one in row if isinstance(one, Node)]
    return []


# Guesses.


def _guesses(made: Product, point: Point, samples: Sequence[Values]) -> list[t.Term]:
    """What was so in all samples, equalities first. A point that no run came to may be one that none ever comes to."""
    if not samples:
        return [t.FALSE]
    lists, numbers, truths, texts = _quantities(made, point)
    evaluator = Evaluator(_EVALUATED)

    def column(term: t.Term) -> tuple[object, ...] | None:
        try:
            return tuple(evaluator.value(term, values) for values in samples)
        except (Endless, LookupError, TypeError):
            return None

    found: dict[t.Term, None] = {}
    for group in (lists, texts):
        for one, two in combinations(group, 2):
            if one.sort == two.sort and _of_program(one) != _of_program(two) and column(one) == column(two):
                found[t.equal(one, two)] = None
    columns = {term: seen for term in numbers if (seen := column(term)) is not None}
    _equal_numbers(columns, found)
    _guarded(columns, _guards(lists, truths), column, found)
    _ordered(columns, found)
    _constant_lists([*lists, *texts], column, found)
    for one in truths:
        seen = column(one)
        if seen is not None and len(set(seen)) == 1:
            found[one if seen[0] else t.lnot(one)] = None
    _about_truths(truths, column, found)
    return [each for each in found if each is not t.TRUE][:_MOST_GUESSES]


def _needed(made: Product, place: Place, samples: Sequence[Values]) -> list[t.Term]:
    """What must be so here if the next value is one of those that the specification names."""
    kind = value_of(made.read_at(made.points[place]))
    if not samples or not isinstance(kind, v.Int):
        return []
    evaluator, found = Evaluator(_EVALUATED), dict[t.Term, None]()
    for value in _mentioned(made, of_program=False)[0][:_MOST_VALUES]:
        for step in made.steps:
            if step.begin == place and step.right is not t.TRUE:
                needed = t.substitute(t.implies(step.condition, step.right), {VALUE: t.number(value)})
                if needed is not t.TRUE and needed.size < _LARGEST:
                    found[needed] = None
    return [each for each in found if _was_so(each, samples, evaluator)]


def _was_so(term: t.Term, samples: Sequence[Values], evaluator: Evaluator) -> bool:
    """In all samples, as far as that is seen in the steps there are: what is not is no guess."""
    try:
        return all(evaluator.value(term, values) for values in samples)
    except (Endless, LookupError, TypeError):
        return False


def _of_program(term: t.Term) -> bool:
    """Whether it speaks of the program, and not only of the specification."""
    return any("'" in word for word in term.free)


def _quantities(made: Product, point: Point) -> tuple[list[t.Term], list[t.Term], list[t.Term], list[t.Term]]:
    lists: dict[t.Term, None] = {}
    numbers: dict[t.Term, None] = {}
    truths: dict[t.Term, None] = {}
    texts: dict[t.Term, None] = {}
    for term in point.unknowns.values():
        if term.sort == t.INT:
            numbers[term] = None
        elif term.sort == t.BOOL:
            truths[term] = None
        elif t.is_list(term):
            lists[term] = None
            numbers[t.length(term)] = None
            if t.element_of(term) == t.INT:
                numbers |= dict.fromkeys((t.at(term, t.sub(t.length(term), t.ONE)), t.at(term, t.ZERO)))
                lists[t.reverse(term)] = None
                numbers |= dict.fromkeys((library.total(term), library.largest(term), library.largest(term, -1)))
            elif t.is_list(term):
                last = t.at(term, t.sub(t.length(term), t.ONE))
                if t.is_list(last):
                    texts[last] = None
    for each in _asked(made, point):
        if each.sort == t.INT:
            numbers[each] = None
        elif each.sort == t.BOOL:
            truths[each] = None
    texts |= {term: None for term in lists if term.op == "var" and t.element_of(term) == t.INT}
    return list(lists), list(numbers)[:_MOST_QUANTITIES], list(truths), list(texts)


def _asked(made: Product, point: Point) -> Iterator[t.Term]:
    """What the specification, and the program, ask for: their expressions over the unknown values here."""
    for follower, state in zip((made.specification, made.program), point.states, strict=True):
        seen: set[str] = set()
        for instruction in follower.code.instructions:
            for inner in (part for each in _nodes_of(instruction) for part in each.within()):
                if inner.kind not in ("Call", "BinOp", "Subscript", "Compare") or repr(inner.fields) in seen:
                    continue
                seen.add(repr(inner.fields))
                try:
                    value = evaluate(inner, state.copy())
                except (Uncovered, AssertionError, LookupError, KeyError, ValueError):
                    continue
                if isinstance(value, v.Int | v.Bool) and frozenset() != value.term.free <= point.unknowns.keys():
                    yield value.term


def _equal_numbers(columns: Mapping[t.Term, tuple[object, ...]], found: dict[t.Term, None]) -> None:
    """Equal but for a constant, or the sum or difference of two others."""
    plain = [term for term, seen in columns.items() if all(type(value) is int for value in seen)]
    values = {term: [int(value) for value in columns[term]] for term in plain}  # type: ignore[call-overload]
    for term in plain:
        if len(set(values[term])) == 1 and abs(values[term][0]) < _FAR and (_of_program(term) or term.op == "len"):
            found[t.equal(term, t.number(values[term][0]))] = None
    moving = [term for term in plain if len(set(values[term])) > 1]
    groups: dict[tuple[int, ...], list[t.Term]] = {}
    for term in moving:
        first = values[term][0]
        groups.setdefault(tuple(each - first for each in values[term]), []).append(term)
    for group in groups.values():
        for one, other in _pairs(group):
            gap = values[other][0] - values[one][0]
            if abs(gap) < _FAR:
                found[t.equal(other, t.add(one, t.number(gap)))] = None
    leaders = [group[0] for group in groups.values()]
    kept = {shape: group[0] for shape, group in groups.items()}
    for one, two in combinations([term for term in leaders if term.op in ("var", "len", "at", "fold", "+")], 2):
        if one.size + two.size > _LARGE_PAIR:
            continue
        for sign in (1, -1):
            shape = tuple(
                (a - values[one][0]) + sign * (b - values[two][0])
                for a, b in zip(values[one], values[two], strict=True)
            )
            total = kept.get(shape)
            if total is not None and total not in (one, two) and any(map(_counts, (one, two, total))):
                gap = values[total][0] - values[one][0] - sign * values[two][0]
                if abs(gap) < _FAR and len(found) < _MOST_GUESSES:
                    found[t.equal(total, t.add(one, t.scale(sign, two), t.number(gap)))] = None


def _counts(term: t.Term) -> bool:
    """Whether it is a value of the program, or a counter of the specification, and not only made of what was read."""
    return _of_program(term) or term.op == "var"


def _pairs(group: Sequence[t.Term]) -> Iterator[tuple[t.Term, t.Term]]:
    """What is the same, as pairs: each term of the program with some of the specification, and with another one."""
    own, asked = [term for term in group if _of_program(term)], [term for term in group if not _of_program(term)]
    for number, term in enumerate(own):
        yield from ((one, term) for one in asked[:_ALIKE])
        if number:
            yield own[0], term


def _guards(lists: Sequence[t.Term], truths: Sequence[t.Term]) -> list[t.Term]:
    empty = [t.equal(t.length(each), t.ZERO) for each in lists if each.op == "var"]
    return [*empty[:_FEW], *truths[:_FEW]]


def _guarded(
    columns: Mapping[t.Term, tuple[object, ...]], guards: Sequence[t.Term], column: Column, found: dict[t.Term, None]
) -> None:  # fmt: skip
    """Equalities under a condition, or where it does not hold."""
    for guard in guards:
        seen = column(guard)
        if seen is None or len(set(seen)) < 2:
            continue
        for wanted in (True, False):
            places = [place for place, each in enumerate(seen) if bool(each) == wanted]
            condition = guard if wanted else t.lnot(guard)
            groups: dict[tuple[object, ...], list[t.Term]] = {}
            for term, values in columns.items():
                groups.setdefault(tuple(values[place] for place in places), []).append(term)
            for shape, group in groups.items():
                if len(set(shape)) == 1 and isinstance(shape[0], int) and abs(shape[0]) < _FAR:
                    for each in group:
                        if each.op == "var" and _of_program(each):
                            found[t.implies(condition, t.equal(each, t.number(shape[0])))] = None
                    continue
                for one, other in _pairs(group):
                    same = t.equal(one, other)
                    if same not in found and columns[one] != columns[other]:
                        found[t.implies(condition, same)] = None


def _ordered(columns: Mapping[t.Term, tuple[object, ...]], found: dict[t.Term, None]) -> None:
    """Which variables are at least a small constant, or at most another one."""
    plain = {
        term: [int(value) for value in seen]  # type: ignore[call-overload]
        for term, seen in columns.items()
        if term.op in ("var", "len") and all(type(value) is int for value in seen)
    }
    for term, values in plain.items():
        for bound in (1, 0):
            if term.op == "var" and _of_program(term) and min(values) >= bound and len(set(values)) > 1:
                found[t.le(t.number(bound), term)] = None
                break
        if term.op == "len" and min(values) >= 1:
            found[t.le(t.number(min(values)), term)] = None
    pairs = 0
    for one, two in combinations(plain, 2):
        for low, high in ((one, two), (two, one)):
            if plain[low] == plain[high] or pairs > _ORDERED or not (_of_program(low) or _of_program(high)):
                continue
            gap = min(b - a for a, b in zip(plain[low], plain[high], strict=True))
            if 0 <= gap <= 1:
                pairs += 1
                found[t.le(t.add(low, t.number(gap)), high)] = None


def _constant_lists(lists: Sequence[t.Term], column: Column, found: dict[t.Term, None]) -> None:
    """Lists and texts of the program that never change."""
    for each in lists:
        seen = column(each) if each.op == "var" else None
        if seen is not None and len(set(seen)) == 1 and len(seen) > 1 and "'" in str(each.data):
            written = _literal(seen[0], each.sort)
            if written is not None and written.size < _LARGEST:
                found[t.equal(each, written)] = None


def _literal(value: object, sort: t.Sort) -> t.Term | None:
    if sort == t.INT and type(value) is int:
        return t.number(value)
    if isinstance(value, tuple) and isinstance(sort, tuple) and sort[0] == "list":
        items = [_literal(each, sort[1]) for each in value]
        known = [each for each in items if each is not None]
        return t.list_term(sort[1], known) if len(known) == len(items) else None
    return None


def _about_truths(
    truths: Sequence[t.Term], column: Column, found: dict[t.Term, None]
) -> None:  # fmt: skip
    """Truth values that are others, or their opposites."""
    seen = {each: value for each in truths if (value := column(each)) is not None}
    for one, two in combinations(seen, 2):
        if len(set(seen[one])) < 2:
            continue
        if seen[one] == seen[two]:
            found[t.equal(one, two)] = None
        elif all(bool(a) != bool(b) for a, b in zip(seen[one], seen[two], strict=True)):
            found[t.equal(one, t.lnot(two))] = None


# Thinning.


def _lasting(made: Product, guesses: dict[Place, list[t.Term]], solver: Solver) -> Invariants:
    """The guesses that keep each other."""
    todo = list(made.steps)
    while todo:
        step = todo.pop(0)
        if step.after is None or not guesses.get(step.after):
            continue
        known = [*guesses.get(step.begin, ()), step.condition]
        wanted = guesses[step.after]
        claims = [t.substitute(each, step.values) for each in wanted]
        if solver.follows(known, *claims):
            continue
        kept = [
            each for each, claim in zip(wanted, claims, strict=True) if claim is t.TRUE or solver.follows(known, claim)
        ]
        if len(kept) < len(wanted):
            guesses[step.after] = kept
            todo += [each for each in made.steps if each.begin == step.after and each not in todo]
    return guesses


__all__ = ["Refuted", "guess"]
