# ruff: noqa: E501 programs on one line each read as a table
"""Functions without loops, or with few rounds: what is proved holds, what differs differs where it says, and what is not
covered is not answered."""

import itertools
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.engines.proofs.generated import mutated, random_program
from tests.engines.proofs.sources import program
from tests.engines.proofs.traps import TRAPS
from tests.engines.symbolic.programs import right, shapes_of, target, wrong
from viva.engines.proofs import Differs, Program, Proof, Proved, Unknown, prove
from viva.engines.shapes import Plain, Shape, parse_shape
from viva.engines.syntax.tree import read_tree
from viva.languages.python.symbolic import warm_sandbox


def decided(types: str, reference: str, submission: str, strict: bool = False) -> Proof:
    return prove(
        program(reference), program(submission), [parse_shape(text) for text in types.split(";")], strict=strict
    )


EQUAL = {
    "absolute value": ("int", "def f(x):\n return abs(x)", "def f(x):\n if x > 0:\n  return x\n return -x"),
    "floor division": ("int;int", "def f(x, y):\n return x // y", "def f(x, y):\n return -x // -y"),
    "sign of the rest": ("int", "def f(x):\n return x % -3", "def f(x):\n return -(-x % 3)"),
    "bools are ints": ("int;bool", "def f(x, b):\n return x if b else -x", "def f(x, b):\n return (2 * b - 1) * x"),
    "True equals 1": ("int", "def f(x):\n return x * x >= 0", "def f(x):\n return 1"),
    "chains": ("int;int", "def f(x, y):\n return x < y < 9", "def f(x, y):\n return x < y and y < 9"),
    "short circuit": (
        "int;int",
        "def f(x, y):\n return y != 0 and x % y == 0",
        "def f(x, y):\n if y == 0:\n  return False\n return not x % y",
    ),
    "operands": ("int;int", "def f(x, y):\n return x or y", "def f(x, y):\n return x if x != 0 else y"),
    "a bounded loop": (
        "int",
        "def f(x):\n s = 0\n for i in range(4):\n  if x > i:\n   s += 1\n return s",
        "def f(x):\n return max(0, min(x, 4))",
    ),
    "while with a bound": (
        "int",
        "def f(x):\n n = 0\n while n < 3 and x > n:\n  n += 1\n return n",
        "def f(x):\n return min(3, max(x, 0))",
    ),
    "break": (
        "int",
        "def f(x):\n for d in (2, 3, 5):\n  if x % d == 0:\n   break\n else_ = d\n return else_",
        "def f(x):\n return 2 if x % 2 == 0 else 3 if x % 3 == 0 else 5",
    ),
    "functions": (
        "int;int",
        "def f(x, y):\n return g(x) + g(y)\ndef g(v, k=2):\n if v < 0:\n  return 0\n return v * k",
        "def f(x, y):\n return 2 * max(x, 0) + 2 * max(y, 0)",
    ),
    "tuples": (
        "tuple[int, int]",
        "def f(p):\n a, b = p\n return (b, a)",
        "def f(p):\n return p[1], p[0]",
    ),
    "None": ("int | None", "def f(x):\n if x is None:\n  return 0\n return x + 1", "def f(x):\n return 0 if x is None else 1 + x"),
    "words": ("Literal['a', 'b']; int".replace(" ", ""), "def f(c, x):\n return x if c == 'a' else -x", "def f(c, x):\n if c != 'a':\n  return -x\n return x"),
    "texts": ("int", "def f(x):\n return 'even' if x % 2 == 0 else 'odd'", "def f(x):\n if x % 2:\n  return 'odd'\n return 'even'"),
    "raising is outside": ("int", "def f(x):\n assert x > 0\n return x", "def f(x):\n return abs(x)"),
    "months": (
        "int;int",
        right("leap_days").replace("leap_days", "f"),
        "D = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)\n"
        "def leap(y):\n return not y % 400 or not y % 4 and y % 100 > 0\n"
        "def f(a, b):\n if b not in range(1, 13):\n  return 0\n d = D[b - 1]\n if leap(a) and b == 2:\n  d += 1\n return d",
    ),
    "a loop over the input": ("int", "def f(x):\n for i in range(x):\n  pass\n return x", "def f(x):\n return x"),
    "try": ("int", "def f(x):\n try:\n  return x\n except ValueError:\n  return 0", "def f(x):\n return x"),
    "a nested function": ("int", "def f(x):\n def g():\n  return x\n return g()", "def f(x):\n return x"),
    "a changed list": ("int", "def f(x):\n y = [x]\n y[0] = 1\n return x", "def f(x):\n return x"),
    "walrus": ("int", "def f(x):\n return (y := x)", "def f(x):\n return x"),
    "shifts": ("int", "def f(x):\n return x >> 2", "def f(x):\n return ~(~x // 4)"),
    "truth values": ("bool;bool", "def f(a, b):\n return a ^ b", "def f(a, b):\n return (a | b) & (not (a & b))"),
    "numbers or words": (
        "int",
        "def f(n):\n if n % 15 == 0:\n  return 'FizzBuzz'\n if n % 3 == 0:\n  return 'Fizz'\n if n % 5 == 0:\n  return 'Buzz'\n return n",
        "def f(n):\n return n if n % 3 and n % 5 else 'Fizz' if n % 5 else 'Buzz' if n % 3 else 'FizzBuzz'",
    ),
    "a place in a pair": ("int;int", "def f(x, y):\n return (x, y)[x < y]", "def f(x, y):\n return max(x, y)"),
    "bounds of parts": ("tuple[range(-9, -3), range(1, 3)]", "def f(p):\n return abs(p[0]) + p[1]", "def f(p):\n return p[1] - p[0]"),
    "literals or None": ("Literal[1, 2, None]", "def f(x):\n return x is None or x < 3", "def f(x):\n return True"),
}  # fmt: skip

