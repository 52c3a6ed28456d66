"""The fewest edits that make an automaton right: redirect a transition, flip acceptance, move the start, add a state.

The search branches only along words that prove the automaton wrong. Two words that lead into one state although the
asked automaton tells them apart, or one word that leads into a state which accepts though it should not (or the other
way round): whatever mends the automaton changes a transition on the way of these words, or the acceptance at its end.
So every script of edits is found by trying exactly those; each place that was tried is then kept as it is, which
makes the tried sets disjoint. Depth is tried in order, hence the first script found is a shortest one.

Before that the start is tried at every other state, and at a new one. A new state begins as a trap: all its moves lead
to itself, and it does not accept.
"""

from __future__ import annotations

from viva.core.records import dataclass
from viva.engines.automata.dfa import DFA
from viva.engines.automata.hopcroft import minimise

WORK = 2_000_000
MOST = 6
# So many conflicts choose a good one to branch on, and bound what is still needed.
_ENOUGH = 32


@dataclass(frozen=True, slots=True)
class Redirect:
    """The move of `state` with letter number `letter` shall lead to `target` instead of `before`."""

    state: int
    letter: int
    before: int
    target: int


@dataclass(frozen=True, slots=True)
class Flip:
    """`state` shall be accepting iff `accepting`."""

    state: int
    accepting: bool


@dataclass(frozen=True, slots=True)
class Add:
    """A new state with this number, a trap until its moves are redirected."""

    state: int


@dataclass(frozen=True, slots=True)
class MoveStart:
    """`target` shall be the start instead of `before`."""

    before: int
    target: int


Edit = Redirect | Flip | Add | MoveStart


@dataclass(frozen=True, slots=True)
class Mending:
    """`edits` is a shortest script, or None where none was found; then every script has at least `at_least` edits."""

    edits: tuple[Edit, ...] | None
    at_least: int


def apply(automaton: DFA, edits: tuple[Edit, ...]) -> DFA:
    """The automaton after the edits."""
    moves = [list(row) for row in automaton.moves]
    accepting = set(automaton.accepting)
    start = automaton.start
    for edit in edits:
        match edit:
            case MoveStart(target=target):
                start = target
            case Add(state=state):
                moves.append([state] * len(automaton.alphabet))
            case Redirect(state=state, letter=letter, target=target):
                moves[state][letter] = target
            case Flip(state=state, accepting=True):
                accepting.add(state)
            case Flip(state=state):
                accepting.discard(state)
    return DFA(automaton.alphabet, tuple(map(tuple, moves)), start, frozenset(accepting))


def fewest_edits(
    automaton: DFA, asked: DFA, most: int = MOST, work: int = WORK, may_move_start: bool = True
) -> Mending:
    """A shortest script of at most `most` edits, exact unless `work` steps end first; then `at_least` says how far."""
    search = _Search(automaton, minimise(asked), work)
    for budget in range(most + 1):
        edits = search.within(budget)
        if edits is None and may_move_start:
            edits = search.from_another_start(budget)
        if edits is not None:
            return Mending(edits, len(edits))
        if search.left < 0:
            return Mending(None, budget)
    return Mending(None, most + 1)


def as_in_automata_tutor(automaton: DFA, asked: DFA, most: int = MOST, work: int = WORK) -> Mending:
    """A script as Automata Tutor looks for it: first states are added until there are as many as in the asked minimal
    automaton, and no more; the start stays; then come the fewest other edits, and of those as many flips as can be."""
    minimal = minimise(asked)
    first = len(automaton.moves)
    added = tuple(Add(state) for state in range(first, max(first, len(minimal.moves))))
    search = _Search(apply(automaton, added), minimal, work, may_add=False)
    for budget in range(most + 1):
        edits = search.with_most_flips(budget)
        if search.left < 0:
            return Mending(None, len(added) + budget)
        if edits is not None:
            return Mending((*added, *edits), len(added) + len(edits))
    return Mending(None, len(added) + most + 1)


