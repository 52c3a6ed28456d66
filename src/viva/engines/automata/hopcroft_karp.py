"""Equivalence of two automata, decided on the fly (Hopcroft and Karp): states are merged as soon as they have to be
equivalent, so nearly linear time, and no product is built."""

from array import array
from collections.abc import Iterable, MutableSequence, Sequence

from viva.core.records import dataclass
from viva.engines.automata.dfa import DFA
from viva.engines.automata.nfa import Explosion
from viva.engines.automata.product import PAIRS

# From this many states on a table is copied into flat numbers: Python's own, spread over the memory, no longer fit the
# caches, and every step would wait for them.
_LARGE = 2_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """Either a shortest word on which two automata differ, or the certificate that there is none: the states `lefts[i]`
    and `rights[i]` are merged, for each i."""

    word: str | None
    lefts: tuple[int, ...] = ()
    rights: tuple[int, ...] = ()

    @property
    def equal(self) -> bool:
        return self.word is None

    @property
    def relation(self) -> tuple[tuple[int, int], ...]:
        """The certificate as a list of pairs (state of the left, state of the right): the pair of starts is in it, the
        states of a pair agree on acceptance, and each letter leads from a pair into the equivalence closure of the
        list. Anyone can check these three things; `certifies` does."""
        return tuple(zip(self.lefts, self.rights, strict=True))


def compare(left: DFA, right: DFA) -> Comparison:
    """Guarantee: a reported word is as short as any on which the automata differ.

    Pairs are merged in order of the length of their first words. A pair that is skipped because its states are merged
    already is linked by a chain of pairs that were met with no longer words, and whatever tells the skipped pair apart
    tells one link of the chain apart; so skipping never loses a shorter word.
    """
    if left.alphabet != right.alphabet:
        raise ValueError("only automata over the same alphabet can be compared")
    columns = list(zip(left.alphabet, _columns(left), _columns(right), strict=True))
    left_accepts, right_accepts = _acceptance(left), _acceptance(right)
    offset = len(left.moves)
    every = range(offset + len(right.moves))
    parent: MutableSequence[int] = list(every) if len(every) < 2 * _LARGE else array("i", every)
    # Entry i of the four lists: the two states of a pair, the entry it came from, and the letter that led to it.
    ones = [left.start]
    others = [right.start]
    origin = [-1]
    letters = [""]
    parent[offset + right.start] = left.start
    for index, one in enumerate(ones):
        other = others[index]
        if left_accepts[one] != right_accepts[other]:
            return Comparison(_word(origin, letters, index))
        for letter, left_column, right_column in columns:
            root = one_target = left_column[one]
            other_target = right_column[other]
            other_root = offset + other_target
            if parent[other_root] == root:
                continue  # just these two are merged, the most frequent case
            while parent[root] != root:
                parent[root] = root = parent[parent[root]]
            while parent[other_root] != other_root:
                parent[other_root] = other_root = parent[parent[other_root]]
            if root != other_root:
                parent[other_root] = root
                ones.append(one_target)
                others.append(other_target)
                origin.append(index)
                letters.append(letter)
    return Comparison(None, tuple(ones), tuple(others))


def _columns(automaton: DFA) -> Iterable[Sequence[int]]:
    """For each letter where it leads from the states."""
    if len(automaton.moves) < _LARGE:
        return zip(*automaton.moves, strict=True)
    return [array("i", [row[letter] for row in automaton.moves]) for letter in range(len(automaton.alphabet))]


def _acceptance(automaton: DFA) -> bytearray:
    accepts = bytearray(len(automaton.moves))
    for state in automaton.accepting:
        accepts[state] = 1
    return accepts


def difference(left: DFA, right: DFA) -> str | None:
    """A shortest word that exactly one of the two accepts, or None when the languages are equal."""
    return compare(left, right).word


def equivalent(left: DFA, right: DFA) -> bool:
    return compare(left, right).word is None


def certifies(left: DFA, right: DFA, relation: tuple[tuple[int, int], ...]) -> bool:
    """Whether a relation proves that the languages are equal, checked from the definition."""
    offset = len(left.moves)
    parent = list(range(offset + len(right.moves)))

    def root(state: int) -> int:
        while parent[state] != state:
            parent[state] = state = parent[parent[state]]
        return state

    for one, other in relation:
        parent[root(offset + other)] = root(one)
    if root(left.start) != root(offset + right.start):
        return False
    for one, other in relation:
        if (one in left.accepting) != (other in right.accepting):
            return False
        if any(root(a) != root(offset + b) for a, b in zip(left.moves[one], right.moves[other], strict=True)):
            return False
    return True


def shortest_only(left: DFA, right: DFA, limit: int = PAIRS) -> str | None:
    """The first word, in length-then-alphabet order, that `left` accepts and `right` does not; None if there is none.

    Raises `Explosion` when more than `limit` pairs of states were met before that was known.
    """
    if left.alphabet != right.alphabet:
        raise ValueError("only automata over the same alphabet can be compared")
    width = len(right.moves)
    first = left.start * width + right.start
    seen = {first}
    queue = [first]
    origin = [-1]
    letters = [""]
    for index, pair in enumerate(queue):
        one, other = divmod(pair, width)
        if one in left.accepting and other not in right.accepting:
            return _word(origin, letters, index)
        row = right.moves[other]
        for column, target in enumerate(left.moves[one]):
            following = target * width + row[column]
            if following not in seen:
                if len(seen) >= limit:
                    raise Explosion(limit)
                seen.add(following)
                queue.append(following)
                origin.append(index)
                letters.append(left.alphabet[column])
    return None


def _word(origin: list[int], letters: list[str], index: int) -> str:
    word = []
    while index > 0:
        word.append(letters[index])
        index = origin[index]
    return "".join(reversed(word))
