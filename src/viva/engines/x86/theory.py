"""What is to be proved: a program, what holds at its start, and the annotations at their addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from viva.engines.x86.annotations import Annotation, Annotations
from viva.engines.x86.flow import Flow, flow_of
from viva.engines.x86.interpreter import RETURNED
from viva.engines.x86.program import BadProgram, Program

START, DONE, RETURN = "start", "done", "return"


@dataclass(frozen=True)
class Theory:
    """`at` has the annotations of each address, `measures` what decreases at the head of a loop, `everywhere` what does
    at heads that have no measure of their own. `total`: every loop must be shown to end."""

    program: Program
    start: int
    exit: int
    requires: tuple[Annotation, ...] = ()
    ensures: tuple[Annotation, ...] = ()
    invariants: Mapping[int, tuple[Annotation, ...]] = field(default_factory=dict)
    asserts: Mapping[int, tuple[Annotation, ...]] = field(default_factory=dict)
    measures: Mapping[int, Annotation] = field(default_factory=dict)
    everywhere: Annotation | None = None
    constants: tuple[str, ...] = ()
    total: bool = False

    @property
    def exits(self) -> frozenset[int]:
        return frozenset((self.exit,))

    def flow(self) -> Flow:
        return flow_of(self.program, self.start, self.exits)

    def measure(self, head: int) -> Annotation | None:
        return self.measures.get(head, self.everywhere)

    def with_annotations(self, annotations: Annotations) -> Theory:
        """These annotations besides those that are there. Raises `BadProgram` for a label that the program lacks and
        for an invariant where no loop begins."""
        invariants, asserts, measures = dict(self.invariants), dict(self.asserts), dict(self.measures)
        everywhere = self.everywhere
        heads = {loop.head for loop in self.flow().loops} if annotations.lines else set()
        for line in annotations.lines:
            address = None if line.label is None else self._address(line)
            if line.kind in ("invariant", "decreases") and address is not None and address not in heads:
                known = [self.program.named(head) for head in sorted(heads)]
                raise BadProgram("not_a_loop", line.line, label=line.label, loops=", ".join(known), count=len(known))
            match line.kind:
                case "invariant":
                    assert address is not None
                    invariants[address] = (*invariants.get(address, ()), line)
                case "assert":
                    assert address is not None
                    asserts[address] = (*asserts.get(address, ()), line)
                case "decreases" if address is None:
                    everywhere = line
                case "decreases":
                    assert address is not None
                    measures[address] = line
                case _:
                    raise BadProgram("not_yours", line.line, kind=line.kind)
        return replace(self, invariants=invariants, asserts=asserts, measures=measures, everywhere=everywhere)

    def _address(self, line: Annotation) -> int:
        if line.label is None or line.label not in self.program.labels:
            known = ", ".join(sorted(self.program.labels, key=lambda name: self.program.labels[name])[:20])
            raise BadProgram("unknown_annotated", line.line, label=line.label, labels=known)
        return self.program.labels[line.label]


def theory_of(
    program: Program,
    contract: Annotations,
    start: str = START,
    exit: str | None = None,
    total: bool = False,
) -> Theory:
    """A program with its contract. Without a label `done` the exit is where the outermost procedure returns."""
    if start not in program.labels:
        raise BadProgram("no_start", label=start)
    leave = exit or (DONE if DONE in program.labels else RETURN)
    if leave != RETURN and leave not in program.labels:
        raise BadProgram("no_exit", label=leave)
    own = ("requires", "ensures")
    labelled = next((line for line in contract.lines if line.kind in own and line.label is not None), None)
    if labelled is not None:
        raise BadProgram("labelled_contract", labelled.line, kind=labelled.kind)
    theory = Theory(
        program,
        program.labels[start],
        RETURNED if leave == RETURN else program.labels[leave],
        contract.of("requires"),
        contract.of("ensures"),
        constants=contract.constants,
        total=total,
    )
    others = tuple(line for line in contract.lines if line.kind not in own)
    return theory.with_annotations(Annotations(others))
