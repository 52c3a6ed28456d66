"""Formulas that say something with a name of its own: that a string occurs, that one letter always follows another."""

from __future__ import annotations

from viva.engines.logic.formula import (
    Begins,
    Binary,
    Count,
    Ends,
    First,
    Formula,
    Last,
    LetterAt,
    Letters,
    LetterVariable,
    Not,
    Occurrences,
    Position,
    Quantified,
    Shifted,
    Spot,
    conjuncts,
    end_letter_elsewhere,
    renamed,
)


def plain(formula: Formula) -> Formula:
    """Without double negations."""
    while isinstance(formula, Not) and isinstance(formula.operand, Not):
        formula = formula.operand.operand
    return formula


def contained(formula: Formula) -> tuple[Letters, bool] | None:
    """`(string, whether it occurs)` where a count says just that."""
    match formula:
        case Count(Occurrences(string), ">=", 1) | Count(Occurrences(string), ">", 0):
            return string, True
        case Count(Occurrences(string), "=" | "<=", 0) | Count(Occurrences(string), "<", 1):
            return string, False
        case Not(operand):
            inner = contained(operand)
            return inner and (inner[0], not inner[1])
    return None


def consecutive(formula: Formula) -> str | None:
    """The string of `ex1 x. 'a' @ x and 'b' @ x+1 and …`."""
    match formula:
        case Quantified("ex1", variable, body):
            letters: dict[int, str] = {}
            for part in conjuncts(body):
                match part:
                    case LetterAt(str() as letter, where):
                        offset = _offset(where, variable)
                        if offset is None or offset in letters:
                            return None
                        letters[offset] = letter
                    case _:
                        return None
            if sorted(letters) == list(range(len(letters))):
                return "".join(letters[offset] for offset in sorted(letters))
    return None


def _offset(where: Spot, variable: str) -> int | None:
    match where:
        case Position(name) if name == variable:
            return 0
        case Shifted(Position(name), offset) if name == variable:
            return offset
    return None


def is_same_letter(formula: Formula) -> bool:
    match formula:
        case Quantified("ex0", name, Binary("and", left, right)):
            letter = LetterVariable(name)
            begins = (Begins(letter), LetterAt(letter, First()))
            ends = (Ends(letter), LetterAt(letter, Last()))
            return (left in begins and right in ends) or (left in ends and right in begins)
    return False


def elsewhere(formula: Quantified) -> str | None:
    """Whether the last or first letter of the word occurs elsewhere, if that is what the formula says."""
    for last, found, phrase in (
        (True, True, "the last letter has occurred before"),
        (True, False, "the last letter has not occurred before"),
        (False, True, "the first letter occurs again"),
        (False, False, "the first letter does not occur again"),
    ):
        if renamed(end_letter_elsewhere(last, found).body, "c", formula.variable) == formula.body:
            return phrase
    return None


def always_beside(formula: Formula) -> tuple[str, str, str] | None:
    """The letters of `all1 x. 'a' @ x -> 'b' @ x+1`."""
    match formula:
        case Quantified("all1", name, Binary("->", LetterAt(str() as letter, Position(one)), right)) if one == name:
            match right:
                case LetterAt(str() as other, Shifted(Position(two), 1 | -1 as step)) if two == name:
                    return letter, "followed" if step == 1 else "preceded", other
    return None
