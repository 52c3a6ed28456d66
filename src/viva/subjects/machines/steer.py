"""How a teacher steers variants: by formulas that each satisfies, and by examples that were to their liking or not.

What an example changes is a set of traits: the kind of change, the machine, the state it begins in, the signals it is
about. What two rejected examples have in common is what the teacher does not want, unless an accepted one has it too;
variants with all of these traits are not made. The others come in the order of their likeness: the more like an
accepted example the earlier, the more like a rejected one the later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from viva.engines.machines import expressions, formats
from viva.engines.machines.expressions import Expression, names_in
from viva.engines.machines.logic.ltl import Requirement, guards_of
from viva.engines.machines.logic.model_checking import check
from viva.engines.machines.model import FSM, System, Transition, Type, machines_of, transitions_of
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import told_apart
from viva.engines.machines.running.table import Table
from viva.engines.machines.variants import Variant
from viva.subjects.machines.model import Variation

Traits = frozenset[tuple[str, ...]]

_AHEAD = 60  # variants that wait while more likely ones are looked for
_STATES = 2_000
_MOST = 10**6
MEASURES = ("states", "transitions", "levels", "machines", "history", "preemptive", "default", "loops")


def measure_types() -> dict[str, Type]:
    return dict.fromkeys(MEASURES, Type("int", low=0, high=_MOST))


def measure(system: System, table: Table) -> dict[str, int]:
    """What `where` speaks of: `states` of the smallest flat machine, all others of the machine as it is drawn."""
    steps = list(transitions_of(system.machine))
    paths = [path for path, _ in machines_of(system.machine)]
    return {
        "states": len(table),
        "transitions": len(steps),
        "levels": max(map(len, paths)) + 1,
        "machines": len(paths),
        "history": sum(step.history for step in steps),
        "preemptive": sum(step.preemptive for step in steps),
        "default": sum(step.default for step in steps),
        "loops": sum(step.source == step.target for step in steps),
    }


def steer_variants(near: Iterator[Variant], origin: System, variation: Variation) -> Iterator[Variant]:
    accepted = [traits(origin, system) for system in variation.accept]
    rejected = [traits(origin, system) for system in variation.reject]
    unwanted = _unwanted(accepted, rejected)
    judged = {formats.write(system, "json") for system in (*variation.accept, *variation.reject)}
    waiting: list[tuple[float, int, Variant]] = []
    for number, variant in enumerate(near):
        if not _allowed(variant, variation) or formats.write(variant.system, "json") in judged:
            continue
        if not accepted and not rejected:
            yield variant
            continue
        own = traits(origin, variant.system)
        if any(each <= own for each in unwanted):
            continue
        waiting.append((_likeness(own, rejected) - _likeness(own, accepted), number, variant))
        if len(waiting) > _AHEAD:
            waiting.sort(key=lambda each: each[:2])
            yield waiting.pop(0)[2]
    for _, _, variant in sorted(waiting, key=lambda each: each[:2]):
        yield variant


def _allowed(variant: Variant, variation: Variation) -> bool:
    if variation.where is not None and not _holds(variation.where, variant):
        return False
    return all(satisfies(variant.system, each) for each in variation.requires)


def _holds(where: Expression, variant: Variant) -> bool:
    return expressions.truth(where, measure_types())(measure(variant.system, variant.table))


def satisfies(system: System, requirement: Requirement) -> bool:
    guards = guards_of(requirement.formula)
    read = {name for guard in guards for name in names_in(guard)}
    always = [signal.name for signal in system.inputs if signal.name in read]
    behaviour = Behaviour(system, values=told_apart([system], guards), always=always)
    return check(behaviour, requirement.formula, _STATES).holds is True


def _unwanted(accepted: list[Traits], rejected: list[Traits]) -> list[Traits]:
    """What any two rejected examples share, and each by itself, as far as no accepted one has all of it."""
    shared = {one & other for one, other in combinations_with_replacement(rejected, 2)}
    return [each for each in shared if each and not any(each <= liked for liked in accepted)]


def _likeness(own: Traits, examples: list[Traits]) -> float:
    """The share of traits that are the same, for the example that is most like it."""
    return max((len(own & other) / len(own | other) for other in examples if own | other), default=0.0)


def traits(origin: System, variant: System) -> Traits:
    """What changes from one machine to the other."""
    singles = [dict(machines_of(system.machine)) for system in (origin, variant)]
    found: set[tuple[str, ...]] = set()
    for path in singles[0].keys() & singles[1].keys():
        found.update(_traits("/".join(path), singles[0][path], singles[1][path]))
    return frozenset(found)


def _traits(place: str, one: FSM, other: FSM) -> Iterator[tuple[str, ...]]:
    if len(one.states) != len(other.states):
        yield from (("kind", "state"), ("in", place))
    gone = list((Counter(one.transitions) - Counter(other.transitions)).elements())
    new = list((Counter(other.transitions) - Counter(one.transitions)).elements())
    for before in gone:
        after = next((step for step in new if step.source == before.source), None)
        if after is not None:
            new.remove(after)
        yield from _changed(place, before, after)
    for after in new:
        yield from _changed(place, None, after)


def _changed(place: str, before: Transition | None, after: Transition | None) -> Iterator[tuple[str, ...]]:
    step = before or after
    assert step is not None
    yield from (("in", place), ("from", place, step.source))
    if before is None or after is None:
        kinds = ["remove" if after is None else "add"]
    else:
        kinds = [
            name
            for name in ("target", "guard", "actions", "history", "preemptive", "default")
            if getattr(before, name) != getattr(after, name)
        ]
    for kind in kinds:
        yield from (("kind", kind), (kind, "from", place, step.source))
    yield from (("about", name) for name in sorted(_names(before) ^ _names(after)))


def _names(step: Transition | None) -> set[str]:
    if step is None:
        return set()
    return {*names_in(step.guard), *(action.name for action in step.actions)}
