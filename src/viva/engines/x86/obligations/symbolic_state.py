"""States of which some values are not known: formulas of z3 in the place of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from viva.core.records import dataclass
from viva.engines.x86 import bits
from viva.engines.x86.bits import Truth, Value
from viva.engines.x86.interpreter import Bytes
from viva.engines.x86.machine import FLAGS, REGISTERS, WORD, DivisionError, Instruction, State
from viva.engines.x86.semantics import step


@dataclass(slots=True)
class Names:
    """Fresh names in one context of z3. They are numbered in the order in which they are asked for, so that the same
    work asks the solver the same questions. `plain` are terms of the context, by their numbers, in which nothing hard
    was found; z3 gives a number away again when its term is gone, so that they are kept here."""

    context: Any
    count: int = 0
    plain: dict[int, Any] = field(default_factory=dict)
    _short: dict[int, tuple[Any, Value]] = field(default_factory=dict)

    def simplified(self, value: Value) -> Value:
        """As `bits.simplified`; each term once."""
        if isinstance(value, int):
            return value
        number = value.get_id()
        if number not in self._short:
            self._short[number] = (value, bits.simplified(value))
        return self._short[number][1]

    def word(self, name: str, width: int = WORD) -> Value:
        import z3  # noqa: PLC0415

        return z3.BitVec(self._next(name), width, self.context)

    def truth(self, name: str) -> Truth:
        import z3  # noqa: PLC0415

        return z3.Bool(self._next(name), self.context)

    def memory(self, name: str) -> Any:
        import z3  # noqa: PLC0415

        words, byte = z3.BitVecSort(WORD, self.context), z3.BitVecSort(8, self.context)
        return z3.Array(self._next(name), words, byte)

    def _next(self, name: str) -> str:
        self.count += 1
        return f"{name}!{self.count}"


@dataclass(slots=True)
class Unknown:
    """A memory of which nothing is known at first (`base`, an array of z3), and what was written since.

    Whether two addresses are the same is asked of their difference: where that is a number, no solver is needed.
    `looked` are the addresses of which something was read that is not known to have been written here.
    """

    base: Any
    writes: list[tuple[Value, Value]] = field(default_factory=list)
    array: Any = None
    looked: list[Value] = field(default_factory=list)

    def load(self, address: Value) -> Value:
        import z3  # noqa: PLC0415

        for at, byte in reversed(self.writes):
            apart = bits.simplified(bits.sub(address, at, WORD))
            if not isinstance(apart, int):
                break
            if apart == 0:
                return byte
        else:
            self.looked.append(address)
            return z3.Select(self.base, bits.lifted(address, WORD, self.base.ctx))
        self.looked.append(address)
        return z3.Select(self._whole(), bits.lifted(address, WORD, self.base.ctx))

    def store(self, address: Value, byte: Value) -> None:
        self.writes.append((address, byte))
        self.array = None

    def copy(self) -> Unknown:
        return Unknown(self.base, list(self.writes), self.array, list(self.looked))

    def _whole(self) -> Any:
        import z3  # noqa: PLC0415

        if self.array is None:
            self.array = self.base
            for at, byte in self.writes:
                context = self.base.ctx
                self.array = z3.Store(self.array, bits.lifted(at, WORD, context), bits.lifted(byte, 8, context))
        return self.array


def lifted_memory(memory: Bytes, context: Any) -> Unknown:
    """A memory of which everything is known, for questions about addresses that are not."""
    import z3  # noqa: PLC0415

    base = z3.K(z3.BitVecSort(WORD, context), z3.BitVecVal(memory.otherwise, 8, context))
    return Unknown(base, sorted(memory.content.items()))


@dataclass(slots=True)
class Branching:
    """Takes the decisions that it was given, then `yes` to all others, and keeps what was decided."""

    names: Names
    given: tuple[bool, ...] = ()
    taken: list[tuple[Truth, bool]] = field(default_factory=list)
    undefined_flags: list[Truth] = field(default_factory=list)

    def decide(self, condition: Truth) -> bool:
        import z3  # noqa: PLC0415

        if not isinstance(condition, bool):
            condition = z3.simplify(condition)
            if z3.is_true(condition) or z3.is_false(condition):
                condition = z3.is_true(condition)
        if isinstance(condition, bool):
            return condition
        way = self.given[len(self.taken)] if len(self.taken) < len(self.given) else True
        self.taken.append((condition, way))
        return way

    def undefined(self) -> Truth:
        made = self.names.truth("undefined")
        self.undefined_flags.append(made)
        return made


@dataclass(frozen=True, slots=True)
class Way:
    """One way that an instruction can go: the state after it, None where the machine stops, and what must hold."""

    state: State | None
    conditions: tuple[Truth, ...]
    undefined_flags: tuple[Truth, ...]


def ways(state: State, instruction: Instruction, names: Names) -> Iterator[Way]:
    """All ways that an instruction can go from a state, which stays as it is."""
    waiting: list[tuple[bool, ...]] = [()]
    while waiting:
        given = waiting.pop()
        chance = Branching(names, given)
        after: State | None = state.copy(chance)
        assert after is not None
        try:
            step(after, instruction)
        except DivisionError:
            after = None
        taken = chance.taken
        waiting += [(*(way for _, way in taken[:at]), False) for at in range(len(given), len(taken))]
        conditions = tuple(condition if way else bits.no(condition) for condition, way in taken)
        yield Way(after, conditions, tuple(chance.undefined_flags))


def fresh(names: Names, at: int, tag: str) -> State:
    """A state of which nothing is known but where it stands."""
    return State(
        {name: names.word(f"{tag}.{name}") for name in REGISTERS},
        {name: names.truth(f"{tag}.{name}") for name in FLAGS},
        Unknown(names.memory(f"{tag}.memory")),
        at,
        Branching(names),
    )


@dataclass(frozen=True, slots=True)
class Written:
    """What an instruction, or a piece of a program, can write."""

    registers: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    memory: bool = False

    def __or__(self, other: Written) -> Written:
        registers, flags = self.registers | other.registers, self.flags | other.flags
        return Written(registers, flags, self.memory or other.memory)


def written_by(instruction: Instruction, names: Names) -> Written:
    """Found by doing it: no second table says what the first one does."""
    before = fresh(names, instruction.address, "before")
    found = Written()
    for way in ways(before, instruction, names):
        after = way.state
        if after is None:
            continue
        assert isinstance(after.memory, Unknown)
        found |= Written(
            frozenset(name for name in REGISTERS if after.registers[name] is not before.registers[name]),
            frozenset(name for name in FLAGS if after.flags[name] is not before.flags[name]),
            bool(after.memory.writes),
        )
    return found
