"""Specifications and traces for the laws: small ones enumerated, larger ones drawn at random from a seed."""

import random
from collections.abc import Iterator
from fractions import Fraction

from viva.engines.dialogues.model import (
    ANY,
    All,
    AnyText,
    Booleans,
    Branch,
    Call,
    Current,
    DecimalNumber,
    DecimalRange,
    Decimals,
    Exit,
    Integer,
    Integers,
    Item,
    Listed,
    Loop,
    Merged,
    Mode,
    Naturals,
    Nop,
    Not,
    OneOf,
    Operation,
    Range,
    Read,
    Repeat,
    Some,
    Spec,
    Term,
    Text,
    Truth,
    Value,
    ValueSet,
    Within,
    Write,
    sequence,
)
from viva.engines.dialogues.outputs import Output
from viva.engines.dialogues.predicates import example
from viva.engines.dialogues.semantics import begin, give
from viva.engines.dialogues.suites.values import pool
from viva.engines.dialogues.traces import General, Input, Line, Trace

NUMBERS = ("x", "y")
WORD, DECIMAL, TRUTH = "w", "d", "b"


def small_specs() -> Iterator[Spec]:
    """Every loop and branch over a few steps, two deep."""
    read = Read("x", Range(0, 1))
    steps: list[Spec] = [
        Nop(),
        read,
        Write(((Call("len", (All("x"),)),),), optional=True),
        Write(
            ((Integer(7),), (ANY, Call("sum", (All("x"),)))),
        ),
    ]
    condition = Operation("=", Call("sum", (All("x"),)), Integer(1))
    pairs = [sequence(first, second) for first in steps for second in steps]
    yield from pairs
    for left in pairs:
        for right in steps:
            yield Branch(left, condition, right)
            yield Loop(sequence(read, Branch(left, condition, sequence(right, Exit()))))
            yield Loop(Branch(sequence(left, read), condition, sequence(Exit(), right)))


def random_term(randomness: random.Random, depth: int = 2) -> Term:
    variable = randomness.choice(NUMBERS)
    if depth == 0 or randomness.random() < 0.3:
        leaves: list[Term] = [Integer(randomness.randint(-3, 12)), Current(variable), Call("len", (All(variable),))]
        return randomness.choice(leaves)
    match randomness.randrange(7):
        case 0:
            operator = randomness.choice("+-*")
            return Operation(operator, random_term(randomness, depth - 1), random_term(randomness, depth - 1))
        case 1:
            return Call(randomness.choice(["sum", "product", "max", "min"]), (All(variable),))
        case 2:
            function = randomness.choice(["back", "count_ge", "count_gt"])
            return Call(function, (All(variable), random_term(randomness, 0)))
        case 3:
            return Call(
                randomness.choice(["sum", "len", "max"]),
                (Call(randomness.choice(["reverse", "sort"]), (Merged(NUMBERS),)),),
            )
        case 4:
            return Call("abs", (random_term(randomness, depth - 1),))
        case 5:
            values = Listed(tuple(random_term(randomness, 0) for _ in range(randomness.randint(1, 3))))
            lists: list[Term] = [values, All(variable)]
            return Call("count", (randomness.choice(lists), random_term(randomness, 0)))
        case _:
            function = randomness.choice(["mod", "div"])
            return Call(function, (random_term(randomness, depth - 1), Integer(randomness.choice([2, 3, -2]))))


def random_decimal(randomness: random.Random) -> Term:
    """Few digits, so that no sum of them is far from what a float says."""
    match randomness.randrange(5):
        case 0:
            return DecimalNumber(Fraction(randomness.randint(-30, 30), randomness.choice([1, 2, 4, 5, 20])))
        case 1:
            return Current(DECIMAL)
        case 2:
            return Call(randomness.choice(["sum", "max"]), (All(DECIMAL),))
        case 3:
            return Operation("/", random_term(randomness, 1), Integer(randomness.choice([2, 3, 7])))
        case _:
            return Operation(randomness.choice("+-*"), random_decimal(randomness), random_term(randomness, 0))


def random_condition(randomness: random.Random, depth: int = 2) -> Term:
    if depth and randomness.random() < 0.3:
        operator = randomness.choice(["and", "or"])
        return Operation(operator, random_condition(randomness, depth - 1), random_condition(randomness, depth - 1))
    if depth and randomness.random() < 0.2:
        return Not(random_condition(randomness, depth - 1))
    if randomness.random() < 0.15:
        return Call("in", (random_term(randomness, 1), All(randomness.choice(NUMBERS))))
    if randomness.random() < 0.1:
        return Operation("=", Call("reverse", (All(WORD),)), All(WORD))
    if randomness.random() < 0.1:
        return Operation(randomness.choice(["=", "!="]), Current(TRUTH), Truth(randomness.random() < 0.5))
    if randomness.random() < 0.1:
        return Operation(randomness.choice(["<", ">="]), random_decimal(randomness), random_term(randomness, 0))
    operator = randomness.choice(["=", "!=", "<", "<=", ">", ">="])
    return Operation(operator, random_term(randomness, 1), random_term(randomness, 1))


