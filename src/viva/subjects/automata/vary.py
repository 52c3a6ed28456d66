"""Other exercises of the same difficulty, each with the properties that are promised.

- The minimal automaton of the language has as many states as that of the original; where an NFA is asked for by a
  formula, the NFA that guesses what the formula guesses. Given automata keep their states too, and what the
  construction makes of them has as many states.
- The language is not trivial: some words are in it and some are not.
- No two variants, and no variant and the original, have the same language, even after renaming letters; none is the
  complement of the original.

They come from few edits of the original, so the nearest come first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from viva.core.exercise import Exercise, read_manifest
from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.engines import logic
from viva.engines.automata import (
    DFA,
    NFA,
    Explosion,
    Machine,
    apply,
    as_nfa,
    automaton_of,
    complement,
    determinise,
    fewest_edits,
    formats,
    minimise,
    named,
    named_nfa,
    product,
    regex,
)
from viva.engines.automata.machine import double_moves, unreachable_states
from viva.engines.automata.neighbours import expressions_near, machines_near
from viva.engines.automata.product import OPERATIONS
from viva.engines.automata.profile import up_to_renaming
from viva.subjects.automata import describe
from viva.subjects.automata.model import Language, Task
from viva.subjects.automata.nearness import described
from viva.subjects.automata.notation import is_expression, is_formula
from viva.subjects.automata.reader import read_task
from viva.subjects.automata.steps import made_deterministic
from viva.subjects.automata.tasks import KINDS, examine

_SUBSETS = 2_000
_MOST_BREAKS = 200
_DIFFICULTY = "# difficulty: "
_TEXTS = catalogue(__package__)


@dataclass(frozen=True, slots=True)
class Change:
    """What is new in a variant: the files that change, the asked automaton, the language in words, what is given."""

    files: dict[str, str]
    asked: DFA
    language: str
    given: tuple[Machine, ...] = ()


class Promises:
    """Keeps the languages seen so far; `keep` says whether a new one is a variant."""

    def __init__(self, original: DFA, options: logic.Options) -> None:
        self.states = len(original.moves)
        self.options = options
        self.seen = {up_to_renaming(original)}
        if not options.complement:
            self.seen.add(up_to_renaming(complement(original)))

    def keep(self, minimal: DFA) -> bool:
        if len(minimal.moves) < 2:
            return False
        strict = self.options.filter == "strict"
        if strict and abs(len(minimal.moves) - self.states) > self.options.band * self.states:
            return False
        key = up_to_renaming(minimal)
        if key in self.seen:
            return False
        self.seen.add(key)
        return True


def variants(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Finite, the nearest first."""
    task = exercise.task_as(Task)
    randomness = Random(f"{seed} {exercise.name}")
    number = 0
    for change in _changes(task, randomness):
        try:
            source = _source(exercise, task, change, f"{exercise.name}-{seed}-{number + 1}")
        except Fault:  # no model answer within what the exercise allows, such as its number of states
            continue
        number += 1
        yield source


def _changes(task: Task, randomness: Random) -> Iterator[Change]:
    match task.kind:
        case "determinise":
            return _determinise(task, randomness)
        case "minimise":
            return _minimise(task, randomness)
        case "product":
            return _product(task, randomness)
        case "mend":
            return _mend(task, randomness)
        case _:
            return languages(task, randomness)


def languages(task: Task, randomness: Random) -> Iterator[Change]:
    """Languages near the asked one, in the notation it was given in."""
    language, kind = task.language, task.kind
    given = language.description
    promises = Promises(language.minimal, task.variation)
    if is_formula(given):
        yield from _by_formula(given, task, randomness)
    elif is_expression(given):
        for expression in expressions_near(given, language.alphabet, randomness):
            minimal = _minimal_of(automaton_of(expression, language.alphabet))
            if minimal is None or not promises.keep(minimal):
                continue
            # To ask for an expression by an expression would give the answer away.
            words = describe.by_expression(expression) if kind != "regex" else describe.by_automaton(minimal, False)
            if words:
                yield Change({language.file: regex.show(expression) + "\n"}, minimal, words)
    elif isinstance(given, Machine):
        nondeterministic = bool(double_moves(given))
        for machine in machines_near(given, language.alphabet, randomness):
            if unreachable_states(machine) or bool(double_moves(machine)) != nondeterministic:
                continue
            minimal = _minimal_of(as_nfa(machine, language.alphabet))
            if minimal is None or not promises.keep(minimal):
                continue
            words = describe.by_automaton(minimal, kind != "regex")
            if words:
                yield Change({language.file: _written(machine, language.file)}, minimal, words)


