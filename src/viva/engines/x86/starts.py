"""The starts from which programs are run: small and larger numbers where something is counted, the rim of what the
contract allows, several registers and arguments at once, numbers that only the examined program mentions, and bytes
and texts of all kinds where registers point to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from viva.core.records import dataclass
from viva.engines.x86 import bits
from viva.engines.x86.annotations import Number
from viva.engines.x86.bits import below, equal, no
from viva.engines.x86.interpreter import RETURNED, Start
from viva.engines.x86.machine import REGISTERS, WORD, Immediate
from viva.engines.x86.obligations.formulas import View
from viva.engines.x86.obligations.instances import LOOK, Purse, Question, ask
from viva.engines.x86.obligations.paths import beginning
from viva.engines.x86.obligations.replaying import concrete
from viva.engines.x86.obligations.symbolic_state import Names, Unknown
from viva.engines.x86.obligations.theory import Theory

_SIZES = (0, 1, 2, 3, 5, 12, 40)
_LARGE = (257, 600)  # more than a byte counts
_TEXTS = (40, 130, 300, 600)  # bytes before the end of a text
_MOST_MINED = 8
_ORDINARY = 5  # smaller numbers come up by themselves
_PLAIN = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 21, 27, 34, 55, 64, 89, 100, 128, 144, 200, 255, 256, 360, 987)
_FAR = (1 << 15, 1 << 16, 0x12345, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, (1 << 32) - 5, (1 << 32) - 1)
_MOST_TOGETHER = 20  # starts with several registers that are neither 0 nor told
_MOST_DRAWN = 80
_MOST_LONG = 2
_ARGUMENTS = 20
_ARGUMENT_SLOTS = (4, 8, 12)
_AROUND, _MOST_AROUND = 64, 4096
_ELSEWHERE = 0x35  # what lies behind all that was filled, so that reading on tells


@dataclass(frozen=True, slots=True)
class Starts:
    """`admitted` says whether the contract admits a start, `is_long` whether the reference takes long from it."""

    theory: Theory
    reference: Theory
    names: Names
    purse: Purse
    seed: int
    admitted: Callable[[Start, Mapping[str, int]], bool]
    is_long: Callable[[Start], bool]

    def every(self) -> Iterator[tuple[Start, dict[str, int]]]:
        """Starts that the contract admits: small and larger constants or registers, and bytes of all kinds."""
        chance = Random(self.seed)
        begin = beginning(self.names)
        begin.at = self.theory.start
        words: dict[str, Any] = {name: self.names.word(name) for name in self.theory.constants}
        values = {**self.theory.program.labels, **words}
        view = View(begin, begin, values)
        assert isinstance(begin.memory, Unknown)
        leading = list(words.values()) or [begin.registers["ecx"], begin.registers["eax"]]
        seen: set[str] = set()
        found: list[tuple[Start, dict[str, int]]] = []
        mined = self._mined()
        around = [value + apart for value in mined for apart in (0, 1, -1)]
        for size in dict.fromkeys([*_SIZES, *(_LARGE if self.theory.flow().loops else ()), *around]):
            question = Question(self.names)
            question.look_at(view)
            for line in self.theory.requires:
                question.add(question.claims.holds(line.expression, view))
            question.add(*(equal(word, max(0, size - number)) for number, word in enumerate(leading)))
            top = begin.registers["esp"]
            question.add(below(top, 1 << 30), no(below(top, 1 << 29)))
            answer = ask(question, self.purse, LOOK)
            if not answer.holds:
                continue
            start = concrete(begin, answer.model)
            if start is None or str(start) in seen:
                continue
            seen.add(str(start))
            constants = {
                name: int(answer.model.eval(word, model_completion=True).as_long()) for name, word in words.items()
            }
            found.append((start, constants))
            yield start, constants
            others = [self._filled(start, chance, size, mined)]
            if size < _LARGE[0]:
                others.append(self._filled(start, chance, size, ()))
            if size in (_ORDINARY, *around) and 1 < size < _LARGE[0] and self.theory.flow().loops:
                others += [self._in_order(start, size, words) for words in (_rising, _falling, _rising_bytes)]
            if size == _ORDINARY:
                others += [
                    replace(each, registers={**each.registers, name: value})
                    for each in (start, others[-1])
                    for name in REGISTERS
                    for value in mined
                    if name != "esp"
                ]
            for other in others:
                if self.admitted(other, constants):
                    yield other, constants
        for start, constants in (found[0], found[-1])[: len(found)] if found else ():
            for other in self._together(start, constants, chance, mined):
                yield other, constants
        # How long a text is says its end in memory, whatever the registers are.
        for start, constants in (found[0], found[-1]) if found and self.theory.flow().loops else ():
            for length in _TEXTS:
                for end in dict.fromkeys((0, start.registers["eax"] & 0xFF)):
                    other = self._with_texts(start, chance, length, end)
                    if self.admitted(other, constants):
                        yield other, constants

    def _together(
        self, start: Start, constants: Mapping[str, int], chance: Random, mined: Sequence[int]
    ) -> Iterator[Start]:
        """The same start with other values in several registers at once: what each may be by itself is seen first, as
        the contract may bound it."""
        rim = [
            value + apart
            for line in self.theory.requires
            for value in _numbers(line.expression)
            for apart in (-1, 0, 1)
        ]
        every = [*_PLAIN, *(value & bits.mask(WORD) for value in (*rim, *mined)), *_FAR]
        places: list[str | int] = [name for name in REGISTERS if name != "esp"]
        if self.theory.exit == RETURNED:
            places += _ARGUMENT_SLOTS
        allowed: dict[str | int, list[int]] = {}
        for name in places:
            told = [value for value in dict.fromkeys(every) if self.admitted(_with(start, {name: value}), constants)]
            if len(told) > 1:
                allowed[name] = told
        found = long = 0
        for _ in range(_MOST_DRAWN):
            values = {name: chance.choice(told) for name, told in allowed.items()}
            if long >= _MOST_LONG:
                values = {
                    name: min(value, chance.choice(allowed[name][: len(_PLAIN)])) for name, value in values.items()
                }
            other = _with(start, values)
            if self.admitted(other, constants):
                yield other
                found += 1
                long += self.is_long(other)
            if found >= _MOST_TOGETHER:
                return

    def _in_order(self, start: Start, size: int, words: Callable[[int, int], int]) -> Start:
        """The same start with numbers in order wherever a register or an argument points to: what counts may be the
        last of them."""
        known = start.state()
        top = start.registers["esp"]
        stated = {at for at, _ in self.theory.program.image()} | set(start.memory) | set(range(top, top + _ARGUMENTS))
        memory = dict(start.memory)
        for at in (*start.registers.values(), *(known.load(top + offset, WORD) for offset in _ARGUMENT_SLOTS)):
            for place in range(min(4 * size, _MOST_AROUND)):
                if at + place not in stated:
                    memory[at + place & bits.mask(WORD)] = words(place // 4, size) >> 8 * (place % 4) & 0xFF
        return Start(start.registers, start.flags, memory, start.otherwise, start.at)

    def _mined(self) -> list[int]:
        """Numbers that the program mentions and the reference does not: where one is special, so may be a start."""
        known = set(_mentioned(self.reference))
        found = [value for value in _mentioned(self.theory) if value > _ORDINARY and value not in known]
        return found[:_MOST_MINED]

    def _filled(self, start: Start, chance: Random, size: int, mined: Sequence[int]) -> Start:
        """The same start with other bytes where registers point to, and other values in registers that may be any."""
        stated = {at for at, _ in self.theory.program.image()} | set(start.memory)
        memory = dict(start.memory)
        registers = dict(start.registers)
        known = start.state()
        top = start.registers["esp"]
        arguments = [known.load(top + offset, WORD) for offset in _ARGUMENT_SLOTS]
        stated |= set(range(top, top + _ARGUMENTS))  # the contract may speak of them, and zeros are not in the model
        for at in (*start.registers.values(), *arguments):
            for address in range(at, at + max(_AROUND, min(4 * size, _MOST_AROUND))):
                if address not in stated:
                    byte = chance.choice((0, 1, 2, 127, 128, 255, chance.randrange(256)))
                    memory[address & bits.mask(WORD)] = byte
            for address in range(at, at + _AROUND, 4) if mined else ():
                word = chance.choice(mined)
                if chance.random() < 0.4 and not stated & set(range(address, address + 4)):
                    memory |= {address + byte & bits.mask(WORD): word >> 8 * byte & 0xFF for byte in range(4)}
        for name, value in start.registers.items():
            if value == 0:
                registers[name] = chance.choice((0, chance.randrange(1 << 32)))
        otherwise = _ELSEWHERE if size >= _LARGE[0] else start.otherwise
        return Start(registers, start.flags, memory, otherwise, start.at)

    def _with_texts(self, start: Start, chance: Random, length: int, end: int) -> Start:
        """The same start with a text of this length wherever a register or an argument points to."""
        known = start.state()
        top = start.registers["esp"]
        stated = {at for at, _ in self.theory.program.image()} | set(start.memory) | set(range(top, top + _ARGUMENTS))
        pointers = [*start.registers.values(), *(known.load(top + offset, WORD) for offset in _ARGUMENT_SLOTS)]
        others = [byte for byte in range(1, 256) if byte != end]
        memory: dict[int, int] = {}
        for at in dict.fromkeys(pointers):
            memory |= {at + near & bits.mask(WORD): chance.choice(others) for near in range(length)}
        for at in pointers:
            memory |= {at + length + near & bits.mask(WORD): end for near in range(4)}
        kept = {at: byte for at, byte in memory.items() if at not in stated}
        stack = {at: known.memory.load(at) for at in range(top, top + _ARGUMENTS)}
        return Start(start.registers, start.flags, kept | stack | dict(start.memory), _ELSEWHERE, start.at)


def _with(start: Start, values: Mapping[str | int, int]) -> Start:
    """The same start with other values in registers, and in words of the stack that are named by how far they are above
    the stack pointer."""
    top = start.registers["esp"]
    words = {place: value for place, value in values.items() if isinstance(place, int)}
    memory = {top + place + byte: value >> 8 * byte & 0xFF for place, value in words.items() for byte in range(4)}
    registers = {name: value for name, value in values.items() if isinstance(name, str)}
    return replace(start, registers={**start.registers, **registers}, memory={**start.memory, **memory})


def _rising(place: int, _size: int) -> int:
    return 10_007 * (place + 1)


def _falling(place: int, size: int) -> int:
    return 10_007 * (size - place)


def _rising_bytes(place: int, _size: int) -> int:
    return sum(min(4 * place + byte + 1, 127) << 8 * byte for byte in range(4))


def _numbers(expression: object) -> Iterator[int]:
    """Those that stand in an expression: where it bounds something, the rim is there."""
    if isinstance(expression, Number):
        yield expression.value
    elif is_dataclass(expression):
        for each in fields(expression):
            yield from _numbers(getattr(expression, each.name))
    elif isinstance(expression, tuple):
        for part in expression:
            yield from _numbers(part)


def _mentioned(theory: Theory) -> list[int]:
    """The numbers in the instructions of a program that are no addresses of it, as words, in their order."""
    own = set(theory.program.labels.values())
    found: list[int] = []
    for at in sorted(theory.flow().instructions() - theory.exits):
        instruction = theory.program.instruction(at)
        if instruction.name.startswith(("j", "call", "loop")):
            continue
        found += [each.value & bits.mask(WORD) for each in instruction.operands if isinstance(each, Immediate)]
    return [value for value in dict.fromkeys(found) if value not in own]
