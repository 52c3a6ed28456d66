"""The distance between formulas is a distance, and counts nodes."""

from viva.engines import logic
from viva.engines.logic.zhang_shasha import distance

AB = ("a", "b")


def test_the_distance_of_formulas_counts_nodes() -> None:
    def between(one: str, other: str) -> int:
        return distance(logic.parse(one, AB), logic.parse(other, AB))

    assert between("begWt('a')", "begWt('a')") == 0
    assert between("begWt('a')", "begWt('b')") == 1
    assert between("begWt('a')", "endWt('a')") == 1
    assert between("begWt('a') and endWt('b')", "begWt('a') or endWt('b')") == 1
    assert between("begWt('a') and endWt('b')", "begWt('a')") == 2
    assert between("not begWt('a')", "begWt('a')") == 1
    assert between("|indOf('a')| = 2", "|indOf('a')| >= 2") == 1
    formulas = ["true", "begWt('a')", "not endWt('ab')", "|all| % 2 = 0 or begWt('b')", "ex1 x. 'a' @ x and x < last"]
    for one in formulas:
        for other in formulas:
            assert between(one, other) == between(other, one)
            for third in formulas:
                assert between(one, other) <= between(one, third) + between(third, other)
