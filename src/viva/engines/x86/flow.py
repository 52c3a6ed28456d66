"""Which way control can go: procedures, dominators and natural loops.

A call leads to the instruction after it, in the graph of the procedure that it stands in; the procedure that is called
has a graph of its own. An instruction with a prefix to repeat it is a loop by itself: it leads to itself. Jumps whose
target is computed lead to the `targets` that were found so far (`paths.py` finds more, and the flow is made again).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.x86.machine import Immediate, Instruction
from viva.engines.x86.program import BadProgram, Program
from viva.engines.x86.semantics import CONDITIONS

MOST_INSTRUCTIONS = 4_000
_CONDITIONAL = {f"j{name}" for name in CONDITIONS} | {"loop", "loope", "loopne", "jecxz", "jcxz"}


@dataclass(frozen=True, slots=True)
class Loop:
    """A natural loop: its head dominates its body, and the `back` edges come from there."""

    head: int
    body: frozenset[int]
    back: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Procedure:
    entry: int
    successors: Mapping[int, tuple[int, ...]]
    calls: Mapping[int, tuple[int, ...]]
    loops: Mapping[int, Loop] = field(default_factory=dict)

    def loops_around(self, address: int) -> list[Loop]:
        """Innermost first."""
        return sorted((loop for loop in self.loops.values() if address in loop.body), key=lambda loop: len(loop.body))


@dataclass(frozen=True, slots=True)
class Flow:
    """The procedures by their entries; the first is that of the program."""

    procedures: Mapping[int, Procedure]

    @property
    def loops(self) -> list[Loop]:
        """All loops, by the address of their head."""
        found = {loop.head: loop for each in self.procedures.values() for loop in each.loops.values()}
        return [found[head] for head in sorted(found)]

    def has_computed(self, program: Program, exits: Collection[int]) -> bool:
        """Whether there are jumps or calls that do not name where they lead."""
        found = (program.instruction(at) for at in self.instructions() if at not in exits)
        return any(each.name in ("jmp", "call") and not isinstance(each.operands[0], Immediate) for each in found)

    def instructions(self) -> set[int]:
        return {at for each in self.procedures.values() for at in each.successors}


Targets = Mapping[int, Collection[int]]


def flow_of(program: Program, start: int, exits: Collection[int], targets: Targets | None = None) -> Flow:
    """The flow of what can be reached. Raises `BadProgram`: for an instruction that is not known, a jump to where no
    code is or into the middle of an instruction, and for graphs that are not reducible."""
    found: dict[int, Procedure] = {}
    waiting = [start]
    owners: dict[int, int] = {}
    while waiting:
        entry = waiting.pop()
        if entry in found:
            continue
        procedure = _procedure(program, entry, exits, targets or {}, owners)
        found[entry] = procedure
        waiting += sorted({callee for callees in procedure.calls.values() for callee in callees}, reverse=True)
    return Flow(found)


def _procedure(
    program: Program, entry: int, exits: Collection[int], targets: Targets, owners: dict[int, int]
) -> Procedure:
    successors: dict[int, tuple[int, ...]] = {}
    calls: dict[int, tuple[int, ...]] = {}
    waiting: list[tuple[int, Instruction | None]] = [(entry, None)]
    while waiting:
        at, origin = waiting.pop()
        if at in successors:
            continue
        if at in exits:
            successors[at] = ()
            continue
        if len(successors) > MOST_INSTRUCTIONS:
            raise BadProgram("too_many_instructions", most=MOST_INSTRUCTIONS)
        instruction = _instruction(program, at, origin)
        for byte in range(at, at + instruction.size):
            if owners.setdefault(byte, at) != at:
                jump = origin.text if origin else ""
                place = program.named(owners[byte] if owners[byte] < at else at)
                raise BadProgram("inside_instruction", origin.line if origin else None, jump=jump, place=place)
        successors[at], calls[at] = _after(instruction, targets)
        waiting += [(each, instruction) for each in successors[at]]
    loops = _loops(program, entry, successors)
    return Procedure(entry, successors, {at: callees for at, callees in calls.items() if callees}, loops)


def _instruction(program: Program, at: int, origin: Instruction | None) -> Instruction:
    if origin is None or program.is_code(at):
        return program.instruction(at)
    if at == origin.next:
        raise BadProgram("runs_out", origin.line, instruction=origin.text, place=program.named(origin.address))
    raise BadProgram("jump_outside", origin.line, jump=origin.text, target=hex(at))


def _after(instruction: Instruction, targets: Targets) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where control goes next in this procedure, and the procedures that are called."""
    name, operands = instruction.name, instruction.operands
    computed = tuple(sorted(targets.get(instruction.address, ())))
    direct = operands[0].value if operands and isinstance(operands[0], Immediate) else None
    if name == "ret":
        return computed, ()
    if name == "jmp":
        return (computed if direct is None else (direct,)), ()
    if name == "call":
        return (instruction.next,), (computed if direct is None else (direct,))
    if name in _CONDITIONAL:
        assert direct is not None
        return (instruction.next, direct), ()
    return (instruction.next, instruction.address) if instruction.repeat else (instruction.next,), ()


def _order(entry: int, successors: Mapping[int, tuple[int, ...]]) -> list[int]:
    """Reverse postorder."""
    seen = {entry}
    order: list[int] = []
    stack = [(entry, iter(successors[entry]))]
    while stack:
        at, left = stack[-1]
        for after in left:
            if after not in seen:
                seen.add(after)
                stack.append((after, iter(successors[after])))
                break
        else:
            order.append(at)
            stack.pop()
    return order[::-1]


def dominators(entry: int, successors: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """The immediate dominator of each node (Cooper, Harvey and Kennedy); that of the entry is itself."""
    order = _order(entry, successors)
    number = {at: index for index, at in enumerate(order)}
    before: dict[int, list[int]] = {at: [] for at in order}
    for at in order:
        for after in successors[at]:
            before[after].append(at)
    found = {entry: entry}
    changed = True
    while changed:
        changed = False
        for at in order[1:]:
            known = [each for each in before[at] if each in found]
            common = known[0]
            for each in known[1:]:
                one, two = each, common
                while one != two:
                    if number[one] > number[two]:
                        one = found[one]
                    else:
                        two = found[two]
                common = one
            if found.get(at) != common:
                found[at] = common
                changed = True
    return found


def _loops(program: Program, entry: int, successors: Mapping[int, tuple[int, ...]]) -> dict[int, Loop]:
    above = dominators(entry, successors)
    order = {at: index for index, at in enumerate(_order(entry, successors))}
    before: dict[int, list[int]] = {at: [] for at in order}
    for at in order:
        for after in successors[at]:
            before[after].append(at)
    backs: dict[int, list[int]] = {}
    for at, number in order.items():
        for after in successors[at]:
            if order[after] <= number:  # it goes back
                if not _dominates(after, at, above):
                    instruction = program.instruction(at)
                    place = program.named(after)
                    raise BadProgram("irreducible", instruction.line, jump=instruction.text, place=place)
                backs.setdefault(after, []).append(at)
    return {head: Loop(head, _body(head, ends, before), tuple(sorted(ends))) for head, ends in backs.items()}


def _dominates(one: int, two: int, above: Mapping[int, int]) -> bool:
    while two != one and above[two] != two:
        two = above[two]
    return one == two


def _body(head: int, ends: Collection[int], before: Mapping[int, list[int]]) -> frozenset[int]:
    body = {head}
    waiting = [end for end in ends if end != head]
    while waiting:
        at = waiting.pop()
        if at not in body:
            body.add(at)
            waiting += before[at]
    return frozenset(body)
