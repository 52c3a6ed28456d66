"""Files to values: the table of an exercise and its languages and automata, and what is handed in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import PurePosixPath
from typing import TypeGuard

from viva.core.fault import Fault
from viva.core.report import About, Finding
from viva.core.source import MANIFEST, Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.text.escape import clip
from viva.core.text.reading import Misread
from viva.core.texts import Say
from viva.core.where import Passage
from viva.engines import logic
from viva.engines.automata import (
    DFA,
    Explosion,
    Machine,
    Regex,
    as_dfa,
    as_nfa,
    automaton_of,
    determinise,
    formats,
    minimise,
    regex,
    subsets,
)
from viva.engines.automata.constructions import subset_name
from viva.engines.automata.machine import double_moves, unknown_letters
from viva.engines.automata.regex import Letter, Sequence, Star, Union
from viva.engines.logic.formula import letters_of as letters_in
from viva.subjects.automata.model import MEASURES, Answer, Language, Task, Weights

EMPTY_WORD = "<empty>"
AUTOMATA = (".txt", ".table", ".json", ".jff", ".dot", ".gv")
EXPRESSIONS = (".regex", ".re", ".txt")
WORDS = (".txt", ".words")
# A hundred thousand states take a few megabytes in any format.
LARGEST = 32 * 2**20
_COUNTED = re.compile(r"\s*(?:\d{1,3}\s*)?([.:)\-–•])\s+(?=\S)")
_MODES = ("viva", "automata-tutor")


def read_task(settings: Table, language: Language) -> Task:
    """What all kinds of task read; each adds what only it asks for."""
    if not language.alphabet:
        raise Fault("the alphabet is empty", MANIFEST, remedy='name it with alphabet = "ab" in [automata]')
    return Task(
        language=language,
        partial=settings.flag("partial", False),
        epsilon=settings.flag("epsilon", True),
        states=positive(settings, "states"),
        weights=_weights(settings.table("score")),
        variation=_variation(settings.table("vary")),
    )


def read_alphabet(settings: Table) -> tuple[str, ...] | None:
    if not settings.has("alphabet"):
        return None
    letters = tuple(settings.string("alphabet"))
    if not letters:
        raise settings.fault("alphabet", "is empty", 'write its letters, as in "ab"')
    if len(set(letters)) != len(letters):
        raise settings.fault("alphabet", "names a letter twice")
    if any(letter.isspace() for letter in letters):
        raise settings.fault("alphabet", "has a blank as a letter", "write the letters without blanks between them")
    return letters


def named_language(settings: Table, source: Source) -> Language:
    """The language that the exercise names, for tasks that start from nothing."""
    if settings.has("given"):
        kind = settings.string("task")
        raise settings.fault("given", f"does not belong to the task {kind!r}", "name the language with `language`")
    return read_language(source, settings.string("language"), read_alphabet(settings))


def given_machine(settings: Table, source: Source) -> tuple[str, Machine]:
    """The automaton to start from, and its file."""
    file = settings.string("given")
    return file, read_machine(source.text(file), file)


def language_of_given(settings: Table, source: Source, file: str, given: Machine) -> Language:
    """The language that is named, or else that of what is given."""
    if settings.has("language"):
        return language_beside(settings, source, {file: given})
    return language_of(given, file, read_alphabet(settings))


def language_beside(settings: Table, source: Source, given: Mapping[str, Machine]) -> Language:
    """The language that is named beside automata; these may read no other letters."""
    alphabet = read_alphabet(settings) or next(iter(given.values())).alphabet
    named = read_language(source, settings.string("language"), alphabet)
    for file, machine in given.items():
        language_of(machine, file, named.alphabet)
    return named


def read_language(source: Source, file: str, alphabet: tuple[str, ...] | None) -> Language:
    """The language in a file of the exercise: a formula, an expression or an automaton, by the ending of its name."""
    text = source.text(file)
    suffix = PurePosixPath(file).suffix.lower()
    if suffix == ".mosel":
        return _from_formula(text, file, alphabet)
    if suffix in (".regex", ".re"):
        return _from_expression(text, file, alphabet)
    if suffix in AUTOMATA:
        return language_of(read_machine(text, file), file, alphabet)
    raise Fault(
        f"`language` cannot be read from a file that ends in {suffix!r}",
        MANIFEST,
        remedy="a formula ends in .mosel, an expression in .regex, an automaton in .fa.json, .jff, .dot or .txt",
    )


def _from_formula(text: str, file: str, alphabet: tuple[str, ...] | None) -> Language:
    try:
        formula = logic.parse(text, alphabet)
    except Misread as problem:
        raise problem.fault(file) from None
    letters = alphabet or tuple(sorted(letters_in(formula)))
    if not letters:
        raise Fault(
            "the formula names no letter", file, remedy='name the alphabet in [automata], as in alphabet = "ab"'
        )
    try:
        return Language(file, letters, logic.compile(formula, letters), formula)
    except logic.TooLarge as problem:
        raise Fault(problem.problem, file, remedy=problem.remedy) from None


def _from_expression(text: str, file: str, alphabet: tuple[str, ...] | None) -> Language:
    try:
        expression = regex.parse(text.strip("\n"), alphabet)
        letters = alphabet or regex.letters_of(expression)
        minimal = minimise(determinise(automaton_of(expression, letters)))
    except Misread as problem:
        raise problem.fault(file) from None
    except Explosion as explosion:
        raise Fault(str(explosion), file, remedy="ask for a language with a smaller automaton") from None
    return Language(file, letters, minimal, expression)


def read_machine(text: str, file: str) -> Machine:
    """A teacher's automaton."""
    try:
        given = formats.read(file, text)
    except Misread as problem:
        raise problem.fault(file) from None
    if not given.starts:
        raise Fault("the automaton has no start state", file)
    return given


