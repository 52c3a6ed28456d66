"""What a teacher's own functions, settings and specifications are held to, and what is told of their faults."""

from dataclasses import replace

import pytest

from tests.examining import TERMS, made, told
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.submission import Submission
from viva.core.verdict import Verdict
from viva.engines.dialogues.foreign import load
from viva.services.checking import check
from viva.subjects.console.subject import Console


def exercise(spec: str, module: str = "", settings: str = "") -> Exercise:
    files = {"spec.txt": spec}
    manifest = f'[console]\nspec = "spec.txt"\n{settings}'
    if module:
        files["own.py"] = module
        manifest += '\npython = "own.py"'
    return made(Console(), manifest, files)


def fault(asked: Exercise) -> Fault:
    with pytest.raises(Fault) as caught:
        check(Console(), asked, Submission.from_text("print(1)\n", "a.py"), TERMS)
    return caught.value


@pytest.mark.parametrize(
    ("spec", "line", "words"),
    [
        ("read x: nat\nrepeat 1000000:\n    read y: int\nwrite x\n", 2, "goes round 1,000,000 times"),
        ("read n: nat\nloop:\n    read x: nat\n    if x < 0: exit\nwrite 1\n", 2, "lead out of this loop"),
    ],
)
def test_a_specification_that_nothing_leads_through_is_told_with_its_loop(spec: str, line: int, words: str) -> None:
    found = fault(exercise(spec))
    assert (found.line, found.file) == (line, "spec.txt")
    assert words in str(found) and found.remedy


def test_a_function_that_does_not_exist_cannot_be_allowed() -> None:
    with pytest.raises(Fault) as caught:
        exercise("read x: nat\nwrite x\n", settings='functions = ["lenn"]')
    assert caught.value.line == 4 and "did you mean 'len'" in str(caught.value)


def test_own_functions_and_those_of_the_notation_can_be_allowed() -> None:
    module = "def twice(n: int) -> int:\n    return 2 * n\n"
    assert exercise("read x: nat\nwrite twice(x)\n", module, 'functions = ["twice", "sorted", "mod"]')


@pytest.mark.parametrize(
    ("module", "largest"),
    [
        ("def f(n: int) -> int:\n    return 2 * n\n", None),
        ("def f(n: int) -> float:\n    return n / 2\n", 2**31),
        ("def f(s: str) -> int:\n    return len(s)\n", None),
        ("def f(n: int) -> int:\n    return sum(d for d in range(1, n + 1) if n % d == 0)\n", 100_000),
        ("def f(n: int) -> bool:\n    d = 2\n    while d * d <= n:\n        if n % d == 0: return False\n"
         "        d += 1\n    return n > 1\n", 100_000),
    ],
)  # fmt: skip
def test_a_function_is_asked_about_numbers_as_large_as_it_answers_at_once(module: str, largest: int | None) -> None:
    assert load(module, "own.py")["f"].largest == largest


@pytest.mark.parametrize("limit", ["2 ** 31", "10 ** 12"])
def test_what_is_wrong_for_large_numbers_only_is_refuted_beside_a_function_too(limit: str) -> None:
    module = "def price(g: int) -> int:\n    return 3 * g - 25 if g > 300 and g % 50 == 0 else 3 * g\n"
    asked = exercise("read g: nat\nwrite price(g)\n", module)
    program = f"g = int(input()) % ({limit})\nprint(3 * g - 25 if g > 300 and g % 50 == 0 else 3 * g)\n"
    assert check(Console(), asked, Submission.from_text(program, "a.py"), TERMS).verdict is Verdict.REFUTED


def test_a_fix_does_not_name_a_second_answer_of_a_secret_specification() -> None:
    spec = 'read x: int\nif x > 4: write "zorkword" | "zorkalt"\nelse: write "plain"\n'
    rungs = '[feedback]\nladder = ["verdict", "hint", "pattern", "example", "place", "fix"]\n'
    asked = made(Console(), f'[console]\nspec = "spec.txt"\nsecret = true\n{rungs}', {"spec.txt": spec})
    program = 'x = int(input())\nif x > 4:\n    print("zorkbad")\nelse:\n    print("plain")\n'
    report = check(Console(), asked, Submission.from_text(program, "a.py"), replace(TERMS, attempt=9))
    assert told(report, "fix").text == 'Line 3: `"zorkbad"` → `"zorkword"`'
    assert not [finding for finding in report.findings if "zorkalt" in finding.text]
