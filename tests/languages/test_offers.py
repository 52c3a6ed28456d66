"""What a language does not offer is done without: verdict, hint and example are there, places and fixes are not."""

import pytest

from tests.languages.test_finding import CONSOLE, FUNCTIONS, examined
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.source import Source
from viva.languages.finding import language_named
from viva.languages.protocol import calls_of, reads_of
from viva.services.registry import read_source

pytestmark = pytest.mark.usefixtures("echo_is_installed")


def written(files: dict[str, str], language: str, **more: str) -> dict[str, str]:
    manifest = files["exercise.toml"].replace('["python", "schlange"]', f'["{language}"]')
    return {**files, "exercise.toml": manifest.replace('["schlange"]', f'["{language}"]'), **more}


def solution(files: dict[str, str]) -> dict[str, str]:
    subject, exercise = read_source(Source("exercise", {name: content.encode() for name, content in files.items()}))
    return {name: content.decode() for name, content in subject.solve(exercise).files.items()}


def verdict(files: dict[str, str], file: str, text: str) -> str:
    return examined(files, file, text, Rung.VERDICT).verdict.value


def rungs(report: Report) -> set[str]:
    return {finding.rung.value for finding in report.findings if finding.rung}


def test_a_language_that_only_runs_is_graded_by_console() -> None:
    right = examined(written(CONSOLE, "abacus"), "twice.abacus", "read n\nwrite 2 * n\n")
    assert right.verdict.value == "passed"
    wrong = examined(written(CONSOLE, "abacus"), "twice.abacus", "read n\nwrite n + 2\n")
    assert (wrong.verdict.value, wrong.reason) == ("refuted", "wrong")
    assert {"hint", "example"} <= rungs(wrong)
    assert "fix" not in rungs(wrong)
    (place,) = (finding for finding in wrong.findings if finding.rung == "place")
    assert place.where is None and place.text.startswith(
        "It behaves as if"
    )  # of a line of the program nothing is known


def test_a_model_answer_is_in_a_language_of_the_exercise() -> None:
    """Viva writes programs in Python only; else it takes a right example."""
    with pytest.raises(Fault, match="there is no model answer in a language of this exercise"):
        solution(written(CONSOLE, "abacus", **{"examples/right/twice.py": "print(2 * int(input()))\n"}))
    text = "read n\nwrite 2 * n\n"
    assert solution(written(CONSOLE, "abacus", **{"examples/right/twice.abacus": text})) == {"twice.abacus": text}
    assert set(solution(written(CONSOLE, "python"))) == {"solution.py"}


def test_what_stops_or_cannot_be_read_in_a_language_that_only_runs_is_told() -> None:
    stops = examined(written(CONSOLE, "abacus"), "twice.abacus", "read n\nwrite 2 * m\n")
    assert (stops.verdict.value, stops.reason) == ("refuted", "crash")
    greedy = examined(written(CONSOLE, "abacus"), "twice.abacus", "read n\nread m\nwrite 2 * n\n")
    assert greedy.verdict.value == "refuted"
    broken = examined(written(CONSOLE, "abacus"), "twice.abacus", "print n\n")
    assert (broken.verdict.value, broken.reason) == ("rejected", "syntax_error")
    assert "Line 1 begins with neither" in broken.findings[0].text


def test_a_function_in_a_language_that_only_runs_is_a_fault_of_the_exercise() -> None:
    with pytest.raises(Fault, match="functions in abacus cannot be called") as caught:
        examined(written(FUNCTIONS, "abacus"), "even.abacus", "")
    assert caught.value.line == 7


def test_a_language_that_runs_and_calls_is_graded_by_functions() -> None:
    assert verdict(written(FUNCTIONS, "bare"), "even.bare", "def even(n):\n    return n % 2 == 0\n") == "passed"
    wrong = examined(written(FUNCTIONS, "bare"), "even.bare", "def even(n):\n    return n % 2 == 1\n")
    assert (wrong.verdict.value, wrong.reason) == ("refuted", "wrong")
    assert {"hint", "pattern", "example"} <= rungs(wrong)
    assert not {"place", "fix"} & rungs(wrong)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def even(n):\n    return 1 // 0\n", "crash"),
        ("def even(n):\n    return even(n - 1)\n", "recursion_limit"),
        ("def odd(n):\n    return n\n", "missing_function"),
        ("def even(n)\n", "syntax_error"),
        ("", "empty"),
    ],
)
def test_whatever_goes_wrong_in_it_is_told(text: str, reason: str) -> None:
    report = examined(written(FUNCTIONS, "bare"), "even.bare", text)
    assert report.reason == reason
    assert report.findings
    assert "fix" not in rungs(report)


def test_it_is_graded_by_console_too() -> None:
    right = examined(written(CONSOLE, "bare"), "twice.bare", "print(2 * int(input()))\n")
    assert right.verdict.value == "passed"
    wrong = examined(written(CONSOLE, "bare"), "twice.bare", "print(int(input()) + 2)\n")
    assert wrong.verdict.value == "refuted"
    assert {"hint", "example"} <= rungs(wrong)
    assert "fix" not in rungs(wrong)


def test_a_finite_domain_that_was_walked_whole_proves_nothing_of_a_source_that_nobody_has_read() -> None:
    files = {**FUNCTIONS, "reference.py": "def even(n: bool) -> bool:\n    return not n\n"}
    text = "def even(n):\n    return not n\n"
    assert examined(files, "even.py", text).verdict.value == "proved"
    assert examined(written(files, "bare"), "even.bare", text).verdict.value == "passed"


def test_a_reference_in_it_needs_types() -> None:
    files = written(FUNCTIONS, "bare", **{"reference.bare": "def even(n):\n    return n % 2 == 0\n"})
    files["exercise.toml"] = files["exercise.toml"].replace("reference.py", "reference.bare")
    with pytest.raises(Fault, match="is missing, and Viva cannot look for the parameters"):
        read_source(Source("exercise", {name: content.encode() for name, content in files.items()}))
    files["exercise.toml"] += 'types = { n = "int" }\n'
    assert verdict(files, "even.bare", "def even(n):\n    return not n % 2\n") == "passed"
    assert verdict(files, "even.bare", "def even(n):\n    return True\n") == "refuted"


def test_properties_are_asked_of_it() -> None:
    files = written(
        FUNCTIONS, "bare", **{"laws.py": "def next_differs(even, n: int):\n    return even(n) != even(n + 1)\n"}
    )
    files["exercise.toml"] = files["exercise.toml"].replace('reference = "reference.py"', 'properties = "laws.py"')
    assert verdict(files, "even.bare", "def even(n):\n    return n % 2 == 0\n") == "passed"
    assert verdict(files, "even.bare", "def even(n):\n    return n > 3\n") == "refuted"


def test_what_it_cannot_see_cannot_be_forbidden() -> None:
    files = written(FUNCTIONS, "bare")
    files["exercise.toml"] += '\n[functions.forbid]\nsyntax = ["for"]\n'
    with pytest.raises(Fault, match="Viva does not see what a program in bare uses"):
        examined(files, "even.bare", "")


def test_who_cannot_do_without_a_part_says_so() -> None:
    with pytest.raises(Fault, match="functions in abacus cannot be called"):
        calls_of(language_named("abacus"))
    with pytest.raises(Fault, match="cannot look into programs in bare"):
        reads_of(language_named("bare"))
