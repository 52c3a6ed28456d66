"""From a formula to its minimal automaton: the words of the alphabet for which it holds.

Atoms are made directly (`atoms.py`), connectives are products, a quantifier removes a track by the subset construction;
every automaton on the way is minimised (`tracks.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from viva.core.fault import Fault
from viva.core.text.escape import visible
from viva.engines.automata import DFA
from viva.engines.logic import formula as f
from viva.engines.logic.atoms import NOTHING, Atoms, Counter
from viva.engines.logic.notation import show_place
from viva.engines.logic.tracks import WORK, Tracked, Work, complement, product, project

_ACCEPT: dict[f.Connective, Callable[[bool, bool], bool]] = {
    "and": lambda left, right: left and right,
    "or": lambda left, right: left or right,
    "->": lambda left, right: not left or right,
    "<->": lambda left, right: left == right,
}
_DUAL: dict[f.Quantifier, f.Quantifier] = {
    "ex0": "all0",
    "all0": "ex0",
    "ex1": "all1",
    "all1": "ex1",
    "ex2": "all2",
    "all2": "ex2",
}


def compile(formula: f.Formula, alphabet: Sequence[str], work: int = WORK) -> DFA:
    """The minimal DFA, numbered in the order of its first words: equal languages have equal automata.

    Raises Fault for a letter outside the alphabet and TooLarge where it takes more than `work` steps.
    """
    return Compiler(alphabet, work).automaton(formula)


class Compiler:
    """Compiles many formulas over one alphabet, each part once."""

    def __init__(self, alphabet: Sequence[str], work: int = WORK) -> None:
        self.alphabet = tuple(alphabet)
        self.letters = len(self.alphabet)
        self.work = Work(work)
        self.atoms = Atoms(self.alphabet, self.work)
        self.known: dict[f.Formula, Tracked] = {}
        self.places: dict[f.Spot, Tracked] = {}

    def automaton(self, formula: f.Formula) -> DFA:
        """The work limit holds for each formula anew."""
        if not self.alphabet:
            raise Fault("an alphabet needs at least one letter")
        for letter in sorted(f.letters_of(formula)):
            if letter not in self.alphabet:
                raise Fault(
                    f"the letter '{visible(letter)}' is not in the alphabet",
                    remedy=f"its letters are {', '.join(self.alphabet)}",
                )
        for name in sorted(f.free_variables(formula)):
            raise Fault(f"no quantifier binds the variable {name}")
        self.work.done = 0
        whole = self.tracked(formula)
        return DFA(self.alphabet, whole.moves, 0, whole.accepting)

    def tracked(self, formula: f.Formula) -> Tracked:
        """The automaton with a track for each free variable (fewer where a variable does not matter)."""
        known = self.known.get(formula)
        if known is None:
            known = self.known[formula] = self._tracked(formula)
        return known

    def _tracked(self, formula: f.Formula) -> Tracked:
        match formula:
            case f.Not(operand):
                return complement(self.tracked(operand))
            case f.Binary(connective, left, right):
                if connective in ("and", "or"):
                    return self.all_of(f.conjuncts(formula, connective), connective)
                return product(self.letters, self.tracked(left), self.tracked(right), _ACCEPT[connective], self.work)
            case f.Quantified("ex0" | "all0" as quantifier, variable, body):
                each = (f.with_letter(body, variable, letter) for letter in self.alphabet)
                return self.all_of(each, "or" if quantifier == "ex0" else "and")
            case f.Quantified("ex1" | "ex2" as quantifier, variable, body):
                return self.some(variable, body, quantifier == "ex1")
            case f.Quantified(quantifier, variable, body):
                return complement(self.some(variable, negation(body), quantifier == "all1"))
            case _:
                return self.atom(formula)

    def all_of(self, formulas: Iterable[f.Formula], connective: f.Connective) -> Tracked:
        """Their conjunction or disjunction, small automata first."""
        automata = sorted((self.tracked(formula) for formula in formulas), key=lambda each: len(each.moves))
        whole = automata[0]
        for automaton in automata[1:]:
            whole = self.both(whole, automaton, connective)
        return whole

    def both(self, left: Tracked, right: Tracked, connective: f.Connective = "and") -> Tracked:
        return product(self.letters, left, right, _ACCEPT[connective], self.work)

    def some(self, variable: str, body: f.Formula, position: bool) -> Tracked:
        """There is a position (or a set of positions) for which the body holds.

        The quantifier is moved inwards first: into the parts of a disjunction, and past what does not speak of the
        variable in a conjunction. That keeps the number of tracks small.
        """
        body = outermost(body)
        match body:
            case f.Binary("or", left, right):
                return self.both(self.some(variable, left, position), self.some(variable, right, position), "or")
            case f.Binary("and"):
                bound = [part for part in f.conjuncts(body) if variable in f.free_variables(part)]
                others = [part for part in f.conjuncts(body) if variable not in f.free_variables(part)]
                if bound and others:
                    whole = self.some_of(variable, self.all_of(bound, "and"), position)
                    return self.both(whole, self.all_of(others, "and"))
        return self.some_of(variable, self.tracked(body), position)

    def some_of(self, variable: str, automaton: Tracked, position: bool) -> Tracked:
        if variable not in automaton.tracks:
            # There is always a set; there is a position unless the word is empty.
            return self.both(automaton, complement(self.atoms.is_empty())) if position else automaton
        if position:
            automaton = self.both(automaton, self.atoms.singleton(variable))
        return project(self.letters, automaton, variable, self.work)

    # Conditions without parts

    def atom(self, atom: f.Formula) -> Tracked:
        """An undefined position makes the atom false, but in `psXx` only the set empty."""
        match atom:
            case f.LetterAt(str() as letter, f.Shifted(f.Position(name), offset)):
                return self.atoms.letter_at(self.number(letter), name, offset)
        strict = [place for place in _own_places(atom) if not isinstance(place, f.Position)]
        if strict:
            variable, where = self.where(strict[0])
            named = self.both(where, self.atom(_named(atom, strict[0], variable)))
            return project(self.letters, named, variable, self.work)
        for node in f.nodes(atom):
            if isinstance(node, f.Beside) and not isinstance(node.place, f.Position):
                variable, where = self.where(node.place)
                defined = project(self.letters, where, variable, self.work)
                named = self.both(where, self.atom(_named(atom, node.place, variable)))
                there = project(self.letters, named, variable, self.work)
                nowhere = self.both(complement(defined), self.atom(_without(atom, node.place)))
                return self.both(there, nowhere, "or")
        return self.plain_atom(atom)

    def plain_atom(self, atom: f.Formula) -> Tracked:
        """All places are variables."""
        match atom:
            case f.Constant(value):
                return self.atoms.constant(value)
            case f.IsEmpty():
                return self.atoms.is_empty()
            case f.Begins(string):
                return self.atoms.begins(self.numbers(string))
            case f.Ends(string):
                return self.atoms.ends(self.numbers(string))
            case f.LetterAt(str() as letter, f.Position(name)):
                return self.atoms.letter_at(self.number(letter), name, 0)
            case f.LetterThroughout(str() as letter, f.Occurrences(str() as string)):
                # Each occurrence starts with its first letter.
                if string[0] == letter:
                    return self.atoms.constant(True)
                return self.atoms.count_of_string(self.numbers(string), Counter("=", 0))
            case f.Compare(f.Position(left), comparison, f.Position(right)):
                return self.atoms.compare(left, comparison, right)
            case f.Count(f.Occurrences(string), comparison, number):
                return self.atoms.count_of_string(self.numbers(string), Counter(comparison, number))
            case f.CountModulo(f.Occurrences(string), modulus, comparison, number):
                return self.atoms.count_of_string(self.numbers(string), Counter(comparison, number, modulus))
        return self.about_a_set(atom)

    def about_a_set(self, atom: f.Formula) -> Tracked:
        """Strings of more than one letter in a set become set variables: whether an occurrence starts at a position
        is known only later."""
        for node in f.nodes(atom):
            if isinstance(node, f.Occurrences) and len(self.numbers(node.string)) > 1:
                variable = f"#{node.string}"
                where = self.atoms.is_occurrences(self.numbers(node.string), variable)
                named = self.about_a_set(_replaced(atom, node, f.Positions(variable)))
                return project(self.letters, self.both(where, named), variable, self.work)
        match atom:
            case f.LetterThroughout(str() as letter, positions):
                return self.atoms.letter_throughout(self.number(letter), positions)
            case f.Member(f.Position(name), positions):
                return self.atoms.member(name, positions)
            case f.Count(positions, comparison, number):
                return self.atoms.count(positions, Counter(comparison, number))
            case f.CountModulo(positions, modulus, comparison, number):
                return self.atoms.count(positions, Counter(comparison, number, modulus))
        raise AssertionError(atom)

    def where(self, place: f.Spot) -> tuple[str, Tracked]:
        """A variable for a place that is none, and the automaton: the place is defined, and the variable is there."""
        variable = f"={show_place(place)}"
        known = self.places.get(place)
        if known is None:
            known = self.places[place] = self._where(place, variable)
        return variable, known

    def _where(self, place: f.Spot, variable: str) -> Tracked:
        match place:
            case f.First():
                return self.atoms.is_first(variable)
            case f.Last():
                return self.atoms.is_last(variable)
            case f.FirstOccurrence(string):
                return self.atoms.is_first_occurrence(self.numbers(string), variable)
            case f.LastOccurrence(string):
                return self.atoms.is_last_occurrence(self.numbers(string), variable)
            case f.Shifted(f.Position(name), offset):
                return self.atoms.is_shifted(name, offset, variable)
            case f.Shifted(base, offset):
                base_variable, where = self.where(base)
                shifted = self.both(where, self.atoms.is_shifted(base_variable, offset, variable))
                return project(self.letters, shifted, base_variable, self.work)
        raise AssertionError(place)

    def number(self, letter: str) -> int:
        return self.alphabet.index(letter)

    def numbers(self, string: f.Letters) -> tuple[int, ...]:
        if not isinstance(string, str):
            raise AssertionError(string)
        return tuple(self.alphabet.index(letter) for letter in string)


def negation(formula: f.Formula) -> f.Formula:
    """Its negation, moved inwards by one connective or quantifier."""
    match formula:
        case f.Not(operand):
            return operand
        case f.Binary("and", left, right):
            return f.Binary("or", negation(left), negation(right))
        case f.Binary("or", left, right):
            return f.Binary("and", negation(left), negation(right))
        case f.Binary("->", left, right):
            return f.Binary("and", left, negation(right))
        case f.Quantified(quantifier, variable, body):
            return f.Quantified(_DUAL[quantifier], variable, negation(body))
        case _:
            return f.Not(formula)


def outermost(formula: f.Formula) -> f.Formula:
    """The same formula with `and` or `or` outermost where it can be."""
    match formula:
        case f.Not(f.Binary("and" | "or" | "->") as operand):
            return negation(operand)
        case f.Not(f.Not(operand)):
            return outermost(operand)
        case f.Binary("->", left, right):
            return f.Binary("or", negation(left), right)
        case _:
            return formula


def _own_places(atom: f.Formula) -> list[f.Spot]:
    """The places an atom speaks of itself, not those within its sets."""
    match atom:
        case f.LetterAt(_, place) | f.Member(place, _):
            return [place]
        case f.Compare(left, _, right):
            return [left, right]
        case _:
            return []


def _named(atom: f.Formula, place: f.Spot, variable: str) -> f.Formula:
    """The atom with a variable in place of a place, wherever it speaks of it."""
    return _replaced(atom, place, f.Position(variable))


def _without(atom: f.Formula, place: f.Spot) -> f.Formula:
    """The atom where the place is undefined: the sets beside it are empty."""

    def change(node: f.Node) -> f.Node:
        return NOTHING if isinstance(node, f.Beside) and node.place == place else node

    return f.transform(atom, change)


def _replaced(atom: f.Formula, old: f.Spot | f.Set, new: f.Spot | f.Set) -> f.Formula:
    return f.transform(atom, lambda node: new if node == old else node)