def _by_formula(formula: logic.Formula, task: Task, randomness: Random) -> Iterator[Change]:
    """Formulas near the asked one. Where an NFA is asked for, then also automata near the one that guesses what the
    formula guesses, as far as a small formula says what they accept."""
    language, options = task.language, task.variation
    seen = {up_to_renaming(language.minimal), up_to_renaming(complement(language.minimal))}
    for variant in logic.variants(formula, language.alphabet, randomness.randrange(1 << 30), options):
        seen.add(up_to_renaming(variant.automaton))
        yield _told(variant.formula, variant.automaton, language)
    if not options.nondeterministic:
        return
    compiler = logic.Compiler(language.alphabet)
    guess = logic.guessing(formula, compiler)
    for machine in machines_near(named_nfa(guess), language.alphabet, randomness):
        minimal = _minimal_of(as_nfa(machine, language.alphabet))
        if minimal is None or len(minimal.moves) < 2 or up_to_renaming(minimal) in seen:
            continue
        seen.add(up_to_renaming(minimal))
        other = described(minimal)
        if other is not None and len(logic.guessing(other, compiler)) == len(guess):
            yield _told(other, minimal, language)


def _told(formula: logic.Formula, minimal: DFA, language: Language) -> Change:
    words = describe.by_formula(formula, language.alphabet)
    return Change({language.file: logic.show(formula) + "\n"}, minimal, words)


def _minimal_of(automaton: NFA) -> DFA | None:
    try:
        return minimise(determinise(automaton, _SUBSETS))
    except Explosion:
        return None


def _determinise(task: Task, randomness: Random) -> Iterator[Change]:
    """The given automaton stays nondeterministic, and its subset construction has as many sets."""
    given, promises = task.given[0], Promises(task.asked, task.variation)
    subsets = len(determinise(as_nfa(given, task.alphabet)).moves)
    for machine in machines_near(given, task.alphabet, randomness):
        if unreachable_states(machine) or not double_moves(machine):
            continue
        try:
            built = determinise(as_nfa(machine, task.alphabet), subsets + 1)
        except Explosion:
            continue
        minimal = minimise(built)
        if len(built.moves) == subsets and promises.keep(minimal):
            yield Change({task.given_files[0]: _written(machine, task.given_files[0])}, minimal, "", (machine,))


def _minimise(task: Task, randomness: Random) -> Iterator[Change]:
    """The given automaton stays a complete DFA that is as far from minimal, with as many unreachable states."""
    given, promises = task.given[0], Promises(task.asked, task.variation)
    for machine in machines_near(given, task.alphabet, randomness):
        if double_moves(machine) or len(unreachable_states(machine)) != len(unreachable_states(given)):
            continue
        minimal = minimise(made_deterministic(machine, task.alphabet)[0])
        if promises.keep(minimal):
            yield Change({task.given_files[0]: _written(machine, task.given_files[0])}, minimal, "", (machine,))


