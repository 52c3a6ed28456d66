"""Descriptions that guess, for exercises that ask for an NFA.

`fold_letters` finds the guess in a formula that lists what happens for each letter ("begins and ends with the same
letter" as one case for 0 and one for 1), so that variants are made of the guess and not of the list. `guessing` builds
an NFA that guesses what the formula guesses: a letter, a position, a set, or which part of a disjunction holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import count as numbers

from viva.core.records import dataclass
from viva.engines.automata import NFA, Explosion, determinise, minimise
from viva.engines.logic import formula as f
from viva.engines.logic.compiler import Compiler, outermost
from viva.engines.logic.tracks import Tracked

_FOLDS: dict[f.Connective, f.Quantifier] = {"or": "ex0", "and": "all0"}


def fold_letters(formula: f.Formula, alphabet: Sequence[str]) -> f.Formula:
    """The same language, with a letter quantifier for each list of cases that has one for each letter."""
    match formula:
        case f.Not(operand):
            return f.Not(fold_letters(operand, alphabet))
        case f.Quantified(quantifier, variable, body):
            return f.Quantified(quantifier, variable, fold_letters(body, alphabet))
        case f.Binary("or" | "and" as connective, left, right):
            parts = list(f.conjuncts(formula, connective))
            if len(parts) == len(alphabet) > 1:
                for letter in sorted(f.letters_of(parts[0])):
                    body = _with_variable(parts[0], letter, variable := _fresh(formula))
                    if {f.with_letter(body, variable, each) for each in alphabet} == {*parts}:
                        return f.Quantified(_FOLDS[connective], variable, fold_letters(body, alphabet))
            return f.Binary(connective, fold_letters(left, alphabet), fold_letters(right, alphabet))
        case _:
            return formula


def unfold_letters(formula: f.Formula, alphabet: Sequence[str]) -> f.Formula:
    """The same language in the fixed notation: a list of cases for each letter quantifier."""

    def change(node: f.Node) -> f.Node:
        match node:
            case f.Quantified("ex0" | "all0" as quantifier, variable, body):
                cases = [f.with_letter(body, variable, letter) for letter in alphabet]
                return f.conjunction(cases, "or" if quantifier == "ex0" else "and")
        return node

    return f.transform(formula, change)


def guesses_letters(formula: f.Formula) -> bool:
    return any(isinstance(node, f.Quantified) and node.quantifier[-1] == "0" for node in f.nodes(formula))


def _with_variable(formula: f.Formula, letter: str, variable: str) -> f.Formula:
    """With a variable for a letter wherever it stands alone."""

    def change(node: f.Node) -> f.Node:
        for field in fields(node):
            if field.name in ("letter", "string") and getattr(node, field.name) == letter:
                return replace(node, **{field.name: f.LetterVariable(variable)})  # type: ignore[arg-type]
        return node

    return f.transform(formula, change)


def _fresh(formula: f.Formula) -> str:
    taken = {node.variable for node in f.nodes(formula) if isinstance(node, f.Quantified)}
    return next(name for number in numbers() if (name := f"c{number or ''}") not in taken)


@dataclass(frozen=True, slots=True)
class _Branch:
    """One way to guess: an automaton without epsilon moves."""

    moves: list[list[set[int]]]
    starts: set[int]
    accepting: set[int]


def guessing(formula: f.Formula, compiler: Compiler) -> NFA:
    """An NFA for the formula, in general with fewer states than any DFA: not the smallest there is, but without states
    that lead nowhere and without states that can be merged for having the same future or the same past."""
    compiler.work.done = 0  # as in `Compiler.automaton`: the limit holds for each formula anew
    branches = [_reduced(branch) for branch in _branches(formula, compiler)]
    moves: list[list[set[int]]] = []
    starts: set[int] = set()
    accepting: set[int] = set()
    for branch in branches:
        offset = len(moves)
        moves += [[{offset + target for target in targets} for targets in row] for row in branch.moves]
        starts |= {offset + state for state in branch.starts}
        accepting |= {offset + state for state in branch.accepting}
    whole = _reduced(_Branch(moves, starts, accepting))
    guesser = _automaton(whole, compiler.alphabet)
    try:
        # Where guessing does not pay, the deterministic automaton is the smaller one; it may have a trap besides.
        plain = minimise(determinise(guesser, len(guesser) + 1))
    except Explosion:
        return guesser
    certain = _reduced(_Branch([[{target} for target in row] for row in plain.moves], {0}, set(plain.accepting)))
    return _automaton(certain, compiler.alphabet) if len(certain.moves) <= len(whole.moves) else guesser


def _automaton(branch: _Branch, alphabet: tuple[str, ...]) -> NFA:
    if not branch.moves:
        branch = _Branch([[set() for _ in alphabet]], {0}, set())
    return NFA(
        alphabet,
        tuple(tuple(tuple(sorted(targets)) for targets in row) for row in branch.moves),
        ((),) * len(branch.moves),
        tuple(sorted(branch.starts)),
        frozenset(branch.accepting),
    )


def _branches(formula: f.Formula, compiler: Compiler) -> list[_Branch]:
    formula = outermost(formula)
    letters = len(compiler.alphabet)
    match formula:
        case f.Binary("or", left, right):
            return _branches(left, compiler) + _branches(right, compiler)
        case f.Quantified("ex0", variable, body):
            cases = (f.with_letter(body, variable, letter) for letter in compiler.alphabet)
            return [branch for case in cases for branch in _branches(case, compiler)]
        case f.Quantified("ex1" | "ex2"):
            return [_of_tracked(_guessed(formula, compiler), letters)]
        case f.LetterAt(str() as letter, place):
            variable, where = compiler.where(place)
            held = compiler.tracked(f.LetterAt(letter, f.Position(variable)))
            return [_of_tracked(compiler.both(where, held), letters)]
        case f.Ends(str() as string):
            return [_found(string, compiler, False)]
        case f.Count(f.Occurrences(str() as string), ">=", 1):
            return [_found(string, compiler, True)]
        case _:
            return [_of_tracked(compiler.tracked(formula), letters)]


def _guessed(formula: f.Formula, compiler: Compiler) -> Tracked:
    """The body of a chain of `ex1` and `ex2`, with a track for each of their variables."""
    body = formula
    positions = []
    bound: set[str] = set()
    while isinstance(body, f.Quantified) and body.quantifier in ("ex1", "ex2") and body.variable not in bound:
        bound.add(body.variable)
        if body.quantifier == "ex1":
            positions.append(body.variable)
        body = body.body
    whole = compiler.tracked(body)
    for variable in positions:
        whole = compiler.both(whole, compiler.atoms.singleton(variable))
    return whole


def _found(string: str, compiler: Compiler, anywhere: bool) -> _Branch:
    """The automaton that guesses where the string starts."""
    letters = range(len(compiler.alphabet))
    wanted = compiler.numbers(string)
    moves: list[list[set[int]]] = [[set() for _ in letters] for _ in range(len(wanted) + 1)]
    for letter in letters:
        moves[0][letter].add(0)
        if anywhere:
            moves[-1][letter].add(len(wanted))
    for state, letter in enumerate(wanted):
        moves[state][letter].add(state + 1)
    return _Branch(moves, {0}, {len(wanted)})


def _of_tracked(automaton: Tracked, letters: int) -> _Branch:
    moves = [[set(row[letter::letters]) for letter in range(letters)] for row in automaton.moves]
    return _Branch(moves, {0}, set(automaton.accepting))


def _reduced(branch: _Branch) -> _Branch:
    """Only states on the way to acceptance; those with the same future, then those with the same past are merged."""
    branch = _reversed(_trimmed(_reversed(_trimmed(branch))))
    while True:
        smaller = _reversed(_merged(_reversed(_merged(branch))))
        if len(smaller.moves) == len(branch.moves):
            return smaller
        branch = smaller


def _trimmed(branch: _Branch) -> _Branch:
    """Only what can be reached."""
    order = sorted(branch.starts)
    seen = set(order)
    for state in order:
        for target in sorted(set().union(*branch.moves[state])):
            if target not in seen:
                seen.add(target)
                order.append(target)
    number = {state: index for index, state in enumerate(order)}
    moves = [[{number[target] for target in targets} for targets in branch.moves[state]] for state in order]
    accepting = {number[state] for state in branch.accepting if state in seen}
    return _Branch(moves, {number[state] for state in branch.starts}, accepting)


def _reversed(branch: _Branch) -> _Branch:
    moves: list[list[set[int]]] = [[set() for _ in row] for row in branch.moves]
    for state, row in enumerate(branch.moves):
        for letter, targets in enumerate(row):
            for target in targets:
                moves[target][letter].add(state)
    return _Branch(moves, branch.accepting, branch.starts)


def _merged(branch: _Branch) -> _Branch:
    """States with the same future, by refinement."""
    block = [int(state in branch.accepting) for state in range(len(branch.moves))]
    while True:
        signatures = [
            (block[state], *(frozenset(block[target] for target in targets) for targets in row))
            for state, row in enumerate(branch.moves)
        ]
        number: dict[object, int] = {}
        finer = [number.setdefault(signature, len(number)) for signature in signatures]
        if len(number) == len(set(block)):
            break
        block = finer
    moves: list[list[set[int]]] = [[set() for _ in row] for row in branch.moves[: len(set(finer))]]
    for state, row in enumerate(branch.moves):
        for letter, targets in enumerate(row):
            moves[finer[state]][letter] |= {finer[target] for target in targets}
    return _Branch(moves, {finer[state] for state in branch.starts}, {finer[state] for state in branch.accepting})
