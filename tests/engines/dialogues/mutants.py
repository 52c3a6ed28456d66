"""Random specifications and wrong programs for them, as other specifications: what a suite is measured by.

A program here is a specification that was changed in one place. Whether it is wrong is not decided by tests of a suite
but by plain runs of both on many random inputs (`differs`), which know nothing of how suites are made.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from viva.core.fault import Fault
from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.model import (
    All,
    Branch,
    Call,
    Current,
    DecimalNumber,
    Decimals,
    Exit,
    Integer,
    Loop,
    Mode,
    Naturals,
    Nop,
    Not,
    OneOf,
    Operation,
    Range,
    Read,
    Repeat,
    Seq,
    Spec,
    Strings,
    Term,
    Text,
    Value,
    ValueSet,
    Write,
    sequence,
)
from viva.engines.dialogues.notations.readable import parse
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.suites.cases import Case, case_of
from viva.engines.dialogues.traces import Run, Written, covers
from viva.engines.dialogues.wellformed import check

_WORDS = ("ok", "stop", "abc", "Hi", "x", "no", "Anna")
_TEXTS = ("text", "text", '{"ok", "stop", "no"} until valid')
_OTHERS = {
    "=": ("!=", "<=", ">="), "!=": ("=",), "<": ("<=", ">", "!="), "<=": ("<", "="), ">": (">=", "<"), ">=": (">", "="),
    "and": ("or",), "or": ("and",), "+": ("-",), "-": ("+",), "*": ("+",),
}  # fmt: skip
_FUNCTIONS = {
    "sum": ("max", "len"), "max": ("min", "sum"), "min": ("max",), "upper": ("lower",), "lower": ("upper",),
    "count_ge": ("count_gt",), "count_gt": ("count_ge",), "mod": ("div",), "div": ("mod",), "product": ("sum",),
}  # fmt: skip


# Specifications


def random_exercise(randomness: random.Random) -> Spec:
    """One that is well-formed: reads of numbers, texts and decimals, a loop in most, one or two conditions."""
    while True:
        text = "\n".join(_steps(randomness)) + "\n"
        spec = parse(text)
        try:
            check(spec)
        except Fault:
            continue
        return spec


def _steps(randomness: random.Random) -> Iterator[str]:
    names = {"n": randomness.choice(["int", "nat", "1..20", "int until valid", "-5..100 until valid"])}
    yield f"read n: {names['n'].replace('int until valid', '0..50 until valid')}"
    texts = randomness.random() < 0.6
    if texts:
        yield f"read w: {randomness.choice(_TEXTS)}"
    if randomness.random() < 0.3:
        yield "read d: decimal"
        yield from _branch(randomness, _decimals(randomness))
    match randomness.randrange(5):
        case 0:
            yield f"loop:\n    read x: int\n    if {_condition(randomness, 'x')}: exit"
            yield f"write {_total(randomness)}"
        case 1:
            yield f"read k: {randomness.choice(['nat', '1..30', '0..9'])}\nrepeat k:\n    read x: int"
            if randomness.random() < 0.5:
                condition = _condition(randomness, "x")
                yield f'    if {condition}:\n        write "hit"'
            yield f"write len(x.all) + {randomness.choice(['sum(x.all)', 'n'])}"
        case 2:
            low, high = randomness.randint(-3, 3), randomness.randint(5, 60)
            yield f"loop:\n    read x: {low}..{high}\n    if sum(x.all) >= {randomness.randint(3, 90)}: exit"
            yield f"write {_total(randomness)}" if low > 0 else "write len(x.all)"
        case 3:
            yield f"read m: int{randomness.choice(['', ' not in n.all'])}"
            yield from _branch(randomness, _condition(randomness, "m"))
    if texts:
        yield from _branch(randomness, _about_texts(randomness))
    yield from _branch(randomness, _condition(randomness, "n"))


def _branch(randomness: random.Random, condition: str) -> Iterator[str]:
    yes, no = randomness.choice([('"yes"', '"no"'), ("n", "n + 1"), ('"a"', "n * 2"), ("n", '"b"')])
    yield f"if {condition}:\n    write {yes}\nelse:\n    write {no}"


def _total(randomness: random.Random) -> str:
    return randomness.choice(["sum(x.all)", "max(x.all)", "len(x.all)", "min(x.all) + n", "count_ge(x.all, 5)"])


def _condition(randomness: random.Random, name: str) -> str:
    bound = randomness.choice([0, 1, 7, 10, 25, 100, -4])
    one = randomness.choice(
        [
            f"{name} {randomness.choice(['<', '<=', '==', '>', '>='])} {bound}",
            f"{name} % {randomness.choice([2, 3, 10])} == {randomness.choice([0, 1])}",
            f"abs({name}) > {abs(bound)}",
            f"{name} * {name} >= {abs(bound)}",
            f"{name} in [{bound}, {bound + 2}, 3]",
        ]
    )
    if name != "x" and randomness.random() < 0.4:
        one += f" {randomness.choice(['and', 'or'])} {name} {randomness.choice(['<', '>', '!='])} {bound + 5}"
    return one


def _decimals(randomness: random.Random) -> str:
    return randomness.choice(["d > 2.5", "d / 2 <= 7.25", "d * 2 >= n", "d < 0.5 or d > 10.0"])


def _about_texts(randomness: random.Random) -> str:
    word = randomness.choice(_WORDS)
    parts = [
        f'w == "{word}"', f'"{word}" in w', f'lower(w) == "{word.lower()}"',
        f"len(w) > {randomness.choice([0, 2, 3, 6])}",
        "w == reverse(w)", "w == upper(w)", f'w < "{word}"', "len(w) == n", f'w + w == "{word}{word}"',
        f"len(w) % {randomness.choice([2, 3])} == 1", f'w != "{word}"',
    ]  # fmt: skip
    if randomness.random() < 0.5:
        return randomness.choice(parts)
    one, two = randomness.sample(parts, 2)
    return f"{one} {randomness.choice(['and', 'or', 'and not'])} {two}"


# Mutants


def mutants(spec: Spec) -> Iterator[Spec]:
    """Every program that differs in one place from one that is right."""
    match spec:
        case Seq(steps):
            for number, step in enumerate(steps):
                for changed in mutants(step):
                    yield sequence(*steps[:number], changed, *steps[number + 1 :])
        case Branch(left, condition, right):
            yield Branch(right, condition, left)
            yield from (replace(spec, condition=changed) for changed in changed_terms(condition))
            yield from (replace(spec, left=changed) for changed in mutants(left))
            yield from (replace(spec, right=changed) for changed in mutants(right))
            if left != Nop() and right == Exit():
                yield left
        case Loop(body):
            yield from (Loop(changed) for changed in mutants(body))
            few = Operation(">=", Call("len", (All(_read_in(body)),)), Integer(0))
            for most in (2, 12, 25, 40):
                stops = replace(few, right=Integer(most))
                yield Loop(sequence(body, Branch(Nop(), stops, Exit())))
        case Repeat(count, body):
            yield from (replace(spec, body=changed) for changed in mutants(body))
            for change in (1, -1):
                yield replace(spec, count=Operation("+", count, Integer(change)))
        case Read(values=values, mode=mode, excluded=excluded):
            if mode != Mode.ASSUME:
                yield from (replace(spec, values=wider) for wider in _other_sets(values))
            if excluded and mode != Mode.ASSUME:
                yield replace(spec, excluded=())
            if isinstance(values, Strings):
                again = Read(spec.variable, values)
                yield sequence(spec, Branch(Nop(), Operation("=", Current(spec.variable), Text("")), again))
        case Write(((term,),)) if not isinstance(term, Text):
            for other in changed_terms(term):  # type: ignore[arg-type]
                yield replace(spec, alternatives=((other,),))
            yield replace(spec, optional=False, alternatives=((Operation("+", term, Integer(1)),),))  # type: ignore[arg-type]


def _read_in(body: Spec) -> str:
    match body:
        case Read(variable):
            return variable
        case Seq(steps):
            return next((name for step in steps if (name := _read_in(step))), "")
        case Branch(left, _, right):
            return _read_in(left) or _read_in(right)
    return ""


def _other_sets(values: ValueSet) -> Iterator[ValueSet]:
    match values:
        case Range(low, high):
            yield from (Range(low - 1, high), Range(low, high + 1), Range(low + 1, high), Range(low, high - 1))
        case OneOf(items) if len(items) > 1:
            yield OneOf(items[:-1])


def changed_terms(term: Term) -> Iterator[Term]:
    match term:
        case Integer(value):
            yield from (Integer(value + change) for change in (1, -1))
        case DecimalNumber(value):
            yield from (DecimalNumber(value + Fraction(change, 4)) for change in (1, -1))
        case Text(value):
            yield from (
                Text(other) for other in dict.fromkeys((value.upper(), value[:-1], f"{value}!")) if other != value
            )
        case Not(operand):
            yield operand
            yield from (Not(changed) for changed in changed_terms(operand))
        case Operation(operator, left, right):
            yield from (replace(term, operator=other) for other in _OTHERS.get(operator, ()))
            if operator in ("and", "or"):
                yield from (left, right)
            yield from (replace(term, left=changed) for changed in changed_terms(left))
            yield from (replace(term, right=changed) for changed in changed_terms(right))
        case Call("in", (Text() as part, whole)):
            yield Operation("=", part, whole)
        case Call(function, arguments):
            yield from (replace(term, function=other) for other in _FUNCTIONS.get(function, ()))
            if function in ("upper", "lower", "reverse", "abs"):
                yield arguments[0]
            for number, argument in enumerate(arguments):
                for changed in changed_terms(argument):
                    yield replace(term, arguments=(*arguments[:number], changed, *arguments[number + 1 :]))


# Runs


def run_of(other: Spec, case: Case) -> Run | None:
    """What a program does that does what another specification says; None where that says nothing."""
    try:
        way: Way | None = begin(other)
        for value in case.inputs:
            if way is not None and way.asks is not None:
                way = give(way, value)
    except (Undefined, Diverges, TypeError):
        return None
    if way is None:
        return None
    run = right_run(way.general)
    return Run((*run.inputs, 0), (*run.blocks, Written())) if way.asks is not None else run


def fails(other: Spec, case: Case) -> bool:
    run = run_of(other, case)
    return run is not None and not covers(case.general, run)


def random_case(spec: Spec, randomness: random.Random) -> Case | None:
    """A test from values that are drawn without a look at the specification's conditions."""
    way = begin(spec)
    wish = randomness.choice([1, 2, 4, 8, 15, 30, 60])
    try:
        while way.asks is not None:
            if len(way.inputs) > 90:
                return None
            longer = next((one for _ in range(6) if (one := give(way, _drawn(way, randomness, wish)))), None)
            if longer is None:
                return None
            way = longer
    except (Undefined, Diverges):
        return None
    return case_of(spec, way.inputs)


