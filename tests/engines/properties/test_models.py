"""Stateful things: shortest failing sequences, and the paper's alternating bit protocol."""

from __future__ import annotations

import pytest

from viva.core.fault import Fault
from viva.properties import Model, Program, Verdict, command, equal, examine


class Counter(Model):
    """The counter under test forgets to count beyond two."""

    __test__ = False  # it is wrong on purpose

    def begin(self) -> None:
        self.real = self.wanted = 0

    @command
    def up(self) -> None:
        self.real = min(self.real + 1, 2)
        self.wanted += 1

    @command(when=lambda self: self.wanted > 0)
    def down(self) -> object:
        self.real, self.wanted = self.real - 1, self.wanted - 1
        return equal(self.real, self.wanted)


def test_the_shortest_failing_sequence_is_found() -> None:
    result = examine(Counter)
    assert result.verdict is Verdict.REFUTED and result.name == "Counter"
    assert result.counterexample is not None and result.counterexample.minimal
    assert result.counterexample.arguments == {"commands": "[up(), up(), up(), down()]"}
    assert "after 4 commands, down(): it does not agree with the model (1 == 2)" in result.counterexample.note


def test_commands_out_of_turn_are_discarded() -> None:
    class Right(Counter):
        @command
        def up(self) -> None:
            self.real, self.wanted = self.real + 1, self.wanted + 1

    result = examine(Right)
    assert (result.verdict, result.tests) == (Verdict.PASSED, 1000) and result.discarded > 0


def test_an_invariant_is_asked_after_every_command() -> None:
    class Heap(Model):
        def begin(self) -> None:
            self.items: list[int] = []

        @command
        def add(self, item: int) -> None:
            self.items.append(item)

        def invariant(self) -> bool:
            return self.items == sorted(self.items)

    result = examine(Heap)
    assert result.counterexample is not None
    assert result.counterexample.arguments == {"commands": "[add(0), add(-1)]"}


def test_a_model_without_commands_and_a_command_without_types_are_named() -> None:
    class Empty(Model):
        pass

    class Untyped(Model):
        @command
        def add(self, item) -> None:  # type: ignore[no-untyped-def]
            pass

    with pytest.raises(Fault, match="the model Empty has no commands"):
        examine(Empty)
    with pytest.raises(Fault, match="the parameter 'item' has no type"):
        examine(Untyped)


class AlternatingBit(Model):
    """Messages over channels that lose them: a sender repeats until its bit is acknowledged, a receiver delivers a
    message only if it has the bit that is expected."""

    checks_bit = True

    def begin(self) -> None:
        self.handed_over: list[bool] = []
        self.delivered: list[bool] = []
        self.sending: tuple[bool, bool] | None = None  # message and bit
        self.bit = self.expected = False
        self.forth: list[tuple[bool, bool]] = []
        self.back: list[bool] = []

    @command(when=lambda self, message: self.sending is None)
    def accept(self, message: bool) -> None:
        self.handed_over.append(message)
        self.sending = message, self.bit

    @command(when=lambda self: self.sending is not None and len(self.forth) < 2)
    def send(self) -> None:
        assert self.sending is not None
        self.forth.append(self.sending)

    @command(when=lambda self: self.forth)
    def lose_message(self) -> None:
        self.forth.pop(0)

    @command(when=lambda self: self.forth)
    def receive(self) -> None:
        message, bit = self.forth.pop(0)
        if not self.checks_bit or bit == self.expected:
            self.delivered.append(message)
            self.expected = not bit
        self.back.append(bit)

    @command(when=lambda self: self.back)
    def lose_acknowledgement(self) -> None:
        self.back.pop(0)

    @command(when=lambda self: self.back)
    def acknowledge(self) -> None:
        if self.back.pop(0) == self.bit and self.sending is not None:
            self.bit, self.sending = not self.bit, None

    def invariant(self) -> bool:
        return self.delivered == self.handed_over[: len(self.delivered)]


def test_the_alternating_bit_protocol_delivers_what_was_handed_over() -> None:
    result = examine(AlternatingBit, tests=1500)
    assert (result.verdict, result.tests) == (Verdict.PASSED, 1500)


def test_a_receiver_that_does_not_look_at_the_bit_delivers_a_message_twice() -> None:
    class Careless(AlternatingBit):
        checks_bit = False

    result = examine(Careless, tests=3000)
    assert result.verdict is Verdict.REFUTED and result.counterexample is not None
    assert result.counterexample.minimal
    assert result.counterexample.arguments == {
        "commands": "[accept(False), send(), send(), receive(), receive()]"
    }  # fmt: skip


def test_the_protocol_as_a_property_of_messages_and_losses() -> None:
    def transmitted(messages: list[bool], losses: list[bool]) -> list[bool]:
        lost = iter(losses)
        delivered, bit, expected = [], False, False
        for message in messages:
            while True:
                if next(lost, False):
                    continue  # the message is lost and sent again
                if bit == expected:
                    delivered.append(message)
                    expected = not expected
                if not next(lost, False):
                    break  # the acknowledgement came through
            bit = not bit
        return delivered

    def prop_transmits(messages: list[bool], losses: list[bool]) -> bool:
        return transmitted(messages, losses) == messages

    assert examine(prop_transmits).verdict is Verdict.PASSED


def test_a_program_in_any_language_can_be_tested() -> None:
    sort = Program("sort", "-n")

    def prop_sort(xs: list[int]) -> object:
        read = "".join(f"{x}\n" for x in xs)
        return equal(sort(read).text.split(), [str(x) for x in sorted(xs)])

    assert examine(prop_sort, tests=40).verdict is Verdict.PASSED
    assert Program("sh", "-c")("", "echo oops >&2; exit 3").status == 3
