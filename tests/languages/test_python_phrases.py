"""An expression that is put in the place of another means what it meant alone: brackets stand where they are needed."""

import ast

import pytest

from viva.languages.inside.vivabox.python.changing.edits import Source
from viva.languages.inside.vivabox.python.changing.layout import written
from viva.languages.inside.vivabox.python.changing.phrases import fitted

PLACES = (
    "OLD + b", "b + OLD", "b - OLD", "OLD * b", "b * OLD", "OLD ** b", "b ** OLD", "-OLD", "not OLD", "OLD < b",
    "b in OLD", "OLD and b", "b or OLD", "OLD if b else c", "b if OLD else c", "OLD.x", "OLD[b]", "b[OLD]", "b[OLD:]",
    "g(OLD)", "OLD(b)", "[OLD, b]", "{b: OLD}", "[x for x in OLD]", "[x for x in b if OLD]", "lambda: OLD",
)  # fmt: skip
NEW = (
    "n", "n + 1", "n * 2", "n ** 2", "-n", "not n", "n < m", "n and m", "n or m", "n if m else k", "lambda: n",
    "f(n)", "xs[0]",
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_brackets_stand_where_they_are_needed(place: str) -> None:
    for new in NEW:
        tree = ast.parse(place, mode="eval")
        parents = {id(part): node for node in ast.walk(tree) for part in ast.iter_child_nodes(node)}
        old = next(node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "OLD")
        text = fitted(ast.parse(new, mode="eval").body, old, parents[id(old)])
        meant = ast.dump(ast.parse(place.replace("OLD", f"({new})"), mode="eval"))
        assert ast.dump(ast.parse(place.replace("OLD", text), mode="eval")) == meant
        if text.startswith("("):
            try:
                bare = ast.dump(ast.parse(place.replace("OLD", new), mode="eval"))
            except SyntaxError:
                continue
            assert bare != meant or isinstance(ast.parse(new, mode="eval").body, ast.Lambda | ast.UnaryOp), (place, new)


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("a, b = (b, a)", "a, b = b, a"),
        ("a, b = (b, f(a % b))", "a, b = b, f(a % b)"),
        ("a, b = (b + 1) * 2, (a)", "a, b = (b + 1) * 2, a"),
        ("a = (b, c)", "a = (b, c)"),
    ],
)
def test_several_values_are_given_as_people_write_it(line: str, plain: str) -> None:
    shown = written(ast.parse(line).body[0])
    assert ast.dump(ast.parse(shown)) == ast.dump(ast.parse(line))
    assert shown == plain


def test_quotes_stay_as_they_were_written() -> None:
    text = 'def f(s):\n    if s == "a":\n        return "b"\n    return s\n'
    edits = [edit for edit in Source(text).edits() if edit.kind == "comparison"]
    assert edits
    assert all("'" not in edit.new for edit in edits)


def test_what_is_done_for_one_is_proposed_for_its_twin() -> None:
    text = (
        "def f(a, b):\n    i = 0\n    j = 0\n    out = []\n    while i < len(a) and j < len(b):\n"
        "        if a[i] < b[j]:\n            out.append(a[i])\n            i += 1\n        else:\n"
        "            out.append(b[j])\n            j += 1\n    out.extend(a[i:])\n    return out\n"
    )
    put = {edit.new.strip() for edit in Source(text).further() if edit.kind == "repeated"}
    assert "out.extend(b[j:])" in put
