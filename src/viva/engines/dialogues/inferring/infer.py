"""Start reading here: the specification that a program follows, found among those that differ from the asked one in a
single place.

Whether one explains a run that was seen is decided without running anything. The few that explain all failing runs are
held against the program itself, on inputs of their own: what is told is that it is right for that specification, on so
many runs, and never that it must be on all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.inferring.changes import changes
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import Diverges, Way, begin, follow, give
from viva.engines.dialogues.suites.cases import Case, Suite, case_of_way
from viva.engines.dialogues.suites.fresh import inputs_near
from viva.engines.dialogues.suites.mentioned import further_tests
from viva.engines.dialogues.suites.samples import sample_ways
from viva.engines.dialogues.traces import General, covers
from viva.engines.dialogues.trials.judging import Failure, Observed
from viva.engines.dialogues.trials.rules import Rules, apply_rules, normalise_run
from viva.engines.dialogues.wellformed import is_wellformed

_EXPLAINED = 12  # failing runs that a specification must explain before anything is run
_HELD_AGAINST = 4  # specifications that are
_SAMPLED = 60
_NEAR, _EACH = 16, 3
_LEAST, _LEAST_FRESH = 12, 6  # runs without which nothing is said


@dataclass(frozen=True, slots=True)
class Followed:
    """The specification that a program follows, the asked one, and on how many runs that was seen."""

    asked: m.Spec
    own: m.Spec
    runs: int


Agrees = Callable[[Iterator[Case]], int | None]
"""How many runs of the program are right for these cases; None where one is not."""


def infer_specification(
    asked: m.Spec,
    failing: Sequence[Failure],
    tests: Sequence[Case],
    rules: Rules,
    agrees: Agrees,
    *,
    constants: Sequence[int | str] = (),
) -> Followed | None:
    """`failing` are runs that the asked specification does not allow, the simplest first; `tests` all that were made
    from it. `constants` are those that the program mentions: what it treats in a way of its own follows nothing."""
    observed = [failure.observed for failure in failing]
    if rules.batch or not observed or any(one.ended is not None or one.uncertain for one in observed):
        return None
    chosen = observed[:: len(observed) // _EXPLAINED + 1]
    explaining = [spec for spec in changes(asked) if all(explains(spec, one, rules) for one in chosen)]
    explaining.sort(key=lambda spec: (_missed(spec, tests, failing), _size(spec)))
    whole = (spec for spec in explaining if all(explains(spec, one, rules) for one in observed))
    for spec in islice(filter(is_wellformed, whole), _HELD_AGAINST):
        known = _adapted(spec, tests)
        fresh = [case for case in _fresh(spec, known) if case.inputs not in known]
        mentioned = further_tests(spec, Suite((*known.values(), *fresh), 0), constants)
        runs = agrees(iter([*known.values(), *fresh, *mentioned])) if len(fresh) >= _LEAST_FRESH else None
        if runs is not None and runs >= _LEAST:
            return Followed(asked, spec, runs)
    return None


def explains(spec: m.Spec, observed: Observed, rules: Rules) -> bool:
    """Whether a run is one that the specification allows; of one that asked for more input than it was given, whether
    it would be asked for there."""
    run = observed.run
    given = run.inputs[:-1] if observed.asked_for_more else run.inputs
    try:
        way = follow(spec, given)
    except (Undefined, Diverges):
        return False
    if way is None or (way.asks is not None) != observed.asked_for_more:
        return False
    blocks = (*way.blocks, ()) if observed.asked_for_more else way.blocks
    return covers(apply_rules(rules, General(run.inputs, blocks)), normalise_run(rules, run))


def _size(spec: m.Spec) -> int:
    """Of two that say the same of all runs, the plainer one is told."""
    return sum(1 for _ in m.parts(spec)) + sum(1 for term in m.terms(spec) for _ in m.subterms(term))


def _missed(spec: m.Spec, tests: Sequence[Case], failing: Sequence[Failure]) -> int:
    """On how many of the tests that were passed the specification seems to ask for something else."""
    wrong = {failure.case.inputs for failure in failing}
    missed = 0
    for case in tests:
        if case.inputs not in wrong:
            try:
                way = follow(spec, case.inputs)
            except (Undefined, Diverges):
                way = None
            missed += way is None or way.asks is not None or not covers(case.general, right_run(way.general))
    return missed


def _adapted(spec: m.Spec, tests: Sequence[Case]) -> dict[tuple[m.Value, ...], Case]:
    """The tests of the asked specification as far as this one reads them."""
    found: dict[tuple[m.Value, ...], Case] = {}
    for case in tests:
        way = _along(spec, case.inputs)
        own = case_of_way(way) if way else None
        if own:
            found[own.inputs] = own
    return found


def _along(spec: m.Spec, inputs: Sequence[m.Value]) -> Way | None:
    try:
        way: Way | None = begin(spec)
        for value in inputs:
            if way is None or way.asks is None:
                break
            way = give(way, value)
    except (Undefined, Diverges):
        return None
    return way


def _fresh(spec: m.Spec, known: dict[tuple[m.Value, ...], Case]) -> Iterator[Case]:
    """Cases that are made from this specification: inputs it reads, and some near those of the tests."""
    seen = {*known}
    for sampled in islice(sample_ways(spec), _SAMPLED):
        case = case_of_way(sampled)
        if case and case.inputs not in seen:
            seen.add(case.inputs)
            yield case
    bases = [*known][:: len(known) // _NEAR + 1]
    for base in bases:
        for inputs in inputs_near(spec, base, _EACH, seen, 0):
            way = _along(spec, inputs)
            case = case_of_way(way) if way else None
            if case:
                yield case
