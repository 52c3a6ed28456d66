"""Formulas that say something with a name of its own: that a string occurs, that one letter always follows another."""

from __future__ import annotations

from typing import TypeGuard

from viva.engines.logic import formula as f


def plain(formula: f.Formula) -> f.Formula:
    """Without double negations."""
    while isinstance(formula, f.Not) and isinstance(formula.operand, f.Not):
        formula = formula.operand.operand
    return formula


def contained_string(formula: f.Formula) -> tuple[f.Letters, bool] | None:
    """`(string, whether it occurs)` where a count says just that."""
    match formula:
        case f.Count(f.Occurrences(string), ">=", 1) | f.Count(f.Occurrences(string), ">", 0):
            return string, True
        case f.Count(f.Occurrences(string), "=" | "<=", 0) | f.Count(f.Occurrences(string), "<", 1):
            return string, False
        case f.Not(operand):
            inner = contained_string(operand)
            return inner and (inner[0], not inner[1])
    return None


def consecutive(formula: f.Formula) -> str | None:
    """The string of `ex1 x. 'a' @ x and 'b' @ x+1 and …`."""
    match formula:
        case f.Quantified("ex1", variable, body):
            letters: dict[int, str] = {}
            for part in f.conjuncts(body):
                match part:
                    case f.LetterAt(str() as letter, where):
                        offset = _offset(where, variable)
                        if offset is None or offset in letters:
                            return None
                        letters[offset] = letter
                    case _:
                        return None
            if sorted(letters) == list(range(len(letters))):
                return "".join(letters[offset] for offset in sorted(letters))
    return None


def _offset(where: f.Spot, variable: str) -> int | None:
    match where:
        case f.Position(name) if name == variable:
            return 0
        case f.Shifted(f.Position(name), offset) if name == variable:
            return offset
    return None


def is_same_letter(formula: f.Formula) -> bool:
    match formula:
        case f.Quantified("ex0", name, f.Binary("and", left, right)):
            letter = f.LetterVariable(name)
            begins = (f.Begins(letter), f.LetterAt(letter, f.First()))
            ends = (f.Ends(letter), f.LetterAt(letter, f.Last()))
            return (left in begins and right in ends) or (left in ends and right in begins)
    return False


def elsewhere(formula: f.Quantified) -> str | None:
    """Whether the last or first letter of the word occurs elsewhere, if that is what the formula says."""
    for last, found, phrase in (
        (True, True, "the last letter has occurred before"),
        (True, False, "the last letter has not occurred before"),
        (False, True, "the first letter occurs again"),
        (False, False, "the first letter does not occur again"),
    ):
        if f.rename_variable(f.end_letter_elsewhere(last, found).body, "c", formula.variable) == formula.body:
            return phrase
    return None


def always_beside(formula: f.Formula) -> tuple[str, str, str] | None:
    """The letters of `all1 x. 'a' @ x -> 'b' @ x+1`."""
    match formula:
        case f.Quantified("all1", name, f.Binary("->", f.LetterAt(str() as letter, f.Position(one)), right)) if (
            one == name
        ):
            match right:
                case f.LetterAt(str() as other, f.Shifted(f.Position(two), 1 | -1 as step)) if two == name:
                    return letter, "followed" if step == 1 else "preceded", other
    return None


def among_the_last(formula: f.Formula) -> tuple[str, int] | None:
    """`(letter, how many)` of `ex1 x. 'a' @ x and not x < last-9`: one of the last ten letters."""
    match formula:
        case f.Quantified(
            "ex1",
            name,
            f.Binary(
                "and",
                f.LetterAt(str() as letter, f.Position(one)),
                f.Not(f.Compare(f.Position(two), "<", f.Shifted(f.Last(), offset))),
            ),
        ) if one == two == name and offset < 0:
            return letter, 1 - offset
    return None


def same_letter_at(formula: f.Formula) -> tuple[f.Spot, f.Spot] | None:
    """The two places that hold a guessed letter, where that is all that is said of it."""
    match formula:
        case f.Quantified("ex0", name, f.Binary("and", left, right)):
            found = [_place_of(each, f.LetterVariable(name)) for each in (left, right)]
            if found[0] is not None and found[1] is not None:
                return found[0], found[1]
    return None


def _place_of(formula: f.Formula, letter: f.LetterVariable) -> f.Spot | None:
    """Which place holds the letter; that of no other variable, which could be anywhere."""
    match formula:
        case f.Begins(held) if held == letter:
            return f.First()
        case f.Ends(held) if held == letter:
            return f.Last()
        case f.LetterAt(held, f.First() | f.Last() | f.Shifted(f.First() | f.Last()) as place) if held == letter:
            return place
    return None


def periodic(formula: f.Formula) -> tuple[bool, str, str] | None:
    """`(every, "odd" or "even", letter)` of `all1 x. |psLt(x)| % 2 = 0 -> 'a' @ x`, and of `ex1` with `and`. The first
    position is an odd one."""
    match formula:
        case f.Quantified(
            "all1" | "ex1" as quantifier,
            name,
            f.Binary(
                "->" | "and" as connective,
                f.CountModulo(f.Beside("<" | "<=" as side, f.Position(one)), 2, "=", 0 | 1 as rest),
                f.LetterAt(str() as letter, f.Position(two)),
            ),
        ) if one == two == name and (quantifier == "all1") == (connective == "->"):
            odd = (rest == 0) == (side == "<")
            return quantifier == "all1", "odd" if odd else "even", letter
    return None


def occurring(formula: f.Formula) -> tuple[str, f.Count | f.CountModulo] | None:
    """`(which letter, how often)` where a guessed letter is only counted: each letter, some letter, and the letter that
    the word begins or ends with."""
    match formula:
        case f.Quantified("all0", name, body) if _counts(body, name):
            return "each letter", body
        case f.Quantified("ex0", name, body) if _counts(body, name):
            return "some letter", body
        case f.Quantified("ex0", name, f.Binary("and", left, right)):
            letter = f.LetterVariable(name)
            for end, count in ((left, right), (right, left)):
                if _counts(count, name) and end in (f.Begins(letter), f.LetterAt(letter, f.First())):
                    return "the first letter", count
                if _counts(count, name) and end in (f.Ends(letter), f.LetterAt(letter, f.Last())):
                    return "the last letter", count
    return None


def _counts(formula: f.Formula, variable: str) -> TypeGuard[f.Count | f.CountModulo]:
    """Whether it says how often a guessed letter occurs, in so many times or in an even or odd number of times."""
    match formula:
        case f.Count(f.Occurrences(f.LetterVariable(name)), _, number):
            return name == variable and number > 0
        case f.CountModulo(f.Occurrences(f.LetterVariable(name)), 2, "=", 0 | 1):
            return name == variable
    return False
