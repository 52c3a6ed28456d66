"""The fewest edits: really mend, and no shorter script does, by trying all of them."""

from itertools import combinations
from random import Random

from viva.engines.automata import (
    DFA,
    Add,
    Edge,
    Edit,
    Flip,
    Machine,
    Redirect,
    apply,
    as_nfa,
    determinise,
    equivalent,
    fewest_edits,
    minimise,
    named_nfa,
)
from viva.engines.automata.regex import automaton_of, parse
from viva.engines.automata.repair.alignment import aligned_edits
from viva.engines.automata.repair.dfa_edits import MoveStart, as_in_automata_tutor
from viva.engines.automata.repair.nfa_edits import AddEdge, GuessEdit, RemoveEdge, apply_to_machine, fewest_guess_edits
from viva.engines.automata.repair.regex_edits import one_change

from .random_automata import random_dfa, random_nfa


def test_every_script_mends_and_none_is_shorter() -> None:
    randomness = Random(1)
    lengths = []
    moved = 0
    for _ in range(90):
        states = randomness.randint(1, 3)
        asked = minimise(random_dfa(randomness, states))
        wrong = random_dfa(randomness, randomness.randint(1, 3))
        wrong = DFA(wrong.alphabet, wrong.moves, 0, wrong.accepting)
        found = fewest_edits(wrong, asked, most=2)
        wanted = _by_trying(wrong, asked, 2)
        assert (found.at_least if found.edits is None else len(found.edits)) == wanted
        if found.edits is not None:
            assert equivalent(apply(wrong, found.edits), asked)
            lengths.append(len(found.edits))
            moved += any(isinstance(edit, MoveStart) for edit in found.edits)
    assert {0, 1, 2} <= set(lengths)
    assert moved


def test_a_start_in_the_wrong_place_is_one_change() -> None:
    """Words that end in ab, begun at each other state."""
    asked = DFA(("a", "b"), ((1, 0), (1, 2), (1, 0)), 0, frozenset({2}))
    for start in (1, 2):
        wrong = DFA(asked.alphabet, asked.moves, start, asked.accepting)
        assert fewest_edits(wrong, asked).edits == (MoveStart(start, 0),)


def test_the_script_of_the_alignment_mends_and_is_never_shorter_than_the_shortest() -> None:
    randomness = Random(3)
    for _ in range(40):
        asked = minimise(random_dfa(randomness, randomness.randint(1, 4)))
        wrong = random_dfa(randomness, randomness.randint(1, 4))
        script = aligned_edits(wrong, asked)
        assert equivalent(apply(wrong, script), asked)
        shortest = fewest_edits(wrong, asked, most=3)
        assert len(script) >= (shortest.at_least if shortest.edits is None else len(shortest.edits))


def test_scripts_as_in_automata_tutor_add_first_and_flip_most() -> None:
    """By trying every set of edits of the automaton with its states added, smallest sets first."""
    randomness = Random(4)
    flipped = 0
    for _ in range(40):
        asked = minimise(random_dfa(randomness, randomness.randint(1, 3)))
        wrong = random_dfa(randomness, randomness.randint(1, 3))
        found = as_in_automata_tutor(wrong, asked, most=2)
        missing = max(0, len(asked) - len(wrong))
        padded = apply(wrong, tuple(Add(len(wrong) + number) for number in range(missing)))
        wanted = _fewest_with_most_flips(padded, asked, 2)
        if wanted is None:
            assert found.edits is None
            continue
        assert found.edits is not None
        assert equivalent(apply(wrong, found.edits), asked)
        flips = sum(isinstance(edit, Flip) for edit in found.edits)
        assert (len(found.edits) - missing, flips) == wanted
        flipped += flips > 1
    assert flipped


def _fewest_with_most_flips(padded: DFA, asked: DFA, most: int) -> tuple[int, int] | None:
    places: list[Edit] = [Flip(state, state not in padded.accepting) for state in range(len(padded))]
    places += [
        Redirect(state, letter, before, target)
        for state, row in enumerate(padded.moves)
        for letter, before in enumerate(row)
        for target in range(len(padded))
        if target != before
    ]
    for count in range(most + 1):
        fitting = [
            sum(isinstance(edit, Flip) for edit in chosen)
            for chosen in combinations(places, count)
            if equivalent(apply(padded, chosen), asked)
        ]
        if fitting:
            return count, max(fitting)
    return None


def _by_trying(automaton: DFA, asked: DFA, most: int) -> int:
    level = {automaton}
    for edits in range(most + 1):
        if any(equivalent(each, asked) for each in level):
            return edits
        if edits < most:
            level = {other for each in level for other in _edited(each)}
    return most + 1


