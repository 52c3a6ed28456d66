"""An oracle: formulas translated to the language of MONA (M2L-Str), and its automaton read back.

MONA's words are not empty, and its terms may leave the word; so every place becomes a quantified position here, which
is in the word or does not exist. Letters are coded in binary, one set variable for each bit.
"""

import re
import subprocess
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

from viva.engines.automata import DFA
from viva.engines.logic import formula as f

Scope = Mapping[str, str]


class Translation:
    def __init__(self, alphabet: tuple[str, ...]) -> None:
        self.alphabet = alphabet
        self.bits = max(1, (len(alphabet) - 1).bit_length())
        self.names = (f"v{number}" for number in count())

    def letter(self, letter: f.Letters, place: str) -> str:
        assert isinstance(letter, str)
        code = self.alphabet.index(letter)
        tests = [f"{place} {'in' if code >> bit & 1 else 'notin'} B{bit}" for bit in range(self.bits)]
        return " & ".join([f"{place} in $", *tests])

    def occurs(self, string: f.Letters, place: str) -> str:
        assert isinstance(string, str)
        return "(" + " & ".join(self.letter(letter, f"({place} + {n})") for n, letter in enumerate(string)) + ")"

    def somewhere(self, place: f.Spot, scope: Scope, use: Callable[[str], str]) -> str:
        """There is a position that is the place, and what `use` says of it holds."""
        name = next(self.names)
        return f"(ex1 {name}: {self.is_at(place, name, scope)} & {use(name)})"

    def is_at(self, place: f.Spot, name: str, scope: Scope) -> str:
        match place:
            case f.First():
                return f"({name} = 0)"
            case f.Last():
                return f"({name} = max($))"
            case f.Position(variable):
                return f"({name} = {scope[variable]})"
            case f.FirstOccurrence(string):
                other = next(self.names)
                return (
                    f"({self.occurs(string, name)} & ~(ex1 {other}: {other} < {name} & {self.occurs(string, other)}))"
                )
            case f.LastOccurrence(string):
                other = next(self.names)
                return (
                    f"({self.occurs(string, name)} & ~(ex1 {other}: {other} > {name} & {self.occurs(string, other)}))"
                )
            case f.Shifted(base, offset):

                def shifted(at: str) -> str:
                    return f"{name} = {at} + {offset}" if offset >= 0 else f"{at} = {name} + {-offset}"

                return self.somewhere(base, scope, shifted)

    def member(self, members: f.Set, name: str, scope: Scope) -> str:
        match members:
            case f.All():
                return "true"
            case f.Positions(variable):
                return f"({name} in {scope[variable]})"
            case f.Occurrences(string):
                return self.occurs(string, name)
            case f.Beside(comparison, place):
                return self.somewhere(place, scope, lambda at: f"{name} {comparison} {at}")
            case f.Union(left, right):
                return f"({self.member(left, name, scope)} | {self.member(right, name, scope)})"
            case f.Intersection(left, right):
                return f"({self.member(left, name, scope)} & {self.member(right, name, scope)})"

    def at_least(self, members: f.Set, number: int, scope: Scope) -> str:
        names = [next(self.names) for _ in range(number)]
        whole = "true"
        for index in reversed(range(number)):
            later = f"{names[index]} > {names[index - 1]} & " if index else ""
            whole = f"(ex1 {names[index]}: {later}{self.member(members, names[index], scope)} & {whole})"
        return whole

    def counted(self, members: f.Set, comparison: f.Comparison, number: int, scope: Scope) -> str:
        at_least = self.at_least
        match comparison:
            case ">=":
                return at_least(members, number, scope)
            case ">":
                return at_least(members, number + 1, scope)
            case "<":
                return f"~{at_least(members, number, scope)}"
            case "<=":
                return f"~{at_least(members, number + 1, scope)}"
            case "=":
                return f"({at_least(members, number, scope)} & ~{at_least(members, number + 1, scope)})"

    def remainder(self, members: f.Set, modulus: int, comparison: f.Comparison, number: int, scope: Scope) -> str:
        """Sets of the positions at which the count so far leaves each remainder."""
        sets = [f"S{next(self.names)}" for _ in range(modulus)]
        here, before = next(self.names), next(self.names)
        inside = self.member(members, here, scope)

        def counted_here(rest: int) -> str:
            """The set `here` is in, where the count before leaves `rest`."""
            return f"(({inside} & {here} in {sets[(rest + 1) % modulus]}) | (~({inside}) & {here} in {sets[rest]}))"

        first = f"({here} = 0 & {counted_here(0)})"
        steps = [f"({before} in {sets[rest]} & {counted_here(rest)})" for rest in range(modulus)]
        later = f"(ex1 {before}: {here} = {before} + 1 & ({' | '.join(steps)}))"
        alone = (
            " & ".join(f"~({here} in {one} & {here} in {two})" for one in sets for two in sets if one < two) or "true"
        )
        holds = [
            r
            for r in range(modulus)
            if {"=": r == number, "<": r < number, "<=": r <= number, ">": r > number, ">=": r >= number}[comparison]
        ]
        last = " | ".join(f"max($) in {sets[r]}" for r in holds) or "false"
        return f"(ex2 {', '.join(sets)}: (all1 {here}: ({first} | {later}) & {alone}) & ({last}))"

    def formula(self, formula: f.Formula, scope: Scope) -> str:
        match formula:
            case f.Constant(value):
                return "true" if value else "false"
            case f.IsEmpty():
                return "false"  # no word of MONA's is empty
            case f.Begins(string):
                return self.occurs(string, "0") if string else "true"
            case f.Ends(string):
                assert isinstance(string, str), "ex0 and all0 put letters in"
                if not string:
                    return "true"
                name = next(self.names)
                return f"(ex1 {name}: max($) = {name} + {len(string) - 1} & {self.occurs(string, name)})"
            case f.LetterAt(letter, place):
                return self.somewhere(place, scope, lambda at: self.letter(letter, at))
            case f.LetterThroughout(letter, members):
                name = next(self.names)
                return f"(all1 {name}: {self.member(members, name, scope)} => ({self.letter(letter, name)}))"
            case f.Compare(here, comparison, there):
                return self.somewhere(
                    here, scope, lambda one: self.somewhere(there, scope, lambda other: f"{one} {comparison} {other}")
                )
            case f.Member(place, members):
                return self.somewhere(place, scope, lambda at: self.member(members, at, scope))
            case f.Count(members, comparison, number):
                return self.counted(members, comparison, number, scope)
            case f.CountModulo(members, modulus, comparison, number):
                return self.remainder(members, modulus, comparison, number, scope)
            case f.Not(operand):
                return f"~({self.formula(operand, scope)})"
            case f.Binary(connective, left, right):
                sign = {"and": "&", "or": "|", "->": "=>", "<->": "<=>"}[connective]
                return f"(({self.formula(left, scope)}) {sign} ({self.formula(right, scope)}))"
            case f.Quantified("ex0" | "all0" as quantifier, variable, body):
                cases = [self.formula(f.with_letter(body, variable, letter), scope) for letter in self.alphabet]
                return "(" + (" | " if quantifier == "ex0" else " & ").join(f"({case})" for case in cases) + ")"
            case f.Quantified(quantifier, variable, body):
                name = next(self.names)
                name = f"T{name}" if quantifier[-1] == "2" else name
                return f"({quantifier} {name}: {self.formula(body, {**scope, variable: name})})"


