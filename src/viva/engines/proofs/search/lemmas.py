"""Lemmas between inner loops: two that agree on random values are proved equal for all, before the main induction."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations, product

from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.certificate import Lemma
from viva.engines.proofs.checking.claims import Claim
from viva.engines.proofs.checking.instances import instance_of
from viva.engines.proofs.checking.nests import is_known
from viva.engines.proofs.query import Solver
from viva.engines.proofs.search.induction import by_induction
from viva.engines.proofs.search.mining import plain, simple
from viva.engines.proofs.search.nested import by_nest
from viva.engines.proofs.search.runs import STEPS, Values, random_value
from viva.engines.proofs.terms import library, order
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.terms.folds import fold, loops_in
from viva.engines.proofs.translation.values import terms_of

_TRIALS = 60
_TRYING = 15_000  # what it costs to try two of them, as `query.EFFORT` counts
_MOST_PAIRS = 60
SORTING = 1_500_000
"""More effort, once, where all that was tried came out in order: then it is mostly a way to sort."""
_MOST_LEMMAS = 6


def lemmas_for(solver: Solver, claim: Claim) -> list[Lemma]:
    """Those that could be proved; the solver knows them from now on."""
    inner = _patterns([claim.reference.error, *results(claim)[:1]])
    other = _patterns([claim.submission.error, *results(claim)[1:]])
    pairs = [(known, own) for own in (*inner, *other) for known in _of_the_library(own)]
    pairs += [pair for one, two in product(inner, other) for pair in _pairings(one, two)]
    found: list[Lemma] = []
    tried = 0
    for first, second in pairs:
        if first is second or any({first, second} <= {each.left, each.right} for each in found):
            continue
        tried += 1
        if tried > _MOST_PAIRS or len(found) >= _MOST_LEMMAS:
            break
        solver.charge(_TRYING)
        sides = _agreeing(first, second)
        if sides is None:
            continue
        left, right = sides
        values = _values([*left_variables(left, right)], 30, 5)
        if solver.follows((), t.equal(left, right)):
            continue  # facts of the library say so wherever it is needed
        induction = by_induction(solver, (), t.equal(left, right), values)
        if induction is not None:
            found.append(Lemma(left, right, induction))
            solver.lemmas.append(instance_of(left, right))
    return found


def closed_forms(solver: Solver, goal: t.Term) -> list[Lemma]:
    """Loops that give a sorted list, as `sorted`: what is known about that is known about them all. Where both take out
    the largest, or both the smallest, they go side by side without it."""
    found: list[Lemma] = []
    steps = [step for each in loops_in(goal) for step in each.data.steps]
    inner = {loop.data for loop in loops_in(*steps)}
    # Where all take one out after the other, and search by what is known, they go side by side as they are.
    in_place = not all(map(is_known, loops_in(*steps))) or any(
        each.op in ("put", "insert") for each in t.parts_of(*steps)
    )
    somewhere = order.is_spoken_of(goal)
    more = SORTING
    for each in loops_in(goal):
        left = _general(each) if each.sort == ("list", t.INT) else each
        if left is each or left.op != "fold" or any(lemma.left is left for lemma in found):
            continue
        lists = [part for part in left_variables(left) if part.sort == each.sort]
        for right in [form for items in lists for form in (order.in_order(items), t.reverse(order.in_order(items)))]:
            if _agreeing(left, right) is None:
                continue
            induction = None
            if somewhere or {library.LARGEST, library.SMALLEST} <= inner:
                values = _values(left_variables(left, right), 30, 5)
                induction = by_induction(solver, (), t.equal(left, right), values, simple)
            if induction is None and in_place:
                solver.effort, more = solver.effort + more, 0
                induction = by_nest(solver, (), t.equal(left, right))
            if induction is not None:
                found.append(Lemma(left, right, induction))
                solver.lemmas.append(instance_of(left, right))
            break
    return [*found, *_never(solver, goal)] if found else found


def _never(solver: Solver, goal: t.Term) -> list[Lemma]:
    """Conditions that no round of loops with loops inside makes true: that something was raised, say."""
    found: list[Lemma] = []
    for each in loops_in(goal):
        inside = [inner for step in each.data.steps for inner in loops_in(step) if not is_known(inner)]
        left = _general(each) if each.sort == t.BOOL and inside else each
        if left is each or left.op != "fold" or _agreeing(left, t.FALSE) != (left, t.FALSE):
            continue
        induction = by_nest(solver, (), t.lnot(left))
        if induction is not None:
            found.append(Lemma(left, t.FALSE, induction))
            solver.lemmas.append(instance_of(left, t.FALSE))
    return found


def pieces(solver: Solver, goal: t.Term) -> list[Lemma]:
    """Loops over what another loop made that only take a part of it, or only ask how long it is, without a loop: it
    need not be known then what the other loop does."""
    found: list[Lemma] = []
    for each in loops_in(goal):
        if not any(loops_in(arg) for arg in each.args):
            continue
        left = _general(each)
        if left.op != "fold" or any(lemma.left is left for lemma in found):
            continue
        solver.charge(_TRYING)
        right = next((form for form in _without_rounds(left) if _agreeing(left, form) == (left, form)), None)
        if right is None:
            continue
        values = _values(left_variables(left, right), 30, 5)
        for mining in (simple, plain):
            induction = by_induction(solver, (), t.equal(left, right), values, mining)
            if induction is not None:
                found.append(Lemma(left, right, induction))
                solver.lemmas.append(instance_of(left, right))
                break
    return found


def _without_rounds(loop: t.Term) -> list[t.Term]:
    """What a loop may give: the list that it goes through or the beginning of it, or whether that is too short."""
    names = left_variables(loop)
    numbers = [each for each in names if each.sort == t.INT]
    lists = [(each, t.length(each)) for each in names if t.is_list(each)]
    if loop.sort == t.BOOL:
        before = loop.args[1]
        return [before, *(t.lor(before, t.lt(size, count)) for _, size in lists for count in numbers)]
    found = []
    for items, size in lists:
        if items.sort == loop.sort:
            found.append(items)
            for count in numbers:
                fits = t.le(count, size)
                found += [t.cut(items, t.ZERO, t.ite(fits, count, size)), t.cut(items, t.ZERO, count)]
                found.append(t.cut(items, t.ZERO, t.ite(t.land(t.le(t.ONE, count), fits), count, size)))
    return found


def _of_the_library(pattern: t.Term) -> list[t.Term]:
    """Searches of the library that a loop of someone else's may be another writing of: facts are known about them."""
    found: dict[t.Term, None] = {}
    for each in loops_in(pattern):
        if library.search_of(each) is None:
            values = each.args[1 + each.data.states :]
            for items in values:
                if items.sort == ("list", t.INT):
                    source = items.args[0] if items.op == "cut" else items
                    found |= {library.largest(source): None, library.largest(source, -1): None}
            rounds, before = each.args[:2]
            for items, wanted in permutations(values, 2):
                if t.is_list(items) and wanted.sort == t.element_of(items):
                    for search in (library.contains, library.count):
                        found[search(items, wanted, rounds)] = None
                    if before.sort == t.INT:  # the variable of a loop that stops where it has found something
                        place = library.first_place(items, wanted, rounds)
                        found[
                            t.ite(t.lt(place, rounds), place, t.ite(t.le(t.ONE, rounds), t.sub(rounds, t.ONE), before))
                        ] = None
            if before.sort == t.BOOL:  # whether there was a round
                found[t.lor(before, t.le(t.ONE, rounds))] = None
    return [each for each in found if each.sort == pattern.sort]


