"""Properties of arrays of bytes and words, drawn by machine: none ends in an error, what is proved holds in runs that
are looked at in plain Python, and what is false is false there too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest

from tests.engines.x86.programs import program
from tests.engines.x86.runs import known_registers, run
from viva.engines.x86.interpreter import Bytes, Start
from viva.engines.x86.obligations.proving import prove
from viva.engines.x86.worker import Job

PROGRAMS = (
    "start: movl (%esi), %eax\ndone:\n",
    "start: movl 4(%esi), %eax\n movl %eax, 8(%esi)\ndone:\n",
    "start: movl $0x1000, %esi\n movl $5, (%esi)\n movb $1, 3(%esi)\ndone:\n",
    "start: xorl %eax, %eax\n movb (%esi), %al\n movl %eax, 4(%esi)\ndone:\n",
)
MASK = 0xFFFFFFFF


@dataclass(frozen=True)
class World:
    registers: dict[str, int]
    byte: Callable[[int], int]
    bound: dict[str, int]

    def cell(self, letter: str, at: int) -> int:
        return sum(self.byte((at + step) & MASK) << 8 * step for step in range(4 if letter == "w" else 1))


@dataclass(frozen=True)
class Drawn:
    """A text, and what it means: written once more, in plain Python."""

    text: str
    means: Callable[[World], int]


def drawn_word(chance: Random, variables: tuple[str, ...]) -> Drawn:
    kind = chance.random()
    if kind < 0.35 and variables:
        name = chance.choice(variables)
        return Drawn(name, lambda world: world.bound[name])
    if kind < 0.6:
        name = chance.choice(("eax", "esi"))
        return Drawn(name, lambda world: world.registers[name])
    if kind < 0.75:
        number = chance.choice((0, 1, 4, 5, 255))
        return Drawn(str(number), lambda _: number)
    letter, step = chance.choice(("b", "w", "w")), chance.choice((1, 4, 4))
    offset = chance.choice(variables) if variables and chance.random() < 0.8 else None
    if offset is None:
        return Drawn(f"{letter}[esi + {step}]", lambda world: world.cell(letter, world.registers["esi"] + step))
    return Drawn(
        f"{letter}[esi + {step}*{offset}]",
        lambda world: world.cell(letter, world.registers["esi"] + step * world.bound[offset]),
    )


def drawn_claim(chance: Random, variables: tuple[str, ...], depth: int) -> Drawn:
    kind = chance.random()
    if depth and kind < 0.45 and len(variables) < 2:
        name, most = "ij"[len(variables)], chance.choice((1, 2, 3))
        inside = drawn_claim(chance, (*variables, name), depth - 1)
        every = chance.random() < 0.5

        def means(world: World) -> int:
            each = [inside.means(World(world.registers, world.byte, {**world.bound, name: n})) for n in range(most)]
            return all(each) if every else any(each)

        word, sign = ("forall", "=>") if every else ("exists", "&&")
        return Drawn(f"({word} {name}. {name} < {most} {sign} {inside.text})", means)
    if depth and kind < 0.65:
        one, two = (drawn_claim(chance, variables, depth - 1) for _ in range(2))
        if chance.random() < 0.5:
            return Drawn(f"({one.text} && {two.text})", lambda world: one.means(world) and two.means(world))
        return Drawn(f"({one.text} || {two.text})", lambda world: one.means(world) or two.means(world))
    left, right = drawn_word(chance, variables), drawn_word(chance, variables)
    if chance.random() < 0.6:
        return Drawn(f"{left.text} == {right.text}", lambda world: left.means(world) == right.means(world))
    return Drawn(f"{left.text} <= {right.text}", lambda world: left.means(world) <= right.means(world))


def world_after(made: Start, text: str) -> World:
    given = program(text)
    ended, _ = run(given, made, (given.labels["done"],), 50)
    memory = ended.state.memory
    assert isinstance(memory, Bytes)
    return World(known_registers(ended.state), lambda at: int(memory.load(at)), {})


def start_of(chance: Random, text: str) -> Start:
    at = chance.choice((0x1000, 0x2000))
    memory = {at + step: chance.choice((0, 0, 1, 5, 255)) for step in range(24)}
    return Start(
        {"esi": at, "eax": chance.choice((0, 1, 5, MASK))},
        {},
        memory,
        chance.choice((0, 0, 7)),
        program(text).labels["start"],
    )


@pytest.mark.parametrize("seed", range(200))
@pytest.mark.some(20)
def test_what_is_drawn_by_machine_is_decided_as_plain_python_decides_it(seed: int) -> None:
    chance = Random(seed)
    text = chance.choice(PROGRAMS)
    claim = drawn_claim(chance, (), 3)
    proof = prove(Job(program(text), f"ensures {claim.text}\n").theory(), 1_000_000)
    (found,) = proof.obligations
    if found.result == "proved":
        for _ in range(60):
            assert claim.means(world_after(start_of(chance, text), text)), claim.text
    elif found.result == "false":
        assert found.replay is not None
        assert not claim.means(world_after(found.replay.start, text)), claim.text


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (PROGRAMS[0], "exists i. i < 1 && w[esi + 4*i] == eax"),
        (PROGRAMS[0], "exists i. i < 3 && w[esi + 4*i] == eax"),
        (PROGRAMS[1], "exists i. i < 3 && w[esi + 4*i] == eax"),
        (PROGRAMS[2], "exists i. i < 2 && w[0x1000 + 4*i] == 0x1000005"),
        (PROGRAMS[3], "exists i. i < 2 && w[esi + 4*i] == b[esi]"),
    ],
)
def test_that_some_word_of_an_array_is_the_one_is_proved(text: str, claim: str) -> None:
    assert prove(Job(program(text), f"ensures {claim}\n").theory(), 4_000_000).complete
