"""Random formulas and traces, seeded. Values are small whole numbers, so that ties and zeros are common."""

import math
import random

from tests.engines.signals.semantics import Samples
from viva.engines.signals.model import (
    Absolute,
    And,
    Before,
    Comparison,
    Difference,
    Eventually,
    Formula,
    Globally,
    Greatest,
    Historically,
    Iff,
    Implies,
    Interval,
    Least,
    Negative,
    Not,
    Number,
    Once,
    Or,
    Previous,
    Product,
    Quotient,
    Rate,
    Relation,
    Release,
    Root,
    Signal,
    Since,
    Sum,
    Term,
    Truth,
    Until,
)

FUTURE = "GFURnaoie"
ALL = FUTURE + "HOSv"


def random_term(random_: random.Random, depth: int, straight: bool = False) -> Term:
    """`straight`: nothing but what is straight between samples, and no rate of anything but a signal."""

    def below() -> Term:
        return random_term(random_, depth - 1, straight)

    kind = random_.choice("xxn+-aulpr_/" + "qb" * (not straight)) if depth else random_.choice("xxn")
    match kind:
        case "n":
            return Number(float(random_.randint(-4, 4)))
        case "+":
            return Sum(below(), below())
        case "-":
            return Difference(below(), below())
        case "a":
            return Absolute(below())
        case "l":
            return Least((below(), below()))
        case "u":
            return Greatest((below(), below(), below()))
        case "p":
            return Product(Number(float(random_.randint(-2, 2))) if straight else below(), below())
        case "r":
            return Rate(Signal("x") if straight else below())
        case "_":
            return Negative(below())
        case "/":
            return Quotient(below(), Number(-4.0) if straight else Sum(Absolute(below()), Number(1.0)))
        case "q":
            return Root(Absolute(below()))
        case "b":
            return Before(below())
        case _:
            return Signal(random_.choice("xy"))


def random_interval(random_: random.Random) -> Interval:
    kind = random_.random()
    if kind < 0.15:
        return Interval()
    low = random_.choice([0.0, 0.0, 1.0, 2.0, 3.0, 0.5, 1.5, 0.1, 0.3])
    if kind < 0.25:
        return Interval(low, math.inf)
    return Interval(low, low + random_.choice([0.0, 1.0, 2.0, 3.0, 5.0, 0.5, 0.2]))


def random_formula(random_: random.Random, depth: int, kinds: str = ALL, straight: bool = False) -> Formula:
    if depth == 0:
        if random_.random() < 0.05:
            return Truth(random_.random() < 0.5)
        left = random_term(random_, random_.choice([0, 0, 1, 2]), straight)
        return Comparison(
            left, random_.choice(list(Relation)), random_term(random_, random_.choice([0, 0, 1]), straight)
        )

    def below() -> Formula:
        return random_formula(random_, depth - 1 if random_.random() < 0.8 else 0, kinds, straight)

    interval = random_interval(random_)
    match random_.choice(kinds.replace("v", "") if straight else kinds):
        case "v":
            return Previous(below())
        case "G":
            return Globally(interval, below())
        case "F":
            return Eventually(interval, below())
        case "U":
            return Until(interval, below(), below())
        case "R":
            return Release(interval, below(), below())
        case "H":
            return Historically(interval, below())
        case "O":
            return Once(interval, below())
        case "S":
            return Since(interval, below(), below())
        case "n":
            return Not(below())
        case "a":
            return And(tuple(below() for _ in range(random_.choice([2, 2, 3]))))
        case "o":
            return Or((below(), below()))
        case "i":
            return Implies(below(), below())
        case _:
            return Iff(below(), below())


def random_samples(random_: random.Random, length: int, quarters: bool = False) -> Samples:
    """Steady times, steady times that are not sums of halves (0.1, 0.2, …), or uneven ones; `quarters`: exact sums."""
    if random_.random() < 0.4:
        times = [float(i) for i in range(length)]
    elif random_.random() < 0.5 and not quarters:
        times = [i * 0.1 for i in range(length)]
    else:
        times = [random_.choice([0.0, 0.0, 1.5])]
        for _ in range(length - 1):
            times.append(times[-1] + random_.choice([0.5, 1.0, 1.0, 2.0, 0.25]))
    return Samples(times, {name: [float(random_.randint(-5, 5)) for _ in times] for name in "xy"})
