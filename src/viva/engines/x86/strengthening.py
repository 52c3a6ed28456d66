"""Looks for invariants that are missing: Houdini (Flanagan and Leino).

Candidates are made from templates over the registers of a loop, as far as they hold in the states of real runs. All are
assumed together; those that cannot be shown are dropped, and again, until the rest keeps itself. What is offered is a
small part of them with which everything is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from viva.engines.x86.annotations import Annotation, Arithmetic, Comparison, Expression, Name, Number, Old, show
from viva.engines.x86.bits import mask
from viva.engines.x86.flow import Loop
from viva.engines.x86.formulas import View, compared, term
from viva.engines.x86.interpreter import OwnCode, Run, Start
from viva.engines.x86.machine import PARTS, REGISTERS, WORD, Register, State
from viva.engines.x86.program import BadProgram
from viva.engines.x86.proving import Proof, prove
from viva.engines.x86.theory import Theory

_WORK = 1_000_000
_ROUNDS = 6
_MOST_CANDIDATES = 16
_MOST_SINGLE = 6
_MOST_STATES = 40
_STEPS = 2_000


def strengthened(proof: Proof) -> tuple[str, ...]:
    """Lines with which the annotations are a proof; none where none were found, or where something is false. For a loop
    about which nothing was said yet, none are looked for: that is more than a missing word."""
    failing = [each for each in proof.obligations if each.result != "proved"]
    if not failing or any(each.result == "false" or each.key.what == "bound" for each in failing):
        return ()
    theory = proof.theory
    loops = [loop for loop in proof.flow.loops if theory.program.label(loop.head) is not None]
    runs = [(each.replay.old, each.replay.constants) for each in failing if each.replay is not None]
    additions = [
        (loop.head, candidate)
        for loop in loops
        for candidate in _candidates(theory, loop, _states(theory, loop.head, runs))
    ][:_MOST_CANDIDATES]
    kept = _houdini(theory, additions)
    if kept is None:
        return ()
    return tuple(_line(theory, head, candidate) for head, candidate in _fewest(theory, kept))


_Addition = tuple[int, Expression]


def _houdini(theory: Theory, additions: Sequence[_Addition]) -> list[_Addition] | None:
    """The candidates that keep themselves, if they complete the proof."""
    left = list(additions)
    for _ in range(_ROUNDS):
        if not left:
            return None
        found = _proved(theory, left)
        lost = {
            each.key.annotation.expression
            for each in found.obligations
            if each.result != "proved" and each.key.annotation is not None and not each.key.annotation.line
        }
        if not lost:
            return left if found.complete else None
        left = [addition for addition in left if addition[1] not in lost]
    return None


def _fewest(theory: Theory, kept: list[_Addition]) -> list[_Addition]:
    """As few of them as are enough: one, or else what is left after taking out one after the other."""
    for one in kept[:_MOST_SINGLE]:
        if _proved(theory, [one]).complete:
            return [one]
    left = kept
    for one in kept:
        without = [each for each in left if each is not one]
        if without and _proved(theory, without).complete:
            left = without
    return left


def _proved(theory: Theory, additions: Sequence[_Addition]) -> Proof:
    invariants = dict(theory.invariants)
    for head, expression in additions:
        line = Annotation("invariant", theory.program.label(head), expression, 0, show(expression))
        invariants[head] = (*invariants.get(head, ()), line)
    return prove(replace(theory, invariants=invariants), _WORK, explaining=False)


def _line(theory: Theory, head: int, expression: Expression) -> str:
    return f"{theory.program.label(head)}: invariant {show(expression)}"


_Seen = tuple[State, State, Mapping[str, int]]


def _states(theory: Theory, head: int, runs: Sequence[tuple[Start, Mapping[str, int]]]) -> list[_Seen]:
    """States in which real runs come to the head, with the state at their start."""
    found: list[_Seen] = []
    for start, constants in runs:
        before = start.state(theory.program)
        run = Run(theory.program, start.state(theory.program), theory.exits)
        for _ in range(_STEPS):
            if run.state.at == head and len(found) < _MOST_STATES:
                found.append((run.state.copy(), before, constants))
            try:
                if run.forward() is None:
                    break
            except (BadProgram, OwnCode):
                break
    return found


def _candidates(theory: Theory, loop: Loop, states: Sequence[_Seen]) -> list[Expression]:
    """What the templates say and all these states agree with, the plainest first."""
    if not states:
        return []
    targets = [theory.program.instruction(at).operands[:1] for at in sorted(loop.body - theory.exits)]
    written = {PARTS[each.name].whole for operands in targets for each in operands if isinstance(each, Register)}
    changing = [name for name in REGISTERS if name in written and name != "esp"]
    found = [each for each in _templates(theory, changing, states) if all(_holds(each, *state) for state in states)]
    return list(dict.fromkeys(found))


def _templates(theory: Theory, changing: Sequence[str], states: Sequence[_Seen]) -> Iterator[Expression]:
    fixed: list[Expression] = [Name(name) for name in theory.constants]
    fixed += [Name(name) for name in REGISTERS if name not in changing and name != "esp"]
    olds: list[Expression] = [Old(Name(name)) for name in changing]
    first = states[0][0]
    for one, two in combinations(changing, 2):
        total = (first.registers[one] + first.registers[two]) & mask(WORD)
        yield Comparison("==", Arithmetic("+", Name(one), Name(two)), Number(total))
        apart = (first.registers[one] - first.registers[two]) & mask(WORD)
        yield Comparison("==", Name(one), Arithmetic("+", Name(two), Number(apart)) if apart else Name(two))
        for other in (*fixed, *olds):
            yield Comparison("==", Arithmetic("+", Name(one), Name(two)), other)
    for name in changing:
        for other in (*fixed, *olds):
            yield Comparison("<=", Name(name), other)
            yield Comparison(">=", Name(name), other)
        values = [state.registers[name] for state, _, _ in states]
        yield Comparison("<=", Name(name), Number(max(values)))
        yield Comparison(">=", Name(name), Number(min(values)))
        yield Comparison("!=", Name(name), Number(0))


def _holds(expression: Expression, here: State, old: State, constants: Mapping[str, int]) -> bool:
    assert isinstance(expression, Comparison)
    view = View(here, old, constants)
    return bool(compared(expression.sign, term(expression.left, view, {}), term(expression.right, view, {})))
