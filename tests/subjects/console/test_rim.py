"""'Exactly when' is said of what was held against inputs at the rim of the condition, in words that say just that."""

import random
from itertools import product
from pathlib import Path

import pytest

from tests.engines.dialogues.mutants import mutants, random_case, random_exercise
from tests.examining import TERMS, Examiner, made, told
from tests.subjects.console.test_shrink import Stand
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.named_numbers import divisors, limits
from viva.engines.dialogues.notations.readable import parse
from viva.engines.dialogues.suites.cases import Suite, case_of, cases
from viva.engines.dialogues.suites.fresh import fresh_inputs
from viva.engines.dialogues.suites.ways.paths import Trails, Walker
from viva.engines.dialogues.trials.rules import Rules
from viva.services.checking import check
from viva.subjects.console.diagnosing.diagnosis import Looker, distinguish
from viva.subjects.console.pattern import situation
from viva.subjects.console.subject import Console

SAY = catalogue("viva.subjects.console").say
SMALL = (-1, 0, 1, 2, 5)
UNTIL_ZERO = Path(__file__).parents[3] / "exercises" / "console" / "until-zero"


def exactly(spec: Spec, other: Spec, randomness: random.Random) -> tuple[str, list[tuple[int, ...]]] | None:
    """What is said of a program, and the small inputs of which it is not true, among all there are."""
    drawn = {case.inputs for _ in range(80) if (case := random_case(spec, randomness)) and len(case.inputs) < 20}
    tests = Suite(cases(spec, drawn), 0)
    trial = Stand(other)
    known = {case.inputs: found for case, found in trial.failures(tests.tests)}
    witness = next((found for found in known.values() if found), None)
    if witness is None:
        return None
    looker = Looker(Trails(Walker(spec)), Rules(), "")
    near = [inputs for row in fresh_inputs(spec, tests, 40, 0) for inputs in row]
    fresh = {case.inputs: found for case, found in trial.failures(cases(spec, near))}
    best, _ = distinguish(looker, witness, known, fresh, trial, secret=False)  # type: ignore[arg-type]
    if best is None or not best.exact:
        return None
    untrue: list[tuple[int, ...]] = []
    for length in range(4):
        for inputs in product(SMALL, repeat=length):
            trail = looker.trails.of(inputs)
            case = case_of(spec, inputs)
            if trail and case and best.condition.holds(trail) != (trial.failure(case) is not None):
                untrue.append(inputs)
    return situation(best.condition, SAY, ENGLISH), untrue


@pytest.mark.some(2)
@pytest.mark.parametrize("seed", [1018, *range(40)])
def test_what_is_said_exactly_is_true_of_all_small_inputs(seed: int) -> None:
    """Random specifications, and programs that differ in one place; all inputs of up to three small numbers."""
    randomness = random.Random(seed)
    said = wrong = 0
    spec = random_exercise(randomness)
    for other in randomness.sample(programs := list(mutants(spec)), min(4, len(programs))):
        found = exactly(spec, other, randomness)
        if found:
            said += 1
            wrong += bool(found[1])
    assert not wrong, (wrong, said)


def test_one_number_alone_is_no_exception_to_what_is_said() -> None:
    program = (
        "largest = 0\nsmallest = 1000000\nx = int(input())\nif x == 0:\n    print('nothing')\nelse:\n"
        "    while x != 0:\n        largest = max(largest, x)\n        smallest = min(smallest, x)\n"
        "        x = int(input())\n    print(largest, smallest)\n"
    )
    exercise = Console().read(Source.from_folder(UNTIL_ZERO))
    report = check(Console(), exercise, Submission.from_text(program, "wrong.py"), TERMS)
    assert "when no number is smaller than the last one" not in told(report, "pattern").text


def test_a_function_of_the_teacher_is_looked_into() -> None:
    module = "def leap(y: int) -> bool:\n    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)\n"
    spec = bind(parse("read y: 1..5000\nif leap(y): write 1\nelse: write 2\n"), load(module, "leap.py"))
    assert divisors(spec) == (4, 100, 400)
    assert limits(spec) == (0,)
    manifest = '[console]\nspec = "spec.txt"\npython = "leap.py"'
    files = {"spec.txt": "read y: 1..5000\nif leap(y): write 1\nelse: write 2\n", "leap.py": module}
    program = "y = int(input())\nprint(1 if y % 4 == 0 and y % 100 != 0 else 2)\n"
    report = check(Console(), made(Console(), manifest, files), Submission.from_text(program, "a.py"), TERMS)
    assert "exactly when some `y` is divisible by 400" in told(report, "pattern").text, told(report, "pattern")


def test_a_limit_of_a_function_is_named() -> None:
    module = "def fare(ages: list[int]) -> int:\n    return sum(0 if a < 6 else 2 if a < 18 else 4 for a in ages)\n"
    text = "read n: nat\nloop:\n    if len(age.all) == n: exit\n    read age: 0..120\nwrite fare(age.all)\n"
    exercise = made(
        Console(), '[console]\nspec = "spec.txt"\npython = "fare.py"', {"spec.txt": text, "fare.py": module}
    )
    program = (
        "t = 0\nfor _ in range(int(input())):\n    age = int(input())\n"
        "    t += 0 if age <= 6 else 2 if age < 18 else 4\nprint(t)\n"
    )
    report = check(Console(), exercise, Submission.from_text(program, "a.py"), TERMS)
    assert "exactly when some `age` is exactly 6" in told(report, "pattern").text
    tests = report.evidence.tests
    assert f"of {tests} tests" in told(report, "pattern").text, "one count in one report"


@pytest.mark.some(1)
@pytest.mark.parametrize(
    "program",
    ["while int(input()) > 0:\n    pass\nprint('done')", "input()\nprint('done')", "print('done')"],
)
def test_a_program_that_ends_early_is_not_said_to_read_everything_first(examine: Examiner, program: str) -> None:
    report = examine('( [>x]^Z ( 0 <x_C = 0> E ) )->E [{"done"} >]', program)
    assert "reads all of its input first" not in told(report, "hint").text
    assert not any("batch" in finding.text for finding in report.findings)
