"""What is said of the inputs on which a program fails is true of them, on inputs that were not looked at too."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from tests.engines.dialogues.mutants import mutants, random_case, random_exercise
from tests.examining import TERMS, made, told
from tests.subjects.console.test_shrink import Stand
from viva.core.ladder import Policy
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import ENGLISH, Terms
from viva.core.texts import catalogue
from viva.engines.dialogues.failure_conditions import Distinction, best_distinction
from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.notations.readable import parse
from viva.engines.dialogues.suites.cases import Suite, cases
from viva.engines.dialogues.suites.fresh import fresh_inputs
from viva.engines.dialogues.suites.ways.paths import Trails, Walker
from viva.services.checking import check
from viva.subjects.console.pattern import situation
from viva.subjects.console.subject import Console

SAY = catalogue("viva.subjects.console").say
TWO = parse("read x: int\nread y: int\nwrite x + y\n")
MANY = parse("loop:\n    read x: int\n    if x == 0: exit\nwrite sum(x.all)\n")
LIMIT = parse("read x: int\nif x >= 50: write 1\nelse: write 2\n")
PAIRS = [(x, y) for x in range(-6, 7, 2) for y in range(-5, 6, 2)]
FRESH = [(x, y) for x in range(-7, 8, 2) for y in (-8, 0, 8)]

Inputs = tuple[Value, ...]


def trails(spec: Spec) -> Trails:
    return Trails(Walker(spec))


def told_of(inputs: Iterable[Inputs], fresh: Iterable[Inputs], fails: Callable[[Inputs], bool]) -> Distinction | None:
    runs, others = ({one: fails(one) for one in some} for some in (inputs, fresh))
    witness = next(one for one, failed in runs.items() if failed)
    return best_distinction(trails(TWO), witness, runs, others, secret=False)


def test_a_condition_that_tells_all_runs_apart_is_named() -> None:
    found = told_of(PAIRS, FRESH, lambda one: int(one[0]) < 0)
    assert found
    assert found.exact
    assert situation(found.condition, SAY, ENGLISH) == "the first number is negative"


@pytest.mark.parametrize(
    "fails",
    [
        lambda one: one in ((-6, -5), (-4, -5), (-2, 1)),
        lambda one: hash(one) % 3 == 0,
        lambda one: int(one[0]) < 0 and (int(one[1]) < 0 or one[1] in (1, 3)),
    ],
    ids=["a handful", "no rhyme or reason", "half of it"],
)
def test_nothing_is_named_that_does_not_tell_them_apart(fails: Callable[[Inputs], bool]) -> None:
    assert told_of(PAIRS, FRESH, fails) is None


def test_nothing_is_named_that_fresh_inputs_do_not_bear_out() -> None:
    assert told_of(PAIRS, FRESH, lambda one: int(one[0]) < 0 and one in PAIRS) is None


def test_a_number_of_inputs_is_named_only_where_the_run_with_one_less_was_seen_to_pass() -> None:
    def runs(lengths: Iterable[int]) -> dict[Inputs, bool]:
        return {(*(first, *(1,) * (length - 2)), 0): length >= 6 for length in lengths for first in (1, 2, 3, 4)}

    close = best_distinction(trails(MANY), (1, 1, 1, 1, 1, 0), runs(range(2, 10)), {}, secret=False)
    assert close
    assert (close.condition.key, close.condition.count) == ("reads_at_least", 6)
    assert best_distinction(trails(MANY), (1, 1, 1, 1, 1, 0), runs([2, 3, 4, 6, 7, 8]), {}, secret=False) is None


def test_a_limit_is_named_in_the_words_of_the_specification_unless_they_are_secret() -> None:
    runs: dict[Inputs, bool] = {(x,): x >= 50 for x in range(30, 70)}
    found = best_distinction(trails(LIMIT), (50,), runs, {}, secret=False)
    assert found
    assert situation(found.condition, SAY, ENGLISH) == "at some point `x` is at least 50"
    assert best_distinction(trails(LIMIT), (50,), runs, {}, secret=True) is None


@pytest.mark.thorough
def test_what_is_named_holds_on_other_inputs_of_random_programs() -> None:
    """None of these inputs had a part in it: they are drawn without a look at the specification."""
    randomness = random.Random(11)
    seen = 0
    while seen < 6:
        spec = random_exercise(randomness)
        drawn = {case.inputs for _ in range(80) if (case := random_case(spec, randomness)) and len(case.inputs) < 20}
        suite = cases(spec, drawn)
        for other in randomness.sample(programs := list(mutants(spec)), min(3, len(programs))):
            trial = Stand(other)
            known = {case.inputs: found is not None for case, found in trial.failures(suite)}
            near = fresh_inputs(spec, Suite(suite, 0), 40, 0)
            fresh = cases(spec, [inputs for row in near for inputs in row])
            new = {case.inputs: found is not None for case, found in trial.failures(fresh)}
            witness = next((inputs for inputs, failed in known.items() if failed), None)
            named = best_distinction(trails(spec), witness, known, new, secret=False) if witness else None
            if named is None or not named.exact:
                continue
            seen += 1
            walker = Walker(spec)
            wrong = total = 0
            for case in filter(None, (random_case(spec, randomness) for _ in range(60))):
                trail = walker.follow(case.inputs)
                if trail is not None and len(case.inputs) < 20:
                    total += 1
                    wrong += named.condition.holds(trail) != (trial.failure(case) is not None)
            assert wrong <= 0.1 * total, named


SECRET = 'read n: 0..9\nwrite optional f"{...}{n}{...}"\nwrite n * 2 | n + n + 0 | "as you like"\n'


def report(settings: str, attempt: int | None, ladder: str = "", spec: str = SECRET) -> Report:
    feedback = f"[feedback]\n{ladder}\n" if ladder else ""
    exercise = made(Console(), f'{feedback}[console]\nspec = "spec.txt"\n{settings}', {"spec.txt": spec})
    answer = Submission.from_text("print(int(input()) * 3)", "submission.py")
    return check(Console(), exercise, answer, Terms(TERMS.budget, attempt=attempt))


def test_of_a_secret_specification_a_student_sees_one_run_only() -> None:
    whole = report("secret = true", None)
    for attempt in (1, 2, 3, 9):
        shown = report("secret = true", attempt)
        assert all(word not in str(shown.to_json()) for word in ("ANY", "may print", "as you like", "<svg"))
        # What a student is told is part of what the teacher is told, word for word.
        told_teacher = [replace(finding, signature=None) for finding in whole.findings if not finding.teacher]
        assert [finding for finding in told_teacher if finding.rung in DEFAULT[: 2 * attempt]] == [*shown.findings]
    beyond = [finding for finding in whole.findings if finding.teacher]
    example = next(finding for finding in beyond if finding.rung == "example")
    assert example.witness and "ANY" in str(example.witness.fields["expected"])
    assert "may print" in example.text and "as you like" in example.text


DEFAULT = Policy().ladder
BRANCHES = "read n: 0..9\nif n > 4: write n\nelse: write 0\n"


def test_the_flow_chart_waits_for_the_place_unless_the_exercise_allows_it() -> None:
    def drawn(settings: str, attempt: int | None) -> set[str]:
        found = report(settings, attempt, spec=BRANCHES).findings
        return {str(finding.rung) for finding in found if finding.drawing}

    assert [drawn("", attempt) for attempt in (1, 2, 3, None)] == [set(), set(), {"place"}, {"place"}]
    assert [drawn("chart = true", attempt) for attempt in (1, 2, None)] == [set(), {"pattern"}, {"pattern"}]
    assert [drawn("secret = true\nchart = true", attempt) for attempt in (2, 3)] == [set(), set()]
    assert drawn("secret = true", None) == {"place"}


def test_what_stands_for_any_text_is_said() -> None:
    example = told(report("", 9), "example")
    assert example.comparison
    assert "… stands for any text" in example.comparison.note
