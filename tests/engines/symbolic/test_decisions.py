"""The symbolic execution tree of a function, held against plain runs and against what is known of its program."""

import pytest

from tests.engines.symbolic.programs import target
from viva.engines.shapes import parse_shape
from viva.engines.symbolic.decisions import MOST_PATHS, Decision, Grown, Leaf, Missing, Tree, grow_tree
from viva.engines.symbolic.written import Writer
from viva.sandbox import Sandbox

INT, FLOAT, TEXT, INTS = map(parse_shape, ("int", "float", "str", "list[int]"))
MINIMUM = """def f(a, b):
    least = a
    if b < least:
        least = b
    if a < least:
        least = a
    return least
"""


def grown(sandbox: Sandbox, source: str, *kinds: str) -> Grown:
    found = grow_tree(sandbox, target(sandbox, source), [parse_shape(kind) for kind in kinds])
    assert found is not None
    return found


def told(tree: Grown, *names: str) -> dict[str, str]:
    """Each way as its decisions, and what is at its end."""
    writer, found = Writer(tree.frame, names), dict[str, str]()

    def walk(at: Tree, before: tuple[str, ...]) -> None:
        match at:
            case Decision(term=term, sides=sides):
                for side in sides:
                    walk(side.below, (*before, writer.decision(term, side.value)))
            case Leaf(outcome=outcome, terms=terms):
                found[", ".join(before)] = writer.outcome(outcome, terms) or str(outcome)
            case Missing() as missing:
                found[", ".join(before)] = missing.value

    walk(tree.root, ())
    return found


def test_the_papers_figure_1(sandbox: Sandbox) -> None:
    tree = grown(sandbox, MINIMUM, "int", "int")
    assert told(tree, "a", "b") == {"b < a, a < b": "impossible", "b < a, a >= b": "b", "b >= a": "a"}
    assert tree.whole


@pytest.mark.parametrize(
    ("source", "kinds", "names"),
    [
        (MINIMUM, ["int", "int"], ["a", "b"]),
        ("def f(n):\n    if n % 2 == 0 or n > 9:\n        return n * 2\n    return -n\n", ["int"], ["n"]),
        ("def f(a, b):\n    return a // b if b != 0 else abs(a)\n", ["int", "int"], ["a", "b"]),
        ("def f(x, yes):\n    if yes and x > 3:\n        return x\n    return 0\n", ["int", "bool"], ["x", "yes"]),
    ],
)
def test_every_path_comes_out_as_its_program_does(
    sandbox: Sandbox, source: str, kinds: list[str], names: list[str]
) -> None:
    tree = grown(sandbox, source, *kinds)
    space: dict[str, object] = {}
    exec(source, space)
    plain = space["f"]
    assert callable(plain)
    leaves = list(tree.leaves())
    assert len(leaves) > 1
    for leaf in leaves:
        text = Writer(tree.frame, names).outcome(leaf.outcome, leaf.terms)
        assert text is not None
        assert eval(text, dict(zip(names, leaf.arguments, strict=True))) == plain(*leaf.arguments)


def test_a_loop_without_an_end_in_sight_stays_open(sandbox: Sandbox) -> None:
    tree = grown(sandbox, "def f(n):\n    i = 0\n    while i < n:\n        i = i + 1\n    return i\n", "int")
    assert not tree.whole
    assert "open" in told(tree, "n").values()
    assert len(list(tree.leaves())) <= MOST_PATHS


def test_longer_lists_are_not_said_to_be_impossible(sandbox: Sandbox) -> None:
    source = "def f(xs):\n    return 1 if len(xs) > 1000 else 0\n"
    assert told(grown(sandbox, source, "list[int]"), "xs") == {"len(xs) > 1000": "open", "len(xs) <= 1000": "0"}


def test_what_rounding_could_do_is_not_said_to_be_impossible(sandbox: Sandbox) -> None:
    source = "def f(x):\n    return 1 if (x + 1.0) - x != 1.0 else 0\n"
    found = told(grown(sandbox, source, "float"), "x")
    assert "impossible" not in found.values()


def test_letters_and_choices_are_written_as_people_do(sandbox: Sandbox) -> None:
    source = "def f(t, yes):\n    if yes and len(t) == 1 and t[0] == '(':\n        return 1\n    return 0\n"
    ways = told(grown(sandbox, source, "str", "bool"), "t", "yes")
    assert any(way.endswith("t[0] == '('") and end == "1" for way, end in ways.items())
    assert ways["not yes"] == "0"


def test_an_exception_is_an_end(sandbox: Sandbox) -> None:
    tree = grown(sandbox, "def f(a, b):\n    return a // b\n", "int", "int")
    assert ["raised", "ZeroDivisionError"] in [leaf.outcome for leaf in tree.leaves()]


def test_what_grows_without_bounds_is_not_written_out(sandbox: Sandbox) -> None:
    """Each round doubles the term: written out it would have more signs than there are atoms."""
    source = (
        "def f(a):\n    for _ in range(300):\n        a = a + a\n    return a if a > 7 else [[[[[[[[[[a]]]]]]]]]]\n"
    )
    ways = told(grown(sandbox, source, "int"), "a")
    assert all(len(way) < 200 and len(end) < 200 for way, end in ways.items())
    assert any("…" in way for way in ways)