DIFFERENT = {
    "a boundary": ("int", "def f(x):\n return x > 3", "def f(x):\n return x >= 3"),
    "a magic number": ("int", "def f(x):\n return 0", "def f(x):\n return x * x == 1764"),
    "raises": ("int;int", "def f(x, y):\n return x if y == 0 else x // y", "def f(x, y):\n return x // y"),
    "returns nothing": ("int", "def f(x):\n return x", "def f(x):\n if x != 12345:\n  return x"),
    "truncation is no floor": ("int", "def f(x):\n return x // 2", "def f(x):\n return -(-x // 2)"),
    "a list is no tuple": ("int", "def f(x):\n return (x,)", "def f(x):\n return [x]"),
    "of several": ("int | bool | None", "def f(x):\n return x is None", "def f(x):\n return not x"),
    "an open loop": ("int", "def f(x):\n return x", "def f(x):\n while x > 0:\n  x -= 1\n return x"),
    "deep nesting": ("int", "def f(x):\n return x", "def f(x):\n return " + "(" * 80 + "x" + " + 1)" * 80),
    "a name without value": ("int", "def f(x):\n return x", "def f(x):\n if x > 0:\n  y = x\n return y"),
    "of words": ("Literal['a', 'b']", "def f(c):\n return c == 'a'", "def f(c):\n return True"),
    "of pairs": ("tuple[int, bool]", "def f(p):\n return p[0] > 7 and p[1]", "def f(p):\n return p[0] > 7"),
    "a number or a word": ("int", "def f(x):\n return x if x > 0 else 'none'", "def f(x):\n return x if x else 'none'"),
}  # fmt: skip

