"""The lines that complete a proof, where some were found."""

from __future__ import annotations

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.engines.x86.proving import Proof


def fix(proof: Proof, say: Say) -> Clue | None:
    if not proof.additions:
        return None
    lines = "\n".join(f"    {line}" for line in proof.additions)
    return Clue(say("fix_add" if len(proof.additions) == 1 else "fix_add_more", lines=lines))
