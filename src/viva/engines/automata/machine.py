"""An automaton as a person wrote it: with names, maybe incomplete or nondeterministic, and the line of each thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.core.text.escape import clip
from viva.core.text.reading import Misread
from viva.core.texts import Sentence
from viva.engines.automata.dfa import DFA
from viva.engines.automata.nfa import NFA
from viva.engines.automata.sentences import sentence

EPSILON = "ε"
TRAP = "trap"
STATES = 200_000
LONG_LABELS = 100_000


@dataclass(frozen=True, slots=True)
class Edge:
    """`label` is a word: one letter, none for an epsilon move, or several to be read one after the other."""

    source: int
    label: str
    target: int
    line: int | None = field(default=None, compare=False)

    @property
    def shown_label(self) -> str:
        return self.label or EPSILON


@dataclass(frozen=True, slots=True)
class Machine:
    """States are numbered by their place in `names`. `alphabet` are the letters declared, or else those used."""

    names: tuple[str, ...]
    alphabet: tuple[str, ...]
    starts: tuple[int, ...]
    accepting: frozenset[int]
    edges: tuple[Edge, ...]
    lines: tuple[int | None, ...] = field(default=(), compare=False)

    def line_of(self, state: int) -> int | None:
        return self.lines[state] if state < len(self.lines) else None


def machine(
    states: Iterable[str],
    start: str | Iterable[str],
    accepting: Iterable[str],
    moves: Iterable[tuple[str, str, str]],
    alphabet: Iterable[str] | None = None,
) -> Machine:
    """A machine from names: `machine(["even", "odd"], "even", ["even"], [("even", "a", "odd"), ("odd", "a", "even")])`.

    Raises `Misread` for a state named twice or one that does not exist.
    """
    builder = Builder(None if alphabet is None else tuple(alphabet))
    for name in states:
        builder.state(name)
    for name in [start] if isinstance(start, str) else start:
        builder.start(name)
    for name in accepting:
        builder.accept(name)
    for source, label, target in moves:
        builder.edge(source, label, target)
    return builder.machine()


class Builder:
    """Collects states and edges by name in the order a file gives them, and refuses what cannot be."""

    def __init__(self, alphabet: tuple[str, ...] | None = None) -> None:
        self.alphabet = alphabet
        self.numbers: dict[str, int] = {}
        self.lines: list[int | None] = []
        self.starts: dict[int, None] = {}
        self.accepting: set[int] = set()
        self.edges: dict[Edge, None] = {}
        self.long = 0
        if alphabet is not None:
            seen: set[str] = set()
            for letter in alphabet:
                if len(letter) != 1:
                    raise Misread(
                        sentence("not_a_letter", letter=repr(clip(letter))), remedy=sentence("not_a_letter_remedy")
                    )
                if letter in seen:
                    raise Misread(sentence("letter_twice", letter=repr(letter)))
                seen.add(letter)

    def state(self, name: str, line: int | None = None) -> int:
        if name in self.numbers:
            raise Misread(
                sentence("state_twice", state=repr(clip(name))),
                line,
                remedy=sentence("state_twice_remedy"),
                reason="duplicate_state",
            )
        if not name.strip():
            raise Misread(sentence("state_nameless"), line)
        if len(self.numbers) >= STATES:
            raise Misread(sentence("many_states", most=STATES), line, reason="too_large")
        self.numbers[name] = len(self.numbers)
        self.lines.append(line)
        return self.numbers[name]

    def number(self, name: str, line: int | None = None, column: int | None = None) -> int:
        if name not in self.numbers:
            raise Misread(
                sentence("no_state", state=repr(clip(name))),
                line,
                column,
                sentence("no_state_remedy", states=_listed(tuple(self.numbers))),
                reason="unknown_state",
            )
        return self.numbers[name]

    def start(self, name: str, line: int | None = None) -> None:
        self.starts[self.number(name, line)] = None

    def accept(self, name: str, line: int | None = None) -> None:
        self.accepting.add(self.number(name, line))

    def edge(self, source: str, label: str, target: str, line: int | None = None) -> None:
        if len(label) > 1:
            self.long += len(label)
            if self.long > LONG_LABELS:
                raise Misread(sentence("long_labels", most=LONG_LABELS), line, reason="too_large")
        self.edges.setdefault(Edge(self.number(source, line), label, self.number(target, line), line))

    def machine(self) -> Machine:
        letters = self.alphabet
        if letters is None:
            letters = tuple(sorted({letter for edge in self.edges for letter in edge.label}))
        return Machine(
            tuple(self.numbers),
            letters,
            tuple(self.starts),
            frozenset(self.accepting),
            tuple(self.edges),
            tuple(self.lines),
        )


def _listed(names: Sequence[str], most: int = 8) -> str | Sentence:
    """The first few names, for a sentence."""
    shown = ", ".join(clip(name) for name in names[:most])
    if len(names) > most:
        return sentence("states_and_more", states=shown, count=len(names) - most)
    return shown or sentence("states_none")


def name_states(automaton: DFA, names: Sequence[str] | None = None) -> Machine:
    """A DFA with names, `q0`, `q1`, … unless others are given."""
    edges = tuple(
        Edge(state, letter, target)
        for state, row in enumerate(automaton.moves)
        for letter, target in zip(automaton.alphabet, row, strict=True)
    )
    shown = tuple(names) if names is not None else tuple(f"q{state}" for state in range(len(automaton.moves)))
    return Machine(shown, automaton.alphabet, (automaton.start,), automaton.accepting, edges)


def named_nfa(automaton: NFA, names: Sequence[str] | None = None) -> Machine:
    """An NFA with names."""
    edges = [
        Edge(state, letter, target)
        for state, row in enumerate(automaton.moves)
        for letter, targets in zip(automaton.alphabet, row, strict=True)
        for target in targets
    ]
    edges += [Edge(state, "", target) for state, targets in enumerate(automaton.epsilon) for target in targets]
    shown = tuple(names) if names is not None else tuple(f"q{state}" for state in range(len(automaton.moves)))
    return Machine(shown, automaton.alphabet, automaton.starts, automaton.accepting, tuple(edges))


def missing_moves(given: Machine, alphabet: tuple[str, ...]) -> list[tuple[int, str]]:
    """The states and letters without a move, which a complete DFA has."""
    present = {(edge.source, edge.label) for edge in given.edges}
    return [
        (state, letter) for state in range(len(given.names)) for letter in alphabet if (state, letter) not in present
    ]


def double_moves(given: Machine) -> list[tuple[Edge, Edge | None]]:
    """Where a machine is not deterministic: two edges with the same letter, or one that reads nothing or too much."""
    first: dict[tuple[int, str], Edge] = {}
    found: list[tuple[Edge, Edge | None]] = []
    for edge in given.edges:
        if len(edge.label) != 1:
            found.append((edge, None))
        elif (edge.source, edge.label) in first:
            found.append((edge, first[edge.source, edge.label]))
        else:
            first[edge.source, edge.label] = edge
    return found


def unknown_letters(given: Machine, alphabet: tuple[str, ...]) -> list[tuple[str, Edge | None]]:
    """Letters that are declared or used but not in the alphabet, each once, with the first edge that uses it."""
    known = set(alphabet)
    found: dict[str, Edge | None] = {}
    for edge in given.edges:
        for letter in edge.label:
            if letter not in known:
                found.setdefault(letter, edge)
    for letter in given.alphabet:
        if letter not in known:
            found.setdefault(letter, None)
    return list(found.items())


def as_dfa(given: Machine, alphabet: tuple[str, ...]) -> tuple[DFA, tuple[str, ...]]:
    """The DFA a deterministic machine is, and the names of its states; missing moves lead into a trap state of its own.

    The machine has one start and no `double_moves` or `unknown_letters`: whoever calls has looked.
    """
    column = {letter: index for index, letter in enumerate(alphabet)}
    count = len(given.names)
    rows = [[-1] * len(alphabet) for _ in range(count)]
    for edge in given.edges:
        rows[edge.source][column[edge.label]] = edge.target
    names = given.names
    if any(-1 in row for row in rows):
        rows = [[count if target < 0 else target for target in row] for row in rows]
        rows.append([count] * len(alphabet))
        names = (*names, free_name(TRAP, names))
    return DFA(alphabet, tuple(map(tuple, rows)), given.starts[0], given.accepting), names


def free_name(wanted: str, names: Sequence[str]) -> str:
    """The wanted name, or it with a number that makes it new."""
    taken = set(names)
    number = 2
    name = wanted
    while name in taken:
        name = f"{wanted}{number}"
        number += 1
    return name


def as_nfa(given: Machine, alphabet: tuple[str, ...]) -> NFA:
    """The NFA a machine is. A label of several letters becomes a chain of states behind the named ones."""
    column = {letter: index for index, letter in enumerate(alphabet)}
    moves: list[list[list[int]]] = [[[] for _ in alphabet] for _ in given.names]
    epsilon: list[list[int]] = [[] for _ in given.names]
    for edge in given.edges:
        if not edge.label:
            epsilon[edge.source].append(edge.target)
            continue
        state = edge.source
        for letter in edge.label[:-1]:
            moves.append([[] for _ in alphabet])
            epsilon.append([])
            moves[state][column[letter]].append(len(moves) - 1)
            state = len(moves) - 1
        moves[state][column[edge.label[-1]]].append(edge.target)
    return NFA(
        alphabet,
        tuple(tuple(tuple(sorted(set(targets))) for targets in row) for row in moves),
        tuple(tuple(sorted(set(targets))) for targets in epsilon),
        given.starts,
        given.accepting,
    )


def unreachable_states(given: Machine) -> list[int]:
    """The states no path of edges leads to, in order."""
    following: dict[int, list[int]] = {}
    for edge in given.edges:
        following.setdefault(edge.source, []).append(edge.target)
    seen = set(given.starts)
    todo = list(seen)
    while todo:
        for target in following.get(todo.pop(), ()):
            if target not in seen:
                seen.add(target)
                todo.append(target)
    return [state for state in range(len(given.names)) if state not in seen]