def automaton(
    formula: f.Formula, alphabet: tuple[str, ...], folder: Path
) -> tuple[int, dict[int, list[int]], set[int]]:
    """MONA's automaton: `(start, {state: [target for each letter]}, accepting)`, for words that are not empty."""
    translation = Translation(alphabet)
    sets = [f"B{bit}" for bit in range(translation.bits)]
    # naming each set keeps it among the free variables
    named = " & ".join(f"({name} = {name})" for name in sets)
    file = folder / "formula.mona"
    file.write_text(f"m2l-str;\nvar2 {', '.join(sets)};\n{named} & ({translation.formula(formula, {})});\n")
    told = subprocess.run(["mona", "-q", "-n", "-w", file], capture_output=True, text=True, check=False).stdout
    assert "Automaton has" in told or "Formula is" in told or "States" in told or "Transitions" in told, told
    order = _told(r"free variables:(.*)", told).split()
    accepting = {int(state) for state in _told(r"Accepting states:(.*)", told).split()}
    moves: dict[int, list[tuple[str, int]]] = {}
    for state, path, target in re.findall(r"State (\d+): ?([01X]*) -> state (\d+)", told):
        moves.setdefault(int(state), []).append((path, int(target)))
    start = moves[int(_told(r"Initial state: (\d+)", told))]
    assert len(start) == 1  # the values of Boolean variables, of which there are none
    table = {}
    for state, paths in moves.items():
        row = []
        for code in range(len(alphabet)):
            bits = "".join(str(code >> int(name[1:]) & 1) for name in order)
            fitting = [target for path, target in paths if all(p in ("X", b) for p, b in zip(path, bits, strict=True))]
            assert len(fitting) == 1, (state, paths)
            row.append(fitting[0])
        table[state] = row
    return start[0][1], table, accepting


def _told(pattern: str, told: str) -> str:
    found = re.search(pattern, told)
    assert found, told
    return found[1]


def first_difference(dfa: DFA, formula: f.Formula, folder: Path) -> str | None:
    """A shortest word that is not empty and on which MONA disagrees; None if there is none at all."""
    start, table, accepting = automaton(formula, dfa.alphabet, folder)
    seen = {(dfa.start, start)}
    queue = [(dfa.start, start, "")]
    for one, other, word in queue:
        if word and (one in dfa.accepting) != (other in accepting):
            return word
        for index, letter in enumerate(dfa.alphabet):
            pair = (dfa.moves[one][index], table[other][index])
            if pair not in seen or not word:
                seen.add(pair)
                queue.append((*pair, word + letter))
    return None
