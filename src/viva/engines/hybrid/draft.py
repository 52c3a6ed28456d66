"""From what stands in a file, as texts, to a system: the part that all notations share.

A notation fills a `Draft`; `build` reads its expressions and finds what does not fit together. Everything that can be
wrong is told with the place: the line where the notation knows it, and which mode or transition it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from math import prod
from typing import TypeVar

from viva.core.records import dataclass
from viva.core.text.reading import Misread, did_you_mean, in_quotes
from viva.core.texts import Sentence
from viva.engines.hybrid.expressions import WORDS, Scope, read_affine, read_condition
from viva.engines.hybrid.model import (
    TRUE,
    Affine,
    Assignments,
    Automaton,
    Condition,
    Inputs,
    Mode,
    Span,
    System,
    Transition,
)
from viva.engines.hybrid.polyhedra import satisfiable
from viva.engines.hybrid.sentences import sentence

MOST_VARIABLES, MOST_MODES, MOST_TRANSITIONS, MOST_AUTOMATA, LONGEST = 40, 200, 1000, 8, 4000
_NAME = re.compile(r"[^\W\d]\w*\Z")
_MOST_TOGETHER = 1_000
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Text:
    """An expression as it stands in a file; `where` says in which part, `line` and `column` where it begins."""

    text: str
    where: str | Sentence = ""
    line: int | None = None
    column: int = 1


@dataclass(frozen=True, slots=True)
class ModeDraft:
    name: str
    flow: Mapping[str, Text] = field(default_factory=dict)
    invariant: tuple[Text, ...] = ()
    entry: Mapping[str, Text] = field(default_factory=dict)  # what variables are set to whenever the mode is entered
    where: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class TransitionDraft:
    source: str
    target: str
    guard: tuple[Text, ...] = ()  # alternatives
    reset: Mapping[str, Text] = field(default_factory=dict)
    label: str = ""
    where: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class AutomatonDraft:
    name: str
    modes: tuple[ModeDraft, ...]
    transitions: tuple[TransitionDraft, ...]
    initial: Text | None


@dataclass(frozen=True, slots=True)
class Draft:
    variables: tuple[Text, ...]
    automata: tuple[AutomatonDraft, ...]
    outputs: tuple[Text, ...] | None = None
    values: Mapping[str, Span | Text] = field(default_factory=dict)
    parameters: Mapping[str, Fraction] = field(default_factory=dict)
    inputs: Inputs = field(default_factory=Inputs)


def build(draft: Draft) -> System:
    """Raises Misread."""
    names = [each.text for each in draft.variables]
    _count(names, MOST_VARIABLES, "many_variables")
    _count(draft.automata, MOST_AUTOMATA, "many_automata")
    inputs = draft.inputs
    seen: set[str] = set()
    declared = [*draft.variables, *(Text(name, "inputs") for name in (*draft.parameters, *inputs.names))]
    for each in declared:
        if not _NAME.match(each.text) or each.text in WORDS or len(each.text) > 60:
            remedy = sentence("a_name_is_a_letter_followed")
            raise _misread(each, sentence("cannot_be_a_name", text=in_quotes(each.text)), remedy)
        if each.text in seen:
            raise _misread(each, sentence("the_name_is_declared_twice", text=in_quotes(each.text)))
        seen.add(each.text)
    known = [*names, *(signal.name for signal in inputs.signals)]
    positions = {name: index for index, name in enumerate(known)}
    events = frozenset(event.name for event in inputs.events)
    own = _Builder(Scope(positions, draft.parameters, events), names)
    for name in draft.values:
        if name not in names:
            raise Misread(sentence("init", name=own.scope.unknown(name)[0]), remedy=own.scope.unknown(name)[1])
    start = dict.fromkeys(range(len(names)), Span(Fraction(0), Fraction(0)))
    for name, given in draft.values.items():
        start[positions[name]] = own.span(given)
    automata = []
    lines: dict[tuple[str, int, int], int] = {}
    flows: dict[int, str] = {}
    for number, written in enumerate(draft.automata):
        automaton, entered = own.automaton(written)
        for index, value in entered:
            start[index] = Span(value, value)
        for mode in automaton.modes:
            for index, _ in mode.flow:
                if flows.setdefault(index, written.name) != written.name:
                    problem = sentence(
                        "both_and_say_how_changes",
                        index=in_quotes(flows[index]),
                        name=in_quotes(written.name),
                        index2=str(names[index]),
                    )
                    raise Misread(problem, remedy=sentence("let_one_automaton_say_it"))
        automata.append(automaton)
        lines |= {("mode", number, index): mode.line for index, mode in enumerate(written.modes) if mode.line}
        lines |= {("transition", number, at): each.line for at, each in enumerate(written.transitions) if each.line}
    _together(automata)
    outputs = tuple(names) if draft.outputs is None else tuple(each.text for each in draft.outputs)
    for each in draft.outputs or ():
        if each.text not in names:
            raise _misread(each, *own.scope.unknown(each.text))
    if len(set(outputs)) != len(outputs):
        raise Misread(sentence("outputs_a_name_is_there_twice"))
    initial = tuple(start[index] for index in range(len(names)))
    return System(tuple(names), outputs, tuple(automata), initial, inputs, lines)


def _together(automata: Sequence[Automaton]) -> None:
    """Raises Misread where automata side by side have more combinations than can be looked at."""
    cases = prod(max((len(mode.invariant) for mode in each.modes), default=1) for each in automata)
    labels = {transition.label for each in automata for transition in each.transitions if transition.label}
    counts = [prod(max(1, sum(t.label == label for t in each.transitions)) for each in automata) for label in labels]
    if max([cases, *counts]) > _MOST_TOGETHER:
        problem = sentence("automata_side_by_side_have_more", most_together=_MOST_TOGETHER)
        raise Misread(problem, reason="too_complex")


@dataclass(frozen=True, slots=True)
class _Builder:
    scope: Scope
    variables: Sequence[str]

    def span(self, given: Span | Text) -> Span:
        if isinstance(given, Span):
            return given
        value = self._placed(given, read_affine)
        if not value.is_constant:
            raise _misread(given, sentence("an_initial_value_is_a_number"))
        return Span(value.constant, value.constant)

    def automaton(self, draft: AutomatonDraft) -> tuple[Automaton, list[tuple[int, Fraction]]]:
        modes = [mode.name for mode in draft.modes]
        _count(modes, MOST_MODES, "many_modes")
        _count(draft.transitions, MOST_TRANSITIONS, "many_transitions")
        if not modes:
            raise Misread(sentence("there_is_no_mode"), remedy=sentence("name_at_least_one_under_locations"))
        for mode in draft.modes:
            if modes.count(mode.name) > 1:
                raise _misread(
                    Text("", mode.where, mode.line), sentence("two_modes_have_the_name", name=in_quotes(mode.name))
                )
        if draft.initial is None:
            raise Misread(sentence("no_mode_is_the_initial_one"), remedy=sentence("say_in_which_mode_the_system"))
        initial = self._mode(draft.initial, modes)
        entries = [self._assigned(mode.entry, mode.where, mode.line) for mode in draft.modes]
        transitions = []
        for each in draft.transitions:
            source = self._mode(Text(each.source, each.where, each.line), modes)
            target = self._mode(Text(each.target, each.where, each.line), modes)
            reset = dict(entries[target]) | dict(self._assigned(each.reset, each.where, each.line))
            ordered = tuple(sorted(reset.items()))
            transitions.append(Transition(source, target, self._condition(each.guard), ordered, each.label))
        built = tuple(self._built(mode) for mode in draft.modes)
        entered = [(index, value) for index, value in entries[initial]]
        for index, value in entered:
            if not value.is_constant:
                mode = draft.modes[initial]
                problem = sentence("is_set_by_other_variables_in", index=str(self.variables[index]))
                raise _misread(Text("", mode.where, mode.line), problem)
        first = [(index, value.constant) for index, value in entered]
        return Automaton(draft.name, built, tuple(transitions), initial), first

    def _built(self, draft: ModeDraft) -> Mode:
        invariant = self._condition(draft.invariant)
        if not any(satisfiable(case.constraints) for case in invariant):
            problem = sentence("the_invariant_of_contradicts_itself_no", name=in_quotes(draft.name))
            raise _misread(draft.invariant[0], problem)
        return Mode(draft.name, self._assigned(draft.flow, draft.where, draft.line), invariant)

    def _mode(self, given: Text, modes: Sequence[str]) -> int:
        if given.text not in modes:
            remedy = did_you_mean(given.text, modes) or sentence("modes_are", modes=", ".join(modes[:12]))
            raise _misread(given, sentence("there_is_no_mode_2", text=in_quotes(given.text)), remedy)
        return modes.index(given.text)

    def _assigned(self, given: Mapping[str, Text], where: str, line: int | None) -> Assignments:
        found: dict[int, Affine] = {}
        for name, text in given.items():
            if name not in self.variables:
                problem, remedy = self.scope.unknown(name)
                if name in self.scope.positions:
                    problem, remedy = sentence("given_from_outside", name=in_quotes(name)), sentence("another_name")
                raise _misread(Text(text.text, where or text.where, text.line or line), problem, remedy)
            found[self.scope.positions[name]] = self._placed(text, read_affine)
        return tuple(sorted(found.items()))

    def _condition(self, given: Sequence[Text]) -> Condition:
        if not given:
            return TRUE
        return tuple(case for text in given for case in self._placed(text, read_condition))

    def _placed(self, given: Text, read: Callable[[str, Scope], _Value]) -> _Value:
        if len(given.text) > LONGEST:
            raise _misread(given, sentence("this_is_longer_than_characters", longest=LONGEST))
        try:
            return read(given.text, self.scope)
        except Misread as problem:
            place = given.where
            column = (problem.column or 1) + given.column - 1 if given.line else None
            said = sentence("placed", where=place, problem=problem.said) if place else problem.said
            if not given.line and problem.column:
                said = sentence("at_column", problem=said, column=problem.column, text=in_quotes(given.text))
            raise Misread(said, given.line, column, problem.what_to_do, problem.reason) from None


def _misread(at: Text, problem: Sentence, remedy: Sentence | None = None) -> Misread:
    return Misread(
        sentence("placed", where=at.where, problem=problem) if at.where else problem,
        at.line,
        at.column if at.line else None,
        remedy,
    )


def _count(items: Sequence[object], most: int, key: str) -> None:
    if len(items) > most:
        raise Misread(sentence(key, count=len(items), most=most), reason="too_complex")
