"""Which inputs are tried: none outside of the declared types and `requires`, and such as tell alike functions apart."""

import pytest

from tests.examining import Examiner, witness

from .conftest import exercise

GUARDED = {
    "list[range(1, 7)]": "all(1 <= y <= 6 for y in x)",
    "list[range(500000, 900000)]": "all(500000 <= y < 900000 for y in x)",
    "range(1000000, 9000000)": "1000000 <= x < 9000000",
    "tuple[range(-9, -3), range(1, 3)]": "-9 <= x[0] < -3 and 1 <= x[1] < 3",
    "dict[Literal['a', 'b'], list[range(5, 9)]]": "all(k in 'ab' and all(5 <= y < 9 for y in v) for k, v in x.items())",
    "list[tuple[range(2, 90), bool]] | range(3, 5)": "x in (3, 4) if type(x) is int else all(1 < y[0] < 90 for y in x)",
}


@pytest.mark.parametrize("kind", GUARDED)
def test_no_input_is_outside_of_the_declared_types(examine: Examiner, kind: str) -> None:
    """The submission is right on every value of the type and on no other."""
    made = exercise("def f(x, n: int) -> bool:\n    return n > 3\n", settings=f'types = {{ x = "{kind}" }}\n')
    report = examine(made, f"def f(x, n):\n    assert {GUARDED[kind]}\n    return 3 < n\n")
    assert report.verdict.right, witness(report)


def test_a_property_does_not_blame_the_function_for_what_requires_excludes(examine: Examiner) -> None:
    made = exercise(
        "def f(n: int) -> int:\n    return n - 1\n",
        settings='requires = "requires.py"\nproperties = "properties.py"\n',
        requires="def requires(n):\n    return n > 0\n",
        properties="def goes_down(f, n: int):\n    return f(n + 3) < n + 3\n",
    )
    assert examine(made, "def f(n):\n    assert n > 0\n    return n - 1\n").verdict.right


def test_arguments_share_no_parts(examine: Examiner) -> None:
    """Whoever changes the rows of a table one by one is right, though equal rows are many."""
    made = exercise("def f(rows: list[list[int]]) -> list[list[int]]:\n    return [[2 * x for x in r] for r in rows]\n")
    program = (
        "def f(rows):\n    for r in rows:\n        for i in range(len(r)):\n            r[i] *= 2\n    return rows\n"
    )
    assert examine(made, program).verdict.right
