"""The distance between formulas is a distance, and counts nodes."""

from viva.engines import logic
from viva.engines.logic.zhang_shasha import changed_labels, distance, tree_size

AB = ("a", "b")


def test_the_distance_of_formulas_counts_nodes() -> None:
    def between(one: str, other: str) -> int:
        return distance(logic.parse(one, AB), logic.parse(other, AB))

    assert between("begWt('a')", "begWt('a')") == 0
    assert between("begWt('a')", "begWt('b')") == 1
    assert between("begWt('a')", "endWt('a')") == 1
    assert between("begWt('a') and endWt('b')", "begWt('a') or endWt('b')") == 1
    assert between("begWt('a') and endWt('b')", "begWt('a')") == 3
    assert between("'a' @ first+2", "'a' @ first") == 2
    assert between("ex1 x. 'a' @ x", "ex1 y. 'a' @ y") == 0
    assert between("not begWt('a')", "begWt('a')") == 1
    assert between("|indOf('a')| = 2", "|indOf('a')| >= 2") == 1
    assert between("|indOf('a')| % 2 = 0", "|indOf('ab')| % 3 = 1") == 3
    formulas = ["true", "begWt('a')", "not endWt('ab')", "|all| % 2 = 0 or begWt('b')", "ex1 x. 'a' @ x and x < last"]
    for one in formulas:
        for other in formulas:
            assert between(one, other) == between(other, one)
            for third in formulas:
                assert between(one, other) <= between(one, third) + between(third, other)


def test_literals_are_nodes() -> None:
    sizes = {
        "true": 2,
        "isEmpty": 1,
        "begWt('ab')": 2,
        "|all| = 2": 3,
        "|indOf('a')| = 2": 4,
        "|indOf('a')| % 2 = 0": 5,
    }
    sizes |= {"'a' @ last-1": 4, "ex1 x. 'a' @ x": 4, "not (begWt('a') or endWt('b'))": 6, "first < last": 3}
    assert {text: tree_size(logic.parse(text, AB)) for text in sizes} == sizes


def test_what_changed_is_told_by_its_labels() -> None:
    one, other = (logic.parse(text, AB) for text in ("|indOf('a')| = 2", "|indOf('a')| >= 2"))
    assert changed_labels(one, other) == (["Count ="], ["Count >="])
