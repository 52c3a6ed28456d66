"""32-bit x86: programs, what their instructions do, and proofs about them.

Start reading in `machine.py`, then `semantics.py` (what each instruction does, for a run and for a proof alike).
`assembling.py` and `elf.py` make programs, `interpreter.py` runs them. `annotations.py` and `reader.py` are the
language in which properties are written; `flow.py` finds loops, `obligations/effects.py` says what they can write,
`obligations/paths.py` walks through a program with values that are not known and notes `obligations/cases.py`,
`obligations/proving.py` makes of them the obligations of a proof and decides them (`obligations/instances.py`);
`worker.py` does so in a process of its own.
"""