def results(claim: Claim) -> list[t.Term]:
    """What the two programs give."""
    found = []
    for side in (claim.reference, claim.submission):
        found.append(t.tuple_of(terms_of(side.value, side.state)))
    return found


def _patterns(terms: Sequence[t.Term]) -> list[t.Term]:
    """The loops inside of loops, and conditions on them, with variables for what they depend on."""
    found: dict[t.Term, None] = {}
    todo = list(terms)
    while todo:
        term = todo.pop(0)
        for each in loops_in(term):
            for step in each.data.steps:
                for inner in t.parts_of(step):
                    if inner.op == "fold" or (inner.op in ("=", "<=", "len") and loops_in(inner)):
                        pattern = _general(inner)
                        if pattern.op in ("fold", "len", "=", "<=", "not") and pattern not in found:
                            found[pattern] = None
                            todo.append(inner)
    return list(found)


def _general(term: t.Term) -> t.Term:
    """The term with variables for the parameters of its loops, and for values before them that are not constant."""
    names: dict[t.Term, t.Term] = {}

    def name(arg: t.Term) -> t.Term:
        if not arg.free:
            return arg
        pairs = arg.op == "apply" and arg.data in (order.INVERSIONS, order.ASCENTS)
        if (arg.op in ("at", "cut", "len", "+", "*") or pairs) and arg not in names:
            return t.rebuild(arg, tuple(map(name, arg.args)))
        return names.setdefault(arg, t.variable(f"y{len(names)}", arg.sort))

    others: dict[t.Term, t.Term] = {}
    for each in [part for part in loops_in(term) if part is term or part in _outermost(term)]:
        rest = [name(arg) for arg in each.args[1:]]
        rounds = each.args[0]
        whole = [arg for arg in each.args[1 + each.data.states :] if t.is_list(arg) and t.length(arg) is rounds]
        count = t.length(names[whole[0]]) if whole and whole[0] in names else name(rounds)
        others[each] = fold(each.data, (count, *rest))
    general = t.replace_parts(term, others)
    left = {each for each in t.parts_of(general) if each.op == "var" and each not in names.values()}
    return t.replace_parts(general, {each: name(each) for each in sorted(left, key=lambda each: each.key)})


