"""One incremental solver for all ways of a specification: it keeps what the last way and the next one share.

The work is counted in the solver's own units (`rlimit`) and its seed is fixed, so the same questions have the same
answers everywhere. What it cannot answer is asked again with all but one or two inputs fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import reduce
from itertools import combinations
from typing import Any

from viva.core.records import dataclass
from viva.engines import smt
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import Undefined, element_type
from viva.engines.dialogues.suites.ways.formulas import (
    Coded,
    Untranslatable,
    both,
    either,
    interpret,
    negation,
)
from viva.engines.dialogues.suites.ways.paths import Decision, Event, Reading, Trail, environment
from viva.engines.dialogues.suites.ways.work import Work, weight
from viva.engines.smt.arithmetic import Symbol, exact

_UNITS = 400_000
_MOST_PINNED = 8
_REPAIRS = 6
_PARTS = 100
_TOLD = 40  # what it costs to tell the solver a part of a term, in steps of evaluating one


@dataclass(slots=True)
class Solver:
    """`texts` are the texts that may be given; a text is known to z3 by its place among them.

    It has a context of its own: in one that other suites used before, z3 answers otherwise than in a fresh one, and a
    suite is to be the same whatever was made before it. `interrupted` says that the clock ended a question, which the
    count of work should have ended: what came of it is no suite to keep.
    """

    seed: int
    texts: Sequence[str]
    checks: int = 0
    most_checks: int = 220
    largest: int | None = None
    work: Work = field(default_factory=Work)
    interrupted: bool = False
    _z3: Any = None
    _solver: Any = None
    _context: Any = None
    _spent: int = 0
    _asserted: list[tuple[Event, ...]] = field(default_factory=list)
    _formulas: dict[int, tuple[tuple[Event, ...], tuple[Symbol, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        import z3  # noqa: PLC0415 not loaded where the suite is cached

        self._z3 = z3
        self._context = z3.Context()
        self._solver = smt.solver(_UNITS, seed=self.seed, net=smt.SAFETY_NET, simple=True, context=self._context)

    @property
    def exhausted(self) -> bool:
        return self.checks >= self.most_checks or self.work.beyond(1.0)

    def unknown(self, number: int, values: m.ValueSet) -> Symbol:
        """A decimal is so many hundredths, so that it can be written down."""
        variable = self._z3.Int(f"v{number}", self._context)
        match element_type(values):
            case m.Type.TEXT:
                return Coded(variable, {text: code for code, text in enumerate(self.texts)})
            case m.Type.TRUTH:
                return self._z3.Bool(f"b{number}", self._context)
            case m.Type.DECIMAL:
                return self._z3.ToReal(variable) / _PARTS
            case _:
                return variable

    def unknowns(self, trail: Trail) -> list[Symbol]:
        self.work.charge(_TOLD * len(trail.inputs))
        return [self.unknown(event.number, event.read.values) for event in trail.events if isinstance(event, Reading)]

    def inputs(
        self, trail: Trail, groups: int, further: Sequence[Symbol], hints: Sequence[m.Value]
    ) -> tuple[m.Value, ...] | None:
        """Inputs for the first groups of events of the trail under which the further formulas hold; near the hints."""
        if self.exhausted or any(formula is False for formula in further):
            return None
        unknowns = self.unknowns(trail)
        self._go_to(trail.groups[:groups], unknowns)
        self._solver.push()
        try:
            for formula in further:
                if formula is not True:
                    self._solver.add(formula)
            model = self._model(self._pins(unknowns, hints))
            return None if model is None else self._read(model, unknowns, trail, hints)
        finally:
            self._solver.pop()

    def formulas(self, group: tuple[Event, ...], unknowns: Sequence[Symbol]) -> tuple[Symbol, ...]:
        """What has to hold for these events; what cannot be translated is left out."""
        known = self._formulas.get(id(group))
        if known is None:
            found = tuple(formula for event in group if (formula := self.formula(event, unknowns)) is not True)
            known = self._formulas[id(group)] = (group, found)
        return known[1]

    def formula(self, event: Event, unknowns: Sequence[Symbol]) -> Symbol:
        try:
            match event:
                case Reading():
                    return self._domain(event, unknowns)
                case Decision(condition=condition, side=side, reads=reads):
                    self.work.charge(_TOLD * weight(condition, reads))
                    held = interpret(condition, environment(reads, unknowns))
                    return held if side else negation(held)
        except (Untranslatable, Undefined, TypeError, self._z3.Z3Exception):
            return True
        return True

    def asked(self, condition: Callable[[], Symbol]) -> Symbol | None:
        """The formula for a condition on unknowns, or None where there is none: z3 refuses what it cannot combine."""
        try:
            return condition()
        except (Untranslatable, Undefined, TypeError, self._z3.Z3Exception):
            return None

    def _domain(self, event: Reading, unknowns: Sequence[Symbol]) -> Symbol:
        unknown, values = unknowns[event.number], event.read.values
        variable = unknown.number if isinstance(unknown, Coded) else unknown
        match values:
            case m.Naturals():
                inside = variable >= 0
            case m.Booleans():
                return True
            case m.Integers() | m.Strings() | m.Decimals():
                inside = True
            case m.DecimalRange(smallest, largest):
                inside = both(variable >= exact(smallest, self._context), variable <= exact(largest, self._context))
            case m.Range(low, high):
                inside = both(variable >= low, variable <= high)
            case m.OneOf(items):
                codes: Mapping[str, Any] = unknown.codes if isinstance(unknown, Coded) else {}
                inside = reduce(either, (variable == codes.get(str(item), item) for item in items), False)
        for variable_read in event.read.excluded:
            for number in event.before.get(variable_read, ()):
                other = unknowns[number]
                inside = both(inside, variable != (other.number if isinstance(other, Coded) else other))
        if not event.valid:
            inside = negation(inside)
        if isinstance(unknown, Coded):
            return both(inside, both(variable >= 0, variable < len(self.texts)))
        if self.largest is not None:
            return both(inside, both(variable >= -self.largest, variable <= self.largest))
        return inside

    def _go_to(self, groups: Sequence[tuple[Event, ...]], unknowns: Sequence[Symbol]) -> None:
        shared = 0
        while shared < min(len(groups), len(self._asserted)) and self._asserted[shared] is groups[shared]:
            shared += 1
        for _ in range(len(self._asserted) - shared):
            self._solver.pop()
        del self._asserted[shared:]
        for group in groups[shared:]:
            self._solver.push()
            self._asserted.append(group)
            for formula in self.formulas(group, unknowns):
                self._solver.add(formula)

    def _pins(self, unknowns: Sequence[Symbol], hints: Sequence[m.Value]) -> list[Symbol]:
        pins = []
        for unknown, hint in zip(unknowns, hints, strict=False):
            if isinstance(unknown, Coded):
                if hint in unknown.codes:
                    pins.append(unknown.number == unknown.codes[str(hint)])
            elif not isinstance(hint, str):
                pins.append(unknown == exact(hint, self._context))
        return pins

    def _model(self, pins: list[Symbol]) -> Any:
        """A model near the pins: those that the solver names as the reason why there is none are dropped, in turn."""
        left = list(pins)
        for _ in range(_REPAIRS):
            answer = self._check(left)
            if answer:
                return self._solver.model()
            if not left:
                break
            if answer is None:
                return self._nearly_pinned(pins)
            core = {formula.get_id() for formula in self._solver.unsat_core()}
            kept = [pin for pin in left if pin.get_id() not in core]
            if len(kept) == len(left):
                return None
            left = kept
        answer = self._check([])
        if answer is None:
            return self._nearly_pinned(pins)
        return self._solver.model() if answer else None

    def _nearly_pinned(self, pins: list[Symbol]) -> Any:
        """All but one input as they are, the last one first; then all but two."""
        last = range(len(pins))[-_MOST_PINNED:]
        for free in [*((n,) for n in reversed(last)), *combinations(reversed(last), 2)]:
            if self.exhausted:
                return None
            if self._check([pin for number, pin in enumerate(pins) if number not in free]):
                return self._solver.model()
        return None

    def _check(self, assumptions: Sequence[Symbol]) -> bool | None:
        self.checks += 1
        answer = smt.satisfiable(self._solver, *assumptions)
        units = smt.work_done(self._solver) - self._spent
        self._spent += units
        self.work.charge_solver(units)
        self.interrupted = self.interrupted or (smt.was_stopped(self._solver, answer) and units < _UNITS)
        return answer

    def _read(
        self, model: Any, unknowns: Sequence[Symbol], trail: Trail, hints: Sequence[m.Value]
    ) -> tuple[m.Value, ...]:
        values: list[m.Value] = []
        events = [event for event in trail.events if isinstance(event, Reading)]
        for number, event in enumerate(events):
            unknown = unknowns[number]
            found = model.eval(unknown.number if isinstance(unknown, Coded) else unknown)
            values.append(self._value(found, unknown, event, hints[number]))
        return tuple(values)

    def _value(self, found: Any, unknown: Symbol, event: Reading, hint: m.Value) -> m.Value:
        """What the model says, or the hint where it says nothing."""
        value = smt.plain(found)
        if value is None or (isinstance(value, bool) and not event.valid):
            return hint
        if isinstance(unknown, Coded):
            return self.texts[int(value)]
        return value