def language_of(given: Machine, file: str, alphabet: tuple[str, ...] | None) -> Language:
    letters = alphabet or given.alphabet
    for letter, edge in unknown_letters(given, letters):
        line = edge.line if edge else None
        raise Fault(f"the letter {letter!r} is not in the alphabet", file, line, remedy=f"it is {' '.join(letters)}")
    return Language(file, letters, _minimal(given, file, letters), given)


def _minimal(given: Machine, file: str, alphabet: tuple[str, ...]) -> DFA:
    try:
        return minimise(determinise(as_nfa(given, alphabet)))
    except Explosion as explosion:
        raise Fault(str(explosion), file, remedy="ask for a language with a smaller automaton") from None


def positive(settings: Table, key: str) -> int | None:
    if not settings.has(key):
        return None
    number = settings.integer(key)
    if number < 1:
        raise settings.fault(key, "must be at least 1")
    return number


def _weights(table: Table) -> Weights:
    measures = tuple(table.strings("measures")) if table.has("measures") else MEASURES
    unknown = next((name for name in measures if name not in MEASURES), None)
    if unknown is not None or not measures:
        what = "names none" if unknown is None else f"names {unknown!r}, which is none"
        raise table.fault("measures", what, f"choose from {', '.join(MEASURES)}")
    weights = Weights(
        mode=table.choice("mode", _MODES, "viva"),
        top=table.number("top", 0.95),
        measures=measures,
        keep=table.number("keep", 0.75),
    )
    table.finish()
    for key, value in (("top", weights.top), ("keep", weights.keep)):
        if not 0 < value < 1:
            raise table.fault(key, "must be above 0 and below 1")
    return weights


def _variation(table: Table) -> logic.Options:
    """How formulas are varied: the options of the paper, with exact filters unless `filter` is "lenient"."""
    band = Fraction(str(table.number("band", float(logic.Options().band))))
    spread = Fraction(str(table.number("spread", 0.5)))
    if band < 0 or spread < 0:
        raise table.fault("band", "and `spread` cannot be negative")
    stated = any(table.has(key) for key in ("keep_equal", "keep_different", "spread"))
    literals = logic.Literals(table.flag("keep_equal", True), table.flag("keep_different", True), spread)
    options = logic.Options(
        filter="lenient" if table.choice("filter", ("strict", "lenient"), "strict") == "lenient" else "strict",
        band=band,
        complement=table.flag("complement", False),
        search="constraints" if table.choice("search", ("edits", "constraints"), "edits") == "constraints" else "edits",
        # Without a word of the teacher literals are first kept equal and different, then free.
        literals=literals if stated else None,
    )
    table.finish()
    return options


