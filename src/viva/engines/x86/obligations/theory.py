"""What is to be proved: a program, what holds at its start, and the annotations at their addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.x86.annotations import Annotation, Annotations
from viva.engines.x86.flow import Flow, flow_of
from viva.engines.x86.interpreter import RETURNED
from viva.engines.x86.program import BadProgram, Program

START, DONE, RETURN = "start", "done", "return"


@dataclass(frozen=True, slots=True)
class Contract:
    """What is said of a procedure: what holds where it is called, and where it has returned; `old` is its own start.
    `measure` is what is smaller where it calls itself, by any way."""

    entry: int
    requires: tuple[Annotation, ...] = ()
    ensures: tuple[Annotation, ...] = ()
    measure: Annotation | None = None


@dataclass(frozen=True)
class Theory:
    """`invariants` and `asserts` are by their addresses, `measures` what decreases at the head of a loop, `everywhere`
    what does at heads that have no measure of their own, `contracts` those of procedures. `total`: every loop must be
    shown to end. `unrolled` False: every loop must have an invariant, also one that could be walked round by round."""

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
    contracts: Mapping[int, Contract] = field(default_factory=dict)
    unrolled: bool = True

    @property
    def exits(self) -> frozenset[int]:
        return frozenset((self.exit,))

    def flow(self) -> Flow:
        return flow_of(self.program, self.start, self.exits)

    def measure(self, head: int) -> Annotation | None:
        return self.measures.get(head, self.everywhere)

    def with_annotations(self, annotations: Annotations) -> Theory:
        """These annotations besides those that are there. Raises `BadProgram` for a label that the program lacks, for
        an invariant where no loop begins, and for a contract of what is not called."""
        invariants, asserts, measures = dict(self.invariants), dict(self.asserts), dict(self.measures)
        contracts = dict(self.contracts)
        everywhere = self.everywhere
        for line in annotations.lines:
            address = None if line.label is None else self._address(line)
            match line.kind:
                case "decreases" if address is None:
                    everywhere = line
                case _ if address is None:
                    raise BadProgram("not_yours", line.line, kind=line.kind)
                case "invariant":
                    invariants[address] = (*invariants.get(address, ()), line)
                case "assert":
                    asserts[address] = (*asserts.get(address, ()), line)
                case "decreases":
                    measures[address] = line
                case "requires":
                    known = contracts.get(address, Contract(address))
                    contracts[address] = replace(known, requires=(*known.requires, line))
                case _:
                    known = contracts.get(address, Contract(address))
                    contracts[address] = replace(known, ensures=(*known.ensures, line))
        for address in sorted(contracts.keys() & measures.keys()):
            contracts[address] = replace(contracts[address], measure=measures.pop(address))
        made = replace(
            self,
            invariants=invariants,
            asserts=asserts,
            measures=measures,
            everywhere=everywhere,
            contracts=contracts,
        )
        flow = self.flow() if annotations.lines else None
        if flow is not None and not flow.has_computed(self.program, self.exits):
            made.refuse_misplaced(flow)
        return made

    def refuse_misplaced(self, flow: Flow) -> None:
        """Raises `BadProgram` for an invariant where no loop begins, and for a contract of what is never called."""
        heads = {loop.head for loop in flow.loops}
        for address, lines in (*self.invariants.items(), *((at, (line,)) for at, line in self.measures.items())):
            if address not in heads:
                known = ", ".join(self.program.named(head) for head in sorted(heads))
                label = lines[0].label
                raise BadProgram("not_a_loop" if known else "no_loops", lines[0].line, label=label, loops=known)
        called = {callee for each in flow.procedures.values() for group in each.calls.values() for callee in group}
        for address, contract in self.contracts.items():
            if address not in called:
                line = (*contract.requires, *contract.ensures)[0]
                raise BadProgram("not_called", line.line, label=line.label)

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
    *,
    unrolled: bool = True,
) -> Theory:
    """A program with its contract. Without a label `done` the exit is where the outermost procedure returns."""
    if start not in program.labels:
        raise BadProgram("no_start", label=start)
    leave = exit or (DONE if DONE in program.labels else RETURN)
    if leave != RETURN and leave not in program.labels:
        raise BadProgram("no_exit", label=leave)
    theory = Theory(
        program,
        program.labels[start],
        RETURNED if leave == RETURN else program.labels[leave],
        tuple(line for line in contract.of("requires") if line.label is None),
        tuple(line for line in contract.of("ensures") if line.label is None),
        constants=contract.constants,
        total=total,
        unrolled=unrolled,
    )
    own = ("requires", "ensures")
    others = tuple(line for line in contract.lines if line.kind not in own or line.label is not None)
    return theory.with_annotations(Annotations(others))
