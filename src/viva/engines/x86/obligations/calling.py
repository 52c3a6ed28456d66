"""What is tried by itself about a procedure that has a contract, and shown like the rest.

Nobody writes down that a procedure leaves the stack pointer behind its return address, that it restores the registers
that belong to its caller, or that it writes only to its own part of the stack. What of this cannot be shown is given
up.
"""

from __future__ import annotations

from viva.engines.x86.annotations import (
    Arithmetic,
    Cell,
    Comparison,
    Connective,
    Expression,
    Name,
    Number,
    Old,
    Quantified,
)
from viva.engines.x86.machine import WORD
from viva.engines.x86.obligations.symbolic_state import Written

STACK = 4096
"""Bytes below the stack pointer that belong to whoever is called."""
_CALLERS = ("ebx", "esi", "edi", "ebp")
_SLOT = WORD // 8


def usual(wrote: Written, recursive: bool) -> dict[str, Expression]:
    """Claims about the state after a procedure returned, by a name: those that its code could break. Of memory: that it
    stays what it was outside of the procedure's part of the stack."""
    found: dict[str, Expression] = {}
    if "esp" in wrote.registers:
        found["esp"] = Comparison("==", Name("esp"), Arithmetic("+", Old(Name("esp")), Number(_SLOT)))
    for name in _CALLERS:
        if name in wrote.registers:
            found[name] = Comparison("==", Name(name), Old(Name(name)))
    if wrote.memory:
        at = Name("x")
        same = Comparison("==", Cell(1, at), Old(Cell(1, at)))
        top = Arithmetic("+", Old(Name("esp")), Number(_SLOT))
        if recursive:  # however deep it goes, it goes down
            apart = Comparison(">=", at, top)
        else:
            down = Arithmetic("-", Arithmetic("-", top, Number(1)), at)
            apart = Comparison(">=", down, Number(STACK + _SLOT))
        found["memory"] = Quantified(True, "x", Connective("=>", apart, same))
    return found
