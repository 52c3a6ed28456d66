"""Texts that are no programs: the smallest changes that make them some."""

import pytest

from viva.languages import python
from viva.languages.edits import put_in
from viva.sandbox import Sandbox


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("def f(x)\n    return x\n", "def f(x):\n    return x\n"),
        ("def f(x):\nreturn x\n", "def f(x):\n    return x\n"),
        ("def f(x):\n    if x = 1:\n        return 2\n", "def f(x):\n    if x == 1:\n        return 2\n"),
        ("def f(x):\n    return max(x, (1)\n", "def f(x):\n    return max(x, (1))\n"),
        ("Def f(x):\n    return x\n", "def f(x):\n    return x\n"),
        ("def f(x):\n    retrun x\n", "def f(x):\n    return x\n"),
        ("def f(x):\n    if x:\n    return 1\n", "def f(x):\n    if x:\n        return 1\n"),
        (
            "def f(x):\n    for i in x\n        if i\n            return i\n",
            "def f(x):\n    for i in x:\n        if i:\n            return i\n",
        ),
        ("def f(x):\n    # no end\n    while x:\n", "def f(x):\n    # no end\n    while x:\n        pass\n"),
    ],
)
def test_what_was_meant_is_among_the_changes(sandbox: Sandbox, text: str, meant: str) -> None:
    found = [put_in(text, change.pieces) for change in python.mends.completions(sandbox, text)]
    assert meant in found
    for program in found:
        compile(program, "text", "exec")


def test_programs_and_what_is_far_from_one_have_none(sandbox: Sandbox) -> None:
    assert python.mends.completions(sandbox, "x = 1\n") == []
    assert python.mends.completions(sandbox, "(((((((((\n") == []
    assert python.mends.completions(sandbox, "def f(:\n" * 30_000) == []