def _edited(automaton: DFA) -> list[DFA]:
    size = len(automaton)
    found = [apply(automaton, (Add(size),))]
    for state in range(size):
        found.append(apply(automaton, (MoveStart(automaton.start, state),)))
        found.append(apply(automaton, (Flip(state, state not in automaton.accepting),)))
        for letter in range(len(automaton.alphabet)):
            for target in range(size):
                found.append(apply(automaton, (Redirect(state, letter, automaton.moves[state][letter], target),)))
    return found


def test_a_missing_state_is_added() -> None:
    """Exactly two a's, where three and more end in the same state as two."""
    wrong = DFA(("a", "b"), ((1, 0), (2, 1), (2, 2)), 0, frozenset({2}))
    asked = DFA(("a", "b"), ((1, 0), (2, 1), (3, 2), (3, 3)), 0, frozenset({2}))
    found = fewest_edits(wrong, asked)
    assert found.edits is not None
    assert len(found.edits) == 2
    assert Add(3) in found.edits


def test_more_edits_than_allowed_are_told_as_a_bound() -> None:
    asked = DFA(("a", "b"), ((1, 0), (2, 1), (3, 2), (3, 3)), 0, frozenset({2}))
    nothing = DFA(("a", "b"), ((0, 0),), 0, frozenset())
    assert fewest_edits(nothing, asked, most=2).edits is None
    assert fewest_edits(nothing, asked, most=2).at_least == 3


def test_the_work_is_bounded_and_the_bound_is_honest() -> None:
    randomness = Random(5)
    for _ in range(6):
        wrong, asked = random_dfa(randomness, 12), minimise(random_dfa(randomness, 12))
        wrong = DFA(wrong.alphabet, wrong.moves, 0, wrong.accepting)
        short = fewest_edits(wrong, asked, work=2_000)
        longer = fewest_edits(wrong, asked, work=100_000)
        assert short.at_least <= longer.at_least
        for found in (short, longer):
            assert found.edits is None or equivalent(apply(wrong, found.edits), asked)
        assert fewest_edits(wrong, asked, work=2_000) == short


def test_work_that_ends_too_early_never_claims_more_edits_than_are_needed() -> None:
    randomness, bounds = Random(6), set[int]()
    for _ in range(25):
        wrong, asked = random_dfa(randomness, 4), minimise(random_dfa(randomness, 4))
        needed = fewest_edits(wrong, asked, work=10**9).at_least
        for work in (0, 20, 60, 200, 600):
            found = fewest_edits(wrong, asked, work=work)
            assert found.at_least <= needed
            bounds.add(found.at_least if found.edits is None else -1)
    assert len(bounds) > 3, "the work ended at several depths"


def test_every_script_for_an_nfa_mends_and_none_is_shorter() -> None:
    randomness = Random(2)
    lengths = set()
    for _ in range(30):
        given = named_nfa(random_nfa(randomness, randomness.randint(1, 3)))
        asked = minimise(determinise(random_nfa(randomness, randomness.randint(1, 3))))
        epsilon = randomness.random() < 0.5
        found = fewest_guess_edits(given, asked, epsilon, most=2, work=10**9)
        assert (None if found is None else len(found)) == _guess_by_trying(given, asked, epsilon, 2)
        if found is not None:
            lengths.add(len(found))
            assert minimise(determinise(as_nfa(apply_to_machine(given, found), asked.alphabet))) == asked
    assert lengths == {0, 1, 2}


def _guess_by_trying(given: Machine, asked: DFA, epsilon: bool, most: int) -> int | None:
    states = range(len(given.names))
    labels = ("a", "b", "") if epsilon else ("a", "b")
    edges = {Edge(one, label, other) for one in states for label in labels for other in states if label or one != other}
    places: list[Edge | int] = [*sorted(edges | set(given.edges), key=repr), *states]
    starts = [MoveStart(given.starts[0], state) for state in states] if len(given.starts) == 1 else []
    for count in range(most + 1):
        tried = [tuple(_guess_edit(given, place) for place in chosen) for chosen in combinations(places, count)]
        if count:
            shorter = [tuple(_guess_edit(given, place) for place in each) for each in combinations(places, count - 1)]
            tried += [(start, *script) for start in starts for script in shorter]
        for script in tried:
            if minimise(determinise(as_nfa(apply_to_machine(given, script), asked.alphabet))) == asked:
                return count
    return None


def _guess_edit(given: Machine, place: Edge | int) -> GuessEdit:
    if isinstance(place, int):
        return Flip(place, place not in given.accepting)
    return RemoveEdge(place) if place in given.edges else AddEdge(place)


def test_one_change_mends_an_expression() -> None:
    asked = minimise(determinise(automaton_of(parse("(b|ab*a)*", ("a", "b")), ("a", "b"))))
    for text in ("(aa|b)*", "(b|ab*a)", "(b|ab*b)*", "(b*ab*a)*"):
        found = one_change(parse(text, ("a", "b")), asked)
        assert found is not None
        assert minimise(determinise(automaton_of(found, ("a", "b")))) == asked
    assert one_change(parse("bbbb", ("a", "b")), asked) is None