def _outermost(term: t.Term) -> set[t.Term]:
    inside = {inner for each in loops_in(term) for arg in each.args for inner in loops_in(arg)}
    return set(loops_in(term)) - inside


def _pairings(one: t.Term, two: t.Term) -> list[tuple[t.Term, t.Term]]:
    """Two patterns with the same variables, in all ways that fit their sorts."""
    if one.sort != two.sort or (one.sort == t.BOOL and "fold" not in (one.op, two.op)):
        return []
    mine = [each for each in t.parts_of(one) if each.op == "var"]
    theirs = [each for each in t.parts_of(two) if each.op == "var"]
    if len(mine) < len(theirs) or len(mine) > 4:
        return []
    found = []
    for chosen in permutations(mine, len(theirs)):
        if all(a.sort == b.sort for a, b in zip(chosen, theirs, strict=True)):
            names = {b.data: a for a, b in zip(chosen, theirs, strict=True)}
            found.append((one, t.substitute(two, names)))
    return found


def left_variables(*terms: t.Term) -> list[t.Term]:
    return list(dict.fromkeys(each for each in t.parts_of(*terms) if each.op == "var"))


def _values(variables: Sequence[t.Term], count: int, seed: int) -> list[Values]:
    rng = random.Random(seed)
    return [{each.data: random_value(each.sort, rng, 1 + place % 5) for each in variables} for place in range(count)]


def _agreeing(left: t.Term, right: t.Term) -> tuple[t.Term, t.Term] | None:
    """The two sides, one of them negated where that is what agrees."""
    same = different = True
    for values in _values(left_variables(left, right), _TRIALS, 11):
        try:
            one, two = Evaluator(STEPS).value(left, values), Evaluator(STEPS).value(right, values)
        except Endless:
            return None
        same, different = same and one == two, different and one != two
        if not same and not (different and left.sort == t.BOOL):
            return None
    return (left, right) if same else (left, t.lnot(right))
