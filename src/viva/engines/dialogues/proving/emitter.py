"""Instructions as they are written, one after the other, with jumps whose ends are not known yet."""

from __future__ import annotations

from viva.engines.dialogues.proving.instructions import Instruction, Jump, Test
from viva.engines.syntax.tree import Node


class Emitter:
    def __init__(self) -> None:
        self.code: list[Instruction] = []

    def emit_test(self, condition: Node) -> int:
        """Goes on behind it where the condition holds, and else where `end_test` is told its place."""
        self.code.append(Test(condition, 0))
        return len(self.code) - 1

    def end_test(self, place: int) -> None:
        test = self.code[place]
        assert isinstance(test, Test)
        self.code[place] = Test(test.condition, len(self.code))

    def emit_jump(self) -> int:
        self.code.append(Jump(0))
        return len(self.code) - 1

    def end_jumps(self, *places: int) -> None:
        """Here is where these jumps lead."""
        for each in places:
            self.code[each] = Jump(len(self.code))