def _drawn(way: Way, randomness: random.Random, wish: int) -> Value:
    asks = way.asks
    assert asks is not None
    match asks.read.values:
        case Strings():
            letters = randomness.choice(["ab", "xyzX", "noNO", "aA1 ."])
            made = "".join(randomness.choice(letters) for _ in range(randomness.randint(0, 7)))
            word = randomness.choice(_WORDS)
            return randomness.choice([made.strip(), word, word.upper(), word + made.strip(), word[::-1]])
        case OneOf(items):
            return randomness.choice([*items, *(["NO", "", "o"] if asks.read.mode != Mode.ASSUME else [])])
        case Decimals():
            return Fraction(randomness.randint(-80, 120), randomness.choice([1, 2, 4]))
        case Range(low, high):
            wide = 3 if asks.read.mode != Mode.ASSUME else 0
            return randomness.randint(low - wide, high + wide)
        case values:
            least = 0 if isinstance(values, Naturals) else -30
            ending = [0, 7, 10, 25, 100] if len(way.inputs) >= wish else [randomness.randint(least, 120)]
            return randomness.choice([*ending, randomness.randint(max(least, -9), 12), randomness.randint(least, 40)])


def differs(other: Spec, cases: list[Case]) -> Case | None:
    """An input on which the program does something wrong."""
    return next((case for case in cases if fails(other, case)), None)
