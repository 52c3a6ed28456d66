"""The meaning of formulas straight from its definition, by trying all values: an oracle that shares no code with the
compiler. `holds(formula, word, alphabet)`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, combinations
from operator import eq, ge, gt, le, lt

from viva.engines.logic import formula as f

COMPARE: dict[str, Callable[[int, int], bool]] = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}


def holds(formula: f.Formula, word: str, alphabet: Sequence[str], values: Mapping[str, object] | None = None) -> bool:
    values = values or {}
    n = len(word)

    def string(letters: f.Letters) -> str:
        return str(values[letters.name]) if isinstance(letters, f.LetterVariable) else letters

    def starts(letters: f.Letters) -> list[int]:
        u = string(letters)
        return [i for i in range(n) if word[i : i + len(u)] == u]

    def position(name: str) -> int:
        value = values[name]
        assert isinstance(value, int)
        return value

    def chosen(name: str) -> set[int]:
        value = values[name]
        assert isinstance(value, tuple)
        return set(value)

    def place(p: f.Spot) -> int | None:
        """None: undefined."""
        found: int | None
        match p:
            case f.First():
                found = 0
            case f.Last():
                found = n - 1
            case f.Position(name):
                found = position(name)
            case f.FirstOccurrence(u):
                found = min(starts(u), default=None)
            case f.LastOccurrence(u):
                found = max(starts(u), default=None)
            case f.Shifted(base, offset):
                below = place(base)
                found = None if below is None else below + offset
        return found if found is not None and 0 <= found < n else None

    def members(s: f.Set) -> set[int]:
        match s:
            case f.All():
                return set(range(n))
            case f.Positions(name):
                return chosen(name)
            case f.Occurrences(u):
                return set(starts(u))
            case f.Beside(comparison, p):
                at = place(p)
                return set() if at is None else {i for i in range(n) if COMPARE[comparison](i, at)}
            case f.Union(left, right):
                return members(left) | members(right)
            case f.Intersection(left, right):
                return members(left) & members(right)

    match formula:
        case f.Constant(value):
            return value
        case f.IsEmpty():
            return n == 0
        case f.Begins(u):
            return word.startswith(string(u))
        case f.Ends(u):
            return word.endswith(string(u))
        case f.LetterAt(c, p):
            at = place(p)
            return at is not None and word[at] == string(c)
        case f.LetterThroughout(c, s):
            return all(word[i] == string(c) for i in members(s))
        case f.Compare(p, comparison, q):
            left, right = place(p), place(q)
            return left is not None and right is not None and COMPARE[comparison](left, right)
        case f.Member(p, s):
            at = place(p)
            return at is not None and at in members(s)
        case f.Count(s, comparison, number):
            return COMPARE[comparison](len(members(s)), number)
        case f.CountModulo(s, modulus, comparison, number):
            return COMPARE[comparison](len(members(s)) % modulus, number)
        case f.Not(operand):
            return not holds(operand, word, alphabet, values)
        case f.Binary(connective, left, right):
            one, other = holds(left, word, alphabet, values), holds(right, word, alphabet, values)
            return {"and": one and other, "or": one or other, "->": not one or other, "<->": one == other}[connective]
        case f.Quantified(quantifier, variable, body):
            domain: Iterable[object] = {
                "0": alphabet,
                "1": range(n),
                "2": list(chain.from_iterable(combinations(range(n), k) for k in range(n + 1))),
            }[quantifier[-1]]
            results = (holds(body, word, alphabet, {**values, variable: value}) for value in domain)
            return any(results) if quantifier.startswith("ex") else all(results)
