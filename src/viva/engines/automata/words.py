"""The words of a language: in order, counted, and how many of them two automata disagree on."""

from collections.abc import Iterator

from viva.core.records import dataclass
from viva.engines.automata.dfa import DFA
from viva.engines.automata.nfa import Explosion


def words(automaton: DFA) -> Iterator[str]:
    """All accepted words, the shorter first, then in the order of the alphabet. Ends iff the language is finite."""
    accepts_after = [[state in automaton.accepting for state in range(len(automaton.moves))]]
    longest = longest_word(automaton)
    length = 0
    while longest is None or length <= longest:
        if accepts_after[length][automaton.start]:
            yield from _of_length(automaton, accepts_after, length)
        before = accepts_after[length]
        accepts_after.append([any(before[target] for target in row) for row in automaton.moves])
        length += 1


def _of_length(automaton: DFA, accepts_after: list[list[bool]], length: int) -> Iterator[str]:
    columns = list(enumerate(automaton.alphabet))
    stack = [(automaton.start, "")]
    while stack:
        state, word = stack.pop()
        left = length - len(word)
        if not left:
            yield word
            continue
        row = automaton.moves[state]
        following = [(row[column], word + letter) for column, letter in columns if accepts_after[left - 1][row[column]]]
        stack.extend(reversed(following))


def longest_word(automaton: DFA) -> int | None:
    """The length of the longest word: None for an infinite language, -1 for the empty one."""
    useful = live(automaton)
    if automaton.start not in useful:
        return -1
    # Longest path from the start through useful states; a state met on its own path is a cycle.
    done: dict[int, int] = {}
    path = [automaton.start]
    on_path = {automaton.start}
    while path:
        state = path[-1]
        following = [target for target in automaton.moves[state] if target in useful and target not in done]
        if not following:
            targets = [done[target] + 1 for target in automaton.moves[state] if target in done and target in useful]
            done[state] = max([0, *targets] if state in automaton.accepting else targets)
            on_path.discard(path.pop())
        elif following[0] in on_path:
            return None
        else:
            path.append(following[0])
            on_path.add(following[0])
    return done[automaton.start]


def live(automaton: DFA) -> set[int]:
    """The states from which some word is accepted."""
    before: list[list[int]] = [[] for _ in automaton.moves]
    for state, row in enumerate(automaton.moves):
        for target in row:
            before[target].append(state)
    found = set(automaton.accepting)
    todo = list(found)
    while todo:
        for state in before[todo.pop()]:
            if state not in found:
                found.add(state)
                todo.append(state)
    return found


def count(automaton: DFA, length: int) -> int:
    """How many words of exactly this length are accepted."""
    return counts(automaton, length)[length]


def counts(automaton: DFA, longest: int) -> list[int]:
    """How many words are accepted, for each length from 0 to `longest`."""
    found = []
    ways = {automaton.start: 1}
    for _ in range(longest + 1):
        found.append(sum(number for state, number in ways.items() if state in automaton.accepting))
        following: dict[int, int] = {}
        for state, number in ways.items():
            for target in automaton.moves[state]:
                following[target] = following.get(target, 0) + number
        ways = following
    return found


@dataclass(frozen=True, slots=True)
class Wrong:
    """Of the words of one length: how many there are, how many are asked for, and on how many an automaton errs."""

    length: int
    all: int
    asked: int
    accepted: int  # but should not be
    rejected: int  # but should be

    @property
    def share(self) -> float:
        """The part of all words of this length that is wrong, from 0 to 1."""
        return (self.accepted + self.rejected) / self.all


def wrong_by_length(automaton: DFA, asked: DFA, longest: int, work: int = 2_000_000) -> list[Wrong]:
    """How much of a language is wrong, for each word length from 0 to `longest`.

    Raises `Explosion` when more than `work` steps between pairs of states would be needed.
    """
    width = len(asked.moves)
    ways = {automaton.start * width + asked.start: 1}
    found = []
    spent = 0
    letters = len(automaton.alphabet)
    for length in range(longest + 1):
        wanted = accepted = rejected = 0
        following: dict[int, int] = {}
        spent += len(ways) * letters
        if spent > work:
            raise Explosion(work)
        for pair, number in ways.items():
            one, other = divmod(pair, width)
            is_wanted = other in asked.accepting
            wanted += number * is_wanted
            if (one in automaton.accepting) != is_wanted:
                if is_wanted:
                    rejected += number
                else:
                    accepted += number
            for target, other_target in zip(automaton.moves[one], asked.moves[other], strict=True):
                key = target * width + other_target
                following[key] = following.get(key, 0) + number
        found.append(Wrong(length, letters**length, wanted, accepted, rejected))
        ways = following
    return found
