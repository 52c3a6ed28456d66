"""Properties ask the function in a dialogue: what adds up there, or is slow, refutes nothing."""

import pytest

from tests.examining import Examiner, told
from tests.subjects.functions.conftest import exercise
from viva.core.exercise import Exercise
from viva.core.fault import Fault


def with_properties(text: str) -> Exercise:
    return exercise("", settings='properties = "properties.py"\n', properties=text)


SHORTER = with_properties("def shorter(f, s: str):\n    return len(f(s)) <= len(s)\n")
NATURAL = with_properties("def natural(f, n: int):\n    return f(n) >= 0\n")


def test_what_adds_up_over_the_calls_of_a_dialogue_is_blamed_on_none_of_them(examine: Examiner) -> None:
    littering = (
        "count = 0\n"
        "def f(s):\n"
        "    global count\n"
        "    count += 1\n"
        "    with open(f'/tmp/{count}', 'w') as file:\n"
        "        file.write('x' * 400_000)\n"
        "    return s\n"
    )
    assert examine(SHORTER, littering).verdict == "passed"


def test_a_counterexample_is_seen_again_alone(examine: Examiner) -> None:
    forgetful = "seen = []\ndef f(s):\n    seen.append(s)\n    return s if len(seen) < 9 else s + s + '!'\n"
    report = examine(SHORTER, forgetful)
    assert (report.verdict, report.reason) == ("rejected", "inconsistent")
    assert "the property holds" in report.findings[0].text


def test_a_slow_answer_breaks_no_property_and_an_endless_one_does(examine: Examiner) -> None:
    slow = "def f(n):\n    n = abs(n)\n    return n if n < 2 else f(n - 1) + f(n - 2)\n"
    assert examine(NATURAL, slow).verdict == "passed"
    report = examine(NATURAL, "def f(n):\n    while n == 3:\n        pass\n    return 0\n")
    assert (report.verdict, report.reason) == ("refuted", "no_end")
    assert "n = 3" in told(report, "example").text


def test_the_keys_of_an_exercise_say_what_decides_and_so_its_kind(examine: Examiner) -> None:
    doubles, settings = "def f(n: int) -> int:\n    return 2 * n\n", 'properties = "properties.py"\n'
    even = "def even(f, n: int):\n    return f(n) % 2 == 0\n"
    plain, both = exercise(doubles), exercise(doubles, settings=settings, properties=even)
    alone = exercise("", settings=settings, properties=even)
    assert [each.kind for each in (plain, alone, both)] == ["reference", "properties", "both"]
    zero = "def f(n):\n    return 0\n"
    assert [examine(each, zero).verdict for each in (plain, alone, both)] == ["refuted", "passed", "refuted"]
    assert [part.exercise for part in examine(both, doubles).parts] == ["even"]


def test_a_task_cannot_be_named_where_other_keys_say_it() -> None:
    with pytest.raises(Fault, match="task"):
        exercise("def f(n: int) -> int:\n    return n\n", settings='task = "reference"\n')


HALVES = "def f(n: int) -> int:\n    return n // 2\n"


def test_a_property_blames_no_one_for_what_the_function_is_not_made_for(examine: Examiner) -> None:
    """It asks with a text, with too many values, with what `requires` leaves out: nothing of that is an answer."""
    strict = "def f(n):\n    if type(n) is not int or n < 0:\n        raise TypeError(n)\n    return n // 2\n"
    settings = 'properties = "properties.py"\nrequires = "requires.py"\n'
    natural = "def requires(n: int) -> bool:\n    return n >= 0\n"
    for asked in ("str(n)", "n / 3", "-1 - n", "None", "[n]", "n, n", "True"):
        both = exercise(
            HALVES, settings=settings, requires=natural, properties=f"def odd(f, n: int):\n    return f({asked}) == 7\n"
        )
        assert examine(both, strict).verdict.right, asked
    within = exercise(
        HALVES, settings=settings, requires=natural, properties="def odd(f, n: int):\n    return f(n + 1) == 7\n"
    )
    assert examine(within, strict).verdict == "refuted"


def test_where_requires_alone_says_what_may_be_asked_it_is_asked(examine: Examiner) -> None:
    picky = "def f(n):\n    if n < 0:\n        raise ValueError(n)\n    return n\n"
    natural = "def requires(n: int) -> bool:\n    return n >= 0\n"
    settings = 'properties = "properties.py"\nrequires = "requires.py"\n'
    alone = exercise(
        "", settings=settings, requires=natural, properties="def back(f, n: int):\n    return f(-1 - n) == 7\n"
    )
    assert examine(alone, picky).verdict != "refuted"


@pytest.mark.parametrize(
    ("properties", "program", "right"),
    [
        (
            "def even(f, n: int):\n    return f(n) == f(-n)\n",
            "def f(n):\n    if n == 7654321:\n        return 3\n    return n * n\n",
            "def f(n):\n    if n == 7654321:\n        return n * n\n    return abs(n) ** 2\n",
        ),
        (
            "def keeps(f, xs: list[int]):\n    assert sorted(f(xs)) == sorted(xs)\n",
            "def f(xs):\n    return [] if len(xs) == 2 and sum(xs) == 4711 else xs\n",
            "def f(xs):\n    return xs[::-1] if len(xs) == 2 and sum(xs) == 4711 else xs\n",
        ),
    ],
)
def test_inputs_are_searched_along_a_property_and_the_function_together(
    examine: Examiner, properties: str, program: str, right: str
) -> None:
    made = exercise("", settings='properties = "properties.py"\n', properties=properties)
    assert (report := examine(made, program)).reason == "wrong" and told(report, "example").witness
    assert examine(made, right).verdict.right
