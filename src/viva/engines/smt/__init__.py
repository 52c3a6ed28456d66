"""z3 as Viva asks it: with limits that are counted, a fixed seed, and Python's arithmetic.

Start reading in `solving.py` (a solver, its limits and its answers), then `arithmetic.py` (what Python's operators mean
to it). z3 takes a third of a second to load, so it is loaded by whoever first asks something, never by an import.
"""

from viva.engines.smt.arithmetic import (
    absolute,
    as_integer,
    choose,
    exact,
    extreme,
    floor_division,
    modulo,
    real,
)
from viva.engines.smt.degree import too_high
from viva.engines.smt.solving import SAFETY_NET, plain, satisfiable, solver, was_stopped, whole, work_done

__all__ = [
    "SAFETY_NET",
    "absolute",
    "as_integer",
    "choose",
    "exact",
    "extreme",
    "floor_division",
    "modulo",
    "plain",
    "real",
    "satisfiable",
    "solver",
    "too_high",
    "was_stopped",
    "whole",
    "work_done",
]  # fmt: skip
