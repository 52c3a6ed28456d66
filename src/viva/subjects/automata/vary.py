"""Other exercises of the same difficulty, each with the properties that are promised.

- The minimal automaton of the language has about as many states as that of the original: within the `band`; where an
  NFA is asked for by a formula, the NFA that guesses what the formula guesses. Given automata keep their states, and
  what the construction makes of them has as many states.
- The language is not trivial: some words are in it and some are not.
- No two variants, and no variant and the original, have the same language, even after renaming letters; none is the
  complement of the original.

They come from few edits of the original, so the nearest come first. How a kind of task varies what it gives is in its
own file; here are other languages, and what makes a whole exercise of a change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.source import MANIFEST, Source
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.engines import logic
from viva.engines.automata import (
    DFA,
    NFA,
    Explosion,
    Machine,
    as_nfa,
    automaton_of,
    complement,
    determinise,
    formats,
    minimise,
    named_nfa,
    regex,
)
from viva.engines.automata.machine import double_moves, unreachable_states
from viva.engines.automata.profile import up_to_renaming
from viva.engines.automata.repair.neighbours import expressions_near, machines_near
from viva.engines.logic.synthesis import synthesise
from viva.services.varying.completing import complete, is_refuted, number_variants
from viva.services.varying.variants import Changes, NoVariants, vary_source
from viva.subjects.automata.model import Task
from viva.subjects.automata.notation import is_expression, is_formula
from viva.subjects.automata.statement import difficulty_line, in_words

_SUBSETS = 2_000
_ANY_SIZE = Fraction(1)
_OF_WORDS = ("words", "classes", "difference")


@dataclass(frozen=True, slots=True)
class Change:
    """Another language: the files that change, and its minimal automaton."""

    files: Mapping[str, str]
    asked: DFA


class Promises:
    """Keeps the languages seen so far; `keep` says whether a new one is a variant. With `exact` the number of states
    stays as it is, whatever the band: where an automaton is given, what is made of it is as large."""

    def __init__(self, original: DFA, options: logic.Options, exact: bool = False) -> None:
        self.states = len(original.moves)
        self.band = Fraction(0) if exact else options.band
        self.options = options
        self.seen = {up_to_renaming(original)}
        if not options.complement:
            self.seen.add(up_to_renaming(complement(original)))

    def keep(self, minimal: DFA) -> bool:
        if len(minimal.moves) < 2:
            return False
        strict = self.options.filter == "strict"
        if strict and abs(len(minimal.moves) - self.states) > self.band * self.states:
            return False
        key = up_to_renaming(minimal)
        if key in self.seen:
            return False
        self.seen.add(key)
        return True


def as_wished(exercise: Exercise) -> Exercise:
    """Where harder or easier ones are wished for, languages may have any number of states up to twice as many."""
    if exercise.wish == "like":
        return exercise
    task = exercise.task_as(Task)
    return replace(exercise, task=replace(task, variation=replace(task.variation, band=_ANY_SIZE)))


def chance(exercise: Exercise, seed: int) -> Random:
    return Random(f"{seed} {exercise.name}")


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The exercise with other languages, for tasks that name one."""
    near = languages_near(exercise.task_as(Task), chance(exercise, seed))
    return (change_files(exercise, change.files) for change in near)


def languages_near(task: Task, randomness: Random, expressions: bool = True) -> Iterator[Change]:
    """Languages near the asked one, in the notation it was given in. Those that cannot be told in words are left out;
    `expressions` False does not tell them by an expression."""
    language, given = task.language, task.language.description
    say = catalogue(__package__).say
    if is_formula(given):
        yield from _by_formula(given, task, randomness)
        return
    promises = Promises(language.minimal, task.variation)
    for text, automaton, told in _described_near(task, randomness):
        minimal = _minimal_of(automaton)
        if minimal is None or not promises.keep(minimal):
            continue
        if (told and expressions) or in_words(minimal, expressions, say):
            yield Change({language.file: text}, minimal)


def _described_near(task: Task, randomness: Random) -> Iterator[tuple[str, NFA, bool]]:
    """Expressions or automata near the given one: as text, what they mean, and whether they tell their language."""
    language, given = task.language, task.language.description
    if is_expression(given):
        for expression in expressions_near(given, language.alphabet, randomness):
            yield regex.show(expression) + "\n", automaton_of(expression, language.alphabet), True
    elif isinstance(given, Machine):
        nondeterministic = bool(double_moves(given))
        for machine in machines_near(given, language.alphabet, randomness):
            if not unreachable_states(machine) and bool(double_moves(machine)) == nondeterministic:
                yield write_machine(machine, language.file), as_nfa(machine, language.alphabet), False


def _by_formula(formula: logic.Formula, task: Task, randomness: Random) -> Iterator[Change]:
    """Formulas near the asked one. Where an NFA is asked for, then also automata near the one that guesses what the
    formula guesses, as far as a small formula says what they accept."""
    language, options = task.language, task.variation
    seen = {up_to_renaming(language.minimal), up_to_renaming(complement(language.minimal))}
    for variant in logic.variants(formula, language.alphabet, randomness.randrange(1 << 30), options):
        seen.add(up_to_renaming(variant.automaton))
        yield Change({language.file: logic.show(variant.formula) + "\n"}, variant.automaton)
    if not options.nondeterministic:
        return
    compiler = logic.Compiler(language.alphabet)
    guess = logic.guessing(formula, compiler)
    for machine in machines_near(named_nfa(guess), language.alphabet, randomness):
        minimal = _minimal_of(as_nfa(machine, language.alphabet))
        if minimal is None or len(minimal.moves) < 2 or up_to_renaming(minimal) in seen:
            continue
        seen.add(up_to_renaming(minimal))
        other = synthesise(minimal)
        if other is not None and len(logic.guessing(other, compiler)) == len(guess):
            yield Change({language.file: logic.show(other) + "\n"}, minimal)


def _minimal_of(automaton: NFA) -> DFA | None:
    try:
        return minimise(determinise(automaton, _SUBSETS))
    except Explosion:
        return None


def write_machine(machine: Machine, file: str) -> str:
    return formats.write(machine, formats.format_of(file, ""))


def change_files(exercise: Exercise, files: Mapping[str, str]) -> Source:
    """The files of the exercise with others in their place, a title that holds for any language, and no statement, so
    that the kind of task writes one."""
    title = catalogue(__package__, exercise.feedback.locale or ENGLISH).say(f"title_{exercise.kind}")
    written = {path: text.encode() for path, text in files.items()}
    return vary_source(exercise.source, exercise.name, Changes(files=written, statement="", title=title))


def whole_variants(subject: Subject, exercise: Exercise, seed: int, sources: Iterator[Source]) -> Iterator[Exercise]:
    def remark(variant: Exercise) -> str:
        return f"difficulty: {difficulty_line(variant.task_as(Task).asked, catalogue(__package__).say)}"

    def none() -> Fault:
        task = exercise.task_as(Task)
        band, states = float(task.variation.band), len(task.asked.moves)
        return NoVariants(
            f"there is no variant of this exercise within band = {band:g} of its number of states, which is {states}",
            MANIFEST,
            remedy='try a larger `band` in [automata.vary], or filter = "lenient"',
        )

    return number_variants(exercise, seed, complete(subject, exercise, sources, is_wrong=_is_wrong), remark, none)


def _is_wrong(subject: Subject, variant: Exercise, original: Submission) -> bool:
    """Whether the answer to the original exercise is wrong here. What stands for another language is; but a few words
    of that language can happen to be right."""
    return variant.kind not in _OF_WORDS or is_refuted(subject, variant, original)
