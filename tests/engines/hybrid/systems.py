"""Systems that several tests use: those of the paper, and random ones."""

from __future__ import annotations

import random
from fractions import Fraction

from viva.engines.hybrid import System, formats


def thermostat(up: str = "2", down: str = "-1", low: str = "18", high: str = "21", start: str = "20") -> System:
    return formats.read(
        f"""
        variables T = {start}
        mode off
          T' = {down}
          when T <= {low} go to on
        mode on
          T' = {up}
          when T >= {high} go to off
        """
    )


def ring(three: str = "1", reset_two: str = ", r := 0", reset_three: str = ", r := 0") -> System:
    return formats.read(
        f"""
        variables r, on
        outputs on
        event ring at 0
        mode wait
          when ring go to one, r := 0, on := 1
        mode one
          r' = 1
          when r >= 20 go to two, r := 0, on := 0
        mode two
          r' = 1
          when r >= 10 go to three{reset_two}, on := 1
        mode three
          r' = {three}
          when r >= 20 go to four{reset_three}, on := 0
        mode four
          r' = 1
          when r >= 10 go to five, r := 0, on := 1
        mode five
          r' = 1
          when r >= 20 go to wait, r := 0, on := 0
        """
    )


def fractions(*numbers: object) -> list[Fraction]:
    return [Fraction(str(each)) for each in numbers]


def random_system(seed: int, variables: int = 2) -> System:
    """A small system of constant rates, with resets, conjunctions and alternatives."""
    chance = random.Random(seed)
    names = ["x", "y", "z"][:variables]

    def number() -> str:
        return chance.choice(["-2", "-1", "-1/2", "0", "1/3", "1", "2", "3"])

    def limit() -> str:
        return str(chance.randint(-4, 6))

    modes = ["a", "b", "c"][: chance.randint(1, 3)]
    lines = ["variables " + ", ".join(f"{name} = {chance.randint(-3, 3)}" for name in names), "outputs x"]
    for mode in modes:
        lines.append(f"mode {mode}")
        lines += [f"  {name}' = {number()}" for name in names if chance.random() < 0.8]
        for _ in range(chance.randint(0, 2)):
            guard = f"{chance.choice(names)} {chance.choice(['<=', '>='])} {limit()}"
            if chance.random() < 0.3:
                guard += f" && {chance.choice(names)} {chance.choice(['<=', '>='])} {limit()}"
            if chance.random() < 0.2:
                guard += f" || x - {names[-1]} >= {limit()}"
            reset = f", {chance.choice(names)} := {chance.choice(names)} + {number()}" if chance.random() < 0.5 else ""
            lines.append(f"  when {guard} go to {chance.choice(modes)}{reset}")
    return formats.read("\n".join(lines))


def jumping_system(seed: int, variables: int = 2) -> System:
    """A small system of constant rates that goes from mode to mode for ever, with resets: each mode has a variable
    that moves towards the guard that leads on, from wherever it is entered."""
    chance = random.Random(f"jumping {seed}")
    names = ["x", "y", "z"][:variables]
    count = chance.randint(1, 3)
    lines = ["variables " + ", ".join(f"{name} = {chance.randint(-1, 1)}" for name in names), "outputs x"]
    for number in range(count):
        towards, sign = chance.choice(names), chance.choice([-1, 1])
        limit = sign * chance.randint(2, 5)
        lines.append(f"mode m{number}")
        for name in names:
            rate = chance.choice(["1/2", "1", "3/2", "2"])
            if name != towards:
                rate = chance.choice(["0", "1/3", "1"])
            lines.append(f"  {name}' = {'-' if (sign < 0) == (name == towards) else ''}{rate}")
        other = chance.choice(names)
        resets = {towards: chance.choice(["0", "1/2", "-1", f"{towards} / 4", f"{towards} - {limit}"])}
        if other != towards:
            resets[other] = chance.choice([f"{other} / 2", "0", f"{other} - {towards}", f"1 - {other}"])
        told = "".join(f", {name} := {value}" for name, value in resets.items())
        guard = f"{towards} {'>=' if sign > 0 else '<='} {limit}"
        lines.append(f"  when {guard} go to m{(number + 1) % count}{told}")
        if chance.random() < 0.4:
            lines.append(f"  when {other} {chance.choice(['<= -7', '>= 7'])} go to m0, {other} := 0")
    return formats.read("\n".join(lines))