UNCOVERED = {
    "input": "def f(x):\n input(x)\n return x",
    "recursion": "def f(x):\n return x if x <= 0 else f(x - 1)",
    "a float": "def f(x):\n return x + 0.0",
    "true division": "def f(x):\n return x / 1",
    "a generator": "def f(x):\n return x\n yield",
    "a decorator": "def g(h):\n return h\n@g\ndef f(x):\n return x",
    "a second definition": "def f(x):\n return x\ndef f(x):\n return x",
    "code of the module": "import sys\nx = sys.argv\ndef f(x):\n return x",
    "a new meaning of a builtin": "def abs(x):\n return x\nabs = 3\ndef f(x):\n return abs(x)",
    "a builtin as a local": "def f(x, abs=1):\n return abs(x)",
    "global": "n = 0\ndef f(x):\n global n\n n += 1\n return x",
    "a method": "def f(x):\n return x.bit_length()",
    "identity of numbers": "def f(x):\n return x is 5",
    "a lie about the main program": '__name__ = "__main__"\nif __name__ == "__main__":\n f = abs\ndef f(x):\n return x',
    "eval": "def f(x):\n return eval('x')",
    "starred": "def f(*x):\n return x",
    "a large exponent": "def f(x):\n return x ** 100",
    "an exponent from the input": "def f(x):\n return 2 ** x",
    "import star": "from math import *\ndef f(x):\n return x",
    "another module": "import helper\ndef f(x):\n return x",
    "a class": "class C:\n pass\ndef f(x):\n return x",
}


@pytest.mark.parametrize("name", EQUAL)
def test_equal_functions_are_proved(name: str) -> None:
    assert isinstance(decided(*EQUAL[name]), Proved), decided(*EQUAL[name])


@pytest.mark.parametrize("name", DIFFERENT)
def test_different_functions_differ_where_it_says(name: str) -> None:
    types, one, two = DIFFERENT[name]
    answer = decided(types, one, two)
    assert isinstance(answer, Differs), answer
    assert _differ(_function(one), _function(two), answer.arguments, strict=False)


@pytest.mark.some(7)
@pytest.mark.parametrize("name", UNCOVERED)
def test_what_is_not_covered_is_unknown(name: str) -> None:
    source = UNCOVERED[name]
    assert isinstance(decided("int", "def f(x):\n return x", source), Unknown)
    assert isinstance(decided("int", source, "def f(x):\n return x"), Unknown)


@pytest.mark.parametrize("types", ["float", "bytes", "int | tuple[int, int]", "Literal[1, 'a']"])
def test_arguments_of_such_types_are_unknown(types: str) -> None:
    assert isinstance(decided(types, "def f(x):\n return 1", "def f(x):\n return 1"), Unknown)


def test_what_may_be_an_int_or_a_bool_is_not_told_apart() -> None:
    told = "def f(x):\n return x is True"
    assert isinstance(decided("int | bool", told, told), Unknown)
    kept = "def f(x, b):\n return [x if x > 1 else b]"
    assert isinstance(decided("int;bool", kept, kept), Unknown)


def test_strict_results_tell_bools_from_ints() -> None:
    pair = ("bool", "def f(b):\n return b", "def f(b):\n return 1 if b else 0")
    assert isinstance(decided(*pair), Proved)
    assert isinstance(decided(*pair, strict=True), Differs)
    blurred = ("bool", "def f(b):\n return b", "def f(b):\n return b and 1")
    assert isinstance(decided(*blurred), Proved)
    assert isinstance(decided(*blurred, strict=True), Unknown)


def test_a_precondition_bounds_what_is_proved() -> None:
    one, two = "def f(x):\n return abs(x)", "def f(x):\n return x"
    requires = program("def f(x):\n return 0 <= x < 100")
    assert isinstance(prove(program(one), program(two), [Plain("int")], requires=requires), Proved)
    assert isinstance(prove(program(one), program(two), [Plain("int", 0)]), Proved)
    assert isinstance(prove(program(one), program(two), [Plain("int")]), Differs)


def test_a_reference_that_never_answers_proves_nothing() -> None:
    assert isinstance(decided("int", "def f(x):\n raise ValueError", "def f(x):\n return x"), Unknown)


def test_the_tree_comes_out_of_the_box_before_anything_runs() -> None:
    shapes = shapes_of(right("triangle"), "triangle")
    with warm_sandbox() as sandbox:
        reference, same, other = (
            Program(read_tree(target(sandbox, source, "triangle").tree), "triangle")
            for source in (right("triangle"), right("triangle").replace("a + b <= c", "c >= b + a"), wrong("triangle"))
        )
    assert isinstance(prove(reference, same, shapes), Proved)
    assert isinstance(prove(reference, other, shapes), Differs)