def random_item(randomness: random.Random) -> Item:
    items: list[Item] = [
        ANY,
        Text(randomness.choice(["Sum: ", "a", " ", '"quoted" \\ ', "4"])),
        Current(WORD),
        random_term(randomness),
        random_term(randomness),
        random_decimal(randomness),
        Call("upper", (Operation("+", Current(WORD), Text("y")),)),
        Within(random_decimal(randomness), Fraction(randomness.randint(0, 20), 10)),
        Some("v", random_choice(randomness)),
    ]
    return randomness.choice(items)


def random_choice(randomness: random.Random) -> Term:
    bound = Operation(randomness.choice([">", "<=", "="]), Current("v"), random_term(randomness, 0))
    multiple = Operation("=", Call("mod", (Current("v"), Integer(randomness.randint(2, 4)))), Integer(0))
    return randomness.choice([bound, multiple, Operation("and", bound, multiple)])


def random_write(randomness: random.Random) -> Write:
    alternatives = tuple(
        tuple(random_item(randomness) for _ in range(randomness.randint(1, 3))) for _ in range(randomness.randint(1, 3))
    )
    return Write(tuple(dict.fromkeys(alternatives)), optional=randomness.random() < 0.5)


def random_read(randomness: random.Random) -> Read:
    mode = randomness.choice([Mode.ASSUME, Mode.ASSUME, Mode.UNTIL, Mode.ABORT])
    if randomness.random() < 0.2:
        return Read(WORD, OneOf(("yes", "no", "")), (), mode)
    if randomness.random() < 0.15:
        return Read(TRUTH, Booleans(), (), mode)
    if randomness.random() < 0.15:
        decimals: list[ValueSet] = [Decimals(), DecimalRange(Fraction(-1, 2), Fraction(3))]
        return Read(DECIMAL, randomness.choice(decimals), (), mode)
    numbers: list[ValueSet] = [Naturals(), Integers(), Range(-2, 3), OneOf((1, 4, -7))]
    values = randomness.choice(numbers)
    return Read(randomness.choice(NUMBERS), values, randomness.choice([(), (), (), ("y",)]), mode)


def random_spec(randomness: random.Random, depth: int = 3, in_loop: bool = False) -> Spec:
    """Not always well-formed, but every exit is in a loop and every loop has one that its first read leads to."""
    steps: list[Spec] = []
    for _ in range(randomness.randint(1, 3)):
        kind = randomness.randrange(7 if depth else 3)
        if kind == 0:
            steps.append(random_read(randomness))
        elif kind <= 2:
            steps.append(random_write(randomness))
        elif kind <= 4:
            sides = [random_spec(randomness, depth - 1, in_loop) for _ in range(2)]
            steps.append(Branch(sides[0], random_condition(randomness), sides[1]))
        elif kind == 5:
            body = sequence(random_read(randomness), random_spec(randomness, depth - 1, in_loop=True))
            steps.append(Repeat(Integer(randomness.randint(0, 3)), body))
        else:
            body = random_spec(randomness, depth - 1, in_loop=True)
            exit_when = Operation(">", Call("len", (All("x"),)), Integer(randomness.randint(0, 3)))
            steps.append(Loop(sequence(Read("x", Integers()), Branch(body, exit_when, Exit()))))
    if in_loop and randomness.random() < 0.3:
        steps.append(Exit())
    return sequence(*steps)


def random_inputs(spec: Spec, randomness: random.Random, most: int = 8) -> General | None:
    """A generalised trace of the specification, if a random walk finds one."""
    constants = pool(spec)
    way = begin(spec)
    while way.asks is not None:
        choices: tuple[Value, ...] = constants.candidates(way.asks)[:12]
        if way.asks.read.mode != Mode.ASSUME:
            choices += constants.invalid(way.asks)[:4]
        longer = give(way, randomness.choice(choices)) if choices else None
        if longer is None or len(longer.inputs) > most:
            return None
        way = longer
    return way.general


def random_trace(general: General, randomness: random.Random) -> Trace:
    """A trace that the generalised one covers, or nearly so."""
    events: list[Input | Line] = []
    for number, block in enumerate(general.blocks):
        for step in block:
            if step.skippable and randomness.random() < 0.5:
                continue
            if isinstance(step, Output):
                events.append(Line(_line(step, randomness)))
            else:
                events.extend(Line("again") for _ in range(randomness.randrange(3)))
        if number < len(general.inputs):
            events.append(Input(general.inputs[number]))
    if events and randomness.random() < 0.5:
        position = randomness.randrange(len(events))
        match randomness.randrange(4):
            case 0:
                del events[position]
            case 1:
                events.insert(position, Line(randomness.choice(["4", "7", "", "Sum: 1"])))
            case 2:
                events.insert(position, events[randomness.randrange(len(events))])
            case _:
                del events[position:]
    return tuple(events)


def _line(step: Output, randomness: random.Random) -> str:
    pattern = randomness.choice(step.patterns)
    free = randomness.choice(["", "", "!", " 1", "-", "4", "x "])
    return "".join(free if isinstance(piece, AnyText) else example(piece) for piece in pattern.pieces)