@dataclass(slots=True)
class _Conflict:
    """Places of which at least one has to change: edges `state * letters + letter` in the order of their words, and
    the state to flip, or -1."""

    edges: list[int]
    flip: int


class _Search:
    def __init__(self, automaton: DFA, asked: DFA, work: int, may_add: bool = True) -> None:
        self.may_add = may_add
        self.collected: list[tuple[Edit, ...]] | None = None
        self.letters = len(automaton.alphabet)
        self.start = automaton.start
        self.moves = [list(row) for row in automaton.moves]
        self.accepts = [state in automaton.accepting for state in range(len(automaton.moves))]
        self.asked = asked
        self.asked_accepts = [state in asked.accepting for state in range(len(asked.moves))]
        self.kept_edges: set[int] = set()
        self.kept_flips: set[int] = set()
        self.script: list[Edit] = []
        self.left = work

    def within(self, budget: int) -> tuple[Edit, ...] | None:
        """A script that mends with at most `budget` more edits. The state of the search is as before afterwards."""
        conflicts, classes = self._conflicts()
        if self.left < 0:  # then not every conflict was seen
            return None
        if not conflicts and self.collected is not None:
            self.collected.append(tuple(self.script))
            return None
        if not conflicts:
            return tuple(self.script)
        if budget <= 0 or self._needed(conflicts) > budget:
            return None
        conflict = min(conflicts, key=lambda each: len(each.edges) + (each.flip >= 0))
        kept: list[int] = []
        found = None
        if conflict.flip >= 0:
            found = self._try_flip(conflict.flip, budget)
            self.kept_flips.add(conflict.flip)
        for edge in conflict.edges:
            if found is not None or self.left < 0:
                break
            # All edges before this one on the way of its word are kept, so the class of its source is certain.
            found = self._try_redirects(edge, classes, budget)
            self.kept_edges.add(edge)
            kept.append(edge)
        self.kept_edges.difference_update(kept)
        self.kept_flips.discard(conflict.flip)
        return found

    def from_another_start(self, budget: int) -> tuple[Edit, ...] | None:
        """A script that moves the start."""
        before, found = self.start, None
        others = [state for state in range(len(self.moves)) if state != before]
        for state in others if budget >= 1 else []:
            self.start, self.script = state, [MoveStart(before, state)]
            found = self.within(budget - 1)
            if found is not None or self.left < 0:
                break
        if found is None and budget >= 2 and self.left >= 0:
            new = self._append_trap()
            self.start, self.script = new, [Add(new), MoveStart(before, new)]
            found = self.within(budget - 2)
            self._remove_trap()
        self.start, self.script = before, []
        return found

    def with_most_flips(self, budget: int) -> tuple[Edit, ...] | None:
        """Of all scripts of at most `budget` edits one with as many flips as there can be."""
        self.collected = []
        self.within(budget)
        flips = [sum(isinstance(edit, Flip) for edit in script) for script in self.collected]
        return self.collected[flips.index(max(flips))] if flips else None

    def _append_trap(self) -> int:
        new = len(self.moves)
        self.moves.append([new] * self.letters)
        self.accepts.append(False)
        return new

    def _remove_trap(self) -> None:
        self.moves.pop()
        self.accepts.pop()

    def _try_flip(self, state: int, budget: int) -> tuple[Edit, ...] | None:
        self.accepts[state] = not self.accepts[state]
        self.kept_flips.add(state)
        self.script.append(Flip(state, self.accepts[state]))
        found = self.within(budget - 1)
        self.script.pop()
        self.accepts[state] = not self.accepts[state]
        return found

    def _try_redirects(self, edge: int, classes: list[int], budget: int) -> tuple[Edit, ...] | None:
        state, letter = divmod(edge, self.letters)
        before = self.moves[state][letter]
        wanted = self.asked.moves[classes[state]][letter]
        certain = self._certain()
        found = None
        same = [target for target in range(len(self.moves)) if certain[target] == wanted]
        if same:
            # Any state of the wanted class serves as well as any other.
            targets = same[:1] if same[0] != before else []
        else:
            targets = [target for target in range(len(self.moves)) if certain[target] < 0 and target != before]
            targets.sort(key=lambda target: classes[target] != wanted)
        self.kept_edges.add(edge)
        for target in targets:
            self.moves[state][letter] = target
            self.script.append(Redirect(state, letter, before, target))
            found = self.within(budget - 1)
            self.script.pop()
            if found is not None or self.left < 0:
                break
        if found is None and not same and budget >= 2 and self.left >= 0 and self.may_add:
            found = self._try_new_state(state, letter, before, budget)
        self.moves[state][letter] = before
        self.kept_edges.discard(edge)
        return found

    def _try_new_state(self, state: int, letter: int, before: int, budget: int) -> tuple[Edit, ...] | None:
        new = self._append_trap()
        self.moves[state][letter] = new
        self.script += [Add(new), Redirect(state, letter, before, new)]
        found = self.within(budget - 2)
        del self.script[-2:]
        self._remove_trap()
        return found

    def _conflicts(self) -> tuple[list[_Conflict], list[int]]:
        """What is wrong, each with the places that are still free to change, and the class of the asked automaton
        that the first word of each state leads to (-1 where no word does)."""
        letters = self.letters
        classes = [-1] * len(self.moves)
        entered = [-1] * len(self.moves)  # by which edge a state was first reached
        classes[self.start] = self.asked.start
        queue = [self.start]
        found: list[_Conflict] = []
        self.left -= 1
        for state in queue:
            its_class = classes[state]
            if len(found) >= _ENOUGH or self.left < 0:
                break
            if self.accepts[state] != self.asked_accepts[its_class]:
                flip = -1 if state in self.kept_flips else state
                found.append(_Conflict(self._way(entered, state), flip))
            row = self.asked.moves[its_class]
            self.left -= letters
            for letter, target in enumerate(self.moves[state]):
                wanted = row[letter]
                if classes[target] < 0:
                    classes[target] = wanted
                    entered[target] = state * letters + letter
                    queue.append(target)
                elif classes[target] != wanted:
                    edges = self._way(entered, state)
                    edge = state * letters + letter
                    if edge not in self.kept_edges:
                        edges.append(edge)
                    shared = set(edges)
                    edges += [other for other in self._way(entered, target) if other not in shared]
                    found.append(_Conflict(edges, -1))
        return found, classes

    def _way(self, entered: list[int], state: int) -> list[int]:
        """The free edges on the way of the first word into a state."""
        edges = []
        while entered[state] >= 0:
            edge = entered[state]
            if edge not in self.kept_edges:
                edges.append(edge)
            state = edge // self.letters
            self.left -= 1
        edges.reverse()
        return edges

    def _needed(self, conflicts: list[_Conflict]) -> int:
        """A lower bound of what is still to be edited: conflicts that share no place need an edit each."""
        taken: set[int] = set()
        needed = 0
        for conflict in sorted(conflicts, key=lambda each: len(each.edges)):
            places = [*conflict.edges, *([-1 - conflict.flip] if conflict.flip >= 0 else [])]
            if not places:
                return len(self.moves) * (self.letters + 1) + 1
            if taken.isdisjoint(places):
                taken.update(places)
                needed += 1
        return needed

    def _certain(self) -> list[int]:
        """The class of each state that kept edges alone lead to, -1 for the others."""
        classes = [-1] * len(self.moves)
        classes[self.start] = self.asked.start
        queue = [self.start]
        self.left -= 1
        for state in queue:
            row = self.asked.moves[classes[state]]
            for letter, target in enumerate(self.moves[state]):
                if classes[target] < 0 and state * self.letters + letter in self.kept_edges:
                    classes[target] = row[letter]
                    queue.append(target)
        self.left -= len(queue) * self.letters
        return classes
