"""Values that a specification names, or a function of the teacher that it calls: where these change their mind, and
what they divide by. Programs go wrong there, so that these are among the conditions by which failing runs are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from viva.engines.dialogues.evaluation import element_type
from viva.engines.dialogues.input_kinds import Condition
from viva.engines.dialogues.model import Read, Spec, Type, parts
from viva.engines.dialogues.named_numbers import divisors, limits
from viva.engines.dialogues.suites.ways.paths import Reading, Trail


def value_conditions(spec: Spec) -> Iterator[Condition]:
    """Some value that is read is exactly a limit, lies between two of them, or can be divided."""
    reads = [part for part in parts(spec) if isinstance(part, Read)]
    names = dict.fromkeys(read.variable for read in reads if element_type(read.values) in (Type.NUMBER, Type.DECIMAL))
    bounds, steps = limits(spec), divisors(spec)
    for name in names:
        for bound in bounds:
            yield _condition("is_exactly", name, lambda value, b=bound: value == b, bound=bound)
        for step in steps:
            yield _condition("is_divisible", name, lambda value, s=step: value % s == 0, step=step)
            yield _condition("is_not_divisible", name, lambda value, s=step: value % s != 0, step=step)
            for larger in (other for other in steps if other > step and other % step == 0):
                yield _condition(
                    "is_divisible_only",
                    name,
                    lambda value, s=step, t=larger: value % s == 0 and value % t != 0,
                    step=step,
                    larger=larger,
                )
        for bound in bounds:
            yield _condition("is_less", name, lambda value, b=bound: value < b, bound=bound)
            yield _condition("is_more", name, lambda value, b=bound: value > b, bound=bound)
        for low, high in pairwise(sorted(bounds)):
            yield _condition("is_between", name, lambda value, a=low, b=high: a <= value <= b, low=low, high=high)
            yield _condition("is_inside", name, lambda value, a=low, b=high: a < value < b, low=low, high=high)


def _condition(key: str, name: str, fits: Callable[..., bool], **slots: int) -> Condition:
    return Condition(f"some_{key}", _some(name, fits), slots=(("variable", name), *slots.items()))


def _some(name: str, fits: Callable[..., bool]) -> Callable[[Trail], bool]:
    def holds(trail: Trail) -> bool:
        return any(
            fits(trail.inputs[event.number])
            for event in trail.events
            if isinstance(event, Reading) and event.read.variable == name
        )

    return holds
