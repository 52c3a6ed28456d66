# ruff: noqa: E501 programs on one line each read as a table
"""Submissions that attack the symbolic runs gain nothing: the search goes on or ends, and says no more than inputs."""

import itertools

import pytest

from tests.engines.symbolic.programs import target
from viva.engines.shapes import parse_shape
from viva.engines.symbolic import Bounds, Counters, differ, explore
from viva.languages.python.symbolic import compile_target
from viva.sandbox import Sandbox

REFERENCE = "def f(x):\n    return 1 if x == 4711 else 0\n"
ATTACKS = {
    "ends the process": "import os\ndef f(x):\n    os._exit(0)\n",
    "never ends": "def f(x):\n    while True:\n        pass\n",
    "never ends and catches everything": "def f(x):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass\n",
    "fails at the start": "raise SystemExit\n",
    "has no such function": "def g(x):\n    return x\n",
    "is no function": "f = 3\n",
    "recursion": "def f(x):\n    return f(x + 1)\n",
    "replaces the hooks": "import builtins\nfor n in list(vars(builtins)):\n    if 'viva' in n:\n        vars(builtins)[n] = lambda *a: 1\ndef f(x):\n    return x > 3\n",
    "breaks the classes": "def f(x):\n    type(x).__lt__ = None\n    x.__class__.term = 5\n    x.__dict__.clear()\n    return x < 3\n",
    "lies in the path": "def f(x):\n    p = x.path\n    p.nodes[:] = [['v', '9'], ['__import__', 'os']]\n    p.branches[:] = [[1, 7, True]]\n    return 1\n",
    "floods": "def f(x):\n    x.path.nodes.extend([['k', 1]] * 10**6)\n    return 1\n",
    "speaks for the box": "import os\nfor d in range(3, 20):\n    try: os.write(d, b'\\0\\0\\0\\2m{}')\n    except OSError: pass\ndef f(x):\n    return x\n",
    "deep terms": "def f(x):\n    for i in range(5000):\n        x = x + i * x\n    return x > 10**9\n",
    "wide terms": "def f(x):\n    for i in range(60):\n        x = x * x\n        if x > 10**6: return x\n    return 0\n",
    "reads": "def f(x):\n    return int(input())\n",
    "big numbers": "def f(x):\n    y = 10 ** 3000 + x\n    return y * y > x\n",
}  # fmt: skip


@pytest.mark.some(8)
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_ends_in_proposals_or_nothing(sandbox: Sandbox, name: str) -> None:
    submission = compile_target(sandbox, ATTACKS[name].encode(), "f")
    assert submission is not None
    reference = target(sandbox, REFERENCE)
    bounds = Bounds(runs=12, solver_calls=20)
    counters = Counters()
    for proposal in differ(sandbox, submission, reference, [parse_shape("int")], bounds=bounds, counters=counters):
        (argument,) = proposal.arguments
        assert type(argument) is int
    assert counters.runs <= 12


def test_the_reference_is_searched_even_if_the_submission_says_nothing(sandbox: Sandbox) -> None:
    submission = target(sandbox, ATTACKS["replaces the hooks"])
    proposals = differ(sandbox, submission, target(sandbox, REFERENCE), [parse_shape("int")])
    assert (4711,) in [proposal.arguments for proposal in itertools.islice(proposals, 20)]


def test_the_submission_cannot_see_the_reference(sandbox: Sandbox) -> None:
    """They run in processes of their own: nothing in this one mentions the number."""
    source = (
        "import gc, sys\n"
        "def f(x):\n"
        "    seen = [o.__code__.co_consts for o in gc.get_objects() if hasattr(o, '__code__')]\n"
        "    return any(4711 in c for c in seen if isinstance(c, tuple)) and sys.exit()\n"
    )
    found = list(
        itertools.islice(differ(sandbox, target(sandbox, source), target(sandbox, REFERENCE), [parse_shape("int")]), 5)
    )
    assert not found[0].suspected


@pytest.mark.parametrize("source", [b"def f(x:\n", b"\xff\xfe", b"x = " + b"(" * 5000, b"\0"])
def test_what_cannot_be_compiled_is_no_target(sandbox: Sandbox, source: bytes) -> None:
    assert compile_target(sandbox, source, "f") is None


def test_a_missing_function_gives_only_the_seeds_a_chance(sandbox: Sandbox) -> None:
    submission = target(sandbox, "def g(x):\n    return x\n", "f")
    assert len(list(explore(sandbox, submission, [parse_shape("int")], seeds=[(5,)]))) == 3
