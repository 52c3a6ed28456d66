"""Looks for invariants of loops inside of loops: templates that hold in runs, thinned until the rest keeps itself."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from viva.engines.proofs.checking.all_places import Everywhere
from viva.engines.proofs.checking.certificate import Induction
from viva.engines.proofs.checking.nests import NEST, Head, Nest, Obligation, names_are_free, nest_of, obligations
from viva.engines.proofs.query import Solver
from viva.engines.proofs.search.counts import about_counts
from viva.engines.proofs.search.runs import STEPS, Values, random_value
from viva.engines.proofs.search.templates import Rounds, Scope, about_exchanges, about_numbers, about_order
from viva.engines.proofs.terms import INT, Term, parts_of
from viva.engines.proofs.terms.evaluate import Endless, Evaluator

_LOOKING = 150_000  # what it costs to look at the rounds of one loop, as `query.EFFORT` counts
_MOST_ROUNDS = 40
_MOST_ROWS = 160
_SIZES = (6, 5, 4, 6, 3, 5, 2, 4, 6, 1, 5, 0, 4, 6, 3, 5, 6, 2, 5, 4)


def by_nest(solver: Solver, known: Sequence[Term], claim: Term) -> Induction | None:
    if not names_are_free([*known, claim]):
        return None
    nest = nest_of([*known, claim])
    if nest is None:
        return None
    given = tuple(dict.fromkeys(each for each in parts_of(*known, claim) if each.op == "var"))
    guesses: list[Term] = []
    backwards = any(each.op == "reverse" for each in parts_of(claim))
    for scope, rows in _seen(nest, given, _runs(given, known), -1 if backwards else 1):
        solver.charge(_LOOKING)
        guesses += _guesses(scope, rows)
    needed = _thinned(solver, obligations(nest, guesses), len(guesses))
    if needed is None:
        return None
    return Induction(NEST, (), tuple(guesses[place] for place in needed))


def _thinned(solver: Solver, asked: Sequence[Obligation], count: int) -> list[int] | None:
    """The guesses that are needed for the claim, and to be kept themselves; None where it does not follow."""
    alive = dict.fromkeys(range(count))
    questions: dict[int, Everywhere] = {}
    because: dict[tuple[int, int], list[int]] = {}

    def reasons(number: int, place: int) -> list[int] | None:
        each = asked[number]
        if number not in questions:
            said = [said for _, said in each.said]
            questions[number] = Everywhere(solver, each.known, said, [claim for _, claim in each.claims])
        assumed = [at for at, (guess, _) in enumerate(each.said) if guess in alive]
        found = questions[number].reasons(assumed, place)
        return None if found is None else [each.said[at][0] for at in found]

    order = sorted(range(len(asked) - 1), key=lambda number: asked[number].step != "begins")
    changing = True
    while changing:
        changing = False
        for number in order:
            for place, (guess, _) in enumerate(asked[number].claims):
                if guess not in alive or (number, guess) in because:
                    continue
                found = reasons(number, place)
                if found is not None:
                    because[number, guess] = found
                    continue
                changing = True
                del alive[guess]
                because = {key: used for key, used in because.items() if guess not in used}
    last = reasons(len(asked) - 1, 0)
    if last is None:
        return None
    needed = dict.fromkeys(last)
    todo = list(last)
    while todo:
        one = todo.pop()
        for (_, guess), used in because.items():
            if guess == one:
                todo += [each for each in used if each not in needed]
                needed |= dict.fromkeys(used)
    return sorted(needed)


def _guesses(scope: Scope, rows: Sequence[Values]) -> list[Term]:
    """What held at the beginning of all rounds that were seen, and speaks of what the loop changes."""
    if not rows:
        return []
    seen = Rounds(scope, rows)
    about_numbers(seen)
    about_order(seen)
    about_exchanges(seen)
    about_counts(seen)
    own = {each.data for each in (*scope.head.variables, scope.head.clock)}
    return [each for each in seen.found if not each.free.isdisjoint(own)]


def _seen(nest: Nest, given: tuple[Term, ...], runs: Sequence[Values], sign: int) -> list[tuple[Scope, list[Values]]]:
    """For each head what there is, and the values of all variables in the rounds of runs."""
    scopes: dict[int, Scope] = {}
    rows: dict[int, list[Values]] = {}

    def enter(heads: Sequence[Head], around: tuple[Head, ...], before: tuple[Term, ...]) -> None:
        for head in heads:
            scopes[head.number] = Scope(head, around, before, given, sign)
            rows[head.number] = []
            enter(head.inside, (*around, head), before)
            before = (*before, *head.variables)

    def run(evaluator: Evaluator, heads: Sequence[Head], now: Values) -> Values:
        for head in heads:
            values = {
                own.data: evaluator.value(first, now) for own, first in zip(head.variables, head.first, strict=True)
            }
            last = max(0, evaluator.value(head.rounds, now))
            if last > _MOST_ROUNDS:
                raise Endless
            for clock in range(last + 1):
                row = {**now, **values, head.clock.data: clock}
                rows[head.number].append(row)
                if clock < last:
                    inner, done = run(evaluator, head.inside, row), dict[Term, Any]()
                    values = {
                        own.data: evaluator.value(following, inner, done)
                        for own, following in zip(head.variables, head.next, strict=True)
                    }
            now = {**now, **values}
        return now

    enter(nest.heads, (), ())
    for values in runs:
        try:
            run(Evaluator(STEPS * 4), nest.heads, dict(values))
        except Endless:
            continue
    return [(scopes[number], _different(found)) for number, found in rows.items()]


def _runs(given: Sequence[Term], known: Sequence[Term]) -> list[Values]:
    """Values for which all that is known holds, with lists that are long enough to say something."""
    rng = random.Random(3)
    found = []
    for size in _SIZES:
        values = {}
        for each in given:
            most = rng.choice((2, 4, 9))
            values[each.data] = (
                tuple(rng.randint(0, most) for _ in range(size)) if each.sort == ("list", INT)
                else random_value(each.sort, rng, size)
            )  # fmt: skip
        in_order = {name: tuple(sorted(one)) if isinstance(one, tuple) else one for name, one in values.items()}
        for choice in (values, in_order) if known else (values,):
            try:
                if all(Evaluator(STEPS).value(condition, choice) for condition in known):
                    found.append(choice)
                    break
            except Endless:
                continue
    return found


def _different(rows: Sequence[Values]) -> list[Values]:
    """Some of them, each once: those with many elements say most."""
    unique = list({tuple(sorted(row.items())): row for row in rows}.values())
    chosen = random.Random(5).sample(unique, min(len(unique), _MOST_ROWS))
    return sorted(chosen, key=lambda row: -sum(len(value) for value in row.values() if isinstance(value, tuple)))