def submitted_machine(submission: Submission, say: Say) -> tuple[str, Machine]:
    """A submitted automaton, whatever its shape, and its file."""
    file, text = submission.text(AUTOMATA, LARGEST)
    try:
        return file, formats.read(file, text)
    except Misread as problem:
        raise _unreadable(problem, file, say) from None


def answer_of(task: Task, machine: Machine, file: str, limit: int, work: int) -> Answer:
    """The answer that a machine is, whatever its shape, as long as it has a start and only known letters."""
    automaton = as_nfa(machine, task.alphabet)
    if len(machine.starts) == 1 and not double_moves(machine):
        dfa, names = as_dfa(machine, task.alphabet)
        return Answer(file, machine, None, automaton, dfa, names, is_deterministic=True)
    try:
        dfa, order = subsets(automaton, limit, work)
    except Explosion:
        return Answer(file, machine, None, automaton, None, ())
    return Answer(file, machine, None, automaton, dfa, tuple(subset_name(machine, subset) for subset in order))


def submitted_expression(task: Task, submission: Submission, limit: int, work: int, say: Say) -> Answer:
    file, text = submission.text(EXPRESSIONS)
    written = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("# "))
    try:
        expression = regex.parse(written, task.alphabet)
    except Misread as problem:
        raise _unreadable(problem, file, say) from None
    automaton = automaton_of(expression, task.alphabet)
    plus = regex.has_plus_as_choice(written, task.alphabet)
    try:
        dfa, _ = subsets(automaton, limit, work)
    except Explosion:
        return Answer(file, None, expression, automaton, None, (), plus_is_choice=plus)
    names = tuple(f"s{state}" for state in range(len(dfa.moves)))
    return Answer(file, None, expression, automaton, dfa, names, plus_is_choice=plus)


def _unreadable(problem: Misread, file: str, say: Say) -> Unreadable:
    where = Passage(file, problem.line, problem.column) if problem.line else None
    said = say("unreadable", file=file, problem=problem.told(say("descriptions")))
    return Unreadable(problem.reason, [Finding(said, About.POLICY, signature=problem.reason, where=where)])


def read_words(task: Task, text: str, file: str, say: Say) -> list[tuple[int, str]]:
    """The words of an answer with their lines; blank lines and comments are left out, and so is a number or a dash
    before a word. Commas that are no letters stand between words."""
    found: list[tuple[int, str]] = []
    for line, written in enumerate(text.splitlines(), 1):
        if not written.strip() or written.strip().startswith("# "):
            continue
        counted = _COUNTED.match(written)
        begin = counted.end() if counted and counted[1] not in task.alphabet else 0
        column = begin + 1
        for part in [written[begin:]] if "," in task.alphabet else written[begin:].split(","):
            shown = part.strip()
            if shown:
                at = column + len(part) - len(part.lstrip())
                found.append((line, _read_word(task, shown, Passage(file, line, at), say)))
            column += len(part) + 1
    return found


def _read_word(task: Task, shown: str, where: Passage, say: Say) -> str:
    word = "" if shown in (EMPTY_WORD, "ε", "λ") and shown not in task.alphabet else shown
    unknown = next((index for index, letter in enumerate(word) if letter not in task.alphabet), None)
    if unknown is None:
        return word
    letters = " ".join(task.alphabet)
    said = say("word_letter", word=clip(word), letter=word[unknown], alphabet=letters, line=where.line)
    place = Passage(where.file, where.line, (where.column or 1) + unknown)
    raise Unreadable("unknown_letter", [Finding(said, About.POLICY, signature="unknown_letter", where=place)])


def show_word(word: str) -> str:
    return word or EMPTY_WORD


def is_expression(description: object) -> TypeGuard[Regex]:
    return isinstance(description, Letter | Union | Sequence | Star)


def is_formula(description: object) -> TypeGuard[logic.Formula]:
    """A language is given by an automaton, an expression or a formula; what is not one of the others is one."""
    return description is not None and not isinstance(description, Machine) and not is_expression(description)
