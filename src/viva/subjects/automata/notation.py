"""Files of exercises and answers to values: languages, given automata, submitted automata, expressions and words."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TypeGuard

from viva.core.fault import Fault
from viva.core.reading import Misread
from viva.core.source import MANIFEST, Source
from viva.engines import logic
from viva.engines.automata import (
    DFA,
    Explosion,
    Machine,
    Regex,
    as_nfa,
    automaton_of,
    determinise,
    formats,
    minimise,
    regex,
)
from viva.engines.automata.machine import unknown_letters
from viva.engines.automata.regex import Letter, Sequence, Star, Union
from viva.engines.logic.formula import letters_of as letters_in
from viva.subjects.automata.model import Language

EMPTY_WORD = "<empty>"
AUTOMATA = (".txt", ".table", ".json", ".jff", ".dot", ".gv")
EXPRESSIONS = (".regex", ".re", ".txt")
WORDS = (".txt", ".words")


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


def read_words(text: str) -> list[tuple[int, str]]:
    """The lines of an answer that is words, with their numbers; blank lines and comments are left out."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        word = line.strip()
        if word and not word.startswith("# "):
            found.append((number, word))
    return found


def show_word(word: str) -> str:
    return word or EMPTY_WORD


def is_expression(description: object) -> TypeGuard[Regex]:
    return isinstance(description, Letter | Union | Sequence | Star)


def is_formula(description: object) -> TypeGuard[logic.Formula]:
    """A language is given by an automaton, an expression or a formula; what is not one of the others is one."""
    return description is not None and not isinstance(description, Machine) and not is_expression(description)
