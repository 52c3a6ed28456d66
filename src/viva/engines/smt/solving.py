"""Start reading here: a solver with limits, its answers, and the values of its models.

The work of a question is counted in z3's own units (`rlimit`) and the seed is fixed, so that the same question has the
same answer on a loaded machine too. Milliseconds are a net below that, for what the count does not see.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from viva.core.timing import waiting

SAFETY_NET = 10_000
"""Milliseconds: far above what counted work takes, so that the clock decides nothing on a busy machine."""
_SEEDS = 2**31
_SPENT = "rlimit count"
_DIGITS = 20  # of a root that is no fraction


def solver(
    work: int,
    *,
    seed: int = 0,
    net: int | None = None,
    simple: bool = False,
    logic: str | None = None,
    context: Any = None,
) -> Any:  # z3 has no types of its own
    """A solver that gives up after so much work on one question. `net` are the milliseconds after which it is ended
    where it does not count its work; a loaded machine gets as many more.

    `simple`: it goes to work at once, which is right for linear questions and for many that share their beginning;
    otherwise z3 chooses tactics by the question, or by the `logic` that is named. In a `context` that others used
    before, z3 answers otherwise than in a fresh one; who must answer the same in every process brings one of its own.
    """
    import z3  # noqa: PLC0415 heavy, and not needed by everyone

    if simple:
        made = z3.SimpleSolver(ctx=context)
    elif logic is None:
        _settle()
        made = z3.Solver(ctx=context)
    else:
        made = z3.SolverFor(logic, ctx=context)
    made.set("rlimit", work)
    made.set("random_seed", seed % _SEEDS)
    if net is not None:
        made.set("timeout", int(net * waiting.stretch()))
    return made


@cache
def _settle() -> None:
    """From the first solver for a logic on, z3 (5.4.0) goes about the questions of solvers without one in another way,
    in the whole process. So there is one from the beginning: what a question costs does not depend on what was asked
    before it."""
    import z3  # noqa: PLC0415

    z3.SolverFor("ALL", ctx=z3.Context())


def satisfiable(asked: Any, *assumptions: Any) -> bool | None:
    """Whether there is a model, or None if the limits came first."""
    import z3  # noqa: PLC0415

    answer = asked.check(*assumptions)
    return True if answer == z3.sat else False if answer == z3.unsat else None


def was_stopped(asked: Any, answer: bool | None) -> bool:
    """Whether a limit, of work or of time, ended the last question."""
    return answer is None and str(asked.reason_unknown()) in ("canceled", "timeout", "interrupted from keyboard")


def work_done(asked: Any) -> int:
    """The work that a solver and those of its context did so far, in z3's units."""
    statistics = asked.statistics()
    return int(statistics.get_key_value(_SPENT)) if _SPENT in statistics.keys() else 0  # noqa: SIM118 z3 has no __contains__


def whole(model: Any, variable: Any) -> int:
    """The integer that a model gives a variable; one that does not matter is 0."""
    return int(model.eval(variable, model_completion=True).as_long())


def plain(value: Any) -> bool | int | Fraction | None:
    """A value of a model as one of Python; None where the model leaves it open. Roots are fractions next to them."""
    import z3  # noqa: PLC0415

    if z3.is_true(value) or z3.is_false(value):
        return bool(z3.is_true(value))
    if z3.is_int_value(value):
        return int(value.as_long())
    if z3.is_algebraic_value(value):
        value = value.approx(_DIGITS)
    if z3.is_rational_value(value):
        return Fraction(value.numerator_as_long(), value.denominator_as_long())
    return None
