"""How many marks a proof that is not complete, or a wrong program, gets."""

from __future__ import annotations

from viva.engines.x86.obligations.proving import Proof

_FORGETS_REGISTERS = 0.5  # it does what is asked, and leaves a register changed that its caller relies on


def score(proof: Proof) -> float:
    """The share of the facts that a model states and that follow from what is said and true: nothing for what an empty
    file says, nor for what says everything."""
    return proof.merit


def score_of_program(reason: str) -> float:
    return _FORGETS_REGISTERS if reason == "convention" else 0.0
