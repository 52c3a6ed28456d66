# ruff: noqa: E501  a program that is handed in reads best on one line
"""Verdicts, witnesses and what is told of them."""

import pytest

from tests.examining import Examiner, told, witness
from viva.core.fault import Fault
from viva.core.report import About

from .conftest import GROWING, SEARCHED, exercise

LARGEST = """
def f(xs: list[int]) -> int:
    best = xs[0]
    for x in xs:
        if x > best:
            best = x
    return best
"""


def test_a_wrong_start_is_found_named_and_placed(examine_whole: Examiner) -> None:
    report = examine_whole(LARGEST, LARGEST.replace("xs[0]", "0"))
    assert (report.verdict, report.reason) == ("refuted", "wrong")
    assert witness(report).fields["input"] == [[-1]]
    assert (witness(report).fields["expected"], witness(report).fields["actual"]) == (-1, 0)
    assert "all numbers in the list are negative" in told(report, "pattern").text
    where = told(report, "place").where
    assert where is not None and where.line == 3  # type: ignore[union-attr]
    assert not any(letter.isdigit() for letter in told(report, "hint").text)  # no literal of the witness, and no line


def test_a_witness_tells_tuples_from_lists_and_keeps_large_numbers(examine: Examiner) -> None:
    pair = "def f(a: int) -> list[int]:\n    return [a, a]\n"
    fields = witness(examine(pair, "def f(a):\n    return (a, a)\n")).fields
    assert (fields["expected"], fields["actual"]) == ("[0, 0]", "(0, 0)")
    large = witness(
        examine(
            exercise("def f(a: int) -> int:\n    return a\n", settings=SEARCHED),
            "def f(a):\n    return a if a != 10**18 + 9 else 0\n",
        )
    )
    assert large.fields["input"] == [10**18 + 9]


def test_inputs_on_which_the_reference_raises_are_outside_the_domain(examine: Examiner) -> None:
    assert examine(LARGEST, "def f(xs):\n    return max(xs) if xs else None\n").verdict == "proved"


def test_a_rare_constant_is_searched_for(examine: Examiner) -> None:
    reference = "def f(n: int) -> int:\n    return n * 2\n"
    asked = exercise(reference, settings=SEARCHED)
    report = examine(asked, "def f(n):\n    if n * 3 + 7 == 370375:\n        return 0\n    return n + n\n")
    assert witness(report).fields["input"] == [123456]


def test_branching_code_over_numbers_is_proved_equal(examine: Examiner) -> None:
    reference = "def f(a: int, b: int) -> int:\n    return a if a > b else b\n"
    report = examine(reference, "def f(a, b):\n    if b >= a:\n        return b\n    return a\n")
    assert report.verdict == "proved"
    assert report.score == 1.0


@pytest.mark.thorough
def test_a_loop_with_fixed_bounds_is_proved_too(examine: Examiner) -> None:
    reference = "def f(a: int, b: int, c: int) -> int:\n    return max(a, b, c)\n"
    loop = "def f(a, b, c):\n    best = a\n    for x in (b, c):\n        if x > best:\n            best = x\n    return best\n"
    assert examine(reference, loop).verdict == "proved"
    open_ended = "def f(n: int) -> int:\n    t = 0\n    for i in range(n):\n        t += 2\n    return t\n"
    assert examine(open_ended, "def f(n):\n    return 2 * max(n, 0)\n").verdict == "proved"


def test_a_finite_domain_is_exhausted(examine: Examiner) -> None:
    reference = "def f(month, words):\n    return words * (month % 4)\n"
    asked = exercise(reference, settings="types = { month = \"range(1, 13)\", words = \"Literal['a', 'b']\" }\n")
    report = examine(asked, "def f(month, words):\n    return ''.join(words for _ in range(month % 4))\n")
    assert report.verdict == "proved"
    assert report.evidence.tests == 24


def test_a_precondition_keeps_inputs_out(examine: Examiner) -> None:
    asked = exercise(
        "def f(n: int) -> int:\n    return abs(n)\n",
        settings='requires = "requires.py"\n',
        requires="def requires(n):\n    return n >= 0\n",
    )
    assert examine(asked, "def f(n):\n    return n\n").verdict.right


