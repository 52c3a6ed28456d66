"""Other systems of the same making: a template with parameters, candidates for their values, and which of them make
sense.

A candidate is run and kept only if nothing speaks against it; `objections` tells what does, one word and the place for
each: `sense` (a predicate of the teacher's does not hold), `unreadable` (a value makes the model meaningless),
`unreached` (a mode), `untaken` (a transition), `bounds` (an output leaves them), `ends` (it gets stuck, or time stops),
`choice` (several transitions are possible at once), `difficulty` (other modes in use than in the original, far more or
far fewer switches, or much shorter stretches between them).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from viva.core.records import dataclass
from viva.core.text.reading import Misread
from viva.engines.hybrid.expressions import Scope, read_affine, show_condition, show_number
from viva.engines.hybrid.model import System
from viva.engines.hybrid.summary import Summary, summarise

Values = Mapping[str, Fraction]
_COMPARED = re.compile(r"(<=|>=|==|!=|<|>)")
_MOST = 100_000


@dataclass(frozen=True, slots=True)
class Objection:
    kind: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a candidate must keep. `sense` are comparisons of parameters, `bounds` those of outputs, by expressions in
    the parameters. `band` says how many times as many or as few switches are still the same difficulty; None asks for
    nothing of the kind."""

    horizon: Fraction
    sense: tuple[str, ...] = ()
    bounds: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    slack: Fraction = Fraction(0)
    band: Fraction | None = Fraction(5, 2)


@dataclass(frozen=True, slots=True)
class Candidate:
    values: Values
    objections: tuple[Objection, ...]
    system: System | None = None
    summary: Summary | None = None


def evaluate(expression: str, values: Values) -> Fraction:
    """An expression in the parameters. Raises Misread."""
    return read_affine(expression, Scope({}, values)).constant


def holds(predicate: str, values: Values) -> bool:
    """`0 < up <= 5`: strict signs are strict here. Raises Misread."""
    parts = _COMPARED.split(predicate)
    if len(parts) < 3:
        raise Misread(f"expected a comparison such as up > 0, found {predicate!r}")
    numbers = [evaluate(each, values) for each in parts[::2]]
    tests: dict[str, Callable[[Fraction, Fraction], bool]] = {
        "<": Fraction.__lt__,
        "<=": Fraction.__le__,
        ">": Fraction.__gt__,
        ">=": Fraction.__ge__,
        "==": Fraction.__eq__,
        "!=": lambda one, other: one != other,
    }
    return all(tests[sign](one, other) for sign, one, other in zip(parts[1::2], numbers, numbers[1:], strict=False))


def judge_candidate(
    made: Callable[[Values], System], values: Values, rules: Rules, original: Summary | None
) -> Candidate:
    """A candidate with everything that speaks against it. `made` raises Misread where the values make no model."""
    against = [Objection("sense", each) for each in rules.sense if not holds(each, values)]
    try:
        system = made(values)
        bounds = {name: tuple(evaluate(each, values) for each in pair) for name, pair in rules.bounds.items()}
    except Misread as problem:
        return Candidate(values, (*against, Objection("unreadable", problem.problem)))
    summary = summarise(system, rules.horizon)
    against += objections(system, summary)
    for name, (low, high) in bounds.items():
        own = summary.bounds[system.position(name)]
        if own[0] < low - rules.slack or own[1] > high + rules.slack:
            against.append(Objection("bounds", name))
    if original is not None and rules.band is not None and not against:
        against += _difficulty(summary, original, rules.band)
    return Candidate(values, tuple(against), system, summary)


def objections(system: System, summary: Summary) -> list[Objection]:
    """What speaks against a system by itself."""
    against: list[Objection] = []
    if summary.ending and summary.ending.reason != "horizon":
        against.append(Objection("ends", summary.ending.reason))
    if any(jump.options for jump in summary.jumps):
        against.append(Objection("choice"))
    for number, mode in summary.unreached(system):
        against.append(Objection("unreached", system.automata[number].modes[mode].name))
    for number, index in summary.untaken(system):
        automaton = system.automata[number]
        each = automaton.transitions[index]
        names = f"{automaton.modes[each.source].name} to {automaton.modes[each.target].name}"
        against.append(Objection("untaken", f"{names} ({show_condition(each.guard, system.names)})"))
    return against


def _difficulty(summary: Summary, original: Summary, band: Fraction) -> Iterator[Objection]:
    own, asked = len(summary.jumps), len(original.jumps)
    if own * band < asked or own > asked * band:
        yield Objection("difficulty", f"{own} switches, not {asked}")
    shortest, least = _shortest(summary), _shortest(original)
    if shortest is not None and least is not None and shortest * 4 < least:
        yield Objection("difficulty", "switches follow each other closely")


def _shortest(summary: Summary) -> float | None:
    return min((float(each.end - each.start) for each in summary.pieces[:-1] if each.end is not None), default=None)


def sample_values(own: Values, ranges: Mapping[str, Sequence[Fraction]], seed: int, most: int) -> Iterator[Values]:
    """Values for all parameters by chance, none twice and not the own ones."""
    chance = random.Random(f"hybrid {seed}")
    seen = {tuple(own[name] for name in ranges)}
    for _ in range(min(most, _MOST)):
        picked = tuple(chance.choice(values) for values in ranges.values())
        if picked not in seen:
            seen.add(picked)
            yield {**own, **dict(zip(ranges, picked, strict=True))}


def readable(value: Fraction) -> str:
    return show_number(value)
