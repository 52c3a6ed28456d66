"""Formulas that say something with a name of its own: that a string occurs, that one letter always follows another."""

from __future__ import annotations

from typing import TypeGuard

from viva.engines.logic.formula import (
    Begins,
    Beside,
    Binary,
    Compare,
    Count,
    CountModulo,
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
    rename_variable,
)


def plain(formula: Formula) -> Formula:
    """Without double negations."""
    while isinstance(formula, Not) and isinstance(formula.operand, Not):
        formula = formula.operand.operand
    return formula


def contained_string(formula: Formula) -> tuple[Letters, bool] | None:
    """`(string, whether it occurs)` where a count says just that."""
    match formula:
        case Count(Occurrences(string), ">=", 1) | Count(Occurrences(string), ">", 0):
            return string, True
        case Count(Occurrences(string), "=" | "<=", 0) | Count(Occurrences(string), "<", 1):
            return string, False
        case Not(operand):
            inner = contained_string(operand)
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
        if rename_variable(end_letter_elsewhere(last, found).body, "c", formula.variable) == formula.body:
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


def among_the_last(formula: Formula) -> tuple[str, int] | None:
    """`(letter, how many)` of `ex1 x. 'a' @ x and not x < last-9`: one of the last ten letters."""
    match formula:
        case Quantified(
            "ex1",
            name,
            Binary(
                "and",
                LetterAt(str() as letter, Position(one)),
                Not(Compare(Position(two), "<", Shifted(Last(), offset))),
            ),
        ) if one == two == name and offset < 0:
            return letter, 1 - offset
    return None


def same_letter_at(formula: Formula) -> tuple[Spot, Spot] | None:
    """The two places that hold a guessed letter, where that is all that is said of it."""
    match formula:
        case Quantified("ex0", name, Binary("and", left, right)):
            found = [_place_of(each, LetterVariable(name)) for each in (left, right)]
            if found[0] is not None and found[1] is not None:
                return found[0], found[1]
    return None


def _place_of(formula: Formula, letter: LetterVariable) -> Spot | None:
    """Which place holds the letter; that of no other variable, which could be anywhere."""
    match formula:
        case Begins(held) if held == letter:
            return First()
        case Ends(held) if held == letter:
            return Last()
        case LetterAt(held, First() | Last() | Shifted(First() | Last()) as place) if held == letter:
            return place
    return None


def periodic(formula: Formula) -> tuple[bool, str, str] | None:
    """`(every, "odd" or "even", letter)` of `all1 x. |psLt(x)| % 2 = 0 -> 'a' @ x`, and of `ex1` with `and`. The first
    position is an odd one."""
    match formula:
        case Quantified(
            "all1" | "ex1" as quantifier,
            name,
            Binary(
                "->" | "and" as connective,
                CountModulo(Beside("<" | "<=" as side, Position(one)), 2, "=", 0 | 1 as rest),
                LetterAt(str() as letter, Position(two)),
            ),
        ) if one == two == name and (quantifier == "all1") == (connective == "->"):
            odd = (rest == 0) == (side == "<")
            return quantifier == "all1", "odd" if odd else "even", letter
    return None


def occurring(formula: Formula) -> tuple[str, Count | CountModulo] | None:
    """`(which letter, how often)` where a guessed letter is only counted: each letter, some letter, and the letter that
    the word begins or ends with."""
    match formula:
        case Quantified("all0", name, body) if _counts(body, name):
            return "each letter", body
        case Quantified("ex0", name, body) if _counts(body, name):
            return "some letter", body
        case Quantified("ex0", name, Binary("and", left, right)):
            letter = LetterVariable(name)
            for end, count in ((left, right), (right, left)):
                if _counts(count, name) and end in (Begins(letter), LetterAt(letter, First())):
                    return "the first letter", count
                if _counts(count, name) and end in (Ends(letter), LetterAt(letter, Last())):
                    return "the last letter", count
    return None


def _counts(formula: Formula, variable: str) -> TypeGuard[Count | CountModulo]:
    """Whether it says how often a guessed letter occurs, in so many times or in an even or odd number of times."""
    match formula:
        case Count(Occurrences(LetterVariable(name)), _, number):
            return name == variable and number > 0
        case CountModulo(Occurrences(LetterVariable(name)), 2, "=", 0 | 1):
            return name == variable
    return False
