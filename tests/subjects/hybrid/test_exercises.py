"""Exercises: what a teacher may get wrong is told with its place, and variants keep what they promise."""

import itertools
from fractions import Fraction
from pathlib import Path

import pytest

import viva
from viva.core.fault import Fault
from viva.core.source import Source
from viva.core.terms import Terms
from viva.engines.hybrid import formats, summarise
from viva.services.checking import check
from viva.services.registry import read_source
from viva.subjects.hybrid.model import Task
from viva.subjects.hybrid.subject import Hybrid
from viva.subjects.hybrid.vary import candidates, liking

ROOT = Path(__file__).parents[3] / "exercises" / "hybrid"
MODEL = (
    "parameter up = 2\nvariables T = 20\nmode off\n T' = -1\n when T <= 18 go to on\n"
    "mode on\n T' = up\n when T >= 21 go to off\n"
)


def exercise(settings: str = "", model: str = MODEL, **files: str) -> viva.Exercise:
    manifest = f'subject = "hybrid"\n[hybrid]\nreference = "model.hybrid"\n{settings}\n'
    texts = {"exercise.toml": manifest, "model.hybrid": model, "statement.md": "Heat by {up}.", **files}
    return read_source(Source("test", {name.replace("_toml", ".toml"): text.encode() for name, text in texts.items()}))[
        1
    ]


def test_the_statement_names_the_parameters() -> None:
    assert exercise("horizon = 10").statement == "Heat by 2."


@pytest.mark.parametrize(
    ("settings", "model", "words"),
    [
        ("horizon = 0", MODEL, "`horizon` in [hybrid] must be above 0"),
        ("threshold = -1", MODEL, "cannot be negative"),
        ("threshold = inf", MODEL, "cannot be inf"),
        ("horizn = 3", MODEL, "did you mean 'horizon'"),
        ("", "variables T\nmode a\n T' = T * T\n", "model.hybrid:3"),
        ("", "variables T\nmode a\n when T <= 0 go to b\nmode b\n when T >= 0 go to a\n", "without end at one instant"),
        ("", "variables T\nmode a\n T' = 1\n stay while T <= 3\n", "stops at time 3"),
        (
            "",
            "variables T\nmode a\n T' = 1\n when T >= 1 go to b\n when T >= 1 go to c\nmode b\nmode c\n",
            "several transitions",
        ),
        ("bounds = { X = [1, 2] }", MODEL, "no output"),
        ("bounds = { T = [19, 21] }", MODEL, "not kept by the reference itself"),
        ("[hybrid.vary]\ndown = [1, 2]", MODEL, "no parameter"),
        ('[hybrid.vary]\nup = [1]\nsense = ["up > 5"]', MODEL, "does not hold for the exercise itself"),
    ],
)
def test_what_a_teacher_got_wrong_is_told(settings: str, model: str, words: str) -> None:
    with pytest.raises(Fault) as fault:
        exercise(settings, model)
    assert words in str(fault.value)


def test_a_library_of_mistakes_with_unknown_words_is_told() -> None:
    with pytest.raises(Fault, match="`first`"):
        exercise('errors = "errors.toml"', errors_toml='[[error]]\nfirst = "sometime"\ntext = "x"\n')


@pytest.mark.some(2)
@pytest.mark.parametrize("name", ["thermostat", "ring", "ticks", "room", "two-tanks", "parking", "heater-dwell"])
def test_variants_are_right_about_themselves(name: str) -> None:
    """Judged again by what the exercise itself promises: every mode is reached, every transition taken, within bounds,
    its own model answer is right, and that to the original is not."""
    subject, original = read_source(Source.from_folder(ROOT / name))
    seen = []
    for variant in itertools.islice(subject.vary(original, 3), 3):
        again = Hybrid().read(variant.source)
        task = again.task_as(Task)
        assert "{" not in again.statement
        summary = summarise(formats.read(variant.source.text(task.file)), task.horizon)
        assert not summary.unreached(task.reference) and not summary.untaken(task.reference)
        report = subject.check(again, subject.solve(again), viva.Terms())
        assert report.verdict.right
        assert subject.check(again, subject.solve(original), viva.Terms()).verdict is viva.Verdict.REFUTED
        assert task.reference not in seen
        seen.append(task.reference)
    assert len(seen) == 3


def test_variants_are_the_same_for_the_same_seed() -> None:
    subject, original = read_source(Source.from_folder(ROOT / "thermostat"))
    one, other = ([each.statement for each in itertools.islice(subject.vary(original, 5), 3)] for _ in range(2))
    assert one == other


def test_an_exercise_without_ranges_has_no_variants_and_says_why() -> None:
    with pytest.raises(Fault, match="nothing says what may change"):
        next(Hybrid().vary(exercise("horizon = 10"), 1))


def test_what_the_teacher_liked_comes_first() -> None:
    ranges = "[hybrid.vary]\nup = { from = 1, to = 4, step = 0.5 }\nband = 0"
    liked = exercise(
        f"horizon = 20\n{ranges}",
        ratings_toml="[[candidate]]\nscore = 1\nvalues = { up = 4 }\n[[candidate]]\nscore = 0\nvalues = { up = 1 }\n",
    )
    found = [each.values["up"] for each in candidates(liked, 1)]
    assert found[0] == 4 and found[-1] == 1
    variation = liked.task_as(Task).variation
    assert liking({"up": variation.ranges["up"][-1]}, variation) > liking({"up": variation.ranges["up"][0]}, variation)


def test_candidates_that_make_no_sense_are_told_why() -> None:
    found = exercise('horizon = 20\n[hybrid.vary]\nup = { from = -1, to = 3 }\nsense = ["up > 0"]', MODEL)
    against = {
        float(each.values["up"]): [objection.kind for objection in each.objections] for each in candidates(found, 1)
    }
    assert against[0][0] == "sense" and "untaken" in against[0]
    assert against[3] == []


QUESTIONS = """horizon = 10
task = "questions"
[[hybrid.questions]]
name = "low"
ask = "least"
of = "T"
within = {within}
[[hybrid.questions]]
name = "at"
ask = "value"
of = "T"
at = 3
within = {within}
"""


@pytest.mark.parametrize("within", ["0", "0.1", "1"])
def test_an_answer_may_be_off_by_just_as_much_as_the_exercise_says(within: str) -> None:
    """The lowest value is 18; after 3 it is 20. One that is off by a little more is wrong, on either side."""
    asked = exercise(QUESTIONS.format(within=within))
    room = Fraction(within)
    for off in (-room - Fraction(1, 100), -room, -room / 2, Fraction(0), room / 2, room, room + Fraction(1, 100)):
        text = f"low = {18 + off}\nat = {20 + off}\n"
        report = check(Hybrid(), asked, viva.Submission.from_text(text, "a.txt"), Terms())
        assert (report.verdict is viva.Verdict.PROVED) == (abs(off) <= room), text
        half = check(Hybrid(), asked, viva.Submission.from_text(f"low = {18 + off}\nat = 20\n", "a.txt"), Terms())
        assert half.score == (1.0 if abs(off) <= room else 0.5)