@pytest.mark.thorough
def test_an_opaque_reference_needs_only_types(examine: Examiner) -> None:
    manifest = exercise("from builtins import sorted as f\n", settings='types = { xs = "list[int]" }\n')
    right = "def f(xs):\n    return [] if not xs else f([x for x in xs[1:] if x < xs[0]]) + [xs[0]] + f([x for x in xs[1:] if x >= xs[0]])\n"
    assert examine(manifest, right).verdict == "passed"
    assert examine.verdict(manifest, right.replace(">=", ">")) == "refuted"


@pytest.mark.parametrize(
    ("reference", "wrong"),
    [
        ('def f(s):\n    """\n    >>> f("ab")\n    2\n    """\n    return len(s)\n', "def f(s):\n    return 2\n"),
        ("def f(text):\n    return text.upper()\n", "def f(text):\n    return text\n"),
        ("def f(n):\n    return n % 3\n", "def f(n):\n    return 0\n"),
    ],
)
def test_types_come_from_doctests_and_from_use(examine: Examiner, reference: str, wrong: str) -> None:
    assert examine.verdict(reference, wrong) == "refuted"


def test_a_parameter_of_unknown_type_is_the_teachers_to_mend() -> None:
    with pytest.raises(Fault, match="type of the parameter"):
        exercise("def f(thing):\n    return thing\n")


def test_the_step_limit_says_both_numbers_and_what_repeats(examine: Examiner) -> None:
    reference = "def f(n: int) -> int:\n    total = 0\n    for i in range(n):\n        total += i\n    return total\n"
    program = (
        "def f(n):\n    total, i = 0, 0\n    while i < n:\n        total += i\n        total -= i\n    return total\n"
    )
    report = examine(reference, program)
    assert (report.verdict, report.reason) == ("refuted", "no_end")
    text = told(report, "example").text
    assert "1,000,000 steps" in text and "The model solution takes 2" in text
    assert "loop in line 3" in text and "i = 0" in text and "never ends" in text


@pytest.mark.thorough
def test_recursion_that_is_only_deep_is_right(examine: Examiner) -> None:
    reference = "def f(n: int) -> int:\n    return n * (n + 1) // 2 if n > 0 else 0\n"
    report = examine(reference, "def f(n):\n    return 0 if n <= 0 else n + f(n - 1)\n")
    assert report.verdict.right or report.verdict == "undecided"
    endless = examine(reference, "def f(n):\n    return n + f(n - 1)\n")
    assert (endless.verdict, endless.reason) == ("refuted", "recursion_limit")


@pytest.mark.thorough
def test_options_of_the_comparison(examine: Examiner) -> None:
    whole = "def f(n: int) -> int:\n    return n\n"
    as_float = "def f(n):\n    return float(n)\n"
    small = exercise(whole, settings='types = { n = "range(-200, 200)" }\n')
    assert examine(small, as_float).verdict.right
    assert examine.verdict(exercise(whole, settings="strict = true\n"), as_float) == "refuted"
    listing = "def f(xs: list[int]) -> list[int]:\n    return xs\n"
    backwards = "def f(xs):\n    return xs[::-1]\n"
    assert examine.verdict(listing, backwards) == "refuted"
    assert examine(exercise(listing, settings="any_order = true\n"), backwards).verdict.right
    printing = "def f(n: int) -> None:\n    print(n)\n"
    assert examine(printing, "def f(n):\n    pass\n").verdict.right
    assert examine.verdict(exercise(printing, settings="output = true\n"), "def f(n):\n    pass\n") == "refuted"
    changing = "def f(xs: list[int]) -> None:\n    xs.append(1)\n"
    assert examine(changing, "def f(xs):\n    pass\n").verdict.right
    assert examine.verdict(exercise(changing, settings="arguments = true\n"), "def f(xs):\n    pass\n") == "refuted"
    raising = "def f(n: int) -> int:\n    if n < 0:\n        raise ValueError('below')\n    return n\n"
    asked = exercise(raising, settings='exceptions = "kind"\n')
    assert examine(asked, raising.replace("below", "negative")).verdict.right
    assert examine.verdict(asked, raising.replace("ValueError", "TypeError")) == "refuted"
    asked = exercise(raising, settings='exceptions = "message"\n')
    assert examine.verdict(asked, raising.replace("below", "negative")) == "refuted"
    halves = "def f(x: float) -> float:\n    return x / 3\n"
    assert examine(halves, "def f(x):\n    return x * (1 / 3)\n").verdict.right
    assert (
        examine(exercise(halves, settings="tolerance = 0\n"), "def f(x):\n    return x * (1 / 3)\n").verdict
        == "refuted"
    )
    custom = exercise(
        "def f(s: str) -> str:\n    return s\n",
        settings='equality = "equality.py"\n',
        equality="def equal(expected, actual):\n    return expected.strip() == actual.strip()\n",
    )
    assert examine(custom, "def f(s):\n    return ' ' + s\n").verdict.right
    assert examine.verdict(custom, "def f(s):\n    return None\n") == "refuted"