@pytest.mark.thorough
def test_generated_programs_agree_with_running_them() -> None:
    """The law: proved means equal on every input that is tried, and an input that is named shows the difference."""
    shapes: list[Shape] = [Plain("int"), Plain("int"), Plain("bool")]
    inputs = list(itertools.product([-7, -4, -3, -1, 0, 1, 2, 3, 4, 8], [-6, -2, -1, 0, 1, 2, 3, 7], [False, True]))
    answers: Counter[str] = Counter()
    for number in range(100):
        chance = random.Random(number)
        source = random_program(chance)
        other = mutated(chance, mutated(chance, source))
        one, two = _function(source), _function(other)
        if one is None or two is None:
            continue
        strict = chance.random() < 0.3
        answer = prove(program(source), program(other), shapes, strict=strict)
        answers[type(answer).__name__] += 1
        if isinstance(answer, Proved):
            differing = [arguments for arguments in inputs if _differ(one, two, arguments, strict)]
            assert not differing, (source, other, differing[0])
        if isinstance(answer, Differs):
            assert _differ(one, two, answer.arguments, strict), (source, other, answer)
    assert answers["Proved"] > 30
    assert answers["Differs"] > 4


def _function(source: str) -> Callable[..., object] | None:
    namespace: dict[str, object] = {}
    try:
        exec(compile(source, "generated", "exec"), namespace)
    except SyntaxError:
        return None
    function = namespace["f"]
    assert callable(function)
    return function


def _differ(
    one: Callable[..., object] | None, two: Callable[..., object] | None, arguments: tuple[object, ...], strict: bool
) -> bool:
    assert one is not None
    assert two is not None
    try:
        expected = one(*arguments)
    except Exception:  # noqa: BLE001 outside of the domain
        return False
    try:
        actual = two(*arguments)
    except Exception:  # noqa: BLE001 whatever it is
        return True
    return expected != actual or (strict and repr(expected) != repr(actual))


FAR = (-(10**20), -4, -3, -2, -1, 0, 1, 2, 3, 5, 10**20)


def outcomes(source: str) -> list[tuple[bool, object]]:
    """What a function gives, or that it raises, for each pair of numbers; each time as if it had just been loaded."""
    found: list[tuple[bool, object]] = []
    code = compile(source, "trap.py", "exec")
    for x, y in itertools.product(FAR, FAR):
        names: dict[str, Any] = {"__name__": "submission"}
        exec(code, names)
        try:
            found.append((True, names["f"](x, y)))
        except Exception:  # noqa: BLE001 whatever it raises, it gives no value
            found.append((False, None))
    return found


@pytest.mark.parametrize("pairs", [300, pytest.param(1200, marks=pytest.mark.thorough)])
def test_no_trap_is_proved_that_running_tells_apart(pairs: int) -> None:
    tables = [outcomes(source) for source in TRAPS]
    chance = random.Random(3)
    proved = 0
    for _ in range(pairs):
        one, two, strict = chance.randrange(len(TRAPS)), chance.randrange(len(TRAPS)), chance.random() < 0.3
        agreeing = [
            not gives or (also and expected == value and (not strict or repr(expected) == repr(value)))
            for (gives, expected), (also, value) in zip(tables[one], tables[two], strict=True)
        ]
        if sum(agreeing) * 3 < len(agreeing):
            continue  # those that are nearly equal are the ones to ask about
        answer = decided("int;int", TRAPS[one], TRAPS[two], strict)
        if isinstance(answer, Proved):
            proved += 1
            assert all(agreeing), (TRAPS[one], TRAPS[two])
    assert proved > pairs // 120


def test_a_proof_is_the_same_after_others() -> None:
    hard = (
        "int;int",
        "def f(x, y):\n return x // y + x % y",
        "def f(x, y):\n return divmod(x, y)[0] + divmod(x, y)[1]",
    )
    first = decided(*hard)
    for trap in TRAPS[:20]:
        decided("int;int", trap, TRAPS[0])
    assert decided(*hard) == first
