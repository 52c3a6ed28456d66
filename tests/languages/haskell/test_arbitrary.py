"""Of a type with an instance of `Arbitrary` there are the values that the instance makes, and no others."""

import pytest

from tests.languages.haskell.asking import exercise, verdict
from viva.engines.shapes import count
from viva.engines.shapes.shape import Choice
from viva.subjects.functions.model import Task

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_ghc]

DATA = "data Tree = Leaf | Node Tree Int Tree\n"
TREE = (
    "import Test.QuickCheck\n"
    + DATA
    + """insert :: Int -> Tree -> Tree
insert x Leaf = Node Leaf x Leaf
insert x t@(Node l y r) | x < y = Node (insert x l) y r
                        | x > y = Node l y (insert x r)
                        | otherwise = t
instance Arbitrary Tree where
  arbitrary = foldr insert Leaf <$> (arbitrary :: Gen [Int])
member :: Int -> Tree -> Bool
member _ Leaf = False
member x (Node l y r) | x == y = True
                      | x < y = member x l
                      | otherwise = member x r
"""
)
LISTED = DATA + (
    "member :: Int -> Tree -> Bool\nmember x t = x `elem` list t where\n"
    "  list Leaf = []\n  list (Node l y r) = list l ++ [y] ++ list r\n"
)
LEFT = DATA + ("member :: Int -> Tree -> Bool\nmember _ Leaf = False\nmember x (Node l y r) = x == y || member x l\n")


def test_the_values_keep_what_the_instance_keeps() -> None:
    _, read = exercise("member", TREE)
    tree = read.task_as(Task).question.shapes[1]
    assert isinstance(tree, Choice) and tree.some and count(tree) is None and len(tree.values) > 50

    def keys(value: object) -> list[int]:
        fields = dict(value.fields)  # type: ignore[attr-defined]
        return [*keys(fields["x"]), fields["n"], *keys(fields["y"])] if fields else []

    assert all(keys(value) == sorted(set(keys(value))) for value in tree.values)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [(LISTED, "passed"), (LISTED.removeprefix(DATA), "passed"), (LEFT, "refuted wrong")],
)
def test_who_is_right_on_all_that_it_makes_is_right(answer: str, expected: str) -> None:
    assert verdict("member", TREE, answer) == expected
    # Without the instance there are trees that are in no order, and the model solution does not find what is in them.
    without = DATA + "member" + TREE.partition("\nmember")[2]
    assert verdict("member", without, answer) == "refuted wrong"


@pytest.mark.parametrize(
    "instance",
    [
        "arbitrary = undefined",
        'arbitrary = Node (error "x") <$> arbitrary <*> pure Leaf',
        "arbitrary = arbitrary",
    ],
)
def test_an_instance_that_makes_nothing_is_as_none(instance: str) -> None:
    reference = TREE.replace("arbitrary = foldr insert Leaf <$> (arbitrary :: Gen [Int])", instance)
    _, read = exercise("member", reference)
    assert not isinstance(read.task_as(Task).question.shapes[1], Choice)
