"""What is found out about an obligation that fails, and about a run on which a program goes wrong: what is missing, and
which step is to blame. How that is told is said in `explain.py`."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.core.texts import Say
from viva.engines.x86.annotations import Cell, Expression, Name, Old, Quantified, parts, show, walk
from viva.engines.x86.comparing import Failure
from viva.engines.x86.interpreter import Step
from viva.engines.x86.machine import PARTS
from viva.engines.x86.obligations.cases import Key
from viva.engines.x86.obligations.proving import Obligation, Proof

_FIRST = ("false", "not_inductive", "insufficient", "not_proved")
_WHATS = ("target", "call", "entry", "kept", "bound", "returns", "assert", "decreases", "ensures")


def first_of(obligations: Sequence[Obligation]) -> Obligation | None:
    """The one to look at first: what is false before what is too weak, and what comes early before what follows."""
    failing = [each for each in obligations if each.result != "proved"]
    return min(failing, key=lambda each: (_FIRST.index(each.result), _WHATS.index(each.key.what)), default=None)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """An obligation that fails, in the proof that it belongs to."""

    one: Obligation
    proof: Proof

    @property
    def signature(self) -> str:
        return f"{self.one.result}:{self.one.key.what}"

    @property
    def expression(self) -> Expression | None:
        return self.one.key.annotation.expression if self.one.key.annotation else None

    @property
    def missing_loop(self) -> int | None:
        """The loop without an invariant that keeps everything behind it from being shown."""
        one = self.one
        if one.key.what == "bound":
            return one.key.place
        failing = (each for each in self.proof.obligations if each.result != "proved")
        bounded = {each.key.place for each in failing if each.key.what == "bound"}
        return one.cut if one.result == "insufficient" and one.cut in bounded else None

    @property
    def forgotten_memory(self) -> list[str]:
        """Pieces of memory of which the obligation speaks, and of which the loop before leaves nothing known."""
        one, expression = self.one, self.expression
        if expression is None or one.result != "insufficient" or one.cut is None or not one.forgotten:
            return []
        lines = self.proof.theory.invariants.get(one.cut, ())
        told = {_about(part) for line in lines for part in walk(line.expression) if isinstance(part, Cell)}
        cells = [part for part in walk(expression) if isinstance(part, Cell) and _about(part) not in told]
        return list(dict.fromkeys(show(cell) for cell in cells))

    def label(self, address: int | None) -> str:
        return "" if address is None else self.proof.theory.program.named(address)

    def sentence(self, rung: str, say: Say) -> str:
        """What the hint and the pattern say: by what is missing, or else by how it fails."""
        if self.missing_loop is not None:
            return say(f"{rung}_bound", label=self.label(self.missing_loop))
        return say(*self._keys(rung), **self.slots)

    def _keys(self, rung: str) -> tuple[str, str]:
        """Of the sentence, and of the one to take where that is not there."""
        one = self.one
        if self.forgotten_memory:
            return f"{rung}_frame", ""
        if one.called:
            return f"{rung}_called", ""
        if one.result == "insufficient" and one.cut is None and one.key.what not in ("call", "returns", "target"):
            return f"{rung}_procedure", ""
        return f"{rung}_{one.result}_{one.key.what}", f"{rung}_{one.result}"

    @property
    def slots(self) -> dict[str, str]:
        line, what = self.one.key.annotation, self.one.key.what
        label = self.label(self.one.key.place)
        return {
            "label": line.label or label if line is not None and what == "call" else label,
            "place": label,
            "loop": self.label(self.one.cut),
            "annotation": expression_text(self.one.key),
            "cells": "`, `".join(self.forgotten_memory[:4]),
        }


def _about(cell: Cell) -> frozenset[str]:
    """Which registers say where a piece of memory is: two with the same ones are taken for the same piece."""
    return frozenset(part.name for part in walk(cell.address) if isinstance(part, Name) and part.is_register)


def expression_text(key: Key) -> str:
    line = key.annotation
    if line is None:
        return ""
    return ", ".join(show(part) for part in line.measure) if line.measure else show(line.expression)


def to_blame(found: Failure) -> tuple[str, Step] | None:
    """What the run does wrong, and the last step that gave it its value; without a name, where a run stops or never
    comes to its end. None where no one thing is known to be wrong, or none has written it."""
    steps = found.replay.steps
    if found.kind != "wrong":
        return ("", steps[-1]) if steps else None
    named = [name for name, value in found.actual.items() if found.expected.get(name) != value]
    if found.line is not None:
        named = [found.line.text] if not found.line.line else _read_at_the_end(found.line.expression)
    if len(named) != 1:
        return None
    (name,) = named
    last = next((step for step in reversed(steps) if _writes(step, name)), None)
    return None if last is None else (name, last)


def _writes(step: Step, name: str) -> bool:
    if name in PARTS:
        return PARTS[name].whole in step.registers
    return any(name == f"b[{at:#x}]" for at in step.memory)


def _read_at_the_end(expression: Expression) -> list[str]:
    """The registers that a property speaks of as they are at the exit; none where it speaks of memory, or of flags."""
    found: dict[str, None] = {}
    todo = [expression]
    while todo:
        match todo.pop():
            case Cell() | Quantified():
                return []
            case Name() as part if part.is_flag:
                return []
            case Name(name) as part if part.is_register:
                found[name] = None
            case Old():
                pass
            case other:
                todo += parts(other)
    return list(found)