def test_a_generator_may_be_asked_for(examine: Examiner) -> None:
    reference = "def f(n: int):\n    for i in range(min(n, 9)):\n        yield i\n"
    assert examine(reference, "def f(n):\n    yield from range(min(n, 9))\n").verdict.right
    assert examine.verdict(reference, "def f(n):\n    yield from range(min(n, 8))\n") == "refuted"


@pytest.mark.thorough
def test_wasted_work_is_measured_beside_the_reference(examine: Examiner) -> None:
    reference = "def f(xs: list[int]) -> bool:\n    seen = set()\n    for x in xs:\n        seen.add(x)\n    return len(seen) == len(xs)\n"
    plain = examine(exercise(reference, settings=GROWING), reference)
    assert not [finding for finding in plain.findings if finding.about is About.QUALITY]
    power = "def f(n: int) -> int:\n    result = 1\n    for _ in range(n):\n        result *= 2\n    return result\n"
    double = "def f(n):\n    return 1 if n <= 0 else f(n - 1) + f(n - 1)\n"
    report = examine(exercise(power, settings=GROWING + 'types = { n = "range(0, 19)" }\n'), double)
    assert any("2ⁿ" in finding.text for finding in report.findings)
    total = "def f(xs: list[int]) -> int:\n    t = 0\n    for x in xs:\n        t += x\n    return t\n"
    squares = "def f(xs):\n    t = 0\n    for i in range(len(xs)):\n        t = 0\n        for j in range(i + 1):\n            t += xs[j]\n    return t\n"
    report = examine(exercise(total, settings=GROWING), squares)
    assert report.verdict.right and any("grows as n²" in finding.text for finding in report.findings)


def test_a_teachers_own_analysis_sees_what_the_hooks_saw(examine: Examiner) -> None:
    analyses = """
def appends(runs):
    if any(run.calls.get("list.append") for run in runs):
        yield 3, "Build the list with a comprehension."
"""
    reference = "def f(n: int) -> list[int]:\n    return [i for i in range(min(n, 9))]\n"
    asked = exercise(reference, settings='analyses = "analyses.py"\n', analyses=analyses)
    program = "def f(n):\n    xs = []\n    for i in range(min(n, 9)): xs.append(i)\n    return xs\n"
    report = examine(asked, program)
    assert [finding.text for finding in report.findings if finding.about is About.QUALITY] == [
        "Build the list with a comprehension."
    ]


def test_habits_are_told_without_changing_the_verdict(examine: Examiner) -> None:
    program = LARGEST.replace("if x > best:", "if (x > best) == True:").replace("f(xs: list[int])", "f(xs, list=[])")
    report = examine(LARGEST, program)
    assert report.verdict.right
    kinds = {finding.signature for finding in report.findings}
    assert {"habit:compare_true", "habit:mutable_default", "habit:shadowed_builtin"} <= kinds


def test_the_same_check_gives_the_same_report(examine: Examiner) -> None:
    first, second = (examine(LARGEST, LARGEST.replace("xs[0]", "0")).to_json() for _ in range(2))
    first["seconds"] = second["seconds"] = 0
    assert first == second


def test_properties_alone_decide(examine: Examiner) -> None:
    asked = exercise(
        "",
        settings='properties = "properties.py"\n',
        properties='def idempotent(f, s: str):\n    """Twice is as good as once."""\n    return f(f(s)) == f(s)\n\ndef shorter(f, s: str):\n    return len(f(s)) <= len(s)\n',
    )
    assert examine(asked, "def f(s):\n    return s.strip()\n").verdict == "passed"
    report = examine(asked, "def f(s):\n    return s[1:]\n")
    assert (report.verdict, report.score) == ("refuted", 0.5)
    assert [part.verdict for part in report.parts] == ["refuted", "passed"]
    assert "Twice is as good as once" in told(report, "example").text
    assert len(witness(report).fields["input"][0]) <= 2  # type: ignore[index, arg-type]
    assert examine(asked, "def g(s):\n    return s\n").reason == "missing_function"
