"""The fewest edits that make an NFA right: add a transition, remove one, flip acceptance, move its one start.

As in `dfa_edits.py` the search branches only along a wrong word. If the word is accepted wrongly, one accepting run of
it has to be broken: one of its transitions goes, or its end no longer accepts. If it is rejected wrongly, a run has to
be made: from some state that a beginning of the word leads to, the next letter (or nothing) has to lead somewhere new;
or the word already leads to a state that has to accept. Places that were tried are kept as they are, depths are tried
in order, so the first script found is a shortest one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.automata.dfa import DFA
from viva.engines.automata.hopcroft_karp import compare
from viva.engines.automata.machine import Edge, Machine, as_nfa
from viva.engines.automata.nfa import Explosion, determinise
from viva.engines.automata.repair.dfa_edits import Flip, MoveStart

WORK = 150_000
MOST = 3
_SUBSETS = 500


@dataclass(frozen=True, slots=True)
class AddEdge:
    edge: Edge


@dataclass(frozen=True, slots=True)
class RemoveEdge:
    edge: Edge


GuessEdit = AddEdge | RemoveEdge | Flip | MoveStart


def apply_to_machine(given: Machine, edits: tuple[GuessEdit, ...]) -> Machine:
    """The machine after the edits."""
    edges = dict.fromkeys(given.edges)
    accepting, starts = given.accepting, given.starts
    for edit in edits:
        match edit:
            case MoveStart(target=target):
                starts = (target,)
            case AddEdge(edge=edge):
                edges[edge] = None
            case RemoveEdge(edge=edge):
                del edges[edge]
            case Flip(state=state):
                accepting = accepting ^ {state}
    return replace(given, edges=tuple(edges), accepting=accepting, starts=starts)


def fewest_guess_edits(
    given: Machine, asked: DFA, epsilon: bool, most: int = MOST, work: int = WORK
) -> tuple[GuessEdit, ...] | None:
    """A shortest script of at most `most` edits, or None where none was found within the work.

    New epsilon moves are tried only where `epsilon` allows them. Labels of several letters are left alone: None.
    """
    if any(len(edge.label) > 1 for edge in given.edges):
        return None
    search = _Search(given, asked, epsilon, work)
    for budget in range(most + 1):
        edits = search.within(budget)
        if edits is None:
            edits = search.from_another_start(budget)
        if edits is not None or search.left < 0:
            return edits
    return None


class _Search:
    def __init__(self, given: Machine, asked: DFA, epsilon: bool, work: int) -> None:
        self.given = given
        self.asked = asked
        self.epsilon = epsilon
        self.states = len(given.names)
        self.edges = set(given.edges)
        self.following: dict[tuple[int, str], list[Edge]] = {}
        for edge in given.edges:
            self.following.setdefault((edge.source, edge.label), []).append(edge)
        self.accepting = set(given.accepting)
        self.starts = given.starts
        self.kept: set[Edge | int] = set()
        self.script: list[GuessEdit] = []
        self.words: list[tuple[str, bool]] = []
        self.left = work

    def within(self, budget: int) -> tuple[GuessEdit, ...] | None:
        wrong = self._wrong_word()
        if wrong is None:
            return tuple(self.script)
        if budget == 0 or self.left < 0:
            return None
        word, wanted = wrong
        places = list(self._ways_to_accept(word) if wanted else self._ways_to_reject(word))
        kept: list[Edge | int] = []
        found = None
        for place in places:
            if self.left < 0:
                break
            found = self._try(place, budget)
            if found is not None:
                break
            self.kept.add(place)
            kept.append(place)
        self.kept.difference_update(kept)
        return found

    def from_another_start(self, budget: int) -> tuple[GuessEdit, ...] | None:
        """A script that moves the start; where there are several, each of them was meant."""
        if len(self.starts) != 1 or budget < 1:
            return None
        (before,) = self.starts
        found = None
        for state in range(self.states):
            if state == before or found is not None or self.left < 0:
                continue
            self.starts, self.script = (state,), [MoveStart(before, state)]
            found = self.within(budget - 1)
        self.starts, self.script = (before,), []
        return found

    def _try(self, place: Edge | int, budget: int) -> tuple[GuessEdit, ...] | None:
        self.kept.add(place)
        self._toggle(place)
        self.script.append(self._edit(place))
        found = self.within(budget - 1)
        self.script.pop()
        self._toggle(place)
        self.kept.discard(place)
        return found

    def _edit(self, place: Edge | int) -> GuessEdit:
        if isinstance(place, int):
            return Flip(place, place in self.accepting)
        return AddEdge(place) if place in self.edges else RemoveEdge(place)

    def _toggle(self, place: Edge | int) -> None:
        if isinstance(place, int):
            self.accepting ^= {place}
        elif place in self.edges:
            self.edges.discard(place)
            self.following[place.source, place.label].remove(place)
        else:
            self.edges.add(place)
            self.following.setdefault((place.source, place.label), []).append(place)

    def _wrong_word(self) -> tuple[str, bool] | None:
        """A word that is judged wrongly: one met before, or else a shortest one."""
        for word, wanted in self.words:
            if self._accepts(word) != wanted:
                return word, wanted
        edges = tuple(sorted(self.edges, key=_order))
        machine = replace(self.given, edges=edges, accepting=frozenset(self.accepting), starts=self.starts)
        try:
            made = determinise(as_nfa(machine, self.asked.alphabet), _SUBSETS)
        except Explosion:
            self.left = -1
            return "", True
        self.left -= 10 * len(made.moves)
        word_or_none = compare(made, self.asked).word
        if word_or_none is None:
            return None
        found = (word_or_none, self.asked.accepts(word_or_none))
        self.words.append(found)
        return found

    def _layers(self, word: str) -> list[dict[int, tuple[int, Edge] | None]]:
        """For each number of letters read the states reached, each with the layer and edge it was reached by."""
        layers: list[dict[int, tuple[int, Edge] | None]] = [dict.fromkeys(self.starts)]
        for position in range(len(word) + 1):
            layer = layers[position]
            todo = list(layer)
            while todo:
                for edge in self.following.get((todo.pop(), ""), ()):
                    if edge.target not in layer:
                        layer[edge.target] = (position, edge)
                        todo.append(edge.target)
            self.left -= len(layer)
            if position < len(word):
                following: dict[int, tuple[int, Edge] | None] = {}
                for state in layer:
                    for edge in self.following.get((state, word[position]), ()):
                        following.setdefault(edge.target, (position, edge))
                layers.append(following)
        return layers

    def _accepts(self, word: str) -> bool:
        return not self.accepting.isdisjoint(self._layers(word)[-1])

    def _ways_to_reject(self, word: str) -> Iterator[Edge | int]:
        """The free places of one accepting run, its end first."""
        layers = self._layers(word)
        position = len(word)
        state = min(state for state in layers[-1] if state in self.accepting)
        if state not in self.kept:
            yield state
        while (reached := layers[position][state]) is not None:
            position, edge = reached
            state = edge.source
            if edge not in self.kept:
                yield edge

    def _ways_to_accept(self, word: str) -> Iterator[Edge | int]:
        layers = self._layers(word)
        yield from (state for state in sorted(layers[-1]) if state not in self.kept)
        for position in range(len(word), -1, -1):
            labels = [word[position]] if position < len(word) else []
            labels += [""] if self.epsilon else []
            for state in sorted(layers[position]):
                for label in labels:
                    for target in range(self.states):
                        edge = Edge(state, label, target)
                        if edge not in self.edges and edge not in self.kept and (label or target != state):
                            yield edge


def _order(edge: Edge) -> tuple[int, str, int]:
    return edge.source, edge.label, edge.target
