"""The rounds of loops are gone through as the steps say, and cost what it costs to look at every part once."""

import random
from typing import Any

import pytest

from tests.engines.proofs.generated import random_program
from tests.engines.proofs.sources import program
from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.claims import argument
from viva.engines.proofs.query import Exhausted, Solver
from viva.engines.proofs.terms import TooLarge
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.terms.folds import definition, loops_in
from viva.engines.proofs.translation.translate import translate
from viva.engines.proofs.translation.values import Fresh, Int, State
from viva.engines.shapes import Many, Plain
from viva.engines.syntax.tree import Uncovered

INTS = Many("list", Plain("int"))
LOOPS = [
    "def f(xs):\n t = 0\n for x in xs:\n  t = t * 2 + x if x > 0 and t < 50 or x == -1 else t // 3\n return t\n",
    "def f(xs):\n t = 1\n for x in xs:\n  for y in xs:\n   if x <= y:\n    t += x % (y + 1)\n return t\n",
    "def f(xs):\n r = []\n for x in xs:\n  if x not in r:\n   r.append(x)\n return sum(r) + len(r)\n",
]


class Slowly(Evaluator):
    """Goes through the steps part by part, as `Evaluator.value` goes through every other term."""

    def folded(self, term: t.Term, args: list[Any]) -> list[Any]:
        defined = term.data
        states = args[1 : 1 + defined.states]
        given = {f"p{place}": value for place, value in enumerate(args[1 + defined.states :])}
        for number in range(max(0, args[0])):
            self.left -= 1
            if self.left < 0:
                raise Endless
            now = {**given, "k": number, **{f"s{place}": value for place, value in enumerate(states)}}
            done: dict[t.Term, Any] = {}
            states = [self.value(step, now, done) for step in defined.steps]
        return states


def outcome(evaluator: Evaluator, term: t.Term, values: dict[str, Any]) -> tuple[str, Any, int]:
    try:
        return "value", evaluator.value(term, values), evaluator.left
    except Endless:
        return "endless", None, evaluator.left
    except (TypeError, IndexError, LookupError, ValueError) as problem:
        return type(problem).__name__, None, evaluator.left


def translated(source: str, shapes: list[Any]) -> list[tuple[t.Term, list[t.Term]]]:
    state, fresh = State(), Fresh()
    made = [argument(shape, f"in{place}", state, fresh) for place, shape in enumerate(shapes)]
    try:
        found = translate(program(source).tree, "f", [value for _, value, _ in made], state, Solver(300_000))
    except (Uncovered, Exhausted, TooLarge):
        return []
    inputs = [term for each, _, _ in made for term in each]
    value = [found.value.term] if isinstance(found.value, Int) else []
    return [(term, inputs) for term in (*loops_in(found.error, *value), *value)]


def test_rounds_give_what_their_steps_say_and_cost_as_many_steps() -> None:
    chance, compared = random.Random(3), 0
    found = [each for source in LOOPS for each in translated(source, [INTS])]
    for term, inputs in found:
        for limit in (2, 7, 40, 41, 42, 200, 10_000):
            values = {each.data: tuple(chance.choices((-2, -1, 0, 1, 3), k=chance.randrange(5))) for each in inputs}
            assert outcome(Evaluator(limit), term, values) == outcome(Slowly(limit), term, values)
            compared += 1
    assert compared >= 20


@pytest.mark.thorough
def test_rounds_of_random_programs_cost_as_many_steps() -> None:
    chance, compared = random.Random(5), 0
    for number in range(400):
        source = random_program(random.Random(number))
        for term, inputs in translated(source, [Plain("int"), Plain("int"), Plain("bool")]):
            for limit in (5, 60, 5_000):
                values = {each.data: chance.randint(-3, 5) for each in inputs}
                assert outcome(Evaluator(limit), term, values) == outcome(Slowly(limit), term, values)
                compared += 1
    assert compared >= 100


def test_a_part_that_a_condition_leaves_out_is_not_asked_for() -> None:
    own, clock = t.variable("s0", t.INT), t.variable("k", t.INT)
    costly = own
    for _ in range(12):
        costly = t.make("*", (t.number(2), costly))
    step = t.make("ite", (t.make("<=", (t.number(100), clock), t.BOOL), costly, t.add(own, t.ONE)))
    loop = t.make("fold", (t.variable("n", t.INT), t.ZERO), t.INT, definition((step,), ()))
    seen = Evaluator(200)
    assert seen.value(loop, {"n": 5}) == 5
    assert 200 - seen.left == 3 + 5 * 8