def _product(task: Task, randomness: Random) -> Iterator[Change]:
    """One of the two automata changes; the reachable product has as many pairs."""
    promises = Promises(task.asked, task.variation)
    dfas = [made_deterministic(machine, task.alphabet)[0] for machine in task.given]
    accept = OPERATIONS[task.operation]
    pairs = len(product(dfas[0], dfas[1], accept).moves)
    near = [machines_near(machine, task.alphabet, randomness) for machine in task.given]
    open_sides = [0, 1]
    while open_sides:
        side = randomness.choice(open_sides)
        machine = next(near[side], None)
        if machine is None:
            open_sides.remove(side)
            continue
        if double_moves(machine) or unreachable_states(machine):
            continue
        both = list(dfas)
        both[side] = made_deterministic(machine, task.alphabet)[0]
        built = product(both[0], both[1], accept)
        minimal = minimise(built)
        if len(built.moves) != pairs or not promises.keep(minimal):
            continue
        given = list(task.given)
        given[side] = machine
        files = {task.given_files[side]: _written(machine, task.given_files[side])}
        yield Change(files, minimal, "", tuple(given))


def _mend(task: Task, randomness: Random) -> Iterator[Change]:
    """Another language, and its minimal automaton broken by as many edits as the original was."""
    needed = fewest_edits(made_deterministic(task.given[0], task.alphabet)[0], task.asked).at_least
    for change in languages(task, randomness):
        broken = _broken(change.asked, needed, randomness)
        if broken is not None:
            files = {**change.files, task.given_files[0]: _written(broken, task.given_files[0])}
            yield replace(change, files=files, given=(broken,))


def _broken(asked: DFA, edits: int, randomness: Random) -> Machine | None:
    """The automaton with random edits, of which exactly `edits` are needed to mend it."""
    for _ in range(_MOST_BREAKS):
        machine = named(asked)
        moves = [list(row) for row in asked.moves]
        accepting = set(asked.accepting)
        for _ in range(edits):
            state = randomness.randrange(len(moves))
            if randomness.random() < 0.25:
                accepting ^= {state}
            else:
                moves[state][randomness.randrange(len(asked.alphabet))] = randomness.randrange(len(moves))
        broken = DFA(asked.alphabet, tuple(map(tuple, moves)), asked.start, frozenset(accepting))
        mending = fewest_edits(broken, asked, most=edits)
        machine = named(broken)
        if mending.edits is not None and len(mending.edits) == edits and not unreachable_states(machine):
            assert minimise(apply(broken, mending.edits)) == minimise(asked)
            return machine
    return None


def _written(machine: Machine, file: str) -> str:
    return formats.write(machine, formats.format_of(file, ""))


def _source(exercise: Exercise, task: Task, change: Change, name: str) -> Source:
    """The folder with other files and another statement. The model answer is the right example, that to the original
    exercise the wrong one."""
    files = {path: text for path, text in exercise.source.files.items() if not path.startswith("examples/")}
    files |= {path: text.encode() for path, text in change.files.items()}
    stated = exercise.source.manifest().string("statement", "statement.md")
    files[stated] = describe.statement(task, change.language, change.given).encode()
    files[MANIFEST] = _manifest(exercise.source.text(MANIFEST), task, change).encode()
    source = Source(name, files)
    manifest = read_manifest(source)
    varied = manifest.exercise(source, read_task(source, manifest.settings))
    solution = KINDS[task.kind].solve(varied.task_as(Task))
    original = KINDS[task.kind].solve(task)
    examples = [("right/solution", solution)]
    # A few words of the original language can happen to be right here too.
    if not examine(varied, original, Terms()).verdict.right:
        examples.append(("wrong/original", original))
    for folder, answer in examples:
        for file, content in answer.files.items():
            files[f"examples/{folder}{file[file.index('.') :]}"] = content
    return Source(name, files)


def _manifest(text: str, task: Task, change: Change) -> str:
    """The manifest with the difficulty in its first line, and a title that holds for any language."""
    lines = [line for line in text.splitlines() if not line.startswith(_DIFFICULTY)]
    title = f'title = "{_TEXTS.say(f"title_{task.kind}")}"'
    table = next((index for index, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    kept = [title if re.match(r"\s*title\s*=", line) else line for line in lines[:table]]
    if title not in kept:
        kept.insert(1, title)
    return "\n".join([f"{_DIFFICULTY}{describe.difficulty_line(change.asked)}", *kept, *lines[table:]]) + "\n"
