"""How the work of a function grows with its input, measured in steps, beside that of the reference.

For sizes that double, the steps of a polynomial grow by a constant factor; for sizes that go up by one, those of an
exponential do. Of three inputs of each size the one that takes most steps counts.

A function of the library is one step, however long it takes: `sorted` sorts in one. So nothing is said beside a
reference that leaves work to such functions, or to slices.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from math import log2

from viva.core.records import dataclass
from viva.engines.calls.judge import Failure
from viva.engines.calls.oracle import Case
from viva.engines.calls.question import Arguments
from viva.engines.calls.trial import Trial
from viva.engines.shapes import Many, Plain, Shape, Table, holds, instances, rows
from viva.engines.shapes.long import scale_value
from viva.languages.survey import Mention

_DOUBLING = (8, 16, 32, 64, 128, 256)
_RISING = (6, 8, 10, 12, 14, 16, 18)
_EACH = 3
_FEWEST = 2000  # steps below which nothing is worth a word
_CHEAP = frozenset(
    {"abs", "add", "append", "bool", "chr", "dict", "divmod", "enumerate", "float", "get", "int", "isinstance", "items"}
    | {"iter", "keys", "len", "list", "next", "ord", "pop", "range", "set", "str", "tuple", "values", "zip"}
    | {"AssertionError", "ValueError"}
)
"""Names of what takes one step of its own, or is counted where it is gone through; and of types in annotations."""
_POWERS = {1: "n", 2: "n²", 3: "n³", 4: "n⁴"}


@dataclass(frozen=True, slots=True)
class Curve:
    """Steps of reference and submission at growing sizes; a size that took too long ends the curve."""

    sizes: tuple[int, ...]
    reference: tuple[int, ...]
    submission: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Growth:
    """The work of the submission grows like `submission`, that of the reference like `reference`: `n²`, `2ⁿ` …"""

    parameter: str
    submission: str
    reference: str
    curve: Curve


@dataclass(frozen=True, slots=True)
class Measured:
    """`growth` is None where the submission works no harder than the reference; `wrong` are answers to the inputs that
    measure it, which are longer than others."""

    growth: Growth | None = None
    wrong: tuple[Failure, ...] = ()


def measure_growth(trial: Trial, together: bool = False) -> Measured:
    """With one argument that grows, and then, `together`, with all of them."""
    question = trial.question
    wrong: list[Failure] = []
    growing = [place for place, shape in enumerate(question.shapes) if _grows(shape)]
    ways = [] if any(map(instances, question.shapes)) else [{place} for place in growing]
    if together and len(ways) > 1:
        ways.append(set(growing))
    for places in ways:
        growth = _growth(trial, places, wrong)
        if growth:
            return Measured(None if _leaves_work(trial) else growth, tuple(wrong))
    return Measured(None, tuple(wrong))


def _leaves_work(trial: Trial) -> bool:
    """Whether the reference calls what may go through a whole list in one step of its own."""
    reference = trial.oracle.programs.reference
    reads = reference.language.reads if reference is not None else None
    if reference is None or reads is None:
        return False
    facts = reference.facts
    own = {*facts.bound, *(function.name for function in facts.functions)}
    called = {mention.name.rpartition(".")[2] for mention in facts.names} & reads.given_names
    sliced = any(mention.name == "slice" for mention in facts.syntax)
    return bool(facts.imports or sliced or called - own - _CHEAP) or any(map(_is_method, facts.names))


def _is_method(mention: Mention) -> bool:
    return "." in mention.name and mention.name.rpartition(".")[2] not in _CHEAP


def _growth(trial: Trial, places: Collection[int], wrong: list[Failure]) -> Growth | None:
    name = "` and `".join(trial.question.names[place] for place in sorted(places))
    rising = _curve(trial, places, _RISING, wrong)
    if len(rising.sizes) >= 5 and rising.submission[-1] >= _FEWEST:
        theirs, ours = _base(rising.sizes, rising.submission), _base(rising.sizes, rising.reference)
        if theirs >= 1.4 and ours < 1.2:
            return Growth(name, "2ⁿ", _power_name(rising.sizes, rising.reference), rising)
    doubling = _curve(trial, places, _DOUBLING, wrong)
    if len(doubling.sizes) < 4 or doubling.submission[-1] < _FEWEST:
        return None
    theirs, ours = _slope(doubling.sizes, doubling.submission), _slope(doubling.sizes, doubling.reference)
    if theirs - ours < 0.75 or round(theirs) < 2 or doubling.submission[-1] < 8 * doubling.reference[-1]:
        return None
    power = _POWERS[min(round(theirs), 4)]
    return Growth(name, power, _power_name(doubling.sizes, doubling.reference), doubling)


def _curve(trial: Trial, places: Collection[int], sizes: Sequence[int], wrong: list[Failure]) -> Curve:
    shapes = trial.question.shapes
    source = random.Random("growth")
    smallest = rows(shapes, 1)[0]
    inputs: list[tuple[int, Arguments]] = []
    for size in sizes:
        for _ in range(_EACH):
            row = [scale_value(shape, size, source) if n in places else smallest[n] for n, shape in enumerate(shapes)]
            if all(map(holds, shapes, row)):
                inputs.append((size, tuple(row)))
    answers = trial.oracle.answers([arguments for _, arguments in inputs])
    cases = [(size, case) for (size, _), case in zip(inputs, answers, strict=True) if case is not None]
    most: dict[int, tuple[int, int]] = {}
    for (size, case), steps in zip(cases, _steps(trial, [case for _, case in cases], wrong), strict=False):
        ours, theirs = most.get(size, (1, 1))
        most[size] = (max(ours, case.steps), max(theirs, steps))
    return Curve(tuple(most), tuple(ours for ours, _ in most.values()), tuple(theirs for _, theirs in most.values()))


def _steps(trial: Trial, cases: Sequence[Case], wrong: list[Failure]) -> Iterator[int]:
    """The steps of the submission, up to the first input on which it takes too many; wrong answers are collected."""
    for case, outcome in zip(cases, trial.in_time(cases), strict=False):
        failure = trial.judge.failure(case, outcome)
        if failure:
            wrong.append(failure)
        if outcome.problem or outcome.steps is None:
            return
        yield outcome.steps


def _grows(shape: Shape) -> bool:
    match shape:
        case Plain("int", _, high):
            return high is None or high >= _RISING[-1]
        case Plain("str") | Many() | Table():
            return True
    return False


def _slope(sizes: Sequence[int], steps: Sequence[int]) -> float:
    """The exponent of the power that the last three doublings follow."""
    pairs = list(zip(sizes, steps, strict=True))[-4:]
    slopes = [log2(b[1] / a[1]) / log2(b[0] / a[0]) for a, b in pairwise(pairs)]
    return sum(slopes) / len(slopes)


def _base(sizes: Sequence[int], steps: Sequence[int]) -> float:
    """The factor by which steps grow when the size goes up by one; the smallest of the last three, to be sure."""
    pairs = list(zip(sizes, steps, strict=True))[-4:]
    return min(float((b[1] / a[1]) ** (1 / (b[0] - a[0]))) for a, b in pairwise(pairs))


def _power_name(sizes: Sequence[int], steps: Sequence[int]) -> str:
    power = round(_slope(sizes, steps))
    return "1" if power < 1 else _POWERS[min(power, 4)]
