"""Limits, seeds, and the values of models."""

import subprocess
import sys
from fractions import Fraction

import z3

from viva.engines.smt import plain, satisfiable, solver, too_high, whole


def test_work_that_is_used_up_is_no_answer() -> None:
    x, y, w = z3.Ints("x y w")
    asked = solver(2_000)
    asked.add(x * x * x + y * y * y == w * w * w, x > 1, y > 1, w > 1)
    assert satisfiable(asked) is None


def test_a_question_has_an_answer() -> None:
    x = z3.Int("x")
    for made in (solver(100_000), solver(100_000, simple=True), solver(100_000, logic="ALL", net=1_000, seed=2**40)):
        made.add(x > 3, x < 5)
        assert satisfiable(made) is True
        assert whole(made.model(), x) == 4
        assert satisfiable(made, x != 4) is False


def test_values_of_models_are_pythons() -> None:
    x, y = z3.Real("x"), z3.Int("y")
    asked = solver(100_000)
    asked.add(x * x == 2, x > 0, y == -3)
    assert satisfiable(asked)
    model = asked.model()
    root = plain(model[x])
    assert isinstance(root, Fraction)
    assert abs(float(root) - 2**0.5) < 1e-15
    assert plain(model[y]) == -3
    assert plain(z3.BoolVal(False)) is False
    assert plain(model.eval(z3.Int("other"))) is None
    assert whole(model, z3.Int("other")) == 0


def test_high_degrees_are_seen_before_they_are_asked() -> None:
    x = z3.Int("x")
    power = x
    for _ in range(8):
        power = power * x
    assert too_high([power == 3])
    assert not too_high([x * x == 3])


def test_the_engine_does_not_load_the_solver() -> None:
    program = "import sys, viva.engines.smt, viva.engines.symbolic; print('z3' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


_COSTS = """
import z3
from viva.engines.smt import satisfiable, solver, work_done

def cost(**how):
    context = z3.Context()
    x, asked = z3.Int("x", context), solver(60_000, context=context, **how)
    size = z3.If(x >= 0, x, -x)
    asked.add(size != 0, z3.If(size > 0, 0 % size, -(0 % -size)) != 0)
    assert satisfiable(asked) is False
    return work_done(asked)

kinds = [{}, {"simple": True}, {"logic": "QF_NIA"}, {"logic": "ALL"}]
print([cost(**kinds[place]) for place in (0, 1, 2, 3)] == [cost(**kinds[place]) for place in (0, 1, 2, 3)])
"""


def test_what_was_asked_before_does_not_change_what_a_question_costs() -> None:
    """In a process of its own: z3 changes its ways once, at the first solver for a logic."""
    run = subprocess.run([sys.executable, "-c", _COSTS], capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"
