"""What is written with the bindings of a reader is read back as it was, and no bracket is there in vain."""

import doctest
from random import Random

from viva.core.text import writing
from viva.core.text.reading import MARK, NAME, Binding, Cursor, Notation, Pattern, Token
from viva.core.text.writing import Written, infix, prefix

BINDINGS = {"<>": Binding(1), "->": Binding(2, to_the_right=True), "+": Binding(3), "*": Binding(4)}
TOKENS = Notation(Pattern(NAME, "[a-z]+"), Pattern(MARK, r"<>|->|[+*!().]"))
Tree = str | tuple[str, "Tree"] | tuple[str, "Tree", "Tree"]


class Reader(Cursor):
    def tree(self) -> Tree:
        return self.climb(self.one, BINDINGS, self.joined)

    def one(self) -> Tree:
        if self.accept("!"):
            return ("!", self.one())
        if self.accept("all"):
            self.expect(".")
            return ("all", self.tree())
        if self.accept("("):
            inside = self.tree()
            self.expect(")")
            return inside
        return self.take().text

    def joined(self, sign: Token, left: Tree, right: Tree) -> Tree:
        return (sign.text, left, right)


def written(tree: Tree) -> Written:
    match tree:
        case str():
            return Written(tree)
        case ("all", body):
            text = f"all. {written(body).text}"
            return Written(text, followed=f"({text})")
        case ("!", operand):
            return prefix("!", written(operand), 5)
        case (sign, left, right):
            return infix(written(left), sign, written(right), BINDINGS[sign])
    raise AssertionError(tree)


def random_tree(chance: Random, depth: int) -> Tree:
    match chance.randrange(8) if depth else 0:
        case 0 | 1:
            return chance.choice("ab")
        case 2:
            return ("!", random_tree(chance, depth - 1))
        case 3:
            return ("all", random_tree(chance, depth - 1))
    return (chance.choice(list(BINDINGS)), random_tree(chance, depth - 1), random_tree(chance, depth - 1))


def read(text: str) -> Tree:
    reader = Reader(TOKENS.tokens(text))
    found = reader.tree()
    reader.expect_end()
    return found


def without(text: str, begin: int) -> str:
    """The text without the pair of brackets that begins there."""
    depth = 0
    for end in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if not depth:
            return text[:begin] + text[begin + 1 : end] + text[end + 1 :]
    raise AssertionError(text)


def test_what_is_written_is_read_back_and_every_bracket_is_needed() -> None:
    chance = Random(1)
    for _ in range(1000):
        tree = random_tree(chance, chance.randint(0, 4))
        text = written(tree).text
        assert read(text) == tree, text
        for begin, sign in enumerate(text):
            assert sign != "(" or read(without(text, begin)) != tree, text


def test_what_does_not_chain_is_in_brackets_on_either_side() -> None:
    once = infix(Written("a"), "=", Written("b"), Binding(1), chained=False)
    assert infix(once, "=", once, Binding(1), chained=False).text == "(a = b) = (a = b)"


def test_the_example_comes_out_as_it_says() -> None:
    assert doctest.testmod(writing).failed == 0
