"""What each instruction does, in the order of the manual: operands, result, flags.

The table `MEANING` has a function for each name; the modules here fill it. A meaning changes a `State` that already
stands at the next instruction, so that a jump is an assignment to `state.at`. Flags that the manual calls undefined are
asked of the state's chance: a proof lets them be anything. Everything here is written once, for values that are known
and for those that are not.
"""

from __future__ import annotations

from viva.engines.x86 import bits
from viva.engines.x86.bits import no
from viva.engines.x86.machine import WORD, Instruction, State
from viva.engines.x86.semantics import arithmetic, moving, shifting
from viva.engines.x86.semantics.jumping import CONDITIONS
from viva.engines.x86.semantics.strings import STRINGS
from viva.engines.x86.semantics.table import MEANING

__all__ = ["CONDITIONS", "MEANING", "STRINGS", "arithmetic", "moving", "shifting", "step"]


def step(state: State, instruction: Instruction) -> None:
    """Does one instruction; of one with a prefix to repeat it, one round."""
    state.at = instruction.next
    if not instruction.repeat:
        MEANING[instruction.name](state, instruction)
        return
    if state.chance.decide(bits.equal(state.registers["ecx"], 0)):
        return
    MEANING[instruction.name](state, instruction)
    state.registers["ecx"] = bits.sub(state.registers["ecx"], 1, WORD)
    compares = instruction.name.startswith(("cmps", "scas"))
    goes_on = not compares or state.chance.decide(
        state.flag("ZF") if instruction.repeat != "repne" else no(state.flag("ZF"))
    )
    if goes_on:
        state.at = instruction.address
