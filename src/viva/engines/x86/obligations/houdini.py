"""Looks for invariants that are missing: Houdini (Flanagan and Leino).

Candidates are made from templates over the registers of a loop, as far as they hold in the states of real runs: how the
registers belong together, and of memory what is asked for at the end, as it stands or with a register in the place of a
bound. All are assumed together; those that cannot be shown are dropped, and again, until the rest keeps itself. What is
offered is a small part of them with which everything is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from viva.engines.x86.annotations import (
    Annotation,
    Arithmetic,
    Cell,
    Comparison,
    Connective,
    Expression,
    Name,
    Number,
    Old,
    Quantified,
    show,
    walk,
)
from viva.engines.x86.bits import mask
from viva.engines.x86.flow import Loop
from viva.engines.x86.interpreter import OwnCode, Run, Start
from viva.engines.x86.machine import PARTS, REGISTERS, WORD, Register, State
from viva.engines.x86.obligations.cases import Key
from viva.engines.x86.obligations.formulas import View, compare, term
from viva.engines.x86.obligations.instances import Purse
from viva.engines.x86.obligations.proving import Proof, prove
from viva.engines.x86.obligations.replaying import Replayer
from viva.engines.x86.obligations.symbolic_state import Names
from viva.engines.x86.obligations.theory import Theory
from viva.engines.x86.program import BadProgram
from viva.engines.x86.semantics import STRINGS

_WORK = 2_000_000
_ALL_WORK = 6_000_000
_ROUNDS = 6
_MOST_CANDIDATES = 16
_MOST_OF_MEMORY = 6
_MOST_LOOKS = 5  # at states, for a candidate about memory
_MOST_SINGLE = 6
_MOST_STATES = 40
_STEPS = 2_000


def strengthen(proof: Proof) -> tuple[str, ...]:
    """Lines with which the annotations are a proof; none where none were found, or where something is false. For a loop
    about which nothing was said yet, none are looked for: that is more than a missing word."""
    failing = [each for each in proof.obligations if each.result != "proved"]
    if not failing or any(each.result == "false" or each.key.what == "bound" for each in failing):
        return ()
    theory = proof.theory
    loops = [loop for loop in proof.flow.loops if theory.program.label(loop.head) is not None]
    runs = [(each.replay.old, each.replay.constants) for each in failing if each.replay is not None]
    seen = {loop.head: _states(theory, loop.head, runs) for loop in loops}
    additions = [(loop.head, each) for loop in loops for each in _candidates(theory, loop, seen[loop.head])]
    additions = additions[:_MOST_CANDIDATES]
    of_memory = [(loop.head, each) for loop in loops for each in _about_memory(theory, loop, seen[loop.head])]
    left = Purse(_ALL_WORK)
    for tried in (additions, [*of_memory, *additions]):
        kept = _houdini(theory, tried, left) if tried else None
        if kept is not None:
            return tuple(_line(theory, head, candidate) for head, candidate in _fewest(theory, kept, left))
        if not of_memory:
            break
    return ()


_Addition = tuple[int, Expression]


def _houdini(theory: Theory, additions: Sequence[_Addition], left_over: Purse) -> list[_Addition] | None:
    """The candidates that keep themselves, if they complete the proof."""
    left = list(additions)
    for _ in range(_ROUNDS):
        if not left:
            return None
        found = _proved(theory, left, left_over)
        lost = {
            (each.key.place, each.key.annotation.expression)
            for each in found.obligations
            if each.result != "proved" and each.key.annotation is not None and _is_added(each.key)
        }
        if not lost:
            return left if found.complete else None
        left = [addition for addition in left if addition not in lost]
    return None


def _fewest(theory: Theory, kept: list[_Addition], left_over: Purse) -> list[_Addition]:
    """As few of them as are enough: one, or else what is left after taking out one after the other."""
    for one in kept[:_MOST_SINGLE]:
        if _proved(theory, [one], left_over).complete:
            return [one]
    left = kept
    for one in kept:
        without = [each for each in left if each is not one]
        if without and _proved(theory, without, left_over).complete:
            left = without
    return left


def _proved(theory: Theory, additions: Sequence[_Addition], left_over: Purse) -> Proof:
    invariants = dict(theory.invariants)
    for head, expression in additions:
        line = Annotation("invariant", theory.program.label(head), expression, 0, show(expression))
        invariants[head] = (*invariants.get(head, ()), line)
    found = prove(
        replace(theory, invariants=invariants), max(0, min(_WORK, left_over.left)), explaining=False, doubted=_is_added
    )
    left_over.charge(found.work)
    return found


def _is_added(key: Key) -> bool:
    """Whether it is an obligation of a candidate: these have no line."""
    return key.annotation is not None and not key.annotation.line


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
    changing = _changing(theory, loop)
    found = [each for each in _templates(theory, changing, states) if all(_holds(each, *state) for state in states)]
    return list(dict.fromkeys(found))


def _changing(theory: Theory, loop: Loop) -> list[str]:
    """The registers that the loop changes, besides the stack pointer; string instructions do not name theirs."""
    written: set[str] = set()
    for at in sorted(loop.body - theory.exits):
        instruction = theory.program.instruction(at)
        named = [each for each in instruction.operands[:1] if isinstance(each, Register)]
        written |= {PARTS[each.name].whole for each in named}
        if instruction.name[:-1] in STRINGS:
            written |= {"esi", "edi"} | ({"ecx"} if instruction.repeat else set())
        if instruction.name.startswith("loop"):
            written.add("ecx")
    return [name for name in REGISTERS if name in written and name != "esp"]


def _about_memory(theory: Theory, loop: Loop, states: Sequence[_Seen]) -> list[Expression]:
    """What is asked for at the end and speaks of memory, as it stands and with a register of the loop as a bound."""
    import z3  # noqa: PLC0415

    if not states:
        return []
    replayer = Replayer(theory, Names(z3.Context()), Purse(_WORK))
    near = [states[0], states[len(states) // 2], *states[-3:]][:_MOST_LOOKS]
    found: list[Expression] = []
    for line in theory.ensures:
        for claim in _conjuncts(line.expression):
            if (
                not isinstance(claim, Quantified)
                or not claim.every
                or not any(isinstance(e, Cell) for e in walk(claim))
            ):
                continue
            for candidate in dict.fromkeys(_weaker(claim, _changing(theory, loop))):
                if len(found) < _MOST_OF_MEMORY and all(
                    replayer.evaluate(candidate, here, old, constants) for here, old, constants in near
                ):
                    found.append(candidate)
    return found


def _conjuncts(expression: Expression) -> Iterator[Expression]:
    if isinstance(expression, Connective) and expression.sign == "&&":
        yield from _conjuncts(expression.left)
        yield from _conjuncts(expression.right)
    else:
        yield expression


def _weaker(claim: Quantified, registers: Sequence[str]) -> Iterator[Expression]:
    """The claim, and the claim for fewer values: with a register in the place of a bound of its variable."""
    yield claim
    body = claim.body
    if not isinstance(body, Connective) or body.sign != "=>":
        return
    variable = Name(claim.variable)
    ranges = list(_conjuncts(body.left))
    for number, bound in enumerate(ranges):
        if not isinstance(bound, Comparison) or variable not in (bound.left, bound.right):
            continue
        other = bound.right if bound.left == variable else bound.left
        for name in registers:
            for value in (Name(name), Arithmetic("-", other, Name(name))):
                changed = replace(bound, right=value) if bound.left == variable else replace(bound, left=value)
                yield _with_ranges(claim, [*ranges[:number], changed, *ranges[number + 1 :]], body.right)
    for name in registers:
        yield _with_ranges(claim, [Comparison(">=", variable, Name(name)), *ranges], body.right)


def _with_ranges(claim: Quantified, ranges: Sequence[Expression], said: Expression) -> Expression:
    premise = ranges[0]
    for each in ranges[1:]:
        premise = Connective("&&", premise, each)
    return replace(claim, body=Connective("=>", premise, said))


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
    return bool(compare(expression.sign, term(expression.left, view, {}), term(expression.right, view, {})))
