"""What one instruction does to registers, flags and memory, as formulas over what was there before: figure 2 of the
paper on SILVA. They are the meaning that runs and proofs use (`semantics`), taken with values that are not known.

`b[a]`, `h[a]` and `w[a]` are the byte, the 16 and the 32 bits at an address. Comparisons and divisions are unsigned,
and `>>` brings in zeros, where no `signed` stands before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from viva.core.records import dataclass
from viva.engines.x86 import bits
from viva.engines.x86.bits import Truth, Value
from viva.engines.x86.machine import FLAGS, REGISTERS, WORD, DivisionError, Instruction, State
from viva.engines.x86.semantics import step

UNDEFINED, STOPS = "undefined", "stops"
# The two that nobody works out by a formula.
_IN_WORDS = {"PF": "even number of ones in the low 8 bits", "AF": "carry from bit 3 to bit 4"}
_LETTERS = {8: "b", 16: "h", 32: "w"}
_MOST_WAYS = 8


@dataclass(frozen=True, slots=True)
class Change:
    """`what` becomes `value`; `when` are the conditions under which it does, where there are any."""

    what: str
    value: str
    when: str = ""


def changes(instruction: Instruction, named: Callable[[int], str] = hex) -> tuple[Change, ...]:
    """All that it changes, first what it changes always, and where it goes on if not with the next instruction; `named`
    says what an address in the program is called. Where it cannot go on, by a division, it `stops`."""
    import z3  # noqa: PLC0415 heavy

    ways = _ways(instruction, z3.Context(), named)
    always = [each for each in ways[0].changes if all(each in way.changes for way in ways)]
    return (
        *always,
        *(
            Change(each.what, each.value, " and ".join(way.conditions))
            for way in ways
            for each in way.changes
            if each not in always
        ),
    )


@dataclass(frozen=True, slots=True)
class _Way:
    conditions: tuple[str, ...]
    changes: tuple[Change, ...]


def _ways(instruction: Instruction, context: Any, named: Callable[[int], str]) -> list[_Way]:
    """One for each outcome of the decisions that it takes."""
    ways: list[_Way] = []
    left: list[tuple[bool, ...]] = [()]
    while left and len(ways) < _MOST_WAYS:
        decisions = left.pop()
        chance = _Chance(context, decisions)
        state = _Told(instruction, context, chance)
        try:
            step(state, instruction)
        except DivisionError:
            ways.append(_Way(tuple(chance.conditions), (Change("eip", STOPS),)))
        else:
            ways.append(_Way(tuple(chance.conditions), tuple(state.changes(instruction, named))))
        left += [(*decisions, *(True,) * more, False) for more in range(len(chance.conditions) - len(decisions))]
    return ways


class _Chance:
    """Open decisions go as they are told, and then with the condition."""

    def __init__(self, context: Any, decisions: tuple[bool, ...]) -> None:
        self._context, self._decisions = context, decisions
        self.conditions: list[str] = []

    def decide(self, condition: Truth) -> bool:
        if isinstance(condition, bool):
            return condition
        at = len(self.conditions)
        holds = self._decisions[at] if at < len(self._decisions) else True
        self.conditions.append(show(condition if holds else bits.no(condition)))
        return holds

    def undefined(self) -> Truth:
        import z3  # noqa: PLC0415

        return z3.Bool(UNDEFINED, self._context)


class _Unknown:
    """A memory of which nothing is known: `_Told` reads and writes it as words."""

    def load(self, address: Value) -> Value:
        raise AssertionError(address)

    def store(self, address: Value, byte: Value) -> None:
        raise AssertionError(address, byte)

    def copy(self) -> _Unknown:
        return self


class _Told(State):
    """A state of which nothing is known, and what is written to memory, in order."""

    __slots__ = ("_context", "_stores")

    def __init__(self, instruction: Instruction, context: Any, chance: _Chance) -> None:
        import z3  # noqa: PLC0415

        registers = {name: z3.BitVec(name, WORD, context) for name in REGISTERS}
        flags: dict[str, Truth | Callable[[], Truth]] = {name: z3.Bool(name, context) for name in FLAGS}
        super().__init__(registers, flags, _Unknown(), instruction.next, chance)
        self._context = context
        self._stores: list[tuple[Value, Value, int]] = []

    def load(self, address: Value, width: int) -> Value:
        import z3  # noqa: PLC0415

        sort = z3.BitVecSort(WORD, self._context)
        place = bits.lifted(address, WORD, self._context)
        return z3.Function(_LETTERS[width], sort, z3.BitVecSort(width, self._context))(place)

    def store(self, address: Value, value: Value, width: int) -> None:
        self._stores.append((address, value, width))

    def changes(self, instruction: Instruction, named: Callable[[int], str]) -> list[Change]:
        found = [Change(name, show(self.registers[name])) for name in REGISTERS if not _is(self.registers[name], name)]
        for address, value, width in self._stores:
            found.append(Change(f"{_LETTERS[width]}[{show(address)}]", show(value)))
        for name in FLAGS:
            value = self.flag(name)
            if not _is(value, name):
                found.append(Change(name, _flag(name, value)))
        if not (isinstance(self.at, int) and self.at == instruction.next):
            found.append(Change("eip", _place(self.at, instruction, named)))
        return found


def _flag(name: str, value: Truth) -> str:
    """In words where nobody works it out by its formula, which may also be that it stays, or is anything."""
    if name not in _IN_WORDS or isinstance(value, bool) or value.num_args() == 0:
        return show(value)
    names = set(_names_in(value))
    stays = "as it was, or " if name in names else ""
    return stays + (UNDEFINED if UNDEFINED in names else _IN_WORDS[name])


def _names_in(value: Any) -> Iterator[str]:
    if value.num_args() == 0:
        yield str(value)
    for each in value.children():
        yield from _names_in(each)


def _is(value: Value | Truth, name: str) -> bool:
    return not isinstance(value, int) and value.num_args() == 0 and str(value) == name


def _place(at: Value, instruction: Instruction, named: Callable[[int], str]) -> str:
    if not isinstance(at, int):
        return show(at)
    return "this instruction" if at == instruction.address else named(at)


# ---- how formulas are shown -----------------------------------------------------------------------------------------

_TIGHTEST = 12


def show(value: Value | Truth) -> str:
    """As C would have it, with as few brackets as it needs."""
    return _shown(value)[0]


def _shown(value: Any) -> tuple[str, int]:
    if isinstance(value, bool):
        return ("1" if value else "0"), _TIGHTEST
    if isinstance(value, int):
        return _number(value, WORD), _TIGHTEST
    import z3  # noqa: PLC0415

    kind, inside = value.decl().kind(), value.children()
    if z3.is_bv_value(value):
        return _number(value.as_long(), value.size()), _TIGHTEST
    if z3.is_true(value) or z3.is_false(value):
        return ("1" if z3.is_true(value) else "0"), _TIGHTEST
    if kind == z3.Z3_OP_UNINTERPRETED:
        name = value.decl().name()
        return (f"{name}[{show(inside[0])}]" if inside else name), _TIGHTEST
    if kind == z3.Z3_OP_EXTRACT:
        high, low = value.params()
        return f"bit {low} of {_tight(inside[0])}" if high == low else f"bits {low} to {high} of {_tight(inside[0])}", 1
    if kind in (z3.Z3_OP_ZERO_EXT, z3.Z3_OP_SIGN_EXT):
        return f"{'signed ' if kind == z3.Z3_OP_SIGN_EXT else ''}{_tight(inside[0])}", 11
    if kind == z3.Z3_OP_CONCAT:
        return " : ".join(_tight(each) for each in inside), 1
    if kind == z3.Z3_OP_ITE:
        condition, yes, other = inside
        if z3.is_bv_value(yes) and z3.is_bv_value(other) and (yes.as_long(), other.as_long()) == (1, 0):
            return _shown(condition)
        return f"{_tight(condition)} ? {_tight(yes)} : {_tight(other)}", 1
    if kind in (z3.Z3_OP_NOT, z3.Z3_OP_BNOT, z3.Z3_OP_BNEG):
        return _prefixed(kind, inside[0], z3)
    if kind == z3.Z3_OP_EQ and z3.is_bv_value(inside[1]) and inside[1].size() == 1 and inside[1].as_long():
        return _shown(inside[0])
    names = _infix(z3)
    if kind in names:
        sign, level = names[kind]
        parts = [_within(each, level if at == 0 else level + 1) for at, each in enumerate(inside)]
        return f" {sign} ".join(parts), level
    return f"{value.decl().name()}({', '.join(show(each) for each in inside)})", _TIGHTEST


def _prefixed(kind: int, inside: Any, z3: Any) -> tuple[str, int]:
    if kind == z3.Z3_OP_NOT and inside.decl().kind() == z3.Z3_OP_EQ:
        left, right = inside.children()
        return f"{_within(left, 6)} != {_within(right, 7)}", 6
    sign = {z3.Z3_OP_NOT: "!", z3.Z3_OP_BNOT: "~", z3.Z3_OP_BNEG: "-"}[kind]
    return f"{sign}{_tight(inside)}", 11


def _infix(z3: Any) -> dict[int, tuple[str, int]]:
    return {
        z3.Z3_OP_OR: ("||", 2), z3.Z3_OP_AND: ("&&", 3), z3.Z3_OP_BOR: ("|", 4), z3.Z3_OP_BXOR: ("^", 4),
        z3.Z3_OP_XOR: ("!=", 6), z3.Z3_OP_BAND: ("&", 5), z3.Z3_OP_EQ: ("==", 6), z3.Z3_OP_IFF: ("==", 6),
        z3.Z3_OP_DISTINCT: ("!=", 6), z3.Z3_OP_ULT: ("<", 7), z3.Z3_OP_ULEQ: ("<=", 7), z3.Z3_OP_UGT: (">", 7),
        z3.Z3_OP_UGEQ: (">=", 7), z3.Z3_OP_SLT: ("signed <", 7), z3.Z3_OP_SLEQ: ("signed <=", 7),
        z3.Z3_OP_SGT: ("signed >", 7), z3.Z3_OP_SGEQ: ("signed >=", 7), z3.Z3_OP_BSHL: ("<<", 8),
        z3.Z3_OP_BLSHR: (">>", 8), z3.Z3_OP_BASHR: ("signed >>", 8), z3.Z3_OP_BADD: ("+", 9), z3.Z3_OP_BSUB: ("-", 9),
        z3.Z3_OP_BMUL: ("*", 10), z3.Z3_OP_BUDIV: ("/", 10), z3.Z3_OP_BUREM: ("%", 10),
        z3.Z3_OP_BSDIV: ("signed /", 10), z3.Z3_OP_BSREM: ("signed %", 10),
        z3.Z3_OP_BUDIV_I: ("/", 10), z3.Z3_OP_BUREM_I: ("%", 10), z3.Z3_OP_BSDIV_I: ("signed /", 10),
        z3.Z3_OP_BSREM_I: ("signed %", 10),
    }  # fmt: skip


def _within(value: Any, level: int) -> str:
    text, own = _shown(value)
    return text if own >= level else f"({text})"


def _tight(value: Any) -> str:
    return _within(value, _TIGHTEST)


def _number(value: int, width: int) -> str:
    """Small numbers and those just below zero as people write them, others by their digits in hexadecimal."""
    if width == 1:
        return str(value)
    signed = bits.signed(value & bits.mask(width), width)
    return str(signed) if abs(signed) < 4096 else hex(value)
