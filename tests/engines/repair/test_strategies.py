"""The paper's mutations and strategies, by name, at places that are given: it finds a fix, and all find a right one."""

import pytest

from tests.engines.assistant_paper import BY_NAME
from tests.engines.repair.mutating import mutations
from tests.engines.repair.strategies import MUTATIONS, STRATEGIES, candidates, mutate
from tests.engines.repair.test_repair import held_out, wrong_program

MULTIPLIED, EVERY_OTHER = BY_NAME["multIA"], BY_NAME["everyOther-s1"]


def _places(text: str, *pieces: str) -> list[tuple[int, int]]:
    found = []
    for piece in pieces:
        line, _, part = piece.partition(" | ")
        begin = text.index(line) + line.rindex(part)
        found.append((begin, begin + len(part)))
    return found


@pytest.mark.thorough
def test_every_strategy_mends_the_two_faults_of_figure_5_and_priority_goes_by_scores() -> None:
    text = MULTIPLIED.wrong
    places = _places(text, "result = 1 | 1", "result = result * m | result * m")
    with wrong_program(MULTIPLIED.reference, text, function=MULTIPLIED.function) as found:
        assert found is not None
        all_of_them = candidates(found[0], places)
        assert len(all_of_them) == 16  # as in Table 2
        scores = [candidate.score for candidate in all_of_them]
        assert scores == sorted(scores)
        told = {strategy: mutate(found[0], places, strategy) for strategy in STRATEGIES}
        for each in told.values():
            assert each.repair is not None
            held_out(found[1], each.repair, [(m, n) for m in range(-3, 5) for n in range(-2, 7)])
        forwards, backwards = told["priority"].candidate, told["priority-reverse"].candidate
        assert forwards is not None and backwards is not None
        assert [mutation.name for mutation in forwards.mutations] == ["OffByOne", "SameStruct"]
        assert forwards.score < backwards.score


def test_range_of_a_list_is_read_as_range_of_its_length() -> None:
    text = EVERY_OTHER.wrong
    with wrong_program(EVERY_OTHER.reference, text, function=EVERY_OTHER.function) as found:
        assert found is not None
        told = mutate(found[0], _places(text, "for i in range(l) | range(l)"), "priority")
        assert told.candidate is not None and told.repair is not None
        assert told.candidate.mutations[0].name == "RangeWithLen"
        assert told.repair.after == EVERY_OTHER.reference


def test_each_mutation_is_there_by_its_name() -> None:
    text = EVERY_OTHER.wrong
    places = _places(text, "for i in range(l) | l", "i % 2 == 0 | i % 2", "i % 2 == 0 | 0")
    spaces = mutations(text, places)
    assert {mutation.name for space in spaces for mutation in space} == set(MUTATIONS)


def test_generic_expressions_of_any_length_mend_what_shorter_ones_do_not() -> None:
    right = "def f(a: int, b: int) -> int:\n    c = a + b * 2\n    return c\n"
    text = right.replace("a + b * 2", "b - 1")
    places = _places(text, "c = b - 1 | b - 1")
    with wrong_program(right, text) as found:
        assert found is not None
        assert mutate(found[0], places, "priority").repair is None
        told = mutate(found[0], places, "priority", longest=3)
        assert told.candidate is not None and told.candidate.mutations[0].name == "Generic3"
        assert told.repair is not None
        held_out(found[1], told.repair, [(a, b) for a in range(-4, 5) for b in range(-4, 5)])
