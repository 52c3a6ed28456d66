"""Properties ask the function in a dialogue: what adds up there, or is slow, refutes nothing."""

from tests.examining import Examiner, told
from tests.subjects.functions.conftest import exercise
from viva.core.exercise import Exercise


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
