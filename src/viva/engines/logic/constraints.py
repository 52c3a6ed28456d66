"""Concretisation by constraints (section 3.2.2 and figure 3 of "Problem Generation for DFA Construction"): each model
of the constraints is a formula.

Figure 3 bounds a variable by the number of concretisations, one too many; it is the index of one here.
"""

from __future__ import annotations

from collections.abc import Iterator

from viva.engines import smt
from viva.engines.logic.choice import Choice, concretise
from viva.engines.logic.formula import Formula

# What z3 may do for one model, in its own steps.
_EFFORT = 2_000_000


def concretisations(choice: Choice, keep_different: bool = True, seed: int = 0) -> Iterator[Formula]:
    """All formulas the choice formula stands for, in the order the solver finds them; the original is among them."""
    import z3  # noqa: PLC0415

    # A context of its own: in one that others used before, the solver would find other models first.
    context = z3.Context()
    solver = smt.solver(_EFFORT, seed=seed, context=context)
    variables = [z3.Int(f"x{index}", context) for index in range(len(choice.slots))]
    for variable, slot in zip(variables, choice.slots, strict=True):
        solver.add(variable >= 0, variable < len(slot.options))
    if keep_different:
        for number, one in enumerate(choice.slots):
            for other_number, other in enumerate(choice.slots[:number]):
                if one.kind != other.kind or one.kind not in ("CInt", "CStr") or one.original == other.original:
                    continue
                for index, option in enumerate(one.options):
                    if option in other.options:
                        same = other.options.index(option)
                        solver.add(z3.Or(variables[number] != index, variables[other_number] != same))
    while smt.satisfiable(solver):
        model = solver.model()
        indices = [smt.whole(model, variable) for variable in variables]
        yield concretise(choice, [slot.options[index] for slot, index in zip(choice.slots, indices, strict=True)])
        if not variables:
            return
        solver.add(z3.Or(*[variable != index for variable, index in zip(variables, indices, strict=True)]))
