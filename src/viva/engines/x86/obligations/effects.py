"""What a loop or a procedure can write, with everything that it calls: the rest stays what it is."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.x86.flow import Flow, Loop, Procedure
from viva.engines.x86.obligations.symbolic_state import Names, Written, written_by
from viva.engines.x86.program import Program


@dataclass(slots=True)
class Effects:
    program: Program
    flow: Flow
    exits: Collection[int]
    names: Names
    _known: dict[int, Written] = field(default_factory=dict)

    def loop(self, loop: Loop, procedure: Procedure) -> Written:
        found = Written()
        for at in sorted(loop.body):
            found |= self._instruction(at)
        for callee in sorted({each for at in loop.body for each in procedure.calls.get(at, ())}):
            found |= self.procedure(callee)
        return found

    def procedure(self, entry: int) -> Written:
        found = Written()
        for each in sorted(self.reached(entry)):
            for at in sorted(self.flow.procedures[each].successors):
                found |= self._instruction(at)
        return found

    def reached(self, entry: int) -> set[int]:
        """The procedure and all that it calls, by any way."""
        found: set[int] = set()
        waiting = [entry]
        while waiting:
            each = waiting.pop()
            if each not in found:
                found.add(each)
                waiting += [callee for callees in self.flow.procedures[each].calls.values() for callee in callees]
        return found

    def _instruction(self, at: int) -> Written:
        if at in self.exits:
            return Written()
        if at not in self._known:
            self._known[at] = written_by(self.program.instruction(at), self.names)
        return self._known[at]
