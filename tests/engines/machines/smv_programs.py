"""Reads just what `formats.smv` writes, and runs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from viva.core.text.reading import MARK, NAME, Cursor, Notation, Pattern
from viva.engines.machines.formats.smv import ABSENT


@dataclass(frozen=True, slots=True)
class Branch:
    """`state = here & input in {…} & … : result`; without conditions it is the last one, `TRUE`."""

    conditions: tuple[tuple[str, frozenset[str]], ...]
    result: str


@dataclass(frozen=True, slots=True)
class Program:
    """What was read: enough to run it. `inputs` are the parameters of the module, in order."""

    inputs: tuple[str, ...]
    first: str
    moves: tuple[Branch, ...]
    outputs: Mapping[str, tuple[Branch, ...]]

    def run(self, word: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
        """The values of the outputs in each step, for inputs by name; what is not given is absent."""
        state, found = self.first, []
        for given in word:
            seen = {name: given.get(name, ABSENT) for name in self.inputs} | {"state": state}
            found.append({name: _chosen(branches, seen) for name, branches in self.outputs.items()})
            state = _chosen(self.moves, seen)
        return found


def _chosen(branches: Sequence[Branch], seen: Mapping[str, str]) -> str:
    for branch in branches:
        if all(seen[name] in values for name, values in branch.conditions):
            return seen.get(branch.result, branch.result)  # `TRUE : state`
    raise ValueError("a case without a last branch")


_TOKENS = Notation(
    Pattern(NAME, r"[A-Za-z_][A-Za-z0-9_]*"), Pattern(MARK, r":=|[-(){},;:&=.|!]"), blank=r"(?:\s|--[^\n]*)+"
)


class _SmvReader(Cursor):
    def program(self) -> Program:
        self._words("MODULE", "machine", "(")
        inputs = self._list(")")
        self._words("VAR", "state", ":", "{")
        self._list("}")
        self._words(";", "ASSIGN", "init", "(", "state", ")", ":=")
        first = self._name()
        self._words(";", "next", "(", "state", ")", ":=")
        moves = self._case()
        self.expect("DEFINE")
        outputs: dict[str, tuple[Branch, ...]] = {}
        while not self.at("MODULE"):
            name = self._name()
            self.expect(":=")
            outputs[name] = self._case()
        return Program(tuple(inputs), first, moves, outputs)

    def _words(self, *expected: str) -> None:
        for each in expected:
            self.expect(each)

    def _name(self) -> str:
        if self.next.kind != NAME:
            raise self.expected("a name")
        return self.take().text

    def _list(self, end: str) -> list[str]:
        found: list[str] = []
        while not self.accept(end):
            if found:
                self.expect(",")
            found.append(self._name())
        return found

    def _case(self) -> tuple[Branch, ...]:
        self.expect("case")
        found: list[Branch] = []
        while not self.accept("esac"):
            conditions = []
            if not self.accept("TRUE"):
                conditions.append(self._condition())
                while self.accept("&"):
                    conditions.append(self._condition())
            self.expect(":")
            found.append(Branch(tuple(conditions), self._name()))
            self.expect(";")
        self.expect(";")
        return tuple(found)

    def _condition(self) -> tuple[str, frozenset[str]]:
        name = self._name()
        if self.accept("="):
            return name, frozenset([self._name()])
        self._words("in", "{")
        return name, frozenset(self._list("}"))


def read(text: str) -> Program:
    """The module `machine` of a file that `write` wrote. Raises Misread."""
    return _SmvReader(_TOKENS.tokens(text)).program()
