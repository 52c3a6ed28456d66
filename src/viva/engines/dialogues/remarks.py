"""What a teacher should know of a specification that can be evaluated: parts that no input reaches, and outputs that
cannot be told apart. That something cannot be reached is said only if the solver has shown it (`abstraction.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from viva.core.records import dataclass
from viva.core.text.reading import Place
from viva.engines.dialogues import model as m
from viva.engines.dialogues.abstraction import Abstraction, Formula
from viva.engines.dialogues.evaluation import element_type
from viva.engines.dialogues.wording import Wording, wording


@dataclass(frozen=True, slots=True)
class Remark:
    problem: str
    file: str
    place: Place | None

    @property
    def position(self) -> tuple[int, int]:
        return (self.place.line, self.place.column) if self.place else (0, 0)

    def __str__(self) -> str:
        where = f":{self.place.line}:{self.place.column}" if self.place else ""
        return f"{self.file}{where}: {self.problem}"


def remarks(spec: m.Spec, file: str = "spec.sym") -> tuple[Remark, ...]:
    """In the order of the specification. It should be well-formed (`wellformed.check`)."""
    found = _Walk(spec, wording(file))
    found.follow(spec, _State())
    ordered = [*found.remarks, *_ambiguous(spec, file)]
    return tuple(sorted(dict.fromkeys(ordered), key=lambda one: one.position))


@dataclass(frozen=True, slots=True)
class _Fact:
    """A condition that holds, or does not; or, without one, that the current value of a variable is of a set."""

    condition: m.Term | None
    holds: bool
    member: tuple[str, m.ValueSet] | None = None

    @property
    def variables(self) -> frozenset[str]:
        return frozenset(_variables(self.condition)) if self.condition else frozenset((self.member or ("",))[:1])


@dataclass(frozen=True, slots=True)
class _State:
    """What is known to hold at a place, and what was certainly read before it."""

    facts: tuple[_Fact, ...] = ()
    read: frozenset[str] = field(default_factory=frozenset)

    def without(self, variables: Iterable[str]) -> _State:
        changed = frozenset(variables)
        return _State(tuple(fact for fact in self.facts if not changed & fact.variables), self.read)

    def with_fact(self, fact: _Fact) -> _State:
        return _State((*self.facts, fact), self.read)


class _Walk:
    """Follows all ways at once: what holds at a place is what holds on every way to it."""

    def __init__(self, spec: m.Spec, words: Wording) -> None:
        sets: dict[str, tuple[m.ValueSet, ...]] = {}
        for part in m.parts(spec):
            if isinstance(part, m.Read):
                sets[part.variable] = (*sets.get(part.variable, ()), part.values)
        self.sets = sets
        self.words = words
        self.remarks: list[Remark] = []
        self.exits: list[list[_State]] = []

    def say(self, problem: str, place: Place | None) -> None:
        self.remarks.append(Remark(problem, self.words.file, place))

    def follow(self, spec: m.Spec, state: _State) -> _State | None:
        """What holds after it; None if nothing comes after it."""
        match spec:
            case m.Read(variable, values):
                self.refusing(spec)
                after = state.without((variable,)).with_fact(_Fact(None, True, (variable, values)))
                return _State(after.facts, after.read | {variable})
            case m.Branch():
                return self.branch(spec, state)
            case m.Loop(body, place):
                return self.loop(body, place, state)
            case m.Repeat(count, body):
                return self.repeat(count, body, state)
            case m.Exit():
                self.exits[-1].append(state)
                return None
            case m.Seq(steps):
                return self.sequence(steps, state)
            case m.Write() | m.Nop():
                return state

    def refusing(self, read: m.Read) -> None:
        """Values that are refused are of the kind that is read, and of some sets there are none."""
        everything = isinstance(read.values, m.Integers | m.Decimals | m.Strings | m.Booleans)
        if read.mode != m.Mode.ASSUME and everything and not read.excluded:
            kind = element_type(read.values)
            self.say(f"every value that is {kind} is valid here, so that nothing is ever refused", read.place)

    def sequence(self, steps: tuple[m.Spec, ...], state: _State) -> _State | None:
        reached: _State | None = state
        for number, step in enumerate(steps):
            if reached is None:
                if isinstance(steps[number - 1], m.Exit | m.Loop):
                    self.say("no input reaches this step", _place(step))
                return None
            reached = self.follow(step, reached)
        return reached

    def branch(self, branch: m.Branch, state: _State) -> _State | None:
        ends: list[_State] = []
        for side, holds in ((branch.right, True), (branch.left, False)):
            known = state.with_fact(_Fact(branch.condition, holds))
            if not self.possible(known):
                how = "never holds" if holds else "always holds"
                what = "" if isinstance(side, m.Nop) else f", so no input reaches {self.described(side)}"
                shown = self.words.term(branch.condition)
                self.say(f"the condition {shown} {how} here{what}", branch.condition.place or branch.place)
                continue
            after = self.follow(side, known)
            if after is not None:
                ends.append(after)
        return _common(ends)

    def described(self, side: m.Spec) -> str:
        if m.steps_of(side)[:1] == (m.Exit(),):
            return f"this {self.words.exit}"
        first = _place(side)
        return f"the steps from {first.line}:{first.column} on" if first else "one of its sides"

    def loop(self, body: m.Spec, place: Place | None, state: _State) -> _State | None:
        self.exits.append([])
        self.follow(body, state.without(_read_in(body)))
        exits = self.exits.pop()
        if not exits:
            self.say(f"no input reaches an {self.words.exit} of this loop, so it never ends", place)
        return _common(exits)

    def repeat(self, count: m.Term, body: m.Spec, state: _State) -> _State | None:
        self.exits.append([])
        before = state.without(_read_in(body))
        abstraction = Abstraction(self.sets)
        rounds = abstraction.value(count)
        facts = [self.formula(fact, abstraction) for fact in state.facts]
        if rounds is not None and not abstraction.possible([*facts, rounds >= 1]):
            self.say("this loop never has a round", count.place)
        after = self.follow(body, before)
        return _common([before, *self.exits.pop(), *([after] if after else [])])

    def possible(self, state: _State) -> bool:
        abstraction = Abstraction(self.sets)
        formulas = [self.formula(fact, abstraction) for fact in state.facts]
        formulas += [abstraction.count(variable) >= 1 for variable in sorted(state.read)]
        return abstraction.possible(formulas)

    def formula(self, fact: _Fact, abstraction: Abstraction) -> Formula:
        if fact.condition is None:
            variable, values = fact.member or ("", None)
            return abstraction.member(abstraction.current(variable), values) if values else True
        formula = abstraction.condition(fact.condition)
        return formula if fact.holds else abstraction.z3.Not(formula)


def _common(states: list[_State]) -> _State | None:
    """What holds in all of them."""
    if not states:
        return None
    first = states[0]
    facts = tuple(fact for fact in first.facts if all(fact in state.facts for state in states))
    return _State(facts, frozenset.intersection(*(state.read for state in states)))


def _variables(term: m.Term) -> Iterator[str]:
    for part in m.subterms(term):
        match part:
            case m.Current(variable) | m.All(variable):
                yield variable
            case m.Merged(variables):
                yield from variables


def _read_in(spec: m.Spec) -> frozenset[str]:
    return frozenset(part.variable for part in m.parts(spec) if isinstance(part, m.Read))


def _place(spec: m.Spec) -> Place | None:
    return next((place for part in m.parts(spec) if (place := getattr(part, "place", None))), None)


def _ambiguous(spec: m.Spec, file: str) -> Iterator[Remark]:
    """Two outputs in a row of which the first may be left out, and a line that could be either."""
    for part in m.parts(spec):
        before: list[m.Write] = []
        for step in m.steps_of(part) if isinstance(part, m.Seq) else ():
            if not isinstance(step, m.Write):
                before = []
                continue
            for other in before:
                shared = set(other.alternatives) & set(step.alternatives)
                if shared or (m.ANY,) in (*other.alternatives, *step.alternatives):
                    line = other.place.line if other.place else "?"
                    column = other.place.column if other.place else "?"
                    problem = f"a line written here may as well be the optional output at {line}:{column}"
                    yield Remark(f"{problem}, so a program can leave out either", file, step.place)
                    break
            before = [*before, step] if step.optional else []
