"""Random formulas of every kind of node."""

from collections.abc import Sequence
from random import Random

from viva.engines.logic import formula as f

CONNECTIVES: tuple[f.Connective, ...] = ("and", "or", "->", "<->")
POSITIONS: tuple[f.Quantifier, ...] = ("ex1", "all1")
Bound = tuple[tuple[str, str], ...]


def random_formula(
    random: Random, depth: int, alphabet: Sequence[str], bound: Bound = (), letter_quantifiers: bool = True
) -> f.Formula:
    """`bound` are the variables in scope, as (name, kind)."""

    def names(kind: str) -> list[str]:
        return [name for name, own in dict(bound).items() if own == kind]

    def string(most: int = 3, least: int = 1) -> f.Letters:
        if names("0") and random.random() < 0.3:
            return f.LetterVariable(random.choice(names("0")))
        return "".join(random.choice(alphabet) for _ in range(random.randint(least, most)))

    def letter() -> f.Letters:
        return string(1)

    def place(shifts: int = 2) -> f.Spot:
        if shifts and random.random() < 0.3:
            return f.Shifted(place(shifts - 1), random.randint(-3, 3))
        kind = random.randrange(6)
        if kind < 3 and names("1"):
            return f.Position(random.choice(names("1")))
        places: list[f.Spot] = [f.First(), f.Last(), f.FirstOccurrence(string()), f.LastOccurrence(string())]
        return places[random.randrange(4)]

    def positions(deep: int = 2) -> f.Set:
        if deep and random.random() < 0.35:
            combined = random.choice((f.Union, f.Intersection))
            return combined(positions(deep - 1), positions(deep - 1))
        kind = random.randrange(5)
        if kind < 2 and names("2"):
            return f.Positions(random.choice(names("2")))
        if kind < 3:
            return f.Beside(random.choice(f.COMPARISONS[1:]), place())
        return f.Occurrences(string()) if kind == 3 else f.All()

    if depth <= 1 or random.random() < 0.15:
        comparison = random.choice(f.COMPARISONS)
        match random.randrange(14):
            case 0:
                return f.Constant(random.random() < 0.5)
            case 1:
                return f.IsEmpty()
            case 2:
                return f.Begins(string(3, 0))
            case 3:
                return f.Ends(string(3, 0))
            case 4 | 5:
                return f.LetterAt(letter(), place())
            case 6:
                return f.LetterThroughout(letter(), positions())
            case 7 | 8:
                return f.Compare(place(), comparison, place())
            case 9:
                return f.Member(place(), positions())
            case 10 | 11:
                return f.Count(positions(), comparison, random.randrange(4))
            case _:
                return f.CountModulo(positions(), random.randint(1, 4), comparison, random.randrange(4))
    choice = random.randrange(10)
    if choice == 0:
        return f.Not(random_formula(random, depth - 1, alphabet, bound, letter_quantifiers))
    if choice < 6:
        left = random_formula(random, depth - 1, alphabet, bound, letter_quantifiers)
        right = random_formula(random, depth - 1, alphabet, bound, letter_quantifiers)
        return f.Binary(random.choice(CONNECTIVES), left, right)
    quantifier = random.choice(f.QUANTIFIERS if letter_quantifiers else f.QUANTIFIERS[:4])
    quantifier = quantifier if random.random() < 0.4 else random.choice(POSITIONS)
    kind = quantifier[-1]
    variable = random.choice({"0": ["c", "d"], "1": ["x", "y", "z"], "2": ["X", "Y"]}[kind])
    scope = (*(pair for pair in bound if pair[0] != variable), (variable, kind))
    return f.Quantified(quantifier, variable, random_formula(random, depth - 1, alphabet, scope, letter_quantifiers))
